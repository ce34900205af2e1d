/**
 * Which slot has this fingerprint? The seen table: u64 → u32 (slots below 2^31), shared by all threads of a crawl.
 * This file owns the layout; asm/seen.ts works on it.
 *
 *   0       header: u32 buckets, u32 unused, u64 multiplier (odd)
 *   64      scratch: 257 areas of 128 u64 keys and 128 u32 slots; area 0 is the writer's, area i is reader i's
 *   394816  buckets of one cache line: u32 low[5], high[5], slot[5], then state = number of entries, + 8 once a key
 *           found the bucket full and went on to the next
 *
 * Home bucket: the top 32 bits of fingerprint × multiplier, scaled to the number of buckets. The multiplier is drawn for
 * each crawl, so that no page can choose addresses that share a home; answers do not depend on it.
 *
 * Concurrency: one thread (main) inserts, others only look. An entry is written before the count that makes it valid is
 * raised by an atomic store, and never changes after; a reader loads the count first. So a reader sees an entry whole
 * or not at all, and sees every entry that was there before a message from the writer reached it.
 *
 * Growth: at 4 entries a bucket (80 %) the writer makes a new memory, twice as large (a quarter larger above 2^20
 * entries: 16 to 20 bytes an entry), moves everything in order of home and announces it. The old memory stays as it is:
 * readers that have not attached again know less, which costs a look-up on main, never a wrong answer. It is freed
 * when the last of them has.
 */
import { randomFillSync } from 'node:crypto';
import type { Loaded, Savable, Saved } from '../contract/snapshot.js';
import { collect } from '../kit/collect.js';
import { Fault } from '../kit/fault.js';
import { canShareMemory } from './load.js';
import { instantiate, kernelModule } from './module.js';

const PAGE = 65536;
const BATCH = 128;
const AREA = 12 * BATCH;
const AREAS = 257;
const SCRATCH = 64;
const FIRST = SCRATCH + AREAS * AREA;
const BUCKET = 64;
/** A word of the header, for what must be written but not read. */
const UNUSED = 4;
/** Entries for which a bucket is counted; it has room for 5. */
const USUAL = 4;
const MOST_BUCKETS = Math.floor((65536 * PAGE - FIRST) / BUCKET);
/** From this many entries on, memory counts for more than the time of moving. */
const LARGE = 1 << 20;

/** What crosses threads. */
export interface SeenHandle {
  readonly memory: WebAssembly.Memory;
}

export interface SeenReader {
  /** Slot of a fingerprint given by its u32 halves, or -1. */
  find(low: number, high: number): number;
  /** `known[i]` becomes slot + 1 of fingerprint i, or 0, for the first `count` of them; returns how many are known. */
  findMany(low: Uint32Array, high: Uint32Array, count: number, known: Uint32Array): number;
}

/** Memory of a table in a snapshot, as it lies. */
interface SeenFacts {
  readonly places: number;
  readonly size: number;
  readonly secret: Uint32Array;
}

export interface SeenTable extends SeenReader, Savable {
  /** -1 when the fingerprint is new and has the slot (below 2^31) from now on, else the slot that it had and keeps. */
  insert(low: number, high: number, slot: number): number;
  /** Inserts fingerprint i with `slot[i]` for every i below `slot.length`; those that are known keep theirs. */
  insertMany(low: Uint32Array, high: Uint32Array, slot: Uint32Array): void;
  /** Entries. */
  readonly size: number;
  /** Memory that it takes at this moment. */
  readonly bytes: number;
  /** For readers in other threads; undefined where memory cannot be shared: they then know nothing. */
  readonly handle: SeenHandle | undefined;
}

export interface SeenOptions {
  /** Entries to expect; it grows beyond. */
  readonly capacity?: number;
  /** Called after growth with the handle that readers shall attach to. */
  readonly announce?: (handle: SeenHandle) => void;
}

interface Exports {
  find(low: number, high: number): number;
  insert(low: number, high: number, slot: number): number;
  findMany(keys: number, count: number, out: number): number;
  insertMany(keys: number, slots: number, count: number, scratch: number): number;
  absorb(from: number, count: number): void;
}

/** The table in one memory, seen by one thread. */
class Generation implements SeenReader {
  readonly memory: WebAssembly.Memory;
  readonly call: Exports;
  readonly header: Uint32Array;
  /** This thread's scratch: keys, then slots. */
  readonly #area: number;
  readonly #keys: Uint32Array;
  readonly #slots: Uint32Array;

  constructor(memory: WebAssembly.Memory, area: number) {
    this.memory = memory;
    this.call = instantiate<Exports>(kernelModule('seen'), memory);
    this.header = new Uint32Array(memory.buffer, 0, 4);
    this.#area = SCRATCH + area * AREA;
    this.#keys = new Uint32Array(memory.buffer, this.#area, 2 * BATCH);
    this.#slots = new Uint32Array(memory.buffer, this.#area + 8 * BATCH, BATCH);
  }

