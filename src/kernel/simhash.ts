/**
 * Which pages read alike? 64-bit SimHash (Charikar 2002; near duplicates of web pages: Manku, Jain, Das Sarma 2007) of a
 * page's terms: each term votes with its count for every bit that its hash has and against the others. Pages with
 * nearly the same terms differ in few bits. A bit whose votes are even is 0; no terms, no bits.
 */
import { hamming64, highHalf, lowHalf } from '../kit/bits.js';
import type { Fingerprint } from './fingerprint.js';
import { type Kernels, threadKernels } from './load.js';
import type { Scratch } from './scratch.js';
import { type Terms, VectorDoor } from './vectors.js';
import { avalanche } from './xxhash64.js';

/** Larger counts vote like this one, fractions are dropped: sums stay exact in 32 bits for MOST_TERMS terms. */
const MOST_COUNT = 4095;
/** Terms after these have no vote. */
const MOST_TERMS = 1 << 20;
/** Halves of the odd number that is added to an id before it is mixed. */
const OFFSET_HIGH = 0x9e3779b9;
const OFFSET_LOW = 0x7f4a7c15;

export interface SimHasher {
  of(terms: Terms): Fingerprint;
}

interface Exports {
  simhash(ids: number, counts: number, length: number, out: number): void;
}

class KernelSimHasher implements SimHasher {
  readonly #simhash: Exports['simhash'];
  readonly #door: VectorDoor;
  readonly #out: Scratch;

  constructor(kernels: Kernels) {
    this.#simhash = kernels.exports<Exports>('simhash').simhash;
    this.#door = new VectorDoor(kernels);
    this.#out = kernels.scratch('answer');
  }

  of(terms: Terms): Fingerprint {
    const ids = this.#door.ids(terms);
    const counts = this.#door.counts(terms);
    const out = this.#out;
    this.#simhash(ids, counts, Math.min(terms.id.length, MOST_TERMS), out.at);
    return { low: out.u32[0] as number, high: out.u32[1] as number };
  }
}

/** The twin. */
class PlainSimHasher implements SimHasher {
  readonly #half = new Uint32Array(2);
  /** Votes for each bit. */
  readonly #vote = new Float64Array(64);

  of(terms: Terms): Fingerprint {
    const vote = this.#vote.fill(0);
    const length = Math.min(terms.id.length, MOST_TERMS);
    let total = 0;
    for (let i = 0; i < length; i++) {
      const weight = votesOf(terms.count[i] as number);
      total += weight;
      this.#cast(terms.id[i] as number, weight);
    }
    let low = 0;
    let high = 0;
    for (let bit = 0; bit < 32; bit++) {
      if (2 * (vote[bit] as number) > total) low |= 1 << bit;
      if (2 * (vote[32 + bit] as number) > total) high |= 1 << bit;
    }
    return { low: low >>> 0, high: high >>> 0 };
  }

  #cast(id: number, weight: number): void {
    const carry = id + OFFSET_LOW > 0xffffffff ? 1 : 0;
    avalanche(OFFSET_HIGH + carry, id + OFFSET_LOW, this.#half);
    const vote = this.#vote;
    for (let half = this.#half[0] as number; half !== 0; half &= half - 1) {
      (vote[31 - Math.clz32(half & -half)] as number) += weight;
    }
    for (let half = this.#half[1] as number; half !== 0; half &= half - 1) {
      (vote[63 - Math.clz32(half & -half)] as number) += weight;
    }
  }
}

const votesOf = (count: number): number => (count >= 1 ? Math.floor(Math.min(count, MOST_COUNT)) : 0);

export function createSimHasher(kernels: Kernels | undefined = threadKernels()): SimHasher {
  return kernels === undefined ? new PlainSimHasher() : new KernelSimHasher(kernels);
}

/** The twin, for laws and benches. */
export const plainSimHasher = (): SimHasher => new PlainSimHasher();

/** Number of bits in which two SimHashes differ. */
export function hamming(a: bigint, b: bigint): number {
  return hamming64(lowHalf(a), highHalf(a), lowHalf(b), highHalf(b));
}
