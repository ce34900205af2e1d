/**
 * Which number belongs to this text? An open-addressing table of 96 bits of SHA-1 a text, in shared memory, so that
 * every thread looks things up in the one copy. Texts themselves are not kept: 96 bits do not collide by chance.
 *
 * Layout, u32: [0] entries, [1] slots (a power of two), then slots × (key a, key b, key c, value + 1; 0 = empty).
 * Concurrency: one thread builds, then all only read.
 */
import { hash } from 'node:crypto';

const HEAD = 2;
const SLOT = 4;
const digest = (text: string): Buffer => hash('sha1', text, 'buffer');

export class KeyTable {
  #words: Uint32Array;

  /** A table that `build` made in another thread, or an empty one. */
  constructor(words: Uint32Array = KeyTable.#empty(1024)) {
    this.#words = words;
  }

  static #empty(slots: number): Uint32Array {
    const words = new Uint32Array(new SharedArrayBuffer(4 * (HEAD + slots * SLOT)));
    words[1] = slots;
    return words;
  }

  /** The memory itself, to be given to other threads once nothing is set any more. */
  get words(): Uint32Array {
    return this.#words;
  }

  get size(): number {
    return this.#words[0] as number;
  }

  get(text: string): number | undefined {
    const key = digest(text);
    const at = this.#place(this.#words, key.readUInt32LE(0), key.readUInt32LE(4), key.readUInt32LE(8));
    const value = this.#words[at + 3] as number;
    return value === 0 ? undefined : value - 1;
  }

  /** `value` in 0 … 2^32 − 2; replaces what was there. */
  set(text: string, value: number): void {
    const key = digest(text);
    const words = this.#words;
    const at = this.#place(words, key.readUInt32LE(0), key.readUInt32LE(4), key.readUInt32LE(8));
    const isNew = words[at + 3] === 0;
    words[at] = key.readUInt32LE(0);
    words[at + 1] = key.readUInt32LE(4);
    words[at + 2] = key.readUInt32LE(8);
    words[at + 3] = value + 1;
    if (!isNew) return;
    words[0] = this.size + 1;
    if (this.size * 5 > (words[1] as number) * 3) this.#grow();
  }

  #place(words: Uint32Array, a: number, b: number, c: number): number {
    const mask = (words[1] as number) - 1;
    for (let slot = a & mask; ; slot = (slot + 1) & mask) {
      const at = HEAD + slot * SLOT;
      if (words[at + 3] === 0) return at;
      if (words[at] === a && words[at + 1] === b && words[at + 2] === c) return at;
    }
  }

  #grow(): void {
    const old = this.#words;
    const words = KeyTable.#empty(2 * (old[1] as number));
    words[0] = old[0] as number;
    for (let at = HEAD; at < old.length; at += SLOT) {
      if (old[at + 3] === 0) continue;
      const to = this.#place(words, old[at] as number, old[at + 1] as number, old[at + 2] as number);
      words.set(old.subarray(at, at + SLOT), to);
    }
    this.#words = words;
  }
}
