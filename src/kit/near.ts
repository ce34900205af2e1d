/**
 * Which kept 64-bit SimHash differs from this one in at most 3 bits? Manku, Jain, Das Sarma 2007, section 3: 64 bits are
 * four blocks of 16, and 3 differences leave one block whole, so one of four tables leads to every answer.
 *
 *   head[block][value]   newest entry with that value of the block, + 1 (4 × 65,536 u32 = 1 MB)
 *   entry                eight u32: low, high, value, unused, then for each block the entry before in its chain, + 1
 *
 * Bounded: beyond `capacity` the newest entry takes the place of the oldest. Entries are numbered without end (2^31 of
 * them), place = number modulo capacity, and a chain leads to ever older numbers: it ends where they are no longer kept.
 * Exact unless a chain is longer than LONGEST; then its newest entries answer, so that no page can make a look-up slow.
 */
import { hamming64 } from './bits.js';
import { fitting } from './growing.js';

/** Most bits in which near ones differ. */
const NEAR = 3;
const BLOCKS = 4;
/** Words of an entry, and where the chains are among them: all on one half of a cache line. */
const ENTRY = 8;
const CHAIN = 4;
const VALUES = 65536;
const LONGEST = 4096;

export interface NearMemory {
  readonly head: Uint32Array;
  readonly word: Uint32Array;
  readonly count: number;
}

export class NearIndex {
  readonly #capacity: number;
  readonly #mask: number;
  #head: Uint32Array = new Uint32Array(BLOCKS * VALUES);
  #word: Uint32Array = new Uint32Array(0);
  /** Where `nearest` is on each chain. */
  readonly #chain = new Int32Array(BLOCKS);
  /** Number of the next entry. */
  #count = 0;
  #cutShort = 0;
  /** The answer so far. */
  #best = -1;
  #distance = NEAR + 1;

  /** Keeps the last `capacity` entries, rounded up to a power of 2; room for them is taken as they come. */
  constructor(capacity = 1 << 20) {
    this.#capacity = 2 ** Math.ceil(Math.log2(capacity));
    this.#mask = this.#capacity - 1;
  }

  /** Entries that are kept. */
  get size(): number {
    return Math.min(this.#count, this.#capacity);
  }

  /** Look-ups that met chains too long to be followed to their end. */
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
    const oldest = Math.max(0, this.#count - this.#capacity);
    const chain = this.#chain;
    for (let block = 0; block < BLOCKS; block++) {
      chain[block] = (this.#head[keyOf(block, low, high)] as number) - 1;
    }
    let steps = 0;
    while (this.#step(low, high, oldest)) {
      if (++steps < LONGEST) continue;
      this.#cutShort++;
      break;
    }
    return this.#best < 0 ? -1 : (this.#word[this.#placeOf(this.#best) + 2] as number);
  }

  /** Everything, as it lies; valid until the next change. */
  get memory(): NearMemory {
    return { head: this.#head, word: this.#word.subarray(0, ENTRY * this.size), count: this.#count };
  }

  /** Takes over memory of an index with the same capacity. */
  set memory({ head, word, count }: NearMemory) {
    this.#head = head;
    this.#word = word;
    this.#count = count;
  }

  /** `value`: u32. */
  add(low: number, high: number, value: number): void {
    const place = this.#placeOf(this.#count);
    this.#word = fitting(this.#word, place + ENTRY - 1);
    const word = this.#word;
    word[place] = low;
    word[place + 1] = high;
    word[place + 2] = value;
    this.#count++;
    for (let block = 0; block < BLOCKS; block++) {
      const key = keyOf(block, low, high);
      word[place + CHAIN + block] = this.#head[key] as number;
      this.#head[key] = this.#count;
    }
  }

  #placeOf(entry: number): number {
    return ENTRY * (entry & this.#mask);
  }

  /** One entry further on every chain, side by side, so that their cache misses overlap; false when all have ended. */
  #step(low: number, high: number, oldest: number): boolean {
    const word = this.#word;
    const chain = this.#chain;
    let isAlive = false;
    for (let block = 0; block < BLOCKS; block++) {
      const entry = chain[block] as number;
      if (entry < oldest) continue;
      isAlive = true;
      const place = this.#placeOf(entry);
      const distance = hamming64(low, high, word[place] as number, word[place + 1] as number);
      if (distance < this.#distance || (distance === this.#distance && entry < this.#best)) {
        this.#distance = distance;
        this.#best = entry;
      }
      chain[block] = (word[place + CHAIN + block] as number) - 1;
    }
    return isAlive;
  }
}

/** Place of a block's value among the heads. */
function keyOf(block: number, low: number, high: number): number {
  const half = block < 2 ? low : high;
  return block * VALUES + ((block & 1) === 0 ? half & 0xffff : half >>> 16);
}
