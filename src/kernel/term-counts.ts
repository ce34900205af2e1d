/**
 * How often is each id in ranges of words that lie in an arena? The plain twin is IdBag (src/text/vector.ts). Vectors are
 * copies: they stay what they are when the next text is read.
 */
import type { TermVector } from '../contract/model.js';
import type { Kernels } from './load.js';
import { Scratch } from './scratch.js';
import type { WordRoom } from './word-room.js';

interface Exports {
  count(
    ids: number,
    ranges: number,
    count: number,
    work: number,
    room: number,
    outIds: number,
    outCounts: number,
  ): number;
}

/** Bytes of counters before the lists; the number of words is the first of them afterwards. */
const COUNTERS = 4096;
/** Up to here a loop is faster than a copy by the engine. */
const FEW = 16;

export class TermCounts {
  readonly #count: Exports['count'];
  readonly #scratch: Scratch;

  constructor(kernels: Kernels) {
    this.#count = kernels.exports<Exports>('words').count;
    this.#scratch = new Scratch(kernels.arena, 'term counts');
  }

  /** The ids in the first `count` ranges (from, to) of `range`, `words` words in all; dropped ones are left out. */
  vectorOf(room: WordRoom, range: Uint32Array, count: number, words: number): TermVector {
    const scratch = this.#scratch;
    const places = words + 1;
    // Counts, then work, then ids, then ranges; the first two are multiples of 8 bytes.
    const work = 8 * places;
    const ids = work + COUNTERS + 8 * places;
    const ranges = ids + 4 * places;
    scratch.fit(ranges + 8 * count);
    const { at, u32, f64 } = scratch;
    for (let i = 0; i < 2 * count; i++) u32[(ranges >> 2) + i] = range[i] as number;
    const call = this.#count;
    const found = call(room.idsAt, at + ranges, count, at + work, places, at + ids, at);
    return {
      id: copyOf(u32, ids >> 2, new Uint32Array(found)),
      count: copyOf(f64, 0, new Float64Array(found)),
      total: u32[work >> 2] as number,
    };
  }
}

/** Fills `to` with what stands at `at`. */
function copyOf<T extends Uint32Array | Float64Array>(from: T, at: number, to: T): T {
  if (to.length > FEW) to.set(from.subarray(at, at + to.length));
  else for (let i = 0; i < to.length; i++) to[i] = from[at + i] as number;
  return to;
}
