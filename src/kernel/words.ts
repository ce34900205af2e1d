/**
 * Words of a text with their term ids: the host side of asm/words.ts. Text, tables and words lie in the arena of a thread;
 * what a word is and which id it has, the caller answers when the kernel asks. The plain twin is text/plain-words.ts.
 *
 * The kernel stops with MISS when its cache lacks a word (`asked`, `resolve`) and with UNKNOWN when the text has
 * a unit that it does not know (`learn`); the same call then goes on.
 */
import type { Words } from '../contract/segmenter.js';
import { Fault } from '../kit/fault.js';
import type { Kernels } from './load.js';
import type { Region } from './memory.js';
import { Scratch } from './scratch.js';
import type { WordRoom } from './word-room.js';

export const WORD_STATUS = { done: 0, miss: 1, unknown: 2, irregular: 3 } as const;

/** Longer texts are left to the twin, which gives its memory back. In UTF-16 units. */
export const MOST_UNITS = 1 << 19;

/** Places of the u32 fields in the state, as in asm/words/state.ts. */
const STATE = {
  text: 0,
  glyphs: 1,
  hanPairs: 2,
  ids: 3,
  starts: 4,
  ends: 5,
  count: 6,
  cache: 7,
  cacheMask: 8,
  folded: 9,
  length: 10,
  hash: 11,
  from: 12,
  to: 13,
  at: 14,
  pairAt: 15,
  pairEnd: 16,
  cutEnds: 17,
  cutHashes: 18,
  cutCount: 19,
  cutStart: 20,
  cutNext: 21,
  cutFrom: 22,
  scanTo: 23,
  idle: 24,
  idleMask: 25,
  kept: 26,
  keptMask: 27,
  watchIds: 28,
  watchHighs: 29,
  collisions: 30,
  linesFrom: 31,
  linesTo: 32,
  scripts: 33,
  shares: 34,
  wordsSeen: 35,
  functionWords: 36,
} as const;

interface Exports {
  scan(state: number, to: number, isPaired: number, length: number): number;
  lines(state: number, from: number, length: number): number;
  merge(state: number, stop: number, length: number): number;
  resolve(state: number, id: number): void;
  scripts(state: number, from: number, to: number): number;
  weigh(state: number, from: number, to: number): number;
  learnWord(state: number, length: number, bits: number): void;
}

/** First unit of a part of the text, and the unit behind it. */
export type Window = readonly [number, number];

const UNITS = 65_536;
const HAN_PAIR_BYTES = 128 * 1024;
const FOLDED_BYTES = 144;
/** Bytes of a word in a cache. */
const CACHED = 64;
/** Places that a word may have. */
const WAYS = 4;
/** In a glyph: the unit alone is a character of the script Han. */
const OF_HAN = 1 << 20;
const IS_HAN = /\p{Script=Han}/u;
/** Bytes behind the text that the kernel may read. */
const BEHIND = 64;
/** Below this many units a loop is faster than a call of Buffer.write. */
const SHORT = 12;

/** Counters of scripts, and of languages. */
const COUNTERS = 32;
/** Places of function words, of 32 bytes each, as in asm/words/language.ts. */
const FUNCTION_WORD_PLACES = 1024;
const LONGEST_FUNCTION_WORD = 8;

/** What the kernel is to know of a UTF-16 unit (src/text/kernel-glyph.ts), never 0. */
export type GlyphOf = (unit: number) => number;

/** What a collision watch writes to. */
export interface WatchRoom {
  readonly id: Uint32Array;
  readonly high: Uint32Array;
  /** One number. */
  readonly count: Uint32Array;
}

export class KernelWords {
  readonly kernels: Kernels;
  readonly watch: WatchRoom;
  readonly #call: Exports;
  readonly #glyphOf: GlyphOf;
  readonly #state: Uint32Array;
  readonly #stateAt: number;
  readonly #glyph: Uint32Array;
  readonly #hanPair: Uint8Array;
  readonly #folded: Uint16Array;
  /** Characters of the text by script, function words by language. */
  readonly #scripts: Uint32Array;
  readonly #shares: Uint32Array;
  readonly #text: Scratch;
  #unit = new Uint16Array(0);
  #buffer: Buffer = Buffer.alloc(0);
  #unitsAt = -1;
  readonly #ends: Scratch;
  readonly #hashes: Scratch;
  /** Caches that languages have, and those that none has any more. */
  readonly #used: Region[] = [];
  readonly #free: Region[] = [];
  #loaded = '';
  #room: WordRoom | undefined;

