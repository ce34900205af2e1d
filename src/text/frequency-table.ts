/**
 * In how many documents does a term occur? A table in shared memory that all threads read and nobody changes: open
 * addressing at most half full, so a look-up is one or two loads. Only its maker writes, before it is handed out.
 *
 *   word 0  version      word 1  documents (D)      word 2  places, a power of 2
 *   then for each place: term id (0 = free), document count
 */
import type { DocumentFrequency } from '../contract/model.js';

const HEAD = 4;

/** What crosses threads; `attach` makes a table of it. */
export type FrequencyHandle = SharedArrayBuffer;

export class FrequencyTable implements DocumentFrequency {
  readonly handle: FrequencyHandle;
  readonly #word: Uint32Array;
  readonly #mask: number;

  private constructor(handle: FrequencyHandle) {
    this.handle = handle;
    this.#word = new Uint32Array(handle);
    this.#mask = (this.#word[2] as number) - 1;
  }

  static attach(handle: FrequencyHandle): FrequencyTable {
    return new FrequencyTable(handle);
  }

  /** A table whose bytes were kept; undefined when they are none. */
  static read(bytes: Uint8Array): FrequencyTable | undefined {
    const handle = new SharedArrayBuffer(bytes.length);
    new Uint8Array(handle).set(bytes);
    if (bytes.length < 4 * HEAD || bytes.length % 8 !== 0) return undefined;
    const places = new Uint32Array(handle)[2] as number;
    return bytes.length === 4 * (HEAD + 2 * places) ? new FrequencyTable(handle) : undefined;
  }

  /** An empty table with room for `terms` of them, to be filled with `set`. */
  static create(terms: number, documents: number, version: number): FrequencyTable {
    let places = 16;
    while (places < 2 * terms) places *= 2;
    const handle = new SharedArrayBuffer(4 * (HEAD + 2 * places));
    new Uint32Array(handle, 0, HEAD).set([version, documents, places, 0]);
    return new FrequencyTable(handle);
  }

  get version(): number {
    return this.#word[0] as number;
  }

  get documents(): number {
    return this.#word[1] as number;
  }

  of(termId: number): number {
    const word = this.#word;
    for (let place = termId & this.#mask; ; place = (place + 1) & this.#mask) {
      const found = word[HEAD + 2 * place] as number;
      if (found === termId) return word[HEAD + 2 * place + 1] as number;
      if (found === 0) return 0;
    }
  }

  /** The same counts as another version, twice as large when `grow`. */
  copy(version: number, documents: number, grow = false): FrequencyTable {
    const places = this.#mask + 1;
    const copied = FrequencyTable.create(grow ? places : places / 2, documents, version);
    if (grow) this.each((id, count) => copied.set(id, count));
    else copied.#word.set(this.#word.subarray(HEAD), HEAD);
    return copied;
  }

  each(visit: (termId: number, containing: number) => void): void {
    for (let at = HEAD; at < this.#word.length; at += 2) {
      if (this.#word[at] !== 0) visit(this.#word[at] as number, this.#word[at + 1] as number);
    }
  }

  /** For the maker only. `termId` is never 0. */
  set(termId: number, containing: number): void {
    const word = this.#word;
    let place = termId & this.#mask;
    while (word[HEAD + 2 * place] !== 0 && word[HEAD + 2 * place] !== termId)
      place = (place + 1) & this.#mask;
    word[HEAD + 2 * place] = termId;
    word[HEAD + 2 * place + 1] = containing;
  }
}
