/**
 * How do term vectors get to the kernels without being copied for every call? Made in a room, a vector lies in WebAssembly
 * memory from the start; one made elsewhere is copied in, once a call. A room holds the vectors of one page.
 */
import type { TermVector } from '../contract/model.js';
import type { Kernels } from './load.js';
import type { Region } from './memory.js';

/** Ids ascend without repetition; `count[i]` belongs to `id[i]`. */
export type Terms = Pick<TermVector, 'id' | 'count'>;

/** Bytes of a term: u32 id, f64 count. */
const TERM = 12;
const FIRST_TERMS = 4096;

export class VectorRoom {
  readonly #kernels: Kernels;
  #region: Region;
  #top: number;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#region = kernels.arena.take('vectors', TERM * FIRST_TERMS);
    this.#top = this.#region.at;
  }

  /** A vector to be filled, good until `clear`. */
  vector(terms: number): Terms {
    const bytes = Math.ceil((TERM * terms) / 16) * 16;
    if (this.#top + bytes > this.#region.at + this.#region.bytes) this.#grow(bytes);
    const { buffer } = this.#kernels.arena.memory;
    const count = new Float64Array(buffer, this.#top, terms);
    const id = new Uint32Array(buffer, this.#top + 8 * terms, terms);
    this.#top += bytes;
    return { id, count };
  }

  /** The vectors made so far are no longer needed: the next ones may take their place. */
  clear(): void {
    this.#top = this.#region.at;
  }

  #grow(bytes: number): void {
    this.#region = this.#kernels.arena.take('vectors', Math.max(2 * this.#region.bytes, bytes));
    this.#top = this.#region.at;
  }
}

/** Where an array lies for a kernel: where it is, or in scratch of that name, where it is copied. */
export function placeOf(kernels: Kernels, name: string, array: Uint32Array | Float64Array): number {
  const { buffer } = kernels.arena.memory;
  if (array.buffer === buffer) return array.byteOffset;
  const { at } = kernels.scratch(name, array.byteLength);
  if (array instanceof Uint32Array) new Uint32Array(kernels.arena.memory.buffer, at, array.length).set(array);
  else new Float64Array(kernels.arena.memory.buffer, at, array.length).set(array);
  return at;
}