  constructor(kernels: Kernels, glyphOf: GlyphOf) {
    const { arena } = kernels;
    this.kernels = kernels;
    this.#call = kernels.exports<Exports>('words');
    this.#glyphOf = glyphOf;
    const take = (bytes: number): Region => arena.take('words', bytes);
    const state = take(256);
    const glyphs = take(4 * UNITS);
    const pairs = take(HAN_PAIR_BYTES);
    const folded = take(FOLDED_BYTES);
    const watch = take(8 * UNITS);
    const counters = take(8 * COUNTERS);
    this.#state = arena.u32(state);
    this.#stateAt = state.at;
    this.#glyph = arena.u32(glyphs);
    this.#hanPair = arena.u8(pairs);
    this.#folded = new Uint16Array(arena.memory.buffer, folded.at, FOLDED_BYTES / 2);
    const watched = arena.u32(watch);
    const count = this.#state.subarray(STATE.collisions, STATE.collisions + 1);
    this.watch = { id: watched.subarray(0, UNITS), high: watched.subarray(UNITS), count };
    this.#scripts = arena.u32(counters).subarray(0, COUNTERS);
    this.#shares = arena.u32(counters).subarray(COUNTERS);
    this.#text = new Scratch(arena, 'words');
    this.#ends = new Scratch(arena, 'words');
    this.#hashes = new Scratch(arena, 'words');
    this.#set({ glyphs: glyphs.at, hanPairs: pairs.at, folded: folded.at });
    this.#set({ watchIds: watch.at, watchHighs: watch.at + 4 * UNITS });
    this.#set({ scripts: counters.at, shares: counters.at + 4 * COUNTERS });
    for (let unit = 0; unit < 128; unit++) this.#learnUnit(unit);
  }

