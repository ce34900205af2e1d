/**
 * The words of a text in order, dropped ones too (id 0), so that windows of words can be counted.
 *
 *   id[i]     term id, 0 when the word is dropped
 *   start[i]  first UTF-16 unit; ascends within one text
 *   end[i]    unit behind the word
 *
 * With a room, the arrays lie where kernels write and count them, as long as they fit.
 */
import type { WordRoom } from '../kernel/word-room.js';
import { fitting } from '../kit/growing.js';

/** A list that has grown beyond this for one huge page is given back with the next `clear`. */
const LARGEST_KEPT = 1 << 20;

export class TokenList {
  id: Uint32Array = new Uint32Array(0);
  start: Int32Array = new Int32Array(0);
  end: Int32Array = new Int32Array(0);
  count = 0;
  readonly #room: WordRoom | undefined;
  #isInRoom = false;

  constructor(room?: WordRoom) {
    this.#room = room;
    this.#begin();
  }

  /** The room in which the words lie, ready to take `more` of them; undefined when they lie elsewhere. */
  roomFor(more: number): WordRoom | undefined {
    const room = this.#room;
    if (room === undefined || !this.#isInRoom) return undefined;
    room.count = this.count;
    if (!room.reserve(more)) return undefined;
    this.#show(room);
    return room;
  }

  /** The room in which all words lie; undefined when they lie elsewhere. */
  get room(): WordRoom | undefined {
    return this.#isInRoom ? this.#room : undefined;
  }

  /** Takes over the words that were added to the room. */
  takeFrom(room: WordRoom): void {
    this.count = room.count;
  }

  push(id: number, start: number, end: number): void {
    const at = this.count++;
    if (at >= this.id.length) this.#grow(at);
    this.id[at] = id;
    this.start[at] = start;
    this.end[at] = end;
  }

  clear(): void {
    this.count = 0;
    if (this.id.length > LARGEST_KEPT || this.#isInRoom !== (this.#room !== undefined)) this.#begin();
  }

  #begin(): void {
    this.#isInRoom = this.#room !== undefined;
    if (this.#room !== undefined) this.#show(this.#room);
    else {
      this.id = new Uint32Array(4096);
      this.start = new Int32Array(4096);
      this.end = new Int32Array(4096);
    }
  }

  #show(room: WordRoom): void {
    this.id = room.id;
    this.start = room.start;
    this.end = room.end;
  }

  /** From a room it goes to memory of its own. */
  #grow(at: number): void {
    this.#isInRoom = false;
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
