/**
 * How alike are two weighted term vectors? Dot product and cosine (METHODS A.3) of vectors that are kept in a space: each
 * is put there once and compared many times, alone or in long lists of pairs.
 *
 * A cosine is 0 when a vector is empty, all zero, or so large or small that its length is no positive finite number;
 * otherwise it may leave [-1, 1] by rounding, and whoever wants a relevance clamps it. Sums run in order of id on both
 * sides, so the twin's results are equal to the last bit.
 */
import { type Kernels, threadKernels } from './load.js';
import type { Region } from './memory.js';
import type { Scratch } from './scratch.js';

/** Ids ascend without repetition. */
export interface SparseVector {
  readonly id: Uint32Array;
  readonly weight: Float64Array;
}

/** A vector's number within its space. */
export type SparseHandle = number;

export interface SparseSpace {
  put(vector: SparseVector): SparseHandle;
  /** Forgets all vectors; their handles mean nothing any more. */
  clear(): void;
  /** Euclidean length. */
  length(a: SparseHandle): number;
  dot(a: SparseHandle, b: SparseHandle): number;
  cosine(a: SparseHandle, b: SparseHandle): number;
  /** `out[i]` becomes the dot product of `left[i]` and `right[i]`, which are equally many. */
  dots(left: Uint32Array, right: Uint32Array, out: Float64Array): void;
  cosines(left: Uint32Array, right: Uint32Array, out: Float64Array): void;
}

interface Exports {
  dot(a: number, b: number): number;
  cosine(a: number, b: number): number;
  measure(vector: number): void;
  dots(left: number, right: number, count: number, out: number): void;
  cosines(left: number, right: number, count: number, out: number): void;
}

/** Bytes before the ids: length, Euclidean length. See asm/sparse.ts. */
const HEAD = 16;
const FIRST_BYTES = 1 << 20;
/** Pairs compared in one call. */
const BATCH = 1024;

class KernelSpace implements SparseSpace {
  readonly #kernels: Kernels;
  readonly #call: Exports;
  /** BATCH answers, then as many left and right sides. */
  readonly #pairs: Scratch;
  readonly #room: Region[] = [];
  /** The region that is being filled, and its first free byte. */
  #filling = -1;
  #top = 0;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#call = kernels.exports<Exports>('sparse');
    this.#pairs = kernels.scratch('pairs');
    this.#pairs.fit(16 * BATCH);
  }

  put({ id, weight }: SparseVector): SparseHandle {
    const idBytes = 8 * Math.ceil(id.length / 2);
    const at = this.#take(HEAD + idBytes + 8 * id.length);
    const { buffer } = this.#kernels.arena.memory;
    new Uint32Array(buffer, at, 1)[0] = id.length;
    new Uint32Array(buffer, at + HEAD, id.length).set(id);
    new Float64Array(buffer, at + HEAD + idBytes, id.length).set(weight);
    this.#call.measure(at);
    return at;
  }

  clear(): void {
    this.#filling = -1;
  }

  length(a: SparseHandle): number {
    return new Float64Array(this.#kernels.arena.memory.buffer, a + 8, 1)[0] as number;
  }

  dot(a: SparseHandle, b: SparseHandle): number {
    return this.#call.dot(a, b);
  }

  cosine(a: SparseHandle, b: SparseHandle): number {
    return this.#call.cosine(a, b);
  }

  dots(left: Uint32Array, right: Uint32Array, out: Float64Array): void {
    this.#inBatches(this.#call.dots, left, right, out);
  }

  cosines(left: Uint32Array, right: Uint32Array, out: Float64Array): void {
    this.#inBatches(this.#call.cosines, left, right, out);
  }

  #inBatches(call: Exports['dots'], left: Uint32Array, right: Uint32Array, out: Float64Array): void {
    const { at, u32, f64 } = this.#pairs;
    for (let first = 0; first < left.length; first += BATCH) {
      const end = Math.min(first + BATCH, left.length);
      u32.set(left.subarray(first, end), 2 * BATCH);
      u32.set(right.subarray(first, end), 3 * BATCH);
      call(at + 8 * BATCH, at + 12 * BATCH, end - first, at);
      for (let i = first; i < end; i++) out[i] = f64[i - first] as number;
    }
  }

  /** Room of that size; regions are never moved, so handles stay what they are. */
  #take(bytes: number): number {
    let region = this.#room[this.#filling];
    while (region === undefined || this.#top + bytes > region.at + region.bytes) {
      this.#filling++;
      if (this.#filling === this.#room.length) this.#room.push(this.#more(bytes));
      region = this.#room[this.#filling] as Region;
      this.#top = region.at;
    }
    const at = this.#top;
    this.#top += 8 * Math.ceil(bytes / 8);
    return at;
  }

  #more(bytes: number): Region {
    const last = this.#room.at(-1)?.bytes ?? FIRST_BYTES / 2;
    return this.#kernels.arena.take('sparse', Math.max(2 * last, bytes));
  }
}

/** The twin. */
class PlainSpace implements SparseSpace {
  readonly #vector: SparseVector[] = [];
  readonly #length: number[] = [];

  put(vector: SparseVector): SparseHandle {
    this.#vector.push({ id: vector.id.slice(), weight: vector.weight.slice() });
    return this.#length.push(lengthOf(vector.weight)) - 1;
  }

  clear(): void {
    this.#vector.length = 0;
    this.#length.length = 0;
  }

  length(a: SparseHandle): number {
    return this.#length[a] as number;
  }

  dot(a: SparseHandle, b: SparseHandle): number {
    return dotOf(this.#vector[a] as SparseVector, this.#vector[b] as SparseVector);
  }

  cosine(a: SparseHandle, b: SparseHandle): number {
    const product = this.length(a) * this.length(b);
    return product > 0 && product < Number.POSITIVE_INFINITY ? this.dot(a, b) / product : 0;
  }

  dots(left: Uint32Array, right: Uint32Array, out: Float64Array): void {
    for (let i = 0; i < left.length; i++) out[i] = this.dot(left[i] as number, right[i] as number);
  }

  cosines(left: Uint32Array, right: Uint32Array, out: Float64Array): void {
    for (let i = 0; i < left.length; i++) out[i] = this.cosine(left[i] as number, right[i] as number);
  }
}

/** Euclidean length. */
export function lengthOf(weight: Float64Array): number {
  let squares = 0;
  for (let i = 0; i < weight.length; i++) squares += (weight[i] as number) * (weight[i] as number);
  return Math.sqrt(squares);
}

/** Each id is loaded once: 1.1 times as fast as the loop that reads both sides every time. */
function dotOf(a: SparseVector, b: SparseVector): number {
  const idA = a.id;
  const idB = b.id;
  let sum = 0;
  if (idA.length === 0 || idB.length === 0) return sum;
  let i = 0;
  let j = 0;
  let oneA = idA[0] as number;
  let oneB = idB[0] as number;
  for (;;) {
    if (oneA < oneB) {
      if (++i === idA.length) return sum;
      oneA = idA[i] as number;
    } else if (oneA > oneB) {
      if (++j === idB.length) return sum;
      oneB = idB[j] as number;
    } else {
      sum += (a.weight[i] as number) * (b.weight[j] as number);
      if (++i === idA.length || ++j === idB.length) return sum;
      oneA = idA[i] as number;
      oneB = idB[j] as number;
    }
  }
}

export function createSparseSpace(kernels: Kernels | undefined = threadKernels()): SparseSpace {
  return kernels === undefined ? new PlainSpace() : new KernelSpace(kernels);
}

/** The twin, for laws and benches. */
export const plainSparseSpace = (): SparseSpace => new PlainSpace();
