/**
 * Cuts Chinese text into words: the host side of asm/segmenter.ts. One object serves one thread; all of them read one
 * dictionary (segmenter-store.ts). The plain twin is nodejieba (text/nodejieba.ts).
 *
 * Text of any length is cut in chunks that end where the kernel says that a range is complete, so the words are those
 * of the whole. A range without a separator (space, tab, line feed, U+FF0C, U+3002) that is longer than a chunk makes
 * the arena grow; only beyond `longest` it is cut by force.
 */
import type { Segmenter, Words } from '../contract/segmenter.js';
import { fitting } from '../kit/growing.js';
import { instantiate } from './module.js';
import { IMAGE_AT, SegmenterMemory } from './segmenter-memory.js';
import type { SegmenterShare } from './segmenter-store.js';

interface Exports {
  init(base: number, scratch: number): number;
  cut(text: number, length: number, out: number, isLast: number): number;
  hashAndMeasure(text: number, ends: number, count: number, hashes: number): void;
}

/** In UTF-16 units of text, or a third of the bytes. */
export interface ChunkSizes {
  /** What is cut at once when separators allow it. */
  readonly chunk: number;
  /** The longest range that is cut as a whole. Takes 39 bytes a unit, once met. */
  readonly longest: number;
}

const DEFAULT_SIZES: ChunkSizes = { chunk: 8192, longest: 1 << 19 };
const SCRATCH_BYTES = 8192;
/** A larger arena leaves the old one behind, so few steps are better than small ones. */
const GROWTH = 4;
/** Words that are kept room for between two calls. */
const KEPT_WORDS = 65536;

/** Where a text comes from, piece by piece; places are counted in its own units. */
interface Feed {
  readonly length: number;
  /** Units of the feed that take as much room as one UTF-16 unit of text. */
  readonly perUnit: number;
  /** Writes [from, to) as UTF-8 into the arena; returns the number of bytes. */
  load(from: number, to: number): number;
  /** The last place at or before `to` that does not part a character. */
  boundary(to: number): number;
  /** Turns the kernel's ends from bytes into units of the feed and hashes the words, where that is wanted. */
  finish(count: number): void;
}

export class KernelSegmenter implements Segmenter {
  readonly #memory: SegmenterMemory;
  readonly #kernel: Exports;
  readonly #sizes: ChunkSizes;
  /** Units of text that the arena holds: 3 bytes of UTF-8 and, for each of them, 4 of a word end and 8 of a hash. */
  #capacity = 0;
  #inputAt = 0;
  #outAt = 0;
  #hashAt = 0;
  #input: Buffer = Buffer.alloc(0);
  #out: Int32Array = new Int32Array(0);
  #hash: Uint32Array = new Uint32Array(0);
  #gatheredEnd = new Int32Array(0);
  #gatheredHash = new Uint32Array(0);

  constructor(share: SegmenterShare, sizes: ChunkSizes = DEFAULT_SIZES) {
    this.#memory = new SegmenterMemory(share.memory);
    this.#kernel = instantiate<Exports>(share.module, share.memory);
    this.#sizes = sizes;
    this.#kernel.init(IMAGE_AT, this.#memory.take(SCRATCH_BYTES));
    this.#makeArena(sizes.chunk);
  }

