/** Links that were asked in vain and wait for their next attempt, by the time at which it is due: a binary heap. */
export class Later {
  readonly #slot: number[] = [];
  readonly #dueMs: number[] = [];

  get count(): number {
    return this.#slot.length;
  }

  /** In no order that matters but their own. */
  get entries(): { readonly slot: number[]; readonly dueMs: number[] } {
    return { slot: this.#slot, dueMs: this.#dueMs };
  }

  /** When the first is due; Infinity when there is none. */
  get nextMs(): number {
    return this.#dueMs[0] ?? Number.POSITIVE_INFINITY;
  }

  add(slot: number, dueMs: number): void {
    let place = this.#slot.length;
    for (; place > 0; place = (place - 1) >> 1) {
      const parent = (place - 1) >> 1;
      if ((this.#dueMs[parent] as number) <= dueMs) break;
      this.#put(place, this.#slot[parent] as number, this.#dueMs[parent] as number);
    }
    this.#put(place, slot, dueMs);
  }

  /** Takes out the first one, if it is due; else -1. */
  take(nowMs: number): number {
    if (this.nextMs > nowMs) return -1;
    const first = this.#slot[0] as number;
    const slot = this.#slot.pop() as number;
    const dueMs = this.#dueMs.pop() as number;
    if (this.#slot.length > 0) this.#sink(slot, dueMs);
    return first;
  }

  #sink(slot: number, dueMs: number): void {
    const size = this.#slot.length;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child + 1 < size && (this.#dueMs[child + 1] as number) < (this.#dueMs[child] as number)) child++;
      if (child >= size || (this.#dueMs[child] as number) >= dueMs) break;
      this.#put(place, this.#slot[child] as number, this.#dueMs[child] as number);
      place = child;
    }
    this.#put(place, slot, dueMs);
  }

  #put(place: number, slot: number, dueMs: number): void {
    this.#slot[place] = slot;
    this.#dueMs[place] = dueMs;
  }
}
