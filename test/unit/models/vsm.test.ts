import assert from 'node:assert/strict';
import test from 'node:test';
import { addUp } from '../../../models/fields.js';
import { vsm } from '../../../models/vsm.js';
import type { DocumentFrequency, TermVector, TextDocument } from '../../../src/contract/model.js';
import { defaultsOf, type OptionValues } from '../../../src/contract/option.js';
import type { TopicView } from '../../../src/contract/topic.js';
import { type IdfVariant, idf } from '../../../src/kit/idf.js';

const near = (actual: number | undefined, expected: number): void => {
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 5e-7, `${actual} is not ${expected}`);
};

const vector = (counts: Readonly<Record<number, number>>): TermVector => {
  const id = Uint32Array.from(Object.keys(counts), Number).sort();
  const count = Float64Array.from(id, term => counts[term] as number);
  return { id, count, total: count.reduce((sum, value) => sum + value, 0) };
};

const collection = (documents: number, counts: Readonly<Record<number, number>>): DocumentFrequency => ({
  version: 0,
  documents,
  of: id => counts[id] ?? 0,
});

/** TF-IDF weight of a term, as METHODS A.1 writes it. */
function weightOf(text: TermVector, term: number, frequency: DocumentFrequency, variant: IdfVariant): number {
  const count = text.count[text.id.indexOf(term)] as number;
  return (count / text.total) * idf(variant, frequency.documents, frequency.of(term));
}

const topicOf = (weights: Readonly<Record<number, number>>): TopicView => {
  const { id, count } = vector(weights);
  return { name: 'topic', languages: ['en'], terms: [], id, weight: count };
};

function score(
  topic: TopicView,
  document: TextDocument,
  frequency: DocumentFrequency,
  set: Partial<OptionValues<typeof vsm.options>> = {},
): number {
  const out = new Float64Array(1);
  const prepared = vsm.prepare([topic], { options: { ...defaultsOf(vsm.options), ...set } });
  vsm.bind(prepared, frequency).score(document, 0, out);
  return out[0] as number;
}

const A = 1;
const B = 2;
const OTHER = 3;
const page = vector({ [A]: 2, [B]: 1, [OTHER]: 7 });
const four = collection(4, { [A]: 1, [B]: 3 });

test('METHODS A.1: s0 weighs by log10(D / (1 + D_i))', () => {
  near(weightOf(page, A, four, 's0'), 0.060206);
  near(weightOf(page, B, four, 's0'), 0);
});

test('METHODS A.1: s0-smooth weighs by log10(1 + D / (1 + D_i))', () => {
  near(weightOf(page, A, four, 's0-smooth'), 0.095424);
  near(weightOf(page, B, four, 's0-smooth'), 0.030103);
});

test('METHODS A.1: the first page of a crawl has negative weights as printed, and none when clamped', () => {
  const first = collection(1, { [A]: 1 });
  const one = vector({ [A]: 1 });
  near(weightOf(one, A, first, 's0-literal'), -0.30103);
  near(weightOf(one, A, first, 's0'), 0);
});

test('METHODS A.1: the weights of s1 are the cosines with each term alone', () => {
  const document = { kind: 'page', all: vector({ 1: 2, 2: 1, 3: 5 }) } as const;
  const frequency = collection(4, { 1: 1, 2: 2, 3: 4 });
  const of = (term: number, offset = 0): number =>
    score(topicOf({ [term]: 1 }), document, frequency, { idf: 's1-normalised', offset });
  near(of(1), 0.970143);
  near(of(2), 0.242536);
  near(of(3), 0);
  assert.ok(of(3, 0.01) > 0);
});

test('an idf is finite for every collection', () => {
  for (const variant of ['s0', 's0-literal', 's0-smooth', 's1'] as const) {
    for (const [documents, containing] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [10, 10],
      [1e6, 0],
    ] as const) {
      assert.ok(
        Number.isFinite(idf(variant, documents, containing)),
        `${variant} ${documents} ${containing}`,
      );
    }
  }
});

test('METHODS A.3: the cosine of topic (0.5, 0.3, 0.2) and page (1, 0, 2) is 0.652929', () => {
  const topic = topicOf({ 1: 0.5, 2: 0.3, 3: 0.2 });
  const document = { kind: 'page', all: vector({ 1: 1, 3: 2 }) } as const;
  for (const docNorm of ['all', 'topic'] as const) {
    near(score(topic, document, collection(9, {}), { docNorm }), 0.652929);
  }
});

test('METHODS A.3: a mixed link relevance is λ × anchor + (1 − λ) × page, and an empty anchor has 0', () => {
  const mix = (lambda: number, anchor: number): number => lambda * anchor + (1 - lambda) * 0.4;
  near(mix(0.5, 0.8), 0.6);
  near(mix(0.3, 0.8), 0.52);
  const empty = { kind: 'anchor', all: vector({}) } as const;
  near(mix(0.5, score(topicOf({ [A]: 1 }), empty, four)), 0.2);
});

test('METHODS A.3: with the norm over topic words one mention is as good as a page full of them', () => {
  const topic = topicOf({ [A]: 1 });
  const once = { kind: 'page', all: vector({ [A]: 1, [OTHER]: 99 }) } as const;
  near(score(topic, once, four, { docNorm: 'topic' }), 1);
  assert.ok(score(topic, once, four, { docNorm: 'all' }) < 0.05);
});

test('METHODS G.5: a word once in the title, twice in anchors and 4 times in the body counts 11', () => {
  const sum = addUp([
    [vector({ 1: 1 }), 3],
    [vector({ 1: 2 }), 2],
    [vector({ 1: 4, 2: 2 }), 1],
  ]);
  assert.deepEqual([...sum.id], [1, 2]);
  assert.deepEqual([...sum.count], [11, 2]);
  assert.equal(sum.total, 13);
});

test('s4-fielded lifts a page whose title has the word, and leaves anchors alone', () => {
  const topic = topicOf({ [A]: 1 });
  const body = vector({ [A]: 1, [B]: 3 });
  const document: TextDocument = {
    kind: 'page',
    all: body,
    title: vector({ [A]: 1 }),
    headings: vector({}),
    anchors: vector({}),
    body,
  };
  const plain = score(topic, document, four);
  assert.ok(score(topic, document, four, { idf: 's4-fielded' }) > plain);
  const anchor: TextDocument = { kind: 'anchor', all: body };
  near(score(topic, anchor, four, { idf: 's4-fielded' }), plain);
});

test('fields that weigh nothing leave an empty text', () => {
  const body = vector({ [A]: 1 });
  const document: TextDocument = { kind: 'page', all: body, title: body, anchors: body, body };
  const set = { idf: 's4-fielded', title: 0, anchor: 0, body: 0 } as const;
  assert.equal(score(topicOf({ [A]: 1 }), document, four, set), 0);
});

test('METHODS E.7: with vsm as Sim, the priority of a link is half its parents and half its anchor', () => {
  const topic = topicOf({ [A]: 1 });
  const anchor = score(topic, { kind: 'anchor', all: vector({ [A]: 1 }) }, four);
  const nothing = score(topic, { kind: 'anchor', all: vector({}) }, four);
  near((0.6 + 0.2) / 2 / 2 + (0.8 * anchor) / 2, 0.6);
  near(0.6 / 2 + nothing / 2, 0.3);
});