  cut(text: string): Words {
    if (text.length > this.#sizes.chunk) return this.#gather(this.#textFeed(text));
    const bytes = this.#input.write(text, 0);
    const count = this.#kernel.cut(this.#inputAt, bytes, this.#outAt, 1);
    this.#kernel.hashAndMeasure(this.#inputAt, this.#outAt, count, this.#hashAt);
    return { count, end: this.#out, hash: this.#hash };
  }

  /**
   * Where the words of UTF-8 text end, in bytes; valid until the next call. Broken sequences count as U+FFFD each, as a
   * decoder would replace them.
   */
  ends(bytes: Uint8Array): Int32Array {
    const { count, end } = this.#gather(this.#byteFeed(bytes));
    return end.subarray(0, count);
  }

  #makeArena(units: number): void {
    const bytes = (3 * units + 63 + 8) & ~63;
    this.#inputAt = this.#memory.take(13 * bytes);
    this.#outAt = this.#inputAt + bytes;
    this.#hashAt = this.#outAt + 4 * bytes;
    this.#capacity = units;
    const buffer = this.#memory.buffer;
    this.#input = Buffer.from(buffer as ArrayBuffer, this.#inputAt, bytes);
    this.#out = new Int32Array(buffer, this.#outAt, bytes);
    this.#hash = new Uint32Array(buffer, this.#hashAt, 2 * bytes);
  }

  #textFeed(text: string): Feed {
    return {
      length: text.length,
      perUnit: 1,
      load: (from, to) => this.#input.write(text.slice(from, to), 0),
      boundary: to => (isHighSurrogate(text.charCodeAt(to - 1)) ? to - 1 : to),
      finish: count => this.#kernel.hashAndMeasure(this.#inputAt, this.#outAt, count, this.#hashAt),
    };
  }

  #byteFeed(bytes: Uint8Array): Feed {
    return {
      length: bytes.length,
      perUnit: 3,
      load: (from, to) => {
        this.#input.set(bytes.subarray(from, to), 0);
        return to - from;
      },
      boundary: to => lastLead(bytes, to),
      finish: () => {},
    };
  }

  /** Cuts a text chunk by chunk and gathers its words. */
  #gather(feed: Feed): Words {
    let count = 0;
    let at = 0;
    let units = this.#sizes.chunk;
    while (at < feed.length) {
      const words = this.#cutChunk(feed, at, units);
      if (words === 0) {
        units *= GROWTH;
        continue;
      }
      this.#keep(count, words, at);
      count += words;
      at = this.#gatheredEnd[count - 1] as number;
      units = this.#sizes.chunk;
    }
    return this.#gathered(count);
  }

  /** Cuts up to so many units from `at` on; 0 words when they hold no complete range. */
  #cutChunk(feed: Feed, at: number, units: number): number {
    if (units > this.#capacity) this.#makeArena(units);
    let to = Math.min(feed.length, at + units * feed.perUnit);
    const isForced = units >= this.#sizes.longest && to < feed.length;
    let words = this.#cutOnce(feed.load(at, to), to === feed.length);
    if (words === 0 && isForced) {
      to = Math.max(feed.boundary(to), at + 1);
      words = this.#cutOnce(feed.load(at, to), true);
    }
    feed.finish(words);
    return words;
  }

  #cutOnce(bytes: number, isLast: boolean): number {
    return this.#kernel.cut(this.#inputAt, bytes, this.#outAt, isLast ? 1 : 0);
  }

  /** Appends the words of the arena to the `count` gathered ones. */
  #keep(count: number, words: number, offset: number): void {
    this.#gatheredEnd = fitting(this.#gatheredEnd, count + words);
    this.#gatheredHash = fitting(this.#gatheredHash, 2 * (count + words));
    for (let i = 0; i < words; i++) this.#gatheredEnd[count + i] = offset + (this.#out[i] as number);
    this.#gatheredHash.set(this.#hash.subarray(0, 2 * words), 2 * count);
  }

  #gathered(count: number): Words {
    const words = { count, end: this.#gatheredEnd, hash: this.#gatheredHash };
    if (this.#gatheredEnd.length > KEPT_WORDS) {
      this.#gatheredEnd = new Int32Array(0);
      this.#gatheredHash = new Uint32Array(0);
    }
    return words;
  }
}

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

/** `to`, or the place of the lead byte of the sequence that it parts. */
function lastLead(bytes: Uint8Array, to: number): number {
  for (let at = to; at > to - 4 && at > 0; at--) {
    if (((bytes[at] as number) & 0xc0) !== 0x80) return at;
  }
  return to;
}