  static make(buckets: number, multiplier: Uint32Array): Generation {
    const generation = new Generation(memoryFor(buckets), 0);
    generation.header[0] = buckets;
    generation.header.set(multiplier, 2);
    return generation;
  }

  get buckets(): number {
    return this.header[0] as number;
  }

  find(low: number, high: number): number {
    return this.call.find(low, high);
  }

  findMany(low: Uint32Array, high: Uint32Array, count: number, known: Uint32Array): number {
    let hits = 0;
    for (let first = 0; first < count; first += BATCH) {
      const some = this.#load(low, high, first, count);
      hits += this.call.findMany(this.#area, some, this.#area + 8 * BATCH);
      for (let i = 0; i < some; i++) known[first + i] = this.#slots[i] as number;
    }
    return hits;
  }

  /** At most BATCH of them, from `first` on. */
  insertSome(low: Uint32Array, high: Uint32Array, slot: Uint32Array, first: number): number {
    const some = this.#load(low, high, first, slot.length);
    for (let i = 0; i < some; i++) this.#slots[i] = slot[first + i] as number;
    return this.call.insertMany(this.#area, this.#area + 8 * BATCH, some, UNUSED);
  }

  /** Fingerprints from `first` on to the scratch area; returns how many. */
  #load(low: Uint32Array, high: Uint32Array, first: number, count: number): number {
    const keys = this.#keys;
    const some = Math.min(BATCH, count - first);
    for (let i = 0; i < some; i++) {
      keys[2 * i] = low[first + i] as number;
      keys[2 * i + 1] = high[first + i] as number;
    }
    return some;
  }

  /** Takes in all entries of `other`, which has the same multiplier. */
  absorb(other: Generation): void {
    const from = new Uint8Array(other.memory.buffer, FIRST, other.buckets * BUCKET);
    const to = new Uint8Array(this.memory.buffer, SCRATCH, AREA);
    for (let at = 0; at < from.length; at += AREA) {
      const piece = from.subarray(at, at + AREA);
      to.set(piece);
      this.call.absorb(SCRATCH, piece.length / BUCKET);
    }
  }
}

function memoryFor(buckets: number): WebAssembly.Memory {
  const pages = Math.ceil((FIRST + buckets * BUCKET) / PAGE);
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  } catch (cause) {
    throw new Fault('SEEN_MEMORY', 'There is no memory left for the table of known addresses.', 70, cause);
  }
}

class SharedSeenTable implements SeenTable {
  readonly #announce: ((handle: SeenHandle) => void) | undefined;
  #now: Generation;
  /** Entries before it grows. */
  #room: number;
  #size = 0;

  constructor(options: SeenOptions) {
    this.#announce = options.announce;
    const buckets = Math.max(16, Math.ceil((options.capacity ?? 0) / USUAL));
    this.#now = Generation.make(Math.min(buckets, MOST_BUCKETS), secret());
    this.#room = USUAL * this.#now.buckets;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return FIRST + BUCKET * this.#now.buckets;
  }

