/**
 * How do term vectors get to the kernels without being copied for every call? Made in a room, a vector lies in WebAssembly
 * memory from the start; one made elsewhere is copied in, once a call. A room holds the vectors of one page.
 */
import type { TermVector } from '../contract/model.js';
import type { Kernels } from './load.js';
import type { Region } from './memory.js';
import type { Scratch } from './scratch.js';

/** Ids ascend without repetition; `count[i]` belongs to `id[i]`. */
export type Terms = Pick<TermVector, 'id' | 'count'>;

/** Bytes of a term: u32 id, f64 count. */
const TERM = 12;
const FIRST_TERMS = 4096;

/** A vector in WebAssembly memory. */
export class RoomVector implements TermVector {
  readonly kernels: Kernels;
  readonly id: Uint32Array;
  readonly count: Float64Array;
  /** Set by whoever fills the vector. */
  total = 0;
  /** Where ids and counts lie. */
  readonly idsAt: number;
  readonly countsAt: number;

  constructor(kernels: Kernels, at: number, terms: number) {
    this.kernels = kernels;
    this.countsAt = at;
    this.idsAt = at + 8 * terms;
    const { buffer } = kernels.arena.memory;
    this.count = new Float64Array(buffer, this.countsAt, terms);
    this.id = new Uint32Array(buffer, this.idsAt, terms);
  }
}

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
  vector(terms: number): RoomVector {
    const bytes = 16 * Math.ceil((TERM * terms) / 16);
    if (this.#top + bytes > this.#region.at + this.#region.bytes) this.#grow(bytes);
    const made = new RoomVector(this.#kernels, this.#top, terms);
    this.#top += bytes;
    return made;
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

/** Brings the vectors of one thread to its kernels, one at a time. */
export class VectorDoor {
  readonly #kernels: Kernels;
  readonly #ids: Scratch;
  readonly #counts: Scratch;
  readonly #weights: Scratch;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#ids = kernels.scratch('ids');
    this.#counts = kernels.scratch('counts');
    this.#weights = kernels.scratch('weights');
  }

  /** Where the ids lie: where they are, or copied to scratch. */
  ids(terms: Terms): number {
    if (terms instanceof RoomVector && terms.kernels === this.#kernels) return terms.idsAt;
    this.#ids.fit(4 * terms.id.length);
    this.#ids.u32.set(terms.id);
    return this.#ids.at;
  }

  /** The same for counts. */
  counts(terms: Terms): number {
    if (terms instanceof RoomVector && terms.kernels === this.#kernels) return terms.countsAt;
    this.#counts.fit(8 * terms.count.length);
    this.#counts.f64.set(terms.count);
    return this.#counts.at;
  }

  /** Scratch for one number a term. */
  numbers(length: number): Scratch {
    this.#weights.fit(8 * length);
    return this.#weights;
  }
}
