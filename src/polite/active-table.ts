/**
 * Small objects for the few ids of a million that have something to remember: 4 bytes an id, an object only while it is
 * needed. Nothing is timed: whoever adds one has a look at two others and lets the needless go, so that the table stays
 * within about twice what is needed.
 */
import { fitting } from '../kit/growing.js';

export class ActiveTable<T extends { readonly id: number }> {
  /** Index in `#item` + 1 by id. */
  #index = new Uint32Array(1024);
  readonly #item: T[] = [];
  #hand = 0;

  /** Objects that are kept. */
  get size(): number {
    return this.#item.length;
  }

  get(id: number): T | undefined {
    const index = this.#index[id] ?? 0;
    return index === 0 ? undefined : this.#item[index - 1];
  }

  /** Adds the object of an id that has none. */
  add(item: T): void {
    this.#index = fitting(this.#index, item.id);
    this.#item.push(item);
    this.#index[item.id] = this.#item.length;
  }

  /** Looks at the next `count` and forgets what is needless. */
  sweep(count: number, isNeedless: (item: T) => boolean): void {
    for (let i = 0; i < count && this.#item.length > 0; i++) {
      this.#hand = (this.#hand + 1) % this.#item.length;
      if (isNeedless(this.#item[this.#hand] as T)) this.#forget(this.#hand);
    }
  }

  #forget(index: number): void {
    const item = this.#item[index] as T;
    const last = this.#item.pop() as T;
    this.#index[item.id] = 0;
    if (last === item) return;
    this.#item[index] = last;
    this.#index[last.id] = index + 1;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#item[Symbol.iterator]();
  }
}
