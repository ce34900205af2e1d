/**
 * Moves of a Wang–Landau walk (METHODS C.1, C.2; Wang and Landau 2001). ln g and H of each interval, shared by all threads that walk:
 *
 *   i64 ln g in units of 2^-40 | u32 visits | u32 1 once it was met
 *
 * ln g is a whole number of units, so the order in which threads add does not matter and nothing is lost; halves of 1 are exact
 * down to 2^-40, far below the last ln f. Two threads may judge by a ln g that is a move old, as the sampler allows.
 */
import type { WalkOptions, WalkTable } from '../contract/walk.js';
import { type Kernels, threadKernels } from './load.js';
import { instantiate, kernelModule } from './module.js';

const UNITS = 2 ** 40;
const PLACE = 16;
const PAGE = 65536;
const MOST_BATCH = 1024;
/** Where a batch lies behind the table. */
const FROM = 256 * PLACE;
const TO = FROM + MOST_BATCH;
const ACCEPTED = TO + MOST_BATCH;
const NEED = ACCEPTED + MOST_BATCH;
/** One area of a batch for each thread. */
const AREA = 3 * MOST_BATCH + 8 * MOST_BATCH;
const MOST_THREADS = 64;

/** Moves in a row. Arrays of one length; answers go to `accepted`. */
export interface MoveBatch {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  /** −ln u of each move. */
  readonly need: Float64Array;
  readonly accepted: Uint8Array;
}

/** A table that also takes many moves at once. */
export interface BatchedWalk extends WalkTable {
  moves(batch: MoveBatch): void;
  /** For another thread; undefined where memory cannot be shared. */
  readonly memory: WebAssembly.Memory | undefined;
}

interface Exports {
  move(table: number, from: number, to: number, need: number, lnF: bigint, first: number): number;
  moves(
    table: number,
    from: number,
    to: number,
    need: number,
    accepted: number,
    count: number,
    lnF: bigint,
    first: number,
  ): void;
}

const pagesFor = (bytes: number): number => Math.ceil(bytes / PAGE);
const memoryFor = (): WebAssembly.Memory => {
  const pages = pagesFor(FROM + MOST_THREADS * AREA);
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
};

/** What table and twin share: state as plain numbers. */
abstract class Walk {
  abstract lnG(interval: number): number;
  abstract visits(interval: number): number;
  abstract isKnown(interval: number): boolean;
  abstract put(interval: number, lnG: number, visits: number): void;
  abstract lnF: number;
  protected readonly options: WalkOptions;

  constructor(options: WalkOptions) {
    this.options = options;
  }

  clearVisits(): void {
    for (let i = 0; i < this.options.intervals; i++) if (this.isKnown(i)) this.put(i, this.lnG(i), 0);
  }

  snapshot(): readonly number[] {
    const state = [this.lnF];
    for (let i = 0; i < this.options.intervals; i++)
      if (this.isKnown(i)) state.push(i, this.lnG(i), this.visits(i));
    return state;
  }

  restore([lnF = 1, ...places]: readonly number[]): void {
    this.lnF = lnF;
    for (let at = 0; at < places.length; at += 3)
      this.put(places[at] as number, places[at + 1] as number, places[at + 2] as number);
  }
}

class KernelWalk extends Walk implements BatchedWalk {
  readonly memory: WebAssembly.Memory;
  readonly #call: Exports;
  readonly #lnG: BigInt64Array;
  readonly #word: Uint32Array;
  readonly #area: number;
  readonly #bytes: Uint8Array;
  readonly #need: Float64Array;
  #lnF = 1;
  #step = BigInt(UNITS);

  constructor(options: WalkOptions, memory: WebAssembly.Memory, thread: number) {
    super(options);
    this.memory = memory;
    this.#call = instantiate<Exports>(kernelModule('wang-landau'), memory);
    this.#lnG = new BigInt64Array(memory.buffer, 0, FROM / 8);
    this.#word = new Uint32Array(memory.buffer, 0, FROM / 4);
    this.#area = thread * AREA;
    this.#bytes = new Uint8Array(memory.buffer, this.#area + FROM, 3 * MOST_BATCH);
    this.#need = new Float64Array(memory.buffer, this.#area + NEED, MOST_BATCH);
  }

