/**
 * A page of 300 terms against topics of few words. The twin walks the page in strides of sixteen, as the kernel
 * does. `kernel` has its pages in WebAssembly memory, `kernel, copied in` gets them from elsewhere.
 */
import type { TermVector } from '../../src/contract/model.js';
import { Kernels } from '../../src/kernel/load.js';
import {
  createTopicScorer,
  plainTopicScorer,
  type TopicScorer,
  type TopicScorerOptions,
} from '../../src/kernel/topic.js';
import { VectorRoom } from '../../src/kernel/vectors.js';
import { idf } from '../../src/kit/idf.js';
import { type Random, randomOf } from '../../src/kit/random.js';
import { FrequencyTable } from '../../src/text/frequency-table.js';
import type { Case, MakeSubject, Way } from '../subject.js';
import { idOf, idsOf, pageOf, WORDS } from './vectors.js';

const TERMS = 300;
/** Words of a topic, number of topics. */
const SHAPES: readonly (readonly [number, number])[] = [
  [5, 1],
  [12, 1],
  [30, 1],
  [12, 5],
];

/** Documents of the collection, and terms of it that no page has. */
const DOCUMENTS = 1_000_000;
const OTHERS = 200_000;

/** As models ask for it: a look-up in a table that does not fit a cache. */
function rarities(random: Random): (id: number) => number {
  const table = FrequencyTable.create(OTHERS + WORDS, DOCUMENTS, 1);
  for (let i = 0; i < OTHERS; i++) table.set(1 + random.below(0xfffffffe), 1 + random.below(900));
  for (let rank = 0; rank < WORDS; rank++) table.set(idOf(rank), 1 + (rank % 900));
  const known = Float64Array.from({ length: 1024 }, (_, count) => idf('s0-smooth', DOCUMENTS, count));
  return id => known[table.of(id)] as number;
}

export const subject: MakeSubject = size => {
  const random = randomOf(4);
  const kernels = new Kernels();
  const rarityOf = rarities(random);
  const room = new VectorRoom(kernels);
  const pages = Array.from({ length: size === 'full' ? 500 : 3 }, () => pageOf(random, TERMS));
  const inside = pages.map(({ id, count, total }): TermVector => {
    const vector = room.vector(id.length);
    vector.id.set(id);
    vector.count.set(count);
    vector.total = total;
    return vector;
  });
  const cases = SHAPES.flatMap(([words, count]) => {
    const topics = Array.from({ length: count }, () => {
      const id = idsOf(random, words);
      return { id, weight: Float64Array.from(id, () => 1 - random.next() / 2) };
    });
    const out = new Float64Array(count);
    const over =
      (scorer: TopicScorer, texts: readonly TermVector[]): Way =>
      () => {
        for (const text of texts) scorer.score(text, out);
      };
    return (['topic', 'all'] as const).map((docNorm): Case => {
      const options: TopicScorerOptions = { topics, rarityOf, docNorm };
      const kernel = createTopicScorer(options, kernels);
      return {
        name: `${words} words × ${count}, length of ${docNorm === 'all' ? 'all terms' : 'the topic words'}`,
        units: pages.length,
        target: 0.9,
        ways: {
          kernel: over(kernel, inside),
          twin: over(plainTopicScorer(options), pages),
          'kernel, copied in': over(kernel, pages),
        },
        ...(docNorm === 'topic' && { c: { source: 'topic.c', args: [TERMS, words, count] } }),
      };
    });
  });
  return { unit: 'million pages', scale: 1e6, cases };
};
