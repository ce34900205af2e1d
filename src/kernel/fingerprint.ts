/**
 * Which 64 bits name this text? xxHash64, seed 0, of its UTF-8 bytes (an unpaired surrogate counts as U+FFFD): URLs by all
 * 64 bits, terms by the low 32. No value is reserved: 0 is a fingerprint like any other, so a table that keeps
 * fingerprints marks free places by something else.
 */
import { fitting } from '../kit/growing.js';
import { type Kernels, threadKernels } from './load.js';
import type { Scratch } from './scratch.js';
import { xxhash64 } from './xxhash64.js';

/** Two u32 halves of 64 bits. */
export interface Fingerprint {
  readonly low: number;
  readonly high: number;
}

export interface Fingerprinter {
  of(text: string): Fingerprint;
  /** Entry i of both arrays names `texts[i]`; they have at least as many places. */
  ofMany(texts: readonly string[], low: Uint32Array, high: Uint32Array): void;
  /** u32: low half of the fingerprint. */
  termIdOf(word: string): number;
}

interface Exports {
  hashOne(at: number, length: number, out: number): void;
  hashLow(at: number, length: number): number;
  hashMany(at: number, lengths: number, count: number, out: number): void;
}

const encoder = new TextEncoder();
/** Below this many characters a loop is faster than the encoder's start (measured: 15 against 8 million/s at 6). */
const SHORT = 16;
/** UTF-8 bytes of a UTF-16 unit, at most. */
const WIDEST = 3;
const FIRST_BYTES = 65536;
/** Texts hashed in one call. */
const BATCH = 256;

/** Writes UTF-8 to `bytes`, which has room for WIDEST bytes a unit; returns the number written. */
function write(text: string, bytes: Uint8Array): number {
  const length = text.length;
  if (length >= SHORT) return encoder.encodeInto(text, bytes).written;
  let union = 0;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    union |= unit;
    bytes[i] = unit;
  }
  return union < 0x80 ? length : encoder.encodeInto(text, bytes).written;
}

class KernelFingerprinter implements Fingerprinter {
  readonly #hashOne: Exports['hashOne'];
  readonly #hashLow: Exports['hashLow'];
  readonly #hashMany: Exports['hashMany'];
  readonly #text: Scratch;
  readonly #lengths: Scratch;
  readonly #out: Scratch;

  constructor(kernels: Kernels) {
    const { hashOne, hashLow, hashMany } = kernels.exports<Exports>('fingerprint');
    this.#hashOne = hashOne;
    this.#hashLow = hashLow;
    this.#hashMany = hashMany;
    this.#text = kernels.scratch('text');
    this.#text.fit(FIRST_BYTES);
    this.#lengths = kernels.scratch('lengths');
    this.#lengths.fit(4 * BATCH);
    this.#out = kernels.scratch('answer');
    this.#out.fit(8 * BATCH);
  }

  of(text: string): Fingerprint {
    this.#hash(text);
    return { low: this.#out.u32[0] as number, high: this.#out.u32[1] as number };
  }

  ofMany(texts: readonly string[], low: Uint32Array, high: Uint32Array): void {
    for (let first = 0; first < texts.length; first += BATCH) {
      const end = Math.min(first + BATCH, texts.length);
      if (this.#loadAscii(texts, first) > 0) {
        this.#hashMany(this.#text.at, this.#lengths.at, end - first, this.#out.at);
        for (let i = first; i < end; i++) this.#read(2 * (i - first), i, low, high);
      } else {
        for (let i = first; i < end; i++) {
          this.#hash(texts[i] as string);
          this.#read(0, i, low, high);
        }
      }
    }
  }

  termIdOf(word: string): number {
    const length = this.#load(word);
    return this.#hashLow(this.#text.at, length) >>> 0;
  }

  #hash(text: string): void {
    const length = this.#load(text);
    this.#hashOne(this.#text.at, length, this.#out.at);
  }

  #read(from: number, to: number, low: Uint32Array, high: Uint32Array): void {
    low[to] = this.#out.u32[from] as number;
    high[to] = this.#out.u32[from + 1] as number;
  }

  /** Brings the bytes to `#text`, which may move for it; returns their number. */
  #load(text: string): number {
    this.#text.fit(WIDEST * text.length);
    return write(text, this.#text.u8);
  }

  /**
   * Loads texts from `first` on, when all of them are ASCII; returns their number, or 0 when there is another character
   * or too little room. One long text goes through the encoder much faster than many short ones.
   */
  #loadAscii(texts: readonly string[], first: number): number {
    const some = texts.length <= BATCH ? texts : texts.slice(first, first + BATCH);
    const joined = some.join('');
    if (joined.length > this.#text.bytes) return 0;
    const { read, written } = encoder.encodeInto(joined, this.#text.u8);
    if (read !== written || read !== joined.length) return 0;
    for (let i = 0; i < some.length; i++) this.#lengths.u32[i] = (some[i] as string).length;
    return some.length;
  }
}

/** The twin: the same bytes, hashed in plain numbers. */
class PlainFingerprinter implements Fingerprinter {
  readonly #half = new Uint32Array(2);
  #bytes: Uint8Array = new Uint8Array(FIRST_BYTES);

  of(text: string): Fingerprint {
    this.#hash(text);
    return { low: this.#half[0] as number, high: this.#half[1] as number };
  }

  ofMany(texts: readonly string[], low: Uint32Array, high: Uint32Array): void {
    for (let i = 0; i < texts.length; i++) {
      this.#hash(texts[i] as string);
      low[i] = this.#half[0] as number;
      high[i] = this.#half[1] as number;
    }
  }

  termIdOf(word: string): number {
    this.#hash(word);
    return this.#half[0] as number;
  }

  #hash(text: string): void {
    this.#bytes = fitting(this.#bytes, WIDEST * text.length);
    xxhash64(this.#bytes, write(text, this.#bytes), this.#half);
  }
}

export function createFingerprinter(kernels: Kernels | undefined = threadKernels()): Fingerprinter {
  return kernels === undefined ? new PlainFingerprinter() : new KernelFingerprinter(kernels);
}

/** The twin, for laws and benches. */
export const plainFingerprinter = (): Fingerprinter => new PlainFingerprinter();

let own: Fingerprinter | undefined;

/** Id of a term: the low 32 bits of its fingerprint, by this thread's own fingerprinter. */
export function termIdOf(word: string): number {
  own ??= createFingerprinter();
  return own.termIdOf(word);
}
