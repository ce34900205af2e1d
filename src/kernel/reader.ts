/**
 * What does the page hold? The host side of asm/reader.ts: HTML in, the two strings and the records of a PageDocument out,
 * the same as src/parse/reader.ts gives, which is the twin (decision 0055). One object serves one thread.
 *
 * Its piece of the arena: what the kernel needs for itself, the page in UTF-16, then text, values and nodes (asm/README.md).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageDocument } from '../contract/document.js';
import { Fault } from '../kit/fault.js';
import { kernelFolder } from '../kit/package-root.js';
import type { Kernels } from './load.js';
import type { Scratch } from './scratch.js';

interface Exports {
  init(image: number): number;
  head(): number;
  read(work: number, bytes: number, units: number, token: number, tokenEnd: number): void;
  readUtf8(work: number, bytes: number, length: number, token: number, tokenEnd: number): void;
}

/** Longer pages are the twin's. A thread keeps the room of its longest page, 90 MB at most, and what it outgrew on the way: some 130. */
const MOST_UNITS = 2_000_000;
/** Per unit of a page: itself, text, twice for values. */
const BYTES_A_UNIT = 8;
/** Room for nodes, attributes and labels: what is not touched costs nothing. */
const NODE_BYTES_A_UNIT = 64;
const MOST_NODE_BYTES = 48_000_000;
const SPARE_BYTES = 1 << 20;
/** Zeros that the kernel puts behind a page. */
const PADDING = 128;
const MOST_TOKEN_UNITS = 64;

const imagePath = join(kernelFolder, 'reader.img');

function readImage(): Uint8Array {
  try {
    return readFileSync(imagePath);
  } catch (cause) {
    throw new Fault('KERNEL_MISSING', `${imagePath} is missing; run npm run build.`, 70, cause);
  }
}

export class KernelReader {
  readonly #kernel: Exports;
  readonly #work: Scratch;
  readonly #head: number;
  readonly #tokenAt: number;
  readonly #tokenEnd: number;
  #i32: Int32Array = new Int32Array(0);
  #page: Buffer = Buffer.alloc(0);
  #workAt = -1;
  /** Pages that were left to the twin. */
  declinedCount = 0;

  /** `token`: our name, ASCII and lower case, by which meta elements may speak to us. */
  constructor(kernels: Kernels, token: string) {
    this.#kernel = kernels.exports<Exports>('reader');
    const image = readImage();
    const region = kernels.arena.take('reader', image.length + 2 * MOST_TOKEN_UNITS);
    const bytes = kernels.arena.u8(region);
    bytes.set(image);
    if (this.#kernel.init(region.at) === 0) {
      throw new Fault('KERNEL_MISSING', `${imagePath} is broken; run npm run build.`, 70);
    }
    this.#tokenAt = region.at + image.length;
    this.#tokenEnd =
      this.#tokenAt + Buffer.from(bytes.buffer as ArrayBuffer, this.#tokenAt).write(token, 'utf16le');
    this.#head = this.#kernel.head();
    this.#work = kernels.scratch('reader');
  }

  /** Can a kernel hear a robot of that name? */
  static canHear(token: string): boolean {
    return /^[\x21-\x7e]{1,64}$/.test(token) && token === token.toLowerCase();
  }

  /** The page, or undefined when it is one for the twin. */
  read(html: string): PageDocument | undefined {
    const bytes = this.#fit(html.length);
    if (bytes > 0) this.#page.write(html, 'utf16le');
    return this.#run(this.#kernel.read, bytes, html.length);
  }

  /** The same for a page in UTF-8, which must be valid. */
  readUtf8(html: Uint8Array): PageDocument | undefined {
    const bytes = this.#fit(html.length);
    if (bytes > 0) this.#page.set(html, 2 * html.length + PADDING);
    return this.#run(this.#kernel.readUtf8, bytes, html.length);
  }

  #run(read: Exports['read'], bytes: number, length: number): PageDocument | undefined {
    if (bytes > 0) {
      try {
        read(this.#work.at, bytes, length, this.#tokenAt, this.#tokenEnd);
        return this.#document();
      } catch (error) {
        if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      }
    }
    this.declinedCount++;
    return undefined;
  }

  /** Makes room for a page of so many units: the bytes of its piece of work, or 0 when it is too long or there is no room. */
  #fit(units: number): number {
    if (units > MOST_UNITS) return 0;
    const nodeBytes = Math.min(NODE_BYTES_A_UNIT * units, MOST_NODE_BYTES);
    const bytes = this.#head + BYTES_A_UNIT * units + nodeBytes + SPARE_BYTES;
    try {
      this.#work.fit(bytes);
    } catch (error) {
      if (error instanceof Fault && error.code === 'KERNEL_MEMORY') return 0;
      throw error;
    }
    this.#findWork();
    return bytes;
  }

  #findWork(): void {
    if (this.#workAt !== this.#work.at) {
      this.#workAt = this.#work.at;
      const { buffer, byteOffset, byteLength } = this.#work.u8;
      this.#i32 = new Int32Array(buffer, byteOffset, byteLength >>> 2);
      this.#page = Buffer.from(buffer as ArrayBuffer, byteOffset + this.#head, byteLength - this.#head);
    }
  }

  #document(): PageDocument {
    const answer = (i: number): number => this.#i32[i] as number;
    const from = (answer(6) - this.#workAt) >>> 2;
    return {
      text: this.#text(answer(0), answer(1), answer(2)),
      values: this.#text(answer(3), answer(4), answer(5)),
      records: this.#i32.slice(from, from + answer(7)),
    };
  }

  /** A text of so many units; when `bits` are below 256, the kernel left a byte each. */
  #text(at: number, length: number, bits: number): string {
    const from = at - this.#workAt - this.#head;
    if (bits < 256) return this.#page.toString('latin1', from, from + length);
    return this.#page.toString('utf16le', from, from + 2 * length);
  }
}
