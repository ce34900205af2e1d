/** A binary heap of objects that know their own place in it, so that any of them can leave. An object is in one heap at most. */

export interface HeapMember {
  /** Index in the heap; −1 outside of any. Only the heap writes it. */
  place: number;
}

export class ObjectHeap<T extends HeapMember> {
  readonly #member: T[] = [];
  readonly #isBefore: (a: T, b: T) => boolean;

  /** `isBefore` must be a total order that does not change while its arguments are members. */
  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#member.length;
  }

  /** The first member; undefined when empty. */
  get top(): T | undefined {
    return this.#member[0];
  }

  add(member: T): void {
    this.#member.push(member);
    this.#rise(member, this.#member.length - 1);
  }

  /** Takes out a member of this heap. */
  remove(member: T): void {
    const { place } = member;
    member.place = -1;
    const last = this.#member.pop() as T;
    if (last === member) return;
    this.#sink(last, place);
    this.#rise(last, last.place);
  }

  #put(member: T, place: number): void {
    this.#member[place] = member;
    member.place = place;
  }

  #rise(member: T, from: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = this.#member[parent] as T;
      if (!this.#isBefore(member, above)) break;
      this.#put(above, place);
      place = parent;
    }
    this.#put(member, place);
  }

  #sink(member: T, from: number): void {
    const size = this.#member.length;
    let place = from;
    for (let child = 2 * place + 1; child < size; child = 2 * place + 1) {
      const right = child + 1;
      const first =
        right < size && this.#isBefore(this.#member[right] as T, this.#member[child] as T) ? right : child;
      const below = this.#member[first] as T;
      if (!this.#isBefore(below, member)) break;
      this.#put(below, place);
      place = first;
    }
    this.#put(member, place);
  }
}
