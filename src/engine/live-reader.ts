/**
 * Lanes on the live web: a host belongs to one lane, so that connections, names and robots.txt stay warm where they are
 * used, and answers are taken as they come. A lane that dies or hangs is replaced: the page that it was reading ends as
 * WorkerDied, and what else it had been asked is free again, to be paced anew.
 */
import { outcome } from '../contract/outcome.js';
import { blankReading, type Reading, UNASKED, type Visit } from '../contract/visit.js';
import { type CrewOptions, LaneCrew } from './lane-crew.js';
import type { Reader } from './road.js';

/** Where visits are read: a lane, or this very thread. */
export interface Seat {
  assign(visit: Visit): void;
  /** Sends what was assigned. */
  flush(): void;
}

/** Longest timer of Node. */
const MOST_WAIT_MS = 2 ** 31 - 1;

/** Answers in the order in which they came, and whoever waits for them. */
export class Answers {
  #ready: Reading[] = [];
  #taken = 0;
  #wake: (() => void) | undefined;
  #fault: Error | undefined;

  /** Told of every request that leaves. */
  onSent: ((slot: number, atMs: number) => void) | undefined;

  push(reading: Reading): void {
    this.#ready.push(reading);
    this.wake();
  }

  /** From now on every wait ends with this. */
  fail(fault: Error): void {
    this.#fault ??= fault;
    this.wake();
  }

  wake(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  /** The next answer; undefined after `waitMs`, or when woken up. */
  async next(waitMs: number): Promise<Reading | undefined> {
    if (this.#fault !== undefined) throw this.#fault;
    if (this.#taken === this.#ready.length && waitMs > 0) await this.#wait(Math.min(waitMs, MOST_WAIT_MS));
    if (this.#fault !== undefined) throw this.#fault;
    return this.#take();
  }

  #wait(waitMs: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, waitMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #take(): Reading | undefined {
    const reading = this.#ready[this.#taken];
    if (reading === undefined) return undefined;
    this.#taken++;
    if (this.#taken === this.#ready.length) {
      this.#ready = [];
      this.#taken = 0;
    }
    return reading;
  }
}

export interface LiveReaderOptions {
  readonly seats: readonly Seat[];
  readonly answers: Answers;
  readonly hostOf: (url: string) => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly close: () => Promise<void>;
}

export class LiveReader implements Reader {
  readonly #options: LiveReaderOptions;

  constructor(options: LiveReaderOptions) {
    this.#options = options;
  }

  assign(visit: Visit): void {
    const { seats, hostOf } = this.#options;
    const host = hostOf(visit.origin === undefined ? visit.url : `${visit.origin}/`);
    seats[hashOf(host) % seats.length]?.assign(visit);
  }

  next(untilMs = Number.POSITIVE_INFINITY): Promise<Reading | undefined> {
    const { seats, answers, now } = this.#options;
    for (const seat of seats) seat.flush();
    return answers.next(Math.max(0, untilMs - now()));
  }

  hearSends(listener: (slot: number, atMs: number) => void): void {
    this.#options.answers.onSent = listener;
  }

  /** Nothing is read ahead: a request is a request. */
  plan(): void {}

  wake(): void {
    this.#options.answers.wake();
  }

  close(): Promise<void> {
    return this.#options.close();
  }
}

/** Lanes as seats. `topicCount` shapes the readings that stand for what a dead lane left. */
export function openLiveLanes(
  options: CrewOptions & { readonly topicCount: number },
  answers: Answers,
): { readonly seats: readonly Seat[]; readonly crew: LaneCrew } {
  const crew = new LaneCrew(options, {
    onReading: reading => answers.push(reading),
    onSent: (slot, atMs) => {
      answers.onSent?.(slot, atMs);
      answers.wake();
    },
    onReplaced: (slot, owed) => {
      for (const reading of leftBehind(slot, owed, options.topicCount)) answers.push(reading);
    },
    onFault: fault => answers.fail(fault),
  });
  // By number, since a lane may be replaced.
  const seats = crew.lanes.map((_, number) => ({
    assign: (visit: Visit) => crew.lanes[number]?.assign(visit),
    flush: () => crew.lanes[number]?.flush(),
  }));
  return { seats, crew };
}

/** What a lane that ended leaves behind. */
function leftBehind(reading: number, owed: readonly Visit[], topicCount: number): Reading[] {
  const died = outcome('WorkerDied').code;
  const blank = (slot: number, code: number): Reading => ({
    ...blankReading(slot, topicCount),
    outcome: code,
  });
  const free = owed.map(visit => blank(visit.slot, UNASKED.freed));
  return reading < 0 ? free : [blank(reading, died), ...free];
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** This very thread as a seat. `read` never rejects; if it does, the fault is ours and ends the crawl. */
export const inlineSeat = (read: (visit: Visit) => Promise<Reading>, answers: Answers): Seat => ({
  assign: visit =>
    void read(visit).then(
      reading => answers.push(reading),
      (fault: Error) => answers.fail(fault),
    ),
  flush: () => {},
});
