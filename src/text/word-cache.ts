/**
 * Folded word → term id, exact and bounded: a hit makes no string. Two places a word (2-way, the older one leaves);
 * a word longer than UNITS is never kept.
 *
 *   length[slot]  0 = empty; units[slot * UNITS …] the folded word; id[slot] its term id, 0 = dropped
 */

const UNITS = 24;
/** What `find` answers when the word is not here. */
export const ABSENT = -1;

export class WordCache {
  readonly #length: Uint8Array;
  readonly #units: Uint16Array;
  readonly #id: Uint32Array;
  readonly #mask: number;

  /** `bits`: the cache holds 2^bits words, in 53 bytes each. */
  constructor(bits: number) {
    const size = 1 << bits;
    this.#mask = size - 2;
    this.#length = new Uint8Array(size);
    this.#units = new Uint16Array(size * UNITS);
    this.#id = new Uint32Array(size);
  }

  #holds(slot: number, word: Uint16Array, length: number): boolean {
    if (this.#length[slot] !== length) return false;
    const units = this.#units;
    const at = slot * UNITS;
    for (let i = 0; i < length; i++) if (units[at + i] !== word[i]) return false;
    return true;
  }

  /** Term id of the first `length` units of `word`, or ABSENT. `hash` is any hash of them. */
  find(word: Uint16Array, length: number, hash: number): number {
    const first = hash & this.#mask;
    if (this.#holds(first, word, length)) return this.#id[first] as number;
    if (this.#holds(first + 1, word, length)) return this.#id[first + 1] as number;
    return ABSENT;
  }

  keep(word: Uint16Array, length: number, hash: number, id: number): void {
    if (length > UNITS) return;
    const first = hash & this.#mask;
    this.#move(first, first + 1);
    this.#length[first] = length;
    this.#units.set(word.subarray(0, length), first * UNITS);
    this.#id[first] = id;
  }

  #move(from: number, to: number): void {
    this.#length[to] = this.#length[from] as number;
    this.#units.copyWithin(to * UNITS, from * UNITS, (from + 1) * UNITS);
    this.#id[to] = this.#id[from] as number;
  }
}
