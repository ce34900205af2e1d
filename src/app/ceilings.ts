/**
 * Is there still room to crawl in? Memory and disk are asked while the crawl runs. When memory runs short, the crawl slows down: what is
 * no longer used is collected, and half as many pages are under way, for answers take the most of what can be given back. It pauses
 * before memory or disk is full: what is in flight is settled, everything is committed, and `dowser resume` goes on once there is room.
 *
 * A reserve file keeps some of the disk for that pause; whoever is surprised by a full disk all the same gives it up.
 */
import { readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StopReason } from '../contract/crawl.js';
import type { Clock } from '../kit/clock.js';
import { collect } from '../kit/collect.js';
import { realDisk } from '../kit/disk.js';
import { Fault } from '../kit/fault.js';

const RESERVE_FILE = 'reserve';
const RESERVE_BYTES = 4 * 2 ** 20;
/** A pause writes at most this much: rows and answers that are on their way, and the log's own bookkeeping. */
const LEAST_FREE = 12 * 2 ** 20;
const ASK_EVERY_MS = 250;
/** Memory runs short from this share of the most on. */
const SHORT = 0.85;
/** Collecting takes as long as a hundred pages. */
const COLLECT_EVERY_MS = 5000;

export interface CeilingOptions {
  readonly folder: string;
  /** RssAnon + RssShmem of this process, bytes. */
  readonly maxMemory?: number | undefined;
  /** Of everything in the folder, bytes. */
  readonly maxDisk?: number | undefined;
}

/** What the system is asked; tests answer themselves. */
export interface Meter {
  memory(): number;
  freeDisk(folder: string): number;
  usedDisk(folder: string): number;
}

function usedDisk(folder: string): number {
  let bytes = 0;
  for (const name of realDisk.list(folder)) {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined) bytes += stat.isDirectory() ? usedDisk(path) : stat.size;
  }
  return bytes;
}

/** What only this process holds: pages of mapped files are not counted, the system takes those back when it wants. */
function memory(): number {
  try {
    const text = readFileSync('/proc/self/status', 'utf8');
    const kilobytes = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
    return 1024 * (kilobytes('RssAnon') + kilobytes('RssShmem'));
  } catch {
    return process.memoryUsage.rss();
  }
}

const systemMeter: Meter = {
  memory,
  usedDisk,
  freeDisk(folder) {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  },
};

export class Ceilings {
  readonly #options: CeilingOptions;
  readonly #clock: Clock;
  readonly #meter: Meter;
  #askedMs = Number.NEGATIVE_INFINITY;
  #reason: StopReason | undefined;
  #isShort = false;
  #collectedMs = Number.NEGATIVE_INFINITY;

  constructor(options: CeilingOptions, clock: Clock, meter: Meter = systemMeter) {
    this.#options = options;
    this.#clock = clock;
    this.#meter = meter;
  }

  /** Why the crawl must pause, or undefined. */
  reached(): StopReason | undefined {
    const now = this.#clock.tick();
    if (this.#reason !== undefined || now - this.#askedMs < ASK_EVERY_MS) return this.#reason;
    this.#askedMs = now;
    this.#reason = this.#ask();
    return this.#reason;
  }

  /** Memory is nearly full: the crawl should need less. */
  get isShort(): boolean {
    return this.#isShort;
  }

  /** Bytes of memory, after what is no longer used was given back when they are many. */
  #memory(maxMemory: number): number {
    const held = this.#meter.memory();
    const now = this.#clock.tick();
    if (held < SHORT * maxMemory || now - this.#collectedMs < COLLECT_EVERY_MS) return held;
    this.#collectedMs = now;
    collect();
    return this.#meter.memory();
  }

  #ask(): StopReason | undefined {
    const { folder, maxMemory = Infinity, maxDisk = Infinity } = this.#options;
    if (this.#meter.freeDisk(folder) < LEAST_FREE) return 'disk full';
    if (maxDisk < Infinity && this.#meter.usedDisk(folder) >= maxDisk) return 'max disk';
    if (maxMemory === Infinity) return undefined;
    const held = this.#memory(maxMemory);
    this.#isShort = held >= SHORT * maxMemory;
    return held >= maxMemory ? 'max memory' : undefined;
  }

  /** Keeps some of the disk. @throws {Error} ENOSPC when there is no room to begin with. */
  reserve(): void {
    writeFileSync(join(this.#options.folder, RESERVE_FILE), new Uint8Array(RESERVE_BYTES));
  }

  /** Gives the reserve up, so that a pause can be written. */
  release(): void {
    rmSync(join(this.#options.folder, RESERVE_FILE), { force: true });
  }
}

const FULL: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const isFull = (error: unknown): boolean => FULL.has((error as NodeJS.ErrnoException | undefined)?.code);

const diskFull = (cause: unknown): Fault =>
  new Fault(
    'CRAWL_DISK_FULL',
    'The disk is full: give it room and go on with dowser resume; nothing that was committed is lost.',
    75,
    cause,
  );

/** A disk that refuses in the middle is a pause, too. */
export const asPause = (error: unknown): unknown => (isFull(error) ? diskFull(error) : error);
