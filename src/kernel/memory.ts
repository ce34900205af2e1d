/**
 * Where the data of a thread's kernels lies: one WebAssembly.Memory, cut into named regions.
 *
 *   0    64 bytes that belong to no one, so that no region starts at 0
 *   64   regions in the order in which they were taken, each at a multiple of 64; never moved, never given back
 *
 * Concurrency: an arena is used by the thread that made it. Tables that threads share lie in memories of their own, and
 * their owner files say who may write (seen.ts, segmenter-memory.ts). The memory is "shared" because all kernels are
 * built for shared memories; it also keeps views valid while it grows.
 */
import { Fault } from '../kit/fault.js';

const PAGE = 65536;
/** 2 GB, of which only what is used takes room; every place is a positive int32. */
const MOST_PAGES = 32768;
const LINE = 64;

export interface Region {
  readonly name: string;
  /** First byte. */
  readonly at: number;
  readonly bytes: number;
}

export class Arena {
  readonly memory: WebAssembly.Memory;
  readonly #regions: Region[] = [];
  #top = LINE;

  constructor() {
    this.memory = new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES, shared: true });
  }

  /** Takes zeroed room for good. A structure that outgrows its region takes a larger one and leaves the old. */
  take(name: string, bytes: number): Region {
    const region = { name, at: this.#top, bytes };
    this.#ensure(this.#top + bytes);
    this.#top += Math.ceil(bytes / LINE) * LINE;
    this.#regions.push(region);
    return region;
  }

  /** Who took how much, in order. */
  get regions(): readonly Region[] {
    return this.#regions;
  }

  /** Bytes taken. */
  get size(): number {
    return this.#top;
  }

  u8(region: Region): Uint8Array {
    return new Uint8Array(this.memory.buffer, region.at, region.bytes);
  }

  u32(region: Region): Uint32Array {
    return new Uint32Array(this.memory.buffer, region.at, region.bytes >>> 2);
  }

  f64(region: Region): Float64Array {
    return new Float64Array(this.memory.buffer, region.at, region.bytes >>> 3);
  }

  #ensure(end: number): void {
    const missing = end - this.memory.buffer.byteLength;
    if (missing <= 0) return;
    try {
      this.memory.grow(Math.ceil(missing / PAGE));
    } catch (cause) {
      throw new Fault('KERNEL_MEMORY', 'There is no memory left for the kernels.', 70, cause);
    }
  }
}
