/**
 * The lanes of a crawl: starts them, watches them, and replaces those that end or hang. Who takes their readings, and what
 * becomes of what a dead lane owed, is for others to say.
 */
import { Piscina } from 'piscina';
import type { ArchiveAnswer, KeepOrder, LostPage } from '../contract/archive.js';
import type { LaneOrder } from '../contract/lane.js';
import type { Reading, Visit } from '../contract/visit.js';
import { Fault } from '../kit/fault.js';
import { Lane, type LaneOptions } from './lane.js';

/** Two looks this far apart that find the same page being read mean a hang. */
const WATCH_MS = 30_000;
/** More deaths than this, and one for every so many pages that came, mean that the fault is ours. */
const MOST_DEATHS = 20;
const PAGES_A_DEATH = 100;

export interface CrewEvents {
  onReading(reading: Reading): void;
  onSent?(slot: number, atMs: number): void;
  /** A lane ended while it read `slot` (-1: none); `fresh` has taken its place and `owed` is to be seen to. */
  onReplaced(slot: number, owed: readonly Visit[], fresh: Lane): void;
  /** Lanes die all the time: the crawl cannot go on. */
  onFault(fault: Fault): void;
}

export interface CrewOptions extends Omit<LaneOptions, 'pool' | 'events' | 'number'> {
  /** The worker's file: its default export runs a lane. */
  readonly filename: string;
  readonly lanes: number;
  /** A page that is being read for longer than this, and at most twice this, ends as WorkerDied. Default 30 s. */
  readonly watchMs?: number;
  /** Called with a sentence when a lane was replaced. */
  readonly onReplaced: (sentence: string, slot: number) => void;
  /** Where pages are kept: hears what lanes say of them, and of a lane that ended before another one takes its number. */
  readonly archive?: ArchiveEvents | undefined;
}

export interface ArchiveEvents {
  onAnswer(answer: ArchiveAnswer): void;
  onDeath(lane: number): void;
  /** No lane will answer any more. */
  onFault(fault: Fault): void;
}

export class LaneCrew {
  readonly lanes: Lane[] = [];
  readonly #options: CrewOptions;
  readonly #events: CrewEvents;
  /** A pool a lane: one of several threads starts none again once one has died while it started. */
  readonly #pools = new Map<Lane, Piscina>();
  readonly #watchdog: NodeJS.Timeout;
  /** The last order of each kind that a new lane has to hear too. */
  readonly #news = new Map<LaneOrder['kind'], LaneOrder>();
  /** Which lane holds the bytes of a page; only where pages are kept. */
  readonly #holder = new Map<number, Lane>();
  #deaths = 0;
  #pages = 0;

  constructor(options: CrewOptions, events: CrewEvents) {
    this.#options = options;
    this.#events = events;
    for (let i = 0; i < options.lanes; i++) this.lanes.push(this.#newLane(i));
    this.#watchdog = setInterval(() => this.#watch(), options.watchMs ?? WATCH_MS);
    this.#watchdog.unref();
  }

  tellAll(order: LaneOrder): void {
    this.#news.set(order.kind, order);
    for (const lane of this.lanes) lane.send(order);
  }

  flush(): void {
    for (const lane of this.lanes) lane.flush();
  }

  keep(order: KeepOrder): void {
    const lane = this.#holder.get(order.slot);
    this.#holder.delete(order.slot);
    if (lane !== undefined && this.lanes.includes(lane)) lane.keep(order);
    else this.#options.archive?.onAnswer({ kept: [lostOf(order)] });
  }

  drop(slot: number): void {
    this.#holder.get(slot)?.drop(slot);
    this.#holder.delete(slot);
  }

  /** Each lane answers once it has written all that it was told to keep so far. */
  sync(commit: number): void {
    for (const lane of this.lanes) {
      lane.flush();
      lane.send({ kind: 'sync', commit });
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.lanes.map(lane => lane.close()));
    clearInterval(this.#watchdog);
    await Promise.all([...this.#pools.values()].map(pool => pool.destroy()));
  }

  #newPool(): Piscina {
    return new Piscina({
      filename: this.#options.filename,
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: 1,
      // A lane lives on messages, not on tasks: its thread must not sleep on an atomic.
      atomics: 'disabled',
    });
  }

  #newLane(index: number): Lane {
    const pool = this.#newPool();
    const lane: Lane = new Lane({
      ...this.#options,
      pool,
      number: index + 1,
      events: {
        onReading: reading => {
          this.#pages++;
          // Of robots.txt and sitemaps nothing is held, and nobody would ever take their entries out.
          if (this.#options.archive !== undefined && reading.kind === 'page') this.#hold(reading.slot, lane);
          this.#events.onReading(reading);
        },
        onArchive: answer => this.#options.archive?.onAnswer(answer),
        onSent: (slot, atMs) => this.#events.onSent?.(slot, atMs),
        onDeath: (dead, slot, owed, cause) => this.#replace(dead, slot, owed, cause),
      },
    });
    this.#pools.set(lane, pool);
    for (const order of this.#news.values()) lane.send(order);
    return lane;
  }

  /** A page that was read twice, with other frequencies, is wanted once. */
  #hold(slot: number, lane: Lane): void {
    const before = this.#holder.get(slot);
    if (before !== lane) before?.drop(slot);
    this.#holder.set(slot, lane);
  }

  #replace(dead: Lane, slot: number, owed: readonly Visit[], cause: unknown): void {
    // It has begun another thread, which nobody needs.
    void this.#pools.get(dead)?.destroy();
    this.#pools.delete(dead);
    const index = this.lanes.indexOf(dead);
    const { archive } = this.#options;
    if (++this.#deaths > MOST_DEATHS + this.#pages / PAGES_A_DEATH) {
      const sentence = `${this.#deaths} lanes have ended by themselves; the last said: ${cause}`;
      const fault = new Fault('ENGINE_LANES_DIE', sentence, 70, cause);
      this.#events.onFault(fault);
      archive?.onFault(fault);
      return;
    }
    archive?.onDeath(index + 1);
    const { unkept } = dead;
    if (unkept.length > 0) archive?.onAnswer({ kept: unkept.map(lostOf) });
    const fresh = this.#newLane(index);
    this.lanes[index] = fresh;
    this.#events.onReplaced(slot, owed, fresh);
    this.#options.onReplaced(`A lane ended and was replaced: ${cause}`, slot);
    this.flush();
  }

  #watch(): void {
    for (const lane of this.lanes) if (lane.isStuck()) lane.kill();
  }
}

/** The bytes of the page went with their lane. */
const lostOf = ({ slot, seq }: KeepOrder): LostPage => ({ slot, seq, lost: 'absent' });
