/**
 * Lanes behind the reader's door. Reading a stored web is pure, so lanes read ahead what will probably be chosen; answers
 * are still taken in the order of assignment, and a reading made with older document frequencies is made again.
 * A lane that dies or hangs is replaced: only the page that it was reading ends as WorkerDied, the others are free.
 */
import { outcome } from '../contract/outcome.js';
import { blankReading, type Reading, type Visit } from '../contract/visit.js';
import { Fault } from '../kit/fault.js';
import type { Lane } from './lane.js';
import { type CrewOptions, LaneCrew } from './lane-crew.js';
import type { Reader } from './road.js';

/** Readings made ahead or under way, per lane. */
const AHEAD = 4;

export type LaneReaderOptions = CrewOptions;

export class LaneReader implements Reader {
  readonly #crew: LaneCrew;
  /** Slots asked for, in order. */
  readonly #asked: Visit[] = [];
  /** Readings that came and were not taken yet. */
  readonly #ready = new Map<number, Reading>();
  #wake: (() => void) | undefined;
  #fault: Fault | undefined;
  #version = 0;

  constructor(options: LaneReaderOptions) {
    this.#crew = new LaneCrew(options, {
      onReading: reading => this.#onReading(reading),
      onReplaced: (slot, owed, fresh) => this.#onReplaced(slot, owed, fresh),
      onFault: fault => {
        this.#fault = fault;
        this.#wakeUp();
      },
    });
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
      this.#crew.flush();
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }

  plan(candidates: (count: number) => readonly number[], visitOf: (slot: number) => Visit): void {
    const most = AHEAD * this.#crew.lanes.length;
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
    this.#crew.flush();
  }

  /** From now on only readings of this version count; the lanes are told by `order`. */
  renew(version: number, handle: unknown): void {
    this.#version = version;
    this.#crew.tellAll({ kind: 'frequency', handle });
    for (const slot of this.#ready.keys()) this.#crew.drop(slot);
    this.#ready.clear();
    for (const visit of this.#asked) if (!this.#isUnderWay(visit.slot)) this.#leastLoaded().assign(visit);
  }

  /** The lanes, for orders about the bytes of pages. */
  get crew(): LaneCrew {
    return this.#crew;
  }

  /** The seen table has moved. */
  moveSeen(handle: unknown): void {
    this.#crew.tellAll({ kind: 'seen', handle });
  }

  close(): Promise<void> {
    return this.#crew.close();
  }

  #onReading(reading: Reading): void {
    if (reading.version === this.#version) this.#ready.set(reading.slot, reading);
    else {
      this.#crew.drop(reading.slot);
      const visit = this.#asked.find(asked => asked.slot === reading.slot);
      if (visit !== undefined) this.#leastLoaded().assign(visit);
      this.#crew.flush();
    }
    this.#wakeUp();
  }

  #onReplaced(slot: number, owed: readonly Visit[], fresh: Lane): void {
    for (const visit of owed) fresh.assign(visit);
    if (slot >= 0) this.#ready.set(slot, diedReading(slot, this.#version));
    this.#wakeUp();
  }

  #wakeUp(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  #load(): number {
    return this.#ready.size + this.#crew.lanes.reduce((sum, lane) => sum + lane.owed.size, 0);
  }

  #isUnderWay(slot: number): boolean {
    return this.#crew.lanes.some(lane => lane.owed.has(slot));
  }

  #leastLoaded(): Lane {
    return this.#crew.lanes.reduce((best, lane) => (lane.owed.size < best.owed.size ? lane : best));
  }

  /** Drops readings that are neither asked for nor likely any more; returns how many. */
  #forget(likely: ReadonlySet<number>): number {
    const asked = new Set(this.#asked.map(visit => visit.slot));
    let count = 0;
    for (const slot of this.#ready.keys()) {
      if (likely.has(slot) || asked.has(slot)) continue;
      this.#ready.delete(slot);
      this.#crew.drop(slot);
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
