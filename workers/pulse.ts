/**
 * Tells main, through shared memory, which visit's bytes a lane is looking at: if it never comes back, that visit is to
 * blame. Marks are short and lie inside one another or inside the one long work that is held.
 */
import { PULSE } from '../src/contract/lane.js';

export class Pulse {
  readonly #words: Int32Array;
  /** Slot + 1 of the work that is held; 0 = none. */
  #held = 0;

  constructor(words: Int32Array) {
    this.#words = words;
  }

  /** Runs work that ends before others get their turn. */
  mark<T>(slot: number, work: () => T): T {
    this.#begin(slot + 1);
    try {
      return work();
    } finally {
      Atomics.store(this.#words, PULSE.slot, this.#held);
    }
  }

  /** Runs work during which others get their turn; one at a time. */
  async hold<T>(slot: number, work: () => Promise<T>): Promise<T> {
    this.#held = slot + 1;
    this.#begin(this.#held);
    try {
      return await work();
    } finally {
      this.#held = 0;
      Atomics.store(this.#words, PULSE.slot, 0);
    }
  }

  #begin(mark: number): void {
    Atomics.store(this.#words, PULSE.slot, mark);
    Atomics.add(this.#words, PULSE.count, 1);
  }
}
