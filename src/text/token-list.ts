/**
 * The words of a text in order, dropped ones too (id 0), so that windows of words can be counted.
 *
 *   id[i]     term id, 0 when the word is dropped
 *   start[i]  first UTF-16 unit; ascends within one text
 *   end[i]    unit behind the word
 */
import { fitting } from '../kit/growing.js';

/** A list that has grown beyond this for one huge page is given back with the next `clear`. */
const LARGEST_KEPT = 1 << 20;

export class TokenList {
  id = new Uint32Array(4096);
  start = new Int32Array(4096);
  end = new Int32Array(4096);
  count = 0;

  push(id: number, start: number, end: number): void {
    const at = this.count++;
    if (at >= this.id.length) this.#grow(at);
    this.id[at] = id;
    this.start[at] = start;
    this.end[at] = end;
  }

  clear(): void {
    this.count = 0;
    if (this.id.length <= LARGEST_KEPT) return;
    this.id = new Uint32Array(4096);
    this.start = new Int32Array(4096);
    this.end = new Int32Array(4096);
  }

  #grow(at: number): void {
    this.id = fitting(this.id, at);
    this.start = fitting(this.start, at);
    this.end = fitting(this.end, at);
  }

  /** The first of the tokens below `until` that starts at or behind a unit; `until` when none does. */
  firstFrom(unit: number, until: number): number {
    let low = 0;
    let high = until;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.start[middle] as number) < unit) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
