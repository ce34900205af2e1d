/**
 * Writes user words into the dictionary image of this process, so that the kernel walks one trie only. As in cppjieba a
 * user word takes the place of a dictionary word. Must end before any thread cuts: the kernel reads without locks.
 *
 * The image is the last thing in its memory; the slot table is the last thing in the image and may grow. Invariant:
 * any base + any id lies inside the table, so that the kernel needs no bounds test.
 */
import { usageFault } from '../../kit/fault.js';
import {
  ALONE_BIT,
  ASCII_ALONE,
  ASCII_PAIR,
  FREE_SLOT,
  HEADER,
  ID_CAPACITY,
  UNKNOWN_ID,
  WEIGHT_CAPACITY,
} from './layout.js';
import type { UserWord } from './source.js';

/** Slots that the table grows by: 512 KB. */
const GROWTH = 65536;
/** Free places that are tried for a node before it goes to the end of the table. */
const PATIENCE = 64;

/** Memory that grows at its end. */
export interface GrowingMemory {
  readonly buffer: ArrayBufferLike;
  /** Makes room up to the byte `end`. */
  ensure(end: number): void;
}

export class DictionaryMerge {
  readonly #memory: GrowingMemory;
  readonly #base: number;
  #int: Int32Array;
  #header: Uint32Array;
  #isBase: Uint8Array;
  /** Where the search for free slots goes on, for nodes with one child and with several; it never goes back. */
  readonly #cursor: [number, number] = [1, 1];
  #lastSlot = 0;
  readonly #weightIndex = new Map<number, number>();

  /** `base`: where the image starts in the memory, a multiple of 8. */
  constructor(memory: GrowingMemory, base: number) {
    this.#memory = memory;
    this.#base = base;
    this.#int = new Int32Array(memory.buffer);
    this.#header = new Uint32Array(memory.buffer, base, 32);
    this.#isBase = new Uint8Array(this.#slotCount);
    this.#findTaken();
    const weight = this.#weights();
    for (let i = 1; i < weight.length; i++) this.#weightIndex.set(weight[i] as number, i);
  }

  /** Returns how many words could not be held: those with a character that has no id and can get none. */
  add(words: readonly UserWord[]): number {
    let skipped = 0;
    for (const word of words) {
      const id = this.#idsOf(word.word);
      if (id === undefined) skipped++;
      else this.#put(id, word);
    }
    return skipped;
  }

