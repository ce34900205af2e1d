import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { HEADER } from '../../../src/contract/document.js';
import type { TermVector } from '../../../src/contract/model.js';
import { PageTerms } from '../../../src/text/page-terms.js';
import { type Leaf, makePage } from './made-page.js';
import { readerWith } from './reader.js';

const reader = readerWith();
const terms = new PageTerms(reader);

/** Counts by word, for words that were read in English. */
const countsOf = (vector: TermVector | undefined, ...words: string[]): number[] =>
  words.map(word => {
    const [id] = reader.list(word, 'en');
    const at = vector?.id.indexOf(id as number) ?? -1;
    return at < 0 ? 0 : (vector?.count[at] as number);
  });

test('a page has its fields: the body holds headings and anchors, all adds the title', () => {
  const page = makePage('Storm report', [
    [{ heading: 'Storm season' }],
    ['The storm hit', { link: 'coast storm' }, 'hard'],
  ]);
  const { all, title, headings, anchors, body } = terms.read(page, 'en');
  assert.deepEqual(countsOf(all, 'storm', 'report', 'coast'), [4, 1, 1]);
  assert.deepEqual(countsOf(title, 'storm', 'report', 'coast'), [1, 1, 0]);
  assert.deepEqual(countsOf(headings, 'storm', 'season'), [1, 1]);
  assert.deepEqual(countsOf(anchors, 'storm', 'coast'), [1, 1]);
  assert.deepEqual(countsOf(body, 'storm', 'report'), [3, 0]);
});

test('an anchor has its own words, its context up to twenty more on each side', () => {
  const before = Array.from({ length: 30 }, (_, i) => `left${i}`).join(' ');
  const after = Array.from({ length: 30 }, (_, i) => `right${i}`).join(' ');
  terms.read(makePage('', [[before, { link: 'typhoon' }, after]]), 'en');
  assert.equal(terms.anchor(0)?.all.total, 1);
  const context = terms.context(0)?.all;
  assert.equal(context?.total, 41);
  assert.deepEqual(countsOf(context, 'left9', 'left10', 'right19', 'right20'), [0, 1, 1, 0]);
});

test('a context does not leave its block', () => {
  terms.read(makePage('', [['far away'], ['near', { link: 'typhoon' }], ['far behind']]), 'en');
  assert.deepEqual(
    countsOf(terms.context(0)?.all, 'near', 'typhoon', 'far', 'away', 'behind'),
    [1, 1, 0, 0, 0],
  );
});

test('dropped words count as words of the window', () => {
  const stops = Array.from({ length: 20 }, () => 'the').join(' ');
  terms.read(makePage('', [['hidden', stops, { link: 'typhoon' }]]), 'en');
  assert.deepEqual(countsOf(terms.context(0)?.all, 'hidden', 'typhoon'), [0, 1]);
});

test('a picture that is a link has the words of its alternative text, and a context around its place', () => {
  terms.read(makePage('', [['storm'], ['map of', { image: 'typhoon track' }, 'Pacific'], ['rain']]), 'en');
  assert.deepEqual(countsOf(terms.anchor(0)?.all, 'typhoon', 'track'), [1, 1]);
  assert.deepEqual(
    countsOf(terms.context(0)?.all, 'storm', 'map', 'typhoon', 'track', 'Pacific', 'rain'),
    [0, 1, 1, 1, 1, 0],
  );
});

test('a link without words has no anchor, and a link alone in its block no context', () => {
  terms.read(makePage('', [[{ link: '…' }]]), 'en');
  assert.equal(terms.anchor(0), undefined);
  assert.equal(terms.context(0), undefined);
});

test('a link knows its nearest heading', () => {
  terms.read(makePage('', [[{ link: 'first' }], [{ heading: 'Floods' }], [{ link: 'second' }]]), 'en');
  assert.equal(terms.heading(0), undefined);
  assert.deepEqual(countsOf(terms.heading(1)?.all, 'flood'), [1]);
});

test('leaf offsets are those of METHODS H.2', () => {
  terms.read(makePage('', [['Deep', { link: 'crawler' }, 'survey']]), 'en');
  const id = (word: string): number => reader.list(word, 'en')[0] as number;
  assert.deepEqual([...terms.leafTerms(0)], [id('crawler'), 128, id('deep'), 127, id('survey'), 129]);
});

test('lists hold each term once, in order', () => {
  terms.read(makePage('', [['rain', { link: 'storm rain storm flood' }, 'wind']]), 'en');
  assert.deepEqual(terms.anchorTerms(0), reader.list('storm rain flood', 'en'));
  assert.deepEqual(terms.contextTerms(0), reader.list('rain storm flood wind', 'en'));
});

test('Chinese anchors are ranges of the page’s words', () => {
  terms.read(makePage('', [['查看', { link: '台风预警' }, '与暴雨']]), 'zh');
  assert.deepEqual(terms.anchorTerms(0), reader.list('台风预警', 'zh'));
});

test('a page without anything is empty', () => {
  const page = terms.read(makePage('', []), 'en');
  assert.equal(page.all.total, 0);
  assert.equal(page.title?.total, 0);
});

test('any page: anchors and contexts are parts of it, and nothing throws', () => {
  const word = fc.constantFrom('storm', 'flood', '台风 暴雨', 'the', '…', '');
  const leaf: fc.Arbitrary<Leaf> = fc.oneof(
    word,
    word.map(heading => ({ heading })),
    word.map(link => ({ link })),
    word.map(image => ({ image })),
  );
  const blocks = fc.array(fc.array(leaf, { maxLength: 6 }), { maxLength: 5 });
  fc.assert(
    fc.property(word, blocks, (title, made) => {
      const document = makePage(title, made);
      const page = terms.read(document, 'zh');
      for (let i = 0; i < (document.records[HEADER.linkCount] as number); i++) {
        const anchor = terms.anchor(i)?.all.total ?? 0;
        const context = terms.context(i)?.all.total ?? 0;
        assert.ok(context >= anchor);
        assert.ok(context <= page.all.total + anchor);
        assert.equal(terms.leafTerms(i).length % 2, 0);
      }
    }),
    { numRuns: 200 },
  );
});
