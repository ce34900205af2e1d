/**
 * The waiting links in their order, of which those of closed hosts are passed over. A host is closed while it may not be
 * asked. Its links are set aside one by one, when they come to the top, in a heap of their own; when it opens, the best
 * of them stands in the common heap for all, and the next follows when that one leaves. So the top is always the best
 * link whose host is open, a link is set aside at most once each time its host closes, and a crawl that closes no
 * host pays nothing.
 */
import { Places, SlotHeap } from './heap.js';

type IsBefore = (a: number, b: number) => boolean;

export class WaitingLinks {
  readonly #common: SlotHeap;
  readonly #aside = new Map<number, SlotHeap>();
  /** A slot is in one heap only, so those set aside share it. */
  readonly #asidePlaces = new Places();
  readonly #closed = new Set<number>();
  readonly #isBefore: IsBefore;
  readonly #hostOf: (slot: number) => number;
  #asideCount = 0;

  constructor(isBefore: IsBefore, hostOf: (slot: number) => number) {
    this.#isBefore = isBefore;
    this.#hostOf = hostOf;
    this.#common = new SlotHeap(isBefore);
  }

  /** All that wait, set aside or not. */
  get size(): number {
    return this.#common.size + this.#asideCount;
  }

  /** The first whose host is open, or -1. */
  get top(): number {
    for (;;) {
      const slot = this.#common.top;
      if (slot < 0 || this.#closed.size === 0) return slot;
      const host = this.#hostOf(slot);
      if (!this.#closed.has(host)) return slot;
      this.#common.remove(slot);
      this.#setAside(host, slot);
    }
  }

  /** Up to `count` first ones in order whose hosts are open. */
  first(count: number): number[] {
    if (this.top < 0) return [];
    const found = this.#common.first(count);
    return this.#closed.size === 0 ? found : found.filter(slot => !this.#closed.has(this.#hostOf(slot)));
  }

  /** For sampling; 0 ≤ place < size, and the order means nothing. */
  at(place: number): number {
    if (place < this.#common.size) return this.#common.at(place);
    let rest = place - this.#common.size;
    for (const heap of this.#aside.values()) {
      if (rest < heap.size) return heap.at(rest);
      rest -= heap.size;
    }
    return -1;
  }

  *slots(): Generator<number> {
    for (let place = 0; place < this.#common.size; place++) yield this.#common.at(place);
    for (const heap of this.#aside.values()) {
      for (let place = 0; place < heap.size; place++) yield heap.at(place);
    }
  }

  /** All that wait, as they lie; valid until the next change. */
  get members(): Uint32Array {
    const { members } = this.#common;
    if (this.#asideCount === 0) return members;
    const all = new Uint32Array(this.size);
    all.set(members);
    let at = members.length;
    for (const heap of this.#aside.values()) {
      all.set(heap.members, at);
      at += heap.size;
    }
    return all;
  }

  /** Takes in many at once, of hosts that are open. */
  fill(members: Uint32Array, slots: number): void {
    this.#common.fill(members, slots);
  }

  add(slot: number): void {
    this.#common.add(slot);
  }

  remove(slot: number): void {
    if (this.#asideCount === 0) {
      this.#common.remove(slot);
      return;
    }
    const host = this.#hostOf(slot);
    if (this.#common.has(slot)) this.#common.remove(slot);
    else this.#takeBack(host, slot);
    this.#represent(host);
  }

  /** Restores the order after a member became better or worse. */
  moved(slot: number, isBetter: boolean): void {
    if (this.#asideCount === 0) {
      this.#common.moved(slot, isBetter);
      return;
    }
    const host = this.#hostOf(slot);
    if (this.#common.has(slot)) this.#common.moved(slot, isBetter);
    else this.#aside.get(host)?.moved(slot, isBetter);
    this.#represent(host);
  }

  close(host: number): void {
    this.#closed.add(host);
  }

  open(host: number): void {
    this.#closed.delete(host);
    this.#represent(host);
  }

  #setAside(host: number, slot: number): void {
    let heap = this.#aside.get(host);
    if (heap === undefined) {
      heap = new SlotHeap(this.#isBefore, this.#asidePlaces);
      this.#aside.set(host, heap);
    }
    heap.add(slot);
    this.#asideCount++;
  }

  #takeBack(host: number, slot: number): void {
    const heap = this.#aside.get(host) as SlotHeap;
    heap.remove(slot);
    this.#asideCount--;
    if (heap.size === 0) this.#aside.delete(host);
  }

  /** Lets the best link that was set aside of an open host compete again. */
  #represent(host: number): void {
    if (this.#asideCount === 0 || this.#closed.has(host)) return;
    const slot = this.#aside.get(host)?.top ?? -1;
    if (slot < 0) return;
    this.#takeBack(host, slot);
    this.#common.add(slot);
  }
}