  #set(fields: Partial<Record<keyof typeof STATE, number>>): void {
    for (const [name, value] of Object.entries(fields)) {
      this.#state[STATE[name as keyof typeof STATE]] = value;
    }
  }

  /** Sets of ids by open addressing: dropped Han words, and ids that are never dropped (undefined = all). */
  keepSets(idle: Uint32Array, kept: Uint32Array | undefined): void {
    this.#set({ idle: this.#copyOf(idle), idleMask: idle.length - 1 });
    if (kept !== undefined) this.#set({ kept: this.#copyOf(kept), keptMask: kept.length - 1 });
  }

  #copyOf(numbers: Uint32Array): number {
    const region = this.kernels.arena.take('words', 4 * numbers.length);
    this.kernels.arena.u32(region).set(numbers);
    return region.at;
  }

  /** Function words with the bits of their languages, for `weigh`. */
  keepFunctionWords(words: ReadonlyMap<string, number>): void {
    this.#set({ functionWords: this.kernels.arena.take('words', 32 * FUNCTION_WORD_PLACES).at });
    for (const [word, bits] of words) {
      if (word.length > LONGEST_FUNCTION_WORD) throw new Fault('KERNEL_LONG_WORD', `${word} is too long.`);
      for (let i = 0; i < word.length; i++) this.#folded[i] = word.charCodeAt(i);
      this.#call.learnWord(this.#stateAt, word.length, bits);
    }
  }

  /** Characters of the loaded text's windows by the number of their script; valid until the next call. */
  countScripts(windows: readonly Window[]): Uint32Array {
    const count = (): boolean => {
      this.#scripts.fill(0);
      return windows.every(([from, to]) => this.#call.scripts(this.#stateAt, from, to) === WORD_STATUS.done);
    };
    while (!count()) this.learn();
    return this.#scripts;
  }

  /** Function words of the windows by language, and of how many words; undefined when a letter has an odd lower case. */
  weigh(windows: readonly Window[]): { readonly hits: Uint32Array; readonly words: number } | undefined {
    for (;;) {
      const status = this.#weighOnce(windows);
      if (status === WORD_STATUS.irregular) return undefined;
      if (status === WORD_STATUS.done)
        return { hits: this.#shares, words: this.#state[STATE.wordsSeen] as number };
      this.learn();
    }
  }

  #weighOnce(windows: readonly Window[]): number {
    this.#shares.fill(0);
    this.#state[STATE.wordsSeen] = 0;
    for (const [from, to] of windows) {
      const status = this.#call.weigh(this.#stateAt, from, to);
      if (status !== WORD_STATUS.done) return status;
    }
    return WORD_STATUS.done;
  }

  /** An empty cache of 2^bits words for `begin`. */
  openCache(bits: number): Region {
    const bytes = CACHED << bits;
    const { arena } = this.kernels;
    const at = this.#free.findIndex(region => region.bytes === bytes);
    const region = at < 0 ? arena.take('words', bytes) : (this.#free.splice(at, 1)[0] as Region);
    // New room is zero, and touching it would make it real.
    if (at >= 0) arena.u8(region).fill(0);
    this.#used.push(region);
    return region;
  }

  /** All caches made so far may be given to others. */
  dropCaches(): void {
    this.#free.push(...this.#used.splice(0));
  }

  /** Brings a text of at most MOST_UNITS in; nothing is done when it was the last one, too. */
  load(text: string): void {
    if (text === this.#loaded) return;
    this.#text.fit(2 * text.length + BEHIND);
    if (this.#text.at !== this.#unitsAt) this.#moveText();
    if (text.length >= SHORT) this.#buffer.write(text, 0, 'utf16le');
    else for (let i = 0; i < text.length; i++) this.#unit[i] = text.charCodeAt(i);
    this.#loaded = text;
  }

  #moveText(): void {
    const { at, bytes } = this.#text;
    const buffer = this.kernels.arena.memory.buffer as ArrayBuffer;
    this.#unitsAt = at;
    this.#unit = new Uint16Array(buffer, at, bytes >> 1);
    this.#buffer = Buffer.from(buffer, at, bytes);
    this.#state[STATE.text] = at;
  }

  /** Words of `text` go to the end of `room`, which has place for as many as the text has units. */
  begin(text: string, room: WordRoom, cache: Region): void {
    this.load(text);
    const state = this.#state;
    this.#room = room;
    state[STATE.ids] = room.idsAt;
    state[STATE.starts] = room.startsAt;
    state[STATE.ends] = room.endsAt;
    state[STATE.count] = room.count;
    state[STATE.cache] = cache.at;
    state[STATE.cacheMask] = cache.bytes / CACHED - WAYS;
    state[STATE.at] = 0;
    state[STATE.pairEnd] = 0;
  }

  end(): void {
    if (this.#room !== undefined) this.#room.count = this.#state[STATE.count] as number;
  }

  /** Words up to `to`. */
  scan(to: number, isPaired: boolean): number {
    return this.#call.scan(this.#stateAt, to, isPaired ? 1 : 0, this.#loaded.length);
  }

  /** Looks for lines with Han characters at or behind `from`. */
  findLines(from: number): number {
    return this.#call.lines(this.#stateAt, from, this.#loaded.length);
  }

  /** Where they begin and end; both the length of the text when there are none. */
  get linesFrom(): number {
    return this.#state[STATE.linesFrom] as number;
  }

  get linesTo(): number {
    return this.#state[STATE.linesTo] as number;
  }

  /** The segmenter's words of the text from `start` on, for `merge`. */
  takeCut(start: number, { count, end, hash }: Words): void {
    this.#ends.fit(4 * count);
    this.#hashes.fit(8 * count);
    this.#ends.u32.set(end.subarray(0, count));
    this.#hashes.u32.set(hash.subarray(0, 2 * count));
    const state = this.#state;
    state[STATE.cutEnds] = this.#ends.at;
    state[STATE.cutHashes] = this.#hashes.at;
    state[STATE.cutCount] = count;
    state[STATE.cutStart] = start;
    state[STATE.cutNext] = 0;
    state[STATE.cutFrom] = start;
    state[STATE.scanTo] = start;
    state[STATE.at] = start;
  }

  /** Words up to `stop`, where those of the segmenter end. */
  merge(stop: number): number {
    return this.#call.merge(this.#stateAt, stop, this.#loaded.length);
  }

  /** The folded word of which the kernel does not know the id. */
  asked(): string {
    return String.fromCharCode(...this.#folded.subarray(0, this.#state[STATE.length]));
  }

  resolve(id: number): void {
    this.#call.resolve(this.#stateAt, id);
  }

  /** Makes all units of the text known. */
  learn(): void {
    const { length } = this.#loaded;
    for (let i = 0; i < length; i++) {
      const unit = this.#unit[i] as number;
      if (this.#glyph[unit] === 0) this.#learnUnit(unit);
    }
  }

  #learnUnit(unit: number): void {
    const isAlone = unit < 0xd800 || unit > 0xdfff;
    if (unit >= 0xd800 && unit < 0xdc00) this.#learnPairs(unit);
    const ofHan = isAlone && IS_HAN.test(String.fromCharCode(unit)) ? OF_HAN : 0;
    this.#glyph[unit] = this.#glyphOf(unit) + ofHan;
  }

  /** Which characters that begin with a high surrogate are Han. */
  #learnPairs(high: number): void {
    const first = (high & 0x3ff) << 7;
    for (let low = 0; low < 1024; low++) {
      if (!IS_HAN.test(String.fromCharCode(high, 0xdc00 + low))) continue;
      (this.#hanPair[first + (low >> 3)] as number) |= 1 << (low & 7);
    }
  }
}
