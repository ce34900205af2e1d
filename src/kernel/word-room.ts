/**
 * Words in the arena of a thread, where kernels write and count them: parallel arrays of id, first unit and the unit
 * behind. Grows by doubling; room that was outgrown stays behind, so `most` bounds it.
 */
import type { Kernels } from './load.js';

const FIRST = 4096;
/** Words beyond this are kept elsewhere: an arena gives nothing back. */
const MOST = 1 << 20;

export class WordRoom {
  readonly kernels: Kernels;
  id: Uint32Array = new Uint32Array(0);
  start: Int32Array = new Int32Array(0);
  end: Int32Array = new Int32Array(0);
  idsAt = 0;
  startsAt = 0;
  endsAt = 0;
  count = 0;

  constructor(kernels: Kernels) {
    this.kernels = kernels;
    this.#move(FIRST);
  }

  /** Makes room for so many more; false when that is more than any arena should hold. */
  reserve(more: number): boolean {
    const needed = this.count + more;
    if (needed <= this.id.length) return true;
    if (needed > MOST) return false;
    this.#move(Math.min(MOST, Math.max(needed, 2 * this.id.length)));
    return true;
  }

  #move(words: number): void {
    const { arena } = this.kernels;
    const { at } = arena.take('word list', 12 * words);
    const { buffer } = arena.memory;
    const id = new Uint32Array(buffer, at, words);
    const start = new Int32Array(buffer, at + 4 * words, words);
    const end = new Int32Array(buffer, at + 8 * words, words);
    id.set(this.id.subarray(0, this.count));
    start.set(this.start.subarray(0, this.count));
    end.set(this.end.subarray(0, this.count));
    this.id = id;
    this.start = start;
    this.end = end;
    this.idsAt = at;
    this.startsAt = at + 4 * words;
    this.endsAt = at + 8 * words;
  }
}