  get #slotCount(): number {
    return this.#header[HEADER.slotCount] as number;
  }

  #part(part: number): number {
    return this.#base + (this.#header[part] as number);
  }

  #weights(): Float64Array {
    return new Float64Array(
      this.#memory.buffer,
      this.#part(HEADER.weightTable),
      this.#header[HEADER.weightCount],
    );
  }

  /** Index, in ints, of a slot and of the root of an id. The base is the next int of a slot, the third of a root. */
  #slotAt(slot: number): number {
    return (this.#part(HEADER.slotTable) >> 2) + 2 * slot;
  }

  #rootAt(id: number): number {
    return (this.#part(HEADER.rootTable) >> 2) + 4 * id;
  }

  #findTaken(): void {
    const first = this.#slotAt(0);
    this.#isBase[0] = 1;
    for (let slot = 0; slot < this.#slotCount; slot++) {
      const at = first + 2 * slot;
      if (((this.#int[at] as number) & 0xffff) === FREE_SLOT) continue;
      this.#lastSlot = slot;
      this.#isBase[this.#int[at + 1] as number] = 1;
    }
    for (let id = 0; id < ID_CAPACITY; id++) {
      this.#isBase[(this.#int[this.#rootAt(id) + 2] as number) & ~ALONE_BIT] = 1;
    }
  }

  /** Ids of the characters; new characters get new ids, which no emission of the model belongs to. */
  #idsOf(word: string): number[] | undefined {
    const table = new Uint16Array(
      this.#memory.buffer,
      this.#part(HEADER.idTable),
      this.#header[HEADER.idLimit],
    );
    const ids: number[] = [];
    for (const character of word) {
      const code = character.codePointAt(0) as number;
      let id = table[code];
      if (id === UNKNOWN_ID) {
        id = this.#header[HEADER.idCount] as number;
        if (id >= ID_CAPACITY) return undefined;
        this.#header[HEADER.idCount] = id + 1;
        table[code] = id;
      }
      if (id === undefined) return undefined;
      ids.push(id);
    }
    return ids;
  }

  #put(ids: readonly number[], { weight, isAlone }: UserWord): void {
    const first = ids[0] as number;
    this.#mark(first, ids[1], isAlone);
    if (ids.length === 1) {
      new Float64Array(this.#memory.buffer)[this.#rootAt(first) >> 1] = weight;
      return;
    }
    let parent = this.#rootAt(first) + 2;
    for (const id of ids.slice(1)) parent = this.#slotAt(this.#child(parent, id)) + 1;
    const index = this.#weightIndexOf(weight);
    this.#int[parent - 1] = (ids.at(-1) as number) | (index << 16);
  }

  #mark(first: number, second: number | undefined, isAlone: boolean): void {
    const at = this.#rootAt(first) + 2;
    if (isAlone) this.#int[at] = (this.#int[at] as number) | ALONE_BIT;
    if (first >= 128) return;
    const ascii = new Uint8Array(this.#memory.buffer, this.#part(HEADER.asciiTable), 128);
    if (isAlone) ascii[first] = (ascii[first] as number) | ASCII_ALONE;
    else if (second !== undefined && second < 128) ascii[first] = (ascii[first] as number) | ASCII_PAIR;
  }

  #weightIndexOf(weight: number): number {
    const known = this.#weightIndex.get(weight);
    if (known !== undefined) return known;
    const index = this.#header[HEADER.weightCount] as number;
    if (index >= WEIGHT_CAPACITY) {
      throw usageFault(
        'SEGMENTER_WEIGHTS',
        'The user dictionary has too many different frequencies; round them, or leave them out.',
      );
    }
    this.#header[HEADER.weightCount] = index + 1;
    this.#weights()[index] = weight;
    this.#weightIndex.set(weight, index);
    return index;
  }

  /** The slot of child `id` of the node whose base is the int at `parent`; made when it is not there. */
  #child(parent: number, id: number): number {
    const base = this.#baseAt(parent);
    if (base === 0) return this.#place(parent, [id], [0, 0]);
    const slot = base + id;
    const held = (this.#int[this.#slotAt(slot)] as number) & 0xffff;
    if (held === id) return slot;
    if (held === FREE_SLOT) {
      this.#write(slot, id, 0);
      return slot;
    }
    return this.#move(parent, base, id);
  }

  #baseAt(parent: number): number {
    return (this.#int[parent] as number) & ~ALONE_BIT;
  }

  /** Moves the children of a node to where there is room for one more, `id`; returns the slot of that one. */
  #move(parent: number, base: number, id: number): number {
    const ids: number[] = [];
    const content: number[] = [];
    for (let child = 0; child < ID_CAPACITY; child++) {
      const at = this.#slotAt(base + child);
      const value = this.#int[at] as number;
      if ((value & 0xffff) !== child) continue;
      ids.push(child);
      content.push(value, this.#int[at + 1] as number);
      this.#write(base + child, FREE_SLOT, 0);
    }
    this.#isBase[base] = 0;
    return this.#place(parent, [...ids, id], [...content, id, 0]);
  }

  /** Gives a node a base with room for these ids and writes their slots; returns the slot of the last. */
  #place(parent: number, ids: readonly number[], content: readonly number[]): number {
    const base = this.#findBase(ids);
    this.#isBase[base] = 1;
    this.#int[parent] = base | ((this.#int[parent] as number) & ALONE_BIT);
    ids.forEach((id, i) => {
      this.#write(base + id, (content[2 * i] as number) | id, content[2 * i + 1] as number);
    });
    return base + (ids.at(-1) as number);
  }

  #write(slot: number, value: number, base: number): void {
    const at = this.#slotAt(slot);
    this.#int[at] = value;
    this.#int[at + 1] = base;
    if ((value & 0xffff) !== FREE_SLOT) this.#lastSlot = Math.max(this.#lastSlot, slot);
  }

  #findBase(ids: readonly number[]): number {
    const first = Math.min(...ids);
    const cursor = ids.length === 1 ? 0 : 1;
    let slot = Math.max(this.#cursor[cursor], first + 1);
    for (let tries = 0; tries < PATIENCE && slot <= this.#lastSlot; slot++) {
      if (!this.#isFree(slot)) continue;
      if (this.#fits(slot - first, ids)) break;
      tries++;
    }
    this.#cursor[cursor] = slot;
    return this.#fits(slot - first, ids) ? slot - first : this.#baseAtEnd(first);
  }

  #isFree(slot: number): boolean {
    return ((this.#int[this.#slotAt(slot)] as number) & 0xffff) === FREE_SLOT;
  }

  #fits(base: number, ids: readonly number[]): boolean {
    if (base + ID_CAPACITY > this.#slotCount || this.#isBase[base]) return false;
    return ids.every(id => this.#isFree(base + id));
  }

  /** A base whose children all lie behind the last slot in use. */
  #baseAtEnd(first: number): number {
    let base = Math.max(1, this.#lastSlot + 1 - first);
    while (this.#isBase[base]) base++;
    while (base + ID_CAPACITY > this.#slotCount) this.#grow();
    return base;
  }

  #grow(): void {
    const before = this.#slotCount;
    const bytes = (this.#header[HEADER.bytes] as number) + 8 * GROWTH;
    this.#memory.ensure(this.#base + bytes);
    this.#int = new Int32Array(this.#memory.buffer);
    this.#header = new Uint32Array(this.#memory.buffer, this.#base, 32);
    this.#header[HEADER.bytes] = bytes;
    this.#header[HEADER.slotCount] = before + GROWTH;
    for (let slot = before; slot < before + GROWTH; slot++) this.#write(slot, FREE_SLOT, 0);
    const isBase = new Uint8Array(before + GROWTH);
    isBase.set(this.#isBase);
    this.#isBase = isBase;
  }
}
