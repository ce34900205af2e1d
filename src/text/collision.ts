/**
 * Do two different terms share a 32-bit id? A table remembers the upper half of the 64-bit fingerprint for the ids met
 * last in its 65,536 places and counts disagreements: seldom enough to lose nothing, often enough to be seen in the log.
 */
import { createFingerprinter, type Fingerprinter } from '../kernel/fingerprint.js';
import type { WatchRoom } from '../kernel/words.js';

const PLACES = 1 << 16;

/** One a thread: it holds memory for good. */
let fingerprinter: Fingerprinter | undefined;

export class CollisionWatch {
  readonly #id: Uint32Array;
  readonly #high: Uint32Array;
  readonly #count: Uint32Array;

  /** With a room, a kernel checks words too. */
  constructor(room?: WatchRoom) {
    this.#id = room?.id ?? new Uint32Array(PLACES);
    this.#high = room?.high ?? new Uint32Array(PLACES);
    this.#count = room?.count ?? new Uint32Array(1);
  }

  /** Times that a term came with an id whose other owner was met before. */
  get count(): number {
    return this.#count[0] as number;
  }

  /** Both halves of a term's fingerprint; returns its id, which is never 0: that stands for a dropped word. */
  check(low: number, high: number): number {
    const id = low === 0 ? 1 : low;
    const place = id & (PLACES - 1);
    if (this.#id[place] === id && this.#high[place] !== high) (this.#count[0] as number)++;
    this.#id[place] = id;
    this.#high[place] = high;
    return id;
  }

  /** Id of a term given as text. */
  idOf(term: string): number {
    fingerprinter ??= createFingerprinter();
    const { low, high } = fingerprinter.of(term);
    return this.check(low, high);
  }
}
