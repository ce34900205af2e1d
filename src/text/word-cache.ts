/**
 * Folded word → term id, exact and bounded: a hit makes no string and touches one cache line. Four places a word, of
 * which the oldest leaves; a longer word than UNITS is never kept.
 *
 *   slot s, 32 units of 16 bits:  length (0 = empty), id low, id high, the folded word
 */

const SLOT = 32;
const HEAD = 3;
const WAYS = 4;
const UNITS = SLOT - HEAD;
const FACTOR = Int32Array.of(0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f);
/** What `find` answers when the word is not here. */
export const ABSENT = -1;

const unitAt = (units: Uint16Array, at: number): number => units[at] as number;

/** Units behind a word that `hashOf` reads; they are made 0. */
const BEHIND = 3;
/** A folded word to be asked for, at most so many units long. */
export const wordScratch = (longest: number): Uint16Array => new Uint16Array(longest + BEHIND);

/**
 * Hash of the first `length` units of a scratch: each four of them packed into 32 bits, these added up in four lanes. The
 * kernel (asm/words/cache.ts) does it for an ASCII word in one step.
 */
export function hashOf(word: Uint16Array, length: number): number {
  word.fill(0, length, length + BEHIND);
  let hash = Math.imul(length, 0x165667b1);
  for (let lane = 0; lane < 4; lane++) {
    let packed = 0;
    for (let i = 4 * lane; i < length; i += 16) {
      packed ^=
        unitAt(word, i) ^
        (unitAt(word, i + 1) << 8) ^
        (unitAt(word, i + 2) << 16) ^
        (unitAt(word, i + 3) << 24);
    }
    hash ^= Math.imul(packed, FACTOR[lane] as number);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return hash ^ (hash >>> 15);
}

export class WordCache {
  readonly #unit: Uint16Array;
  readonly #mask: number;

  /** `bits`: the cache holds 2^bits words, in 64 bytes each. */
  constructor(bits: number) {
    this.#unit = new Uint16Array(SLOT << bits);
    this.#mask = (1 << bits) - WAYS;
  }

  /** Term id of the first `length` units of `word` (0 = dropped), or ABSENT. `hash` is any hash of them. */
  find(word: Uint16Array, length: number, hash: number): number {
    const first = (hash & this.#mask) * SLOT;
    for (let at = first; at < first + WAYS * SLOT; at += SLOT) {
      if (this.#holds(at, word, length)) return this.#idAt(at);
    }
    return ABSENT;
  }

  keep(word: Uint16Array, length: number, hash: number, id: number): void {
    if (length > UNITS) return;
    const unit = this.#unit;
    const first = (hash & this.#mask) * SLOT;
    unit.copyWithin(first + SLOT, first, first + (WAYS - 1) * SLOT);
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
