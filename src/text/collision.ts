/**
 * Do two different terms share a 32-bit id? A table remembers the upper half of the 64-bit hash for the ids met last
 * in its 65,536 places and counts disagreements: seldom enough to lose nothing, often enough to be seen in the log.
 */
import { hashText } from './term-hash.js';

const PLACES = 1 << 16;

export class CollisionWatch {
  readonly #id = new Uint32Array(PLACES);
  readonly #high = new Uint32Array(PLACES);
  /** Times that a term came with an id whose other owner was met before. */
  count = 0;

  /** Both halves of a term's hash; returns its id, which is never 0. */
  check(low: number, high: number): number {
    const id = low === 0 ? 1 : low;
    const place = id & (PLACES - 1);
    if (this.#id[place] === id && this.#high[place] !== high) this.count++;
    this.#id[place] = id;
    this.#high[place] = high;
    return id;
  }

  /** Id of a term given as text. */
  idOf(term: string): number {
    const hash = hashText(term);
    return this.check(hash[0] as number, hash[1] as number);
  }
}