  get handle(): SeenHandle {
    return { memory: this.#now.memory };
  }

  save(): Saved {
    const { memory, buckets, header } = this.#now;
    const facts: SeenFacts = { places: buckets, size: this.#size, secret: header.slice(2, 4) };
    return { facts, arrays: { buckets: new Uint8Array(memory.buffer, FIRST, BUCKET * buckets) } };
  }

  load(saved: Loaded): void {
    const { places, size, secret } = saved.facts as SeenFacts;
    this.#now = Generation.make(places, secret);
    saved.read('buckets', new Uint8Array(this.#now.memory.buffer, FIRST, BUCKET * places));
    this.#size = size;
    this.#room = USUAL * places;
    this.#announce?.(this.handle);
  }

  find(low: number, high: number): number {
    return this.#now.find(low, high);
  }

  findMany(low: Uint32Array, high: Uint32Array, count: number, known: Uint32Array): number {
    return this.#now.findMany(low, high, count, known);
  }

  insert(low: number, high: number, slot: number): number {
    this.#makeRoom(1);
    const before = this.#now.call.insert(low, high, slot);
    if (before < 0) this.#size++;
    return before;
  }

  insertMany(low: Uint32Array, high: Uint32Array, slot: Uint32Array): void {
    for (let first = 0; first < slot.length; first += BATCH) {
      this.#makeRoom(Math.min(BATCH, slot.length - first));
      this.#size += this.#now.insertSome(low, high, slot, first);
    }
  }

  #makeRoom(entries: number): void {
    if (this.#size + entries <= this.#room) return;
    const { buckets, header } = this.#now;
    const needed = Math.ceil((this.#size + entries) / USUAL);
    if (needed > MOST_BUCKETS) {
      throw new Fault('SEEN_FULL', `More than ${this.#size} addresses do not fit into one table.`);
    }
    const wanted = Math.max(needed, Math.ceil(buckets * growth(this.#size)));
    const larger = Generation.make(Math.min(wanted, MOST_BUCKETS), header.slice(2, 4));
    larger.absorb(this.#now);
    this.#now = larger;
    this.#room = USUAL * larger.buckets;
    this.#announce?.(this.handle);
    if (this.#size >= LARGE) collect();
  }
}

const growth = (entries: number): number => (entries < LARGE ? 2 : 1.25);

/** An odd u64 that no page can know. */
function secret(): Uint32Array {
  const drawn = randomFillSync(new Uint32Array(2));
  drawn[0] = (drawn[0] as number) | 1;
  return drawn;
}

/** Words of an entry of the twin: low, high, slot + 1 (0 = free). */
const WORDS = 3;
/** How full the twin gets. */
const FULL = 0.75;

/** The twin: open addressing over single entries in this thread's own memory, with the same bytes an entry. */
class PlainSeenTable implements SeenTable {
  readonly handle = undefined;
  #secret = secret();
  #word: Uint32Array;
  #places: number;
  #size = 0;

  constructor(options: SeenOptions) {
    this.#places = Math.max(64, Math.ceil((options.capacity ?? 0) / FULL));
    this.#word = new Uint32Array(WORDS * this.#places);
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#word.byteLength;
  }

  save(): Saved {
    const facts: SeenFacts = { places: this.#places, size: this.#size, secret: this.#secret };
    return { facts, arrays: { words: this.#word } };
  }

  load(saved: Loaded): void {
    const { places, size, secret: drawn } = saved.facts as SeenFacts;
    this.#places = places;
    this.#size = size;
    this.#secret = drawn;
    this.#word = saved.array('words');
  }

  find(low: number, high: number): number {
    return (this.#word[this.#entryOf(low, high) + 2] as number) - 1;
  }

  findMany(low: Uint32Array, high: Uint32Array, count: number, known: Uint32Array): number {
    let hits = 0;
    for (let i = 0; i < count; i++) {
      const found = this.#word[this.#entryOf(low[i] as number, high[i] as number) + 2] as number;
      known[i] = found;
      if (found !== 0) hits++;
    }
    return hits;
  }

  insert(low: number, high: number, slot: number): number {
    if (this.#size + 1 > FULL * this.#places) this.#grow();
    const entry = this.#entryOf(low, high);
    const before = this.#word[entry + 2] as number;
    if (before !== 0) return before - 1;
    this.#word[entry] = low;
    this.#word[entry + 1] = high;
    this.#word[entry + 2] = slot + 1;
    this.#size++;
    return -1;
  }

  insertMany(low: Uint32Array, high: Uint32Array, slot: Uint32Array): void {
    for (let i = 0; i < slot.length; i++) this.insert(low[i] as number, high[i] as number, slot[i] as number);
  }

  /** Where the fingerprint is, or the free entry where it would be. */
  #entryOf(low: number, high: number): number {
    const word = this.#word;
    const a = low >>> 0;
    const b = high >>> 0;
    let mixed = Math.imul(b ^ (this.#secret[1] as number), 0x9e3779b1);
    mixed = Math.imul(mixed ^ (mixed >>> 16) ^ a, this.#secret[0] as number);
    mixed = (mixed ^ (mixed >>> 15)) >>> 0;
    let entry = WORDS * Math.floor((mixed / 4294967296) * this.#places);
    while (word[entry + 2] !== 0 && !(word[entry] === a && word[entry + 1] === b)) {
      entry += WORDS;
      if (entry === word.length) entry = 0;
    }
    return entry;
  }

  #grow(): void {
    const old = this.#word;
    this.#places = Math.ceil(this.#places * growth(this.#size));
    this.#word = new Uint32Array(WORDS * this.#places);
    for (let at = 0; at < old.length; at += WORDS) {
      if (old[at + 2] === 0) continue;
      this.#word.set(old.subarray(at, at + WORDS), this.#entryOf(old[at] as number, old[at + 1] as number));
    }
  }
}

export function createSeenTable(options: SeenOptions = {}): SeenTable {
  return canShareMemory() ? new SharedSeenTable(options) : new PlainSeenTable(options);
}

/** The table of another thread, to look into. `reader` is this thread's own number, 1 to 256. */
export function attachSeenTable(handle: SeenHandle, reader: number): SeenReader {
  if (!(reader >= 1 && reader < AREAS)) {
    throw new Fault(
      'SEEN_READER',
      `Reader ${reader} of the table of known addresses is not one of 1 to ${AREAS - 1}.`,
    );
  }
  return new Generation(handle.memory, reader);
}

/** The twin, for laws and benches. */
export const plainSeenTable = (options: SeenOptions = {}): SeenTable => new PlainSeenTable(options);
