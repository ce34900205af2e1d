/**
 * A heap of slots that knows where each slot lies, so that any of them can leave or move: 4-ary, the first on top.
 * 8 bytes a member. The order comes in as a function, which must be total.
 */
import { fitting, roomFor, withSlack } from '../kit/growing.js';

const ARITY = 4;
/** Place + 1 is stored, so that 0 means "not here". */
const ABSENT = 0;

/** Where each slot lies in its heap. Heaps that never share a slot may share one. */
export class Places {
  #place = new Uint32Array(1024);

  get(slot: number): number {
    return (this.#place[slot] as number) - 1;
  }

  set(slot: number, place: number): void {
    this.#place[slot] = place + 1;
  }

  clear(slot: number): void {
    this.#place[slot] = ABSENT;
  }

  has(slot: number): boolean {
    return slot < this.#place.length && this.#place[slot] !== ABSENT;
  }

  fit(slot: number): void {
    this.#place = fitting(this.#place, slot);
  }

  /** Room for slots below `count`, of a heap that is being filled at once. */
  reserve(count: number): void {
    this.#place = roomFor(Uint32Array, withSlack(count));
  }
}

export class SlotHeap {
  #heap = new Uint32Array(16);
  #size = 0;
  readonly #isBefore: (a: number, b: number) => boolean;
  readonly #places: Places;

  constructor(isBefore: (a: number, b: number) => boolean, places = new Places()) {
    this.#isBefore = isBefore;
    this.#places = places;
  }

  get size(): number {
    return this.#size;
  }

  /** The first slot, or -1 when empty. */
  get top(): number {
    return this.#size === 0 ? -1 : (this.#heap[0] as number);
  }

  has(slot: number): boolean {
    return this.#places.has(slot);
  }

  /** The slot at a place of the heap, for sampling; 0 ≤ place < size. */
  at(place: number): number {
    return this.#heap[place] as number;
  }

  add(slot: number): void {
    this.#heap = fitting(this.#heap, this.#size);
    this.#places.fit(slot);
    this.#put(slot, this.#size++);
    this.#rise(this.#size - 1);
  }

  remove(slot: number): void {
    const place = this.#places.get(slot);
    this.#places.clear(slot);
    const last = this.#heap[--this.#size] as number;
    if (last === slot) return;
    this.#put(last, place);
    // It comes from the end: it sinks, or where it comes from another branch it rises.
    this.#sink(place);
    if (this.#heap[place] === last) this.#rise(place);
  }

  /** Restores the order after a member came nearer to the top, or went away from it. */
  moved(slot: number, isNearer: boolean): void {
    const place = this.#places.get(slot);
    if (isNearer) this.#rise(place);
    else this.#sink(place);
  }

  /** All members, as they lie; valid until the next change. */
  get members(): Uint32Array {
    return this.#heap.subarray(0, this.#size);
  }

  /** Takes in many at once, in the places that they had; the heap is empty. `slots`: known slots, members or not. */
  fill(members: Uint32Array, slots: number): void {
    this.#heap = roomFor(Uint32Array, withSlack(members.length));
    this.#heap.set(members);
    this.#size = members.length;
    this.#places.reserve(slots);
    for (let place = 0; place < members.length; place++) this.#places.set(members[place] as number, place);
    // Members of one heap are in order already; those of several find it here.
    for (let place = (this.#size - 2) >> 2; place >= 0; place--) this.#sink(place);
  }

  /** Up to `count` first slots in order, without taking them out: O(count²) at worst, for small counts. */
  first(count: number): number[] {
    const found: number[] = [];
    const open = this.#size > 0 && count > 0 ? [0] : [];
    while (open.length > 0 && found.length < count) {
      const place = this.#takeFirst(open);
      found.push(this.at(place));
      const child = place * ARITY + 1;
      for (let i = child; i < child + ARITY && i < this.#size; i++) open.push(i);
    }
    return found;
  }

  #takeFirst(open: number[]): number {
    let best = 0;
    for (let i = 1; i < open.length; i++) {
      if (this.#isBefore(this.at(open[i] as number), this.at(open[best] as number))) best = i;
    }
    const place = open[best] as number;
    open[best] = open[open.length - 1] as number;
    open.pop();
    return place;
  }

  #put(slot: number, place: number): void {
    this.#heap[place] = slot;
    this.#places.set(slot, place);
  }

  #rise(from: number): void {
    const slot = this.#heap[from] as number;
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 2;
      const above = this.#heap[parent] as number;
      if (!this.#isBefore(slot, above)) break;
      this.#put(above, place);
      place = parent;
    }
    this.#put(slot, place);
  }

  #sink(from: number): void {
    const slot = this.#heap[from] as number;
    let place = from;
    for (;;) {
      const child = place * ARITY + 1;
      if (child >= this.#size) break;
      const below = this.#firstChild(child);
      if (!this.#isBefore(this.at(below), slot)) break;
      this.#put(this.at(below), place);
      place = below;
    }
    this.#put(slot, place);
  }

  #firstChild(child: number): number {
    let best = child;
    const end = Math.min(child + ARITY, this.#size);
    for (let i = child + 1; i < end; i++) {
      if (this.#isBefore(this.at(i), this.at(best))) best = i;
    }
    return best;
  }
}