  get lnF(): number {
    return this.#lnF;
  }

  set lnF(lnF: number) {
    this.#lnF = lnF;
    this.#step = BigInt(Math.round(lnF * UNITS));
  }

  move(from: number, to: number, u: number): boolean {
    const { firstVisits } = this.options;
    return this.#call.move(0, from, to, -Math.log(u), this.#step, firstVisits) !== 0;
  }

  moves({ from, to, need, accepted }: MoveBatch): void {
    for (let first = 0; first < from.length; first += MOST_BATCH) {
      const count = Math.min(MOST_BATCH, from.length - first);
      this.#bytes.set(from.subarray(first, first + count));
      this.#bytes.set(to.subarray(first, first + count), MOST_BATCH);
      this.#need.set(need.subarray(first, first + count));
      const at = this.#area;
      const { firstVisits } = this.options;
      this.#call.moves(0, at + FROM, at + TO, at + NEED, at + ACCEPTED, count, this.#step, firstVisits);
      accepted.set(this.#bytes.subarray(2 * MOST_BATCH, 2 * MOST_BATCH + count), first);
    }
  }

  lnG(interval: number): number {
    return this.isKnown(interval) ? Number(this.#lnG[2 * interval]) / UNITS : Number.NaN;
  }

  visits(interval: number): number {
    return this.#word[4 * interval + 2] as number;
  }

  isKnown(interval: number): boolean {
    return this.#word[4 * interval + 3] !== 0;
  }

  put(interval: number, lnG: number, visits: number): void {
    this.#lnG[2 * interval] = BigInt(Math.round(lnG * UNITS));
    this.#word[4 * interval + 2] = visits;
    this.#word[4 * interval + 3] = 1;
  }
}

/** The twin: the same sums in units, in this thread's own memory. Exact up to 2^53 units, 8,192 in ln g at ln f = 1. */
class PlainWalk extends Walk implements BatchedWalk {
  readonly memory = undefined;
  lnF = 1;
  readonly #units = new Float64Array(256);
  readonly #visits = new Uint32Array(256);
  readonly #known = new Uint8Array(256);

  move(from: number, to: number, u: number): boolean {
    return this.#move(from, to, -Math.log(u));
  }

  moves({ from, to, need, accepted }: MoveBatch): void {
    for (let i = 0; i < from.length; i++)
      accepted[i] = this.#move(from[i] as number, to[i] as number, need[i] as number) ? 1 : 0;
  }

  lnG(interval: number): number {
    return this.isKnown(interval) ? (this.#units[interval] as number) / UNITS : Number.NaN;
  }

  visits(interval: number): number {
    return this.#visits[interval] as number;
  }

  isKnown(interval: number): boolean {
    return this.#known[interval] !== 0;
  }

  put(interval: number, lnG: number, visits: number): void {
    this.#units[interval] = Math.round(lnG * UNITS);
    this.#visits[interval] = visits;
    this.#known[interval] = 1;
  }

  #move(from: number, to: number, need: number): boolean {
    this.#meet(from);
    this.#meet(to);
    const rise = ((this.#units[to] as number) - (this.#units[from] as number)) / UNITS;
    const stood = rise < need ? to : from;
    (this.#units[stood] as number) += Math.round(this.lnF * UNITS);
    (this.#visits[stood] as number)++;
    return rise < need;
  }

  #meet(interval: number): void {
    if (this.isKnown(interval)) return;
    this.#known[interval] = 1;
    (this.#visits[interval] as number) += this.options.firstVisits;
  }
}

export function createWalk(
  options: WalkOptions,
  kernels: Kernels | undefined = threadKernels(),
): BatchedWalk {
  return kernels === undefined ? new PlainWalk(options) : new KernelWalk(options, memoryFor(), 0);
}

/** The table of another thread. `thread`: this one's own number, 1 to 63. */
export const attachWalk = (options: WalkOptions, memory: WebAssembly.Memory, thread: number): BatchedWalk =>
  new KernelWalk(options, memory, thread);

/** The twin, for laws and benches. */
export const plainWalk = (options: WalkOptions): BatchedWalk => new PlainWalk(options);
