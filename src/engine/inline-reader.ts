/** `--workers 0`: pages are read on this very thread, in the order in which they were asked for. */
import type { Reading, Visit } from '../contract/visit.js';
import { Fault } from '../kit/fault.js';
import type { Reader } from './road.js';

export class InlineReader implements Reader {
  readonly #read: (visit: Visit) => Reading;
  readonly #asked: Visit[] = [];

  constructor(read: (visit: Visit) => Reading) {
    this.#read = read;
  }

  assign(visit: Visit): void {
    this.#asked.push(visit);
  }

  async next(): Promise<Reading> {
    const visit = this.#asked.shift();
    if (visit === undefined)
      throw new Fault('ENGINE_NOTHING_ASKED', 'An answer was awaited although nothing was asked.');
    return this.#read(visit);
  }

  plan(): void {}

  async close(): Promise<void> {}
}
