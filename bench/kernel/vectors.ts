/** Random pages for the kernel benches: few terms that many pages have and many that few have, as in texts. */
import type { TermVector } from '../../src/contract/model.js';
import type { Random } from '../../src/kit/random.js';

/** Ids that pages draw from. */
export const WORDS = 5000;

/** The id of the term of a rank. */
export const idOf = (rank: number): number => {
  const mixed = Math.imul(rank ^ (rank >>> 16), 0x7feb352d);
  return Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b) >>> 0;
};

/** A term id; rank r is drawn about as often as 1 / r. */
const drawId = (random: Random): number => idOf(Math.floor(Math.exp(random.next() * Math.log(WORDS))));

export function idsOf(random: Random, terms: number): Uint32Array {
  const drawn = new Set<number>();
  while (drawn.size < terms) drawn.add(drawId(random));
  return Uint32Array.from(drawn).sort();
}

export function pageOf(random: Random, terms: number): TermVector {
  const id = idsOf(random, terms);
  const count = Float64Array.from(id, () => 1 + random.below(5));
  return { id, count, total: count.reduce((sum, each) => sum + each, 0) };
}
