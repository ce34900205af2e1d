/** Term ids in any order to a TermVector, and the sum of two vectors. Id 0 is a dropped word and counts nowhere. */
import type { TermVector } from '../contract/model.js';

export const EMPTY_VECTOR: TermVector = { id: new Uint32Array(0), count: new Float64Array(0), total: 0 };

/** Changes `ids` (it is sorted in place). */
export function vectorOfScratch(ids: Uint32Array): TermVector {
  ids.sort();
  let distinct = 0;
  let last = 0;
  for (let i = 0; i < ids.length; i++) {
    if (ids[i] !== last) distinct++;
    last = ids[i] as number;
  }
  if (distinct === 0) return EMPTY_VECTOR;
  const id = new Uint32Array(distinct);
  const count = new Float64Array(distinct);
  let at = -1;
  let total = 0;
  for (let i = 0; i < ids.length; i++) {
    const term = ids[i] as number;
    if (term === 0) continue;
    if (at < 0 || id[at] !== term) id[++at] = term;
    (count[at] as number)++;
    total++;
  }
  return { id, count, total };
}

export const vectorOf = (ids: Uint32Array): TermVector => vectorOfScratch(ids.slice());

/** Counts of both. */
export function sumOf(a: TermVector, b: TermVector): TermVector {
  if (b.total === 0) return a;
  if (a.total === 0) return b;
  const id = new Uint32Array(a.id.length + b.id.length);
  const count = new Float64Array(id.length);
  let at = 0;
  for (let i = 0, j = 0; i < a.id.length || j < b.id.length; at++) {
    const left = i < a.id.length ? (a.id[i] as number) : Number.POSITIVE_INFINITY;
    const right = j < b.id.length ? (b.id[j] as number) : Number.POSITIVE_INFINITY;
    id[at] = Math.min(left, right);
    if (left <= right) count[at] = a.count[i++] as number;
    if (right <= left) (count[at] as number) += b.count[j++] as number;
  }
  return { id: id.slice(0, at), count: count.slice(0, at), total: a.total + b.total };
}

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
