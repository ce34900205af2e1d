/**
 * The shared memory of all segmenters of a process:
 *
 *   0     u32 top: first byte that no one has taken (changed by atomic operations only)
 *   1024  dictionary image; written by one thread before any other attaches, then only read
 *   …     arenas, each one thread's own; never given back
 */
import { Fault } from '../kit/fault.js';

const PAGE = 65536;
/** 1 GB, of which only what is used takes room. */
const MOST_PAGES = 16384;
/** Where the image starts. */
export const IMAGE_AT = 1024;

export class SegmenterMemory {
  readonly memory: WebAssembly.Memory;

  constructor(memory: WebAssembly.Memory) {
    this.memory = memory;
  }

  /** A new memory that holds the image. */
  static of(image: Uint8Array): SegmenterMemory {
    const initial = Math.ceil((IMAGE_AT + image.length) / PAGE);
    const made = new SegmenterMemory(new WebAssembly.Memory({ initial, maximum: MOST_PAGES, shared: true }));
    new Uint8Array(made.buffer).set(image, IMAGE_AT);
    return made;
  }

  get buffer(): ArrayBufferLike {
    return this.memory.buffer;
  }

  /** Makes room up to the byte `end`. Views that were taken before do not reach into the new room. */
  ensure(end: number): void {
    const missing = end - this.buffer.byteLength;
    if (missing <= 0) return;
    try {
      this.memory.grow(Math.ceil(missing / PAGE));
    } catch (cause) {
      throw new Fault('SEGMENTER_MEMORY', 'There is no memory left for the segmenter.', 70, cause);
    }
  }

  /** Declares the image finished: arenas begin at `end`. */
  close(end: number): void {
    Atomics.store(this.#top, 0, (end + 63) & ~63);
  }

  /** Takes `bytes` (a multiple of 64) for this thread; returns where they start. */
  take(bytes: number): number {
    const at = Atomics.add(this.#top, 0, bytes);
    this.ensure(at + bytes);
    return at;
  }

  get #top(): Uint32Array {
    return new Uint32Array(this.buffer, 0, 1);
  }
}
