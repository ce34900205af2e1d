/**
 * Folded word → term id, exact and bounded: a hit makes no string and touches one cache line. Two places a word (2-way,
 * the older one leaves); a longer word than UNITS is never kept.
 *
 *   slot s, 32 units of 16 bits:  length (0 = empty), id low, id high, the folded word
 */

const SLOT = 32;
const HEAD = 3;
const UNITS = SLOT - HEAD;
/** What `find` answers when the word is not here. */
export const ABSENT = -1;

export class WordCache {
  readonly #unit: Uint16Array;
  readonly #mask: number;

  /** `bits`: the cache holds 2^bits words, in 64 bytes each. */
  constructor(bits: number) {
    this.#unit = new Uint16Array(SLOT << bits);
    this.#mask = (1 << bits) - 2;
  }

  /** Term id of the first `length` units of `word` (0 = dropped), or ABSENT. `hash` is any hash of them. */
  find(word: Uint16Array, length: number, hash: number): number {
    const first = (hash & this.#mask) * SLOT;
    if (this.#holds(first, word, length)) return this.#idAt(first);
    if (this.#holds(first + SLOT, word, length)) return this.#idAt(first + SLOT);
    return ABSENT;
  }

  keep(word: Uint16Array, length: number, hash: number, id: number): void {
    if (length > UNITS) return;
    const unit = this.#unit;
    const first = (hash & this.#mask) * SLOT;
    unit.copyWithin(first + SLOT, first, first + SLOT);
    unit[first] = length;
    unit[first + 1] = id & 0xffff;
    unit[first + 2] = id >>> 16;
    unit.set(word.subarray(0, length), first + HEAD);
  }

  #holds(at: number, word: Uint16Array, length: number): boolean {
    const unit = this.#unit;
    if (unit[at] !== length) return false;
    for (let i = 0; i < length; i++) if (unit[at + HEAD + i] !== word[i]) return false;
    return true;
  }

  #idAt(at: number): number {
    return ((unitAt(this.#unit, at + 2) << 16) | unitAt(this.#unit, at + 1)) >>> 0;
  }
}

const unitAt = (units: Uint16Array, at: number): number => units[at] as number;
