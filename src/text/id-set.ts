/** What a reader asks of the ids that it may not drop. */
export interface Kept {
  has(id: number): boolean;
}

export const EVERY_ID: Kept = { has: () => true };

/** A fixed set of term ids by open addressing: one or two loads a question. 0 is never in it. */
export class IdSet implements Kept {
  readonly #slot: Uint32Array;
  readonly #mask: number;

  constructor(ids: Iterable<number>) {
    const all = [...ids].filter(id => id !== 0);
    let size = 8;
    while (size < 3 * all.length) size *= 2;
    this.#slot = new Uint32Array(size);
    this.#mask = size - 1;
    for (const id of all) this.#add(id);
  }

  #add(id: number): void {
    let at = id & this.#mask;
    while (this.#slot[at] !== 0 && this.#slot[at] !== id) at = (at + 1) & this.#mask;
    this.#slot[at] = id;
  }

  /** The places of the open addressing, a power of 2; 0 = free. */
  get places(): Uint32Array {
    return this.#slot;
  }

  has(id: number): boolean {
    let at = id & this.#mask;
    for (;;) {
      const found = this.#slot[at] as number;
      if (found === id) return id !== 0;
      if (found === 0) return false;
      at = (at + 1) & this.#mask;
    }
  }
}
