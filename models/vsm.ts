/**
 * Vector space model: the cosine between a topic's weighted words and the TF-IDF weights of a text.
 *
 * Liu, Chen, Zhao 2023 (seed 000) equations 1–3; METHODS A.1 and A.3. Whatever multiplies all weights of a text alike
 * (its length, the base of the logarithm, the norm of seed 001) leaves the cosine as it is.
 */
import {
  type DocumentFrequency,
  defineModel,
  type Scorer,
  type TermVector,
  type TextDocument,
} from '../src/contract/model.js';
import type { NumberOption, OptionValues } from '../src/contract/option.js';
import type { TopicView } from '../src/contract/topic.js';
import type { SparseVector } from '../src/kernel/sparse.js';
import { createTopicScorer } from '../src/kernel/topic.js';
import { type IdfVariant, idf } from '../src/kit/idf.js';
import { addUp } from './fields.js';

function fieldWeight(preset: number, field: string): NumberOption {
  const help = `What a word of ${field} counts in s4-fielded.`;
  return { type: 'number', default: preset, min: 0, max: 100, help };
}

const options = {
  idf: {
    type: 'choice',
    default: 's0-smooth',
    choices: ['s0', 's0-literal', 's0-smooth', 's1-normalised', 's4-fielded'],
    help: 'How a rare term gains weight: s0 clamped at 0, as printed, or smoothed; s1 with natural logarithm; s4 counts title, anchors and body of a page apart.',
  },
  offset: {
    type: 'number',
    default: 0,
    min: 0,
    max: 1,
    help: 'Added inside the logarithm of s1-normalised.',
  },
  docNorm: {
    type: 'choice',
    default: 'all',
    choices: ['all', 'topic'],
    help: 'Which terms make the length of a text: all of it, or as printed the topic words alone.',
  },
  title: fieldWeight(3, 'the title'),
  anchor: fieldWeight(2, 'an anchor'),
  body: fieldWeight(1, 'the body'),
} as const;

type VsmOptions = OptionValues<typeof options>;

/** What crosses to the lanes. */
interface Prepared {
  readonly options: VsmOptions;
  readonly topics: readonly SparseVector[];
}

const formula: Readonly<Record<VsmOptions['idf'], IdfVariant>> = {
  s0: 's0',
  's0-literal': 's0-literal',
  's0-smooth': 's0-smooth',
  's1-normalised': 's1',
  's4-fielded': 's0-smooth',
};

/** Counts of a text as the variant wants them; only pages have fields. */
function countsOf(document: TextDocument, chosen: VsmOptions): TermVector {
  if (chosen.idf !== 's4-fielded' || document.body === undefined) return document.all;
  return addUp([
    [document.title, chosen.title],
    [document.anchors, chosen.anchor],
    [document.body, chosen.body],
  ]);
}

/** Most terms are rare, and equally rare terms share a logarithm. */
const REMEMBERED = 4096;

function rarityOf(chosen: VsmOptions, frequency: DocumentFrequency): (id: number) => number {
  const variant = formula[chosen.idf];
  const rarity = (containing: number): number => idf(variant, frequency.documents, containing, chosen.offset);
  const known = Float64Array.from({ length: REMEMBERED }, (_, containing) => rarity(containing));
  return id => {
    const containing = frequency.of(id);
    return containing < REMEMBERED ? (known[containing] as number) : rarity(containing);
  };
}

function bind({ options: chosen, topics }: Prepared, frequency: DocumentFrequency): Scorer {
  const scorer = createTopicScorer({
    topics,
    docNorm: chosen.docNorm,
    rarityOf: rarityOf(chosen, frequency),
  });
  return {
    score(document, _level, out) {
      scorer.score(countsOf(document, chosen), out);
      for (let i = 0; i < topics.length; i++) out[i] = Math.min(1, Math.max(0, out[i] as number));
    },
  };
}

export const vsm = defineModel({
  name: 'vsm',
  summary: 'Cosine of the TF-IDF weights of a text and the weighted words of the topic.',
  source: 'Liu, Chen, Zhao 2023, equations 1–3; METHODS A.1, A.3',
  options,
  relevantFrom: ({ docNorm }) => (docNorm === 'all' ? 0.07 : 0.4),
  prepare: (topics: readonly TopicView[], context): Prepared => ({
    options: context.options,
    topics: topics.map(({ id, weight }) => ({ id, weight })),
  }),
  bind,
});
