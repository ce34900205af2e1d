/**
 * Which kept 64-bit SimHash differs from this one in at most 3 bits? Manku, Jain, Das Sarma 2007, section 3: 64 bits are
 * four blocks of 16, and 3 differences leave one block whole, so one of four tables leads to every answer.
 *
 *   head[block][value]   newest entry with that value of the block, + 1 (4 × 65,536 u32 = 1 MB)
 *   entry                low, high, value and, for each block, the entry before in the same chain, + 1 (28 bytes)
 *
 * Bounded: beyond `capacity` the newest entry takes the place of the oldest. Entries are numbered without end, place =
 * number modulo capacity, and a chain leads to ever older numbers: it ends where they are no longer kept.
 * Exact unless a chain is longer than LONGEST; then its newest entries answer, so that no page can make a look-up slow.
 */
import { hamming64 } from './bits.js';
import { fitting } from './growing.js';

/** Most bits in which near ones differ. */
const NEAR = 3;
const BLOCKS = 4;
const VALUES = 65536;
const LONGEST = 4096;

export class NearIndex {
  readonly #capacity: number;
  readonly #head = new Uint32Array(BLOCKS * VALUES);
  readonly #before: Uint32Array[] = Array.from({ length: BLOCKS }, () => new Uint32Array(0));
  #low: Uint32Array = new Uint32Array(0);
  #high: Uint32Array = new Uint32Array(0);
  #value: Uint32Array = new Uint32Array(0);
  /** Number of the next entry. */
  #count = 0;
  #cutShort = 0;
  /** The answer so far. */
  #best = -1;
  #distance = NEAR + 1;

  /** `capacity` entries at most; room for them is taken as they come. */
  constructor(capacity = 1 << 20) {
    this.#capacity = capacity;
  }

  /** Entries that are kept. */
  get size(): number {
    return Math.min(this.#count, this.#capacity);
  }

  /** Chains that were too long to be followed to their end. */
  get cutShort(): number {
    return this.#cutShort;
  }

  /** Bits in which the last answer of `nearest` differed; 4 after an answer of -1. */
  get distance(): number {
    return this.#distance;
  }

  /** `value` of the nearest kept entry within 3 bits, among equals of the earliest; -1 when there is none. */
  nearest(low: number, high: number): number {
    this.#best = -1;
    this.#distance = NEAR + 1;
    for (let block = 0; block < BLOCKS; block++) this.#follow(block, low, high);
    return this.#best < 0 ? -1 : (this.#value[this.#best % this.#capacity] as number);
  }

  /** `value`: u32. */
  add(low: number, high: number, value: number): void {
    const place = this.#count % this.#capacity;
    this.#low = fitting(this.#low, place);
    this.#high = fitting(this.#high, place);
    this.#value = fitting(this.#value, place);
    this.#low[place] = low;
    this.#high[place] = high;
    this.#value[place] = value;
    this.#count++;
    for (let block = 0; block < BLOCKS; block++) {
      const before = fitting(this.#before[block] as Uint32Array, place);
      const key = keyOf(block, low, high);
      before[place] = this.#head[key] as number;
      this.#head[key] = this.#count;
      this.#before[block] = before;
    }
  }

  #follow(block: number, low: number, high: number): void {
    const before = this.#before[block] as Uint32Array;
    const oldest = Math.max(0, this.#count - this.#capacity);
    let entry = (this.#head[keyOf(block, low, high)] as number) - 1;
    for (let steps = 0; entry >= oldest; steps++) {
      if (steps === LONGEST) {
        this.#cutShort++;
        return;
      }
      const place = entry % this.#capacity;
      const distance = hamming64(low, high, this.#low[place] as number, this.#high[place] as number);
      if (distance < this.#distance || (distance === this.#distance && entry < this.#best)) {
        this.#distance = distance;
        this.#best = entry;
      }
      entry = (before[place] as number) - 1;
    }
  }
}

/** Place of a block's value among the heads. */
function keyOf(block: number, low: number, high: number): number {
  const half = block < 2 ? low : high;
  return block * VALUES + ((block & 1) === 0 ? half & 0xffff : half >>> 16);
}
