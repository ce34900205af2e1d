/**
 * The texts of one column on their way to the log's thread: UTF-8 end to end in one piece of memory that both threads see,
 * where strings would be copied twice. Between `lane` and `clear` the other thread reads it.
 */
import type { TextLane } from './layout.js';

const FIRST_BYTES = 4096;
/** Up to this length a text of plain ASCII is written here; a call into Node costs more. */
const SHORT = 32;

export class TextColumn {
  #bytes: Buffer<SharedArrayBuffer>;
  #used = 0;
  #end: Int32Array<SharedArrayBuffer>;
  #count = 0;

  /** `rows` and `bytes` to expect; it grows beyond. */
  constructor(rows: number, bytes = FIRST_BYTES) {
    this.#bytes = Buffer.from(new SharedArrayBuffer(bytes));
    this.#end = sharedEnds(rows);
  }

  /** `null` and `undefined` are no text. Returns the number of bytes. */
  put(text: string | null | undefined): number {
    if (text === null || text === undefined) {
      this.#finish(~this.#used);
      return 0;
    }
    const from = this.#used;
    if (from + 3 * text.length > this.#bytes.length) this.#grow(3 * text.length);
    this.#used = text.length <= SHORT ? this.#write(text, from) : from + this.#bytes.write(text, from);
    this.#finish(this.#used);
    return this.#used - from;
  }

  /** A text that is UTF-8 already: `bytes[from … to]`; an empty one is no text. */
  putBytes(bytes: Uint8Array, from: number, to: number): number {
    const length = to - from;
    if (this.#used + length > this.#bytes.length) this.#grow(length);
    const into = this.#bytes;
    let at = this.#used;
    for (let i = from; i < to; i++) into[at++] = bytes[i] as number;
    this.#finish(length === 0 ? ~at : at);
    this.#used = at;
    return length;
  }

  /** All texts held. */
  get lane(): TextLane {
    return { bytes: this.#bytes, end: this.#end };
  }

  /** Forgets them; the memory stays. */
  clear(): void {
    this.#used = 0;
    this.#count = 0;
  }

  #write(text: string, from: number): number {
    const bytes = this.#bytes;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 127) return from + bytes.write(text, from);
      bytes[from + i] = unit;
    }
    return from + text.length;
  }

  #finish(end: number): void {
    if (this.#count === this.#end.length) {
      const longer = sharedEnds(2 * this.#count + 64);
      longer.set(this.#end);
      this.#end = longer;
    }
    this.#end[this.#count++] = end;
  }

  #grow(length: number): void {
    const larger = Buffer.from(new SharedArrayBuffer(2 * this.#bytes.length + length));
    larger.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = larger;
  }
}

const sharedEnds = (rows: number): Int32Array<SharedArrayBuffer> =>
  new Int32Array(new SharedArrayBuffer(4 * rows));
