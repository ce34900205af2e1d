/**
 * Lanes behind the reader's door. Reading a stored web is pure, so lanes read ahead what will probably be chosen; answers
 * are still taken in the order of assignment, and a reading made with older document frequencies is made again.
 * A lane that dies or hangs is replaced: only the page that it was reading ends as WorkerDied, the others are free.
 */
import { Piscina } from 'piscina';
import type { LaneOrder } from '../contract/lane.js';
import { outcome } from '../contract/outcome.js';
import { blankReading, type Reading, type Visit } from '../contract/visit.js';
import { Fault } from '../kit/fault.js';
import { Lane, type LaneOptions } from './lane.js';
import type { Reader } from './road.js';

/** Readings made ahead or under way, per lane. */
const AHEAD = 4;
/** Two looks this far apart that find the same page being read mean a hang. */
const WATCH_MS = 30_000;
/** More deaths than this, and one for every so many pages that came, mean that the fault is ours. */
const MOST_DEATHS = 20;
const PAGES_A_DEATH = 100;

export interface LaneReaderOptions extends Omit<LaneOptions, 'pool' | 'events' | 'number'> {
  /** The worker's file: its default export runs a lane. */
  readonly filename: string;
  readonly lanes: number;
  /** A page that is being read for longer than this, and at most twice this, ends as WorkerDied. Default 30 s. */
  readonly watchMs?: number;
  /** Called with a sentence when a lane was replaced. */
  readonly onReplaced: (sentence: string, slot: number) => void;
}

export class LaneReader implements Reader {
  readonly #options: LaneReaderOptions;
  readonly #pool: Piscina;
  readonly #lanes: Lane[] = [];
  /** Slots asked for, in order. */
  readonly #asked: Visit[] = [];
  /** Readings that came and were not taken yet. */
  readonly #ready = new Map<number, Reading>();
  readonly #watchdog: NodeJS.Timeout;
  #wake: (() => void) | undefined;
  #fault: Fault | undefined;
  #deaths = 0;
  #pages = 0;
  #version = 0;
  /** The last order of each kind that a new lane has to hear too. */
  readonly #news = new Map<LaneOrder['kind'], LaneOrder>();

  constructor(options: LaneReaderOptions) {
    this.#options = options;
    this.#pool = new Piscina({
      filename: options.filename,
      minThreads: options.lanes,
      maxThreads: options.lanes,
      concurrentTasksPerWorker: 1,
      // A lane lives on messages, not on tasks: its thread must not sleep on an atomic.
      atomics: 'disabled',
    });
    for (let i = 0; i < options.lanes; i++) this.#lanes.push(this.#newLane(i));
    this.#watchdog = setInterval(() => this.#watch(), options.watchMs ?? WATCH_MS);
    this.#watchdog.unref();
  }

  assign(visit: Visit): void {
    this.#asked.push(visit);
    if (!this.#ready.has(visit.slot) && !this.#isUnderWay(visit.slot)) this.#leastLoaded().assign(visit);
  }

  async next(): Promise<Reading> {
    const visit = this.#asked[0];
    if (visit === undefined)
      throw new Fault('ENGINE_NOTHING_ASKED', 'An answer was awaited although nothing was asked.');
    for (;;) {
      if (this.#fault !== undefined) throw this.#fault;
      const reading = this.#ready.get(visit.slot);
      if (reading !== undefined) {
        this.#asked.shift();
        this.#ready.delete(visit.slot);
        return reading;
      }
      this.#flush();
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }

  plan(candidates: (count: number) => readonly number[], visitOf: (slot: number) => Visit): void {
    const most = AHEAD * this.#lanes.length;
    let room = most - this.#load();
    if (room <= 0 && this.#ready.size === 0) return;
    const likely = candidates(most);
    if (room <= 0) room += this.#forget(new Set(likely));
    for (const slot of likely) {
      if (room <= 0) break;
      if (this.#ready.has(slot) || this.#isUnderWay(slot)) continue;
      this.#leastLoaded().assign(visitOf(slot));
      room--;
    }
    this.#flush();
  }

  /** From now on only readings of this version count; the lanes are told by `order`. */
  renew(version: number, handle: unknown): void {
    this.#version = version;
    this.#tellAll({ kind: 'frequency', handle });
    this.#ready.clear();
    for (const visit of this.#asked) if (!this.#isUnderWay(visit.slot)) this.#leastLoaded().assign(visit);
  }

  /** The seen table has moved. */
  moveSeen(handle: unknown): void {
    this.#tellAll({ kind: 'seen', handle });
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.map(lane => lane.close()));
    clearInterval(this.#watchdog);
    await this.#pool.destroy();
  }

  #tellAll(order: LaneOrder): void {
    this.#news.set(order.kind, order);
    for (const lane of this.#lanes) lane.send(order);
  }

  #newLane(index: number): Lane {
    const lane = new Lane({
      ...this.#options,
      pool: this.#pool,
      number: index + 1,
      events: {
        onReading: reading => this.#onReading(reading),
        onDeath: (dead, slot, owed, cause) => this.#onDeath(dead, slot, owed, cause),
      },
    });
    for (const order of this.#news.values()) lane.send(order);
    return lane;
  }

  #onReading(reading: Reading): void {
    this.#pages++;
    if (reading.version === this.#version) this.#ready.set(reading.slot, reading);
    else {
      const visit = this.#asked.find(asked => asked.slot === reading.slot);
      if (visit !== undefined) this.#leastLoaded().assign(visit);
      this.#flush();
    }
    this.#wakeUp();
  }

  #onDeath(dead: Lane, slot: number, owed: readonly Visit[], cause: unknown): void {
    if (++this.#deaths > MOST_DEATHS + this.#pages / PAGES_A_DEATH) {
      this.#fault = new Fault(
        'ENGINE_LANES_DIE',
        `${this.#deaths} lanes have ended by themselves; the last said: ${cause}`,
        70,
        cause,
      );
    } else {
      const index = this.#lanes.indexOf(dead);
      const fresh = this.#newLane(index);
      this.#lanes[index] = fresh;
      for (const visit of owed) fresh.assign(visit);
      if (slot >= 0) this.#ready.set(slot, diedReading(slot, this.#version));
      this.#options.onReplaced(`A lane ended and was replaced: ${cause}`, slot);
      this.#flush();
    }
    this.#wakeUp();
  }

  #wakeUp(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  #flush(): void {
    for (const lane of this.#lanes) lane.flush();
  }

  #watch(): void {
    for (const lane of this.#lanes) if (lane.isStuck()) lane.kill();
  }

  #load(): number {
    return this.#ready.size + this.#lanes.reduce((sum, lane) => sum + lane.owed.size, 0);
  }

  #isUnderWay(slot: number): boolean {
    return this.#lanes.some(lane => lane.owed.has(slot));
  }

  #leastLoaded(): Lane {
    return this.#lanes.reduce((best, lane) => (lane.owed.size < best.owed.size ? lane : best));
  }

  /** Drops readings that are neither asked for nor likely any more; returns how many. */
  #forget(likely: ReadonlySet<number>): number {
    const asked = new Set(this.#asked.map(visit => visit.slot));
    let count = 0;
    for (const slot of this.#ready.keys()) {
      if (likely.has(slot) || asked.has(slot)) continue;
      this.#ready.delete(slot);
      count++;
    }
    return count;
  }
}

/** What main writes for a page whose reader ended. */
export const diedReading = (slot: number, version: number): Reading => ({
  ...blankReading(slot, 1),
  outcome: outcome('WorkerDied').code,
  version,
});
