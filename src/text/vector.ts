/** Term ids in any order to a TermVector. Id 0 is a dropped word and counts nowhere. */
import type { TermVector } from '../contract/model.js';
import { fitting } from '../kit/growing.js';

export const EMPTY_VECTOR: TermVector = { id: new Uint32Array(0), count: new Float64Array(0), total: 0 };

/** Up to here insertion is faster than the engine's own sort, which leaves for C++ and back. */
const FEW = 48;

function sortFew(ids: Uint32Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const id = ids[i] as number;
    let at = i;
    for (; at > 0 && (ids[at - 1] as number) > id; at--) ids[at] = ids[at - 1] as number;
    ids[at] = id;
  }
}

/** Ids gathered from several places; one object makes any number of vectors. */
export class IdBag {
  #ids = new Uint32Array(1024);
  #count = 0;

  clear(): this {
    this.#count = 0;
    return this;
  }

  /** Adds the ids of a list from `from` to `to`, without those of dropped words. */
  add(list: Uint32Array, from = 0, to = list.length): this {
    const most = this.#count + Math.max(0, to - from);
    if (most > this.#ids.length) this.#ids = fitting(this.#ids, most);
    const ids = this.#ids;
    let count = this.#count;
    for (let i = from; i < to; i++) {
      const id = list[i] as number;
      if (id !== 0) ids[count++] = id;
    }
    this.#count = count;
    return this;
  }

  /** How often each id is in the bag. Changes their order. */
  toVector(): TermVector {
    const total = this.#count;
    if (total === 0) return EMPTY_VECTOR;
    const ids = this.#ids;
    if (total <= FEW) sortFew(ids, total);
    else ids.subarray(0, total).sort();
    let distinct = 1;
    for (let i = 1; i < total; i++) if (ids[i] !== ids[i - 1]) distinct++;
    const id = new Uint32Array(distinct);
    const count = new Float64Array(distinct);
    let at = 0;
    let last = 0;
    for (let i = 0; i < total; i++) {
      if (i > 0 && ids[i] !== ids[i - 1]) {
        count[at++] = i - last;
        last = i;
      }
      id[at] = ids[i] as number;
    }
    count[at] = total - last;
    return { id, count, total };
  }

  /** Different ids in the order in which they came, at most `most`. */
  toList(most: number): Uint32Array {
    return distinctOf(this.#ids.subarray(0, this.#count), most);
  }
}

export const vectorOf = (ids: Uint32Array): TermVector => new IdBag().add(ids).toVector();

/** The ids of a range without dropped words and repetitions, in order of appearance; at most `most`. */
export function distinctOf(ids: Uint32Array, most: number): Uint32Array {
  const out = new Uint32Array(Math.min(most, ids.length));
  let count = 0;
  for (let i = 0; i < ids.length && count < most; i++) {
    const id = ids[i] as number;
    if (id !== 0 && !out.subarray(0, count).includes(id)) out[count++] = id;
  }
  return out.slice(0, count);
}
