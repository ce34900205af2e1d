/**
 * When does what happened become certain? After so many answers, so many bytes or so long, whichever comes first; and which state
 * beside the engine's own goes into a commit.
 */
import type { RoadJournal } from '../contract/journal.js';
import type { Road } from '../engine/road.js';
import type { Commit, JournalWriter } from '../journal/journal.js';

const MOST_ANSWERS = 512;
const MOST_BYTES = 2 ** 21;
const LATEST_MS = 500;

export class Keeper {
  readonly #writer: JournalWriter;
  readonly #timer: NodeJS.Timeout;
  #road: Road | undefined;
  #fault: unknown;

  constructor(writer: JournalWriter) {
    this.#writer = writer;
    // Main decides nothing while a timer runs, so the road is between two steps.
    this.#timer = setInterval(() => this.#commitLate(), LATEST_MS).unref();
  }

  get entries(): RoadJournal {
    return this.#writer.entries;
  }

  /** After every answer. @throws what the disk throws. */
  tick(road: Road): void {
    if (this.#fault !== undefined) throw this.#fault;
    this.#road = road;
    if (this.#writer.answers >= MOST_ANSWERS || this.#writer.bytes >= MOST_BYTES) this.commit(road);
  }

  commit(road: Road): void {
    this.#writer.commit(commitOf(road));
  }

  /** No commit of its own any more: the road may be in the middle of a step. */
  stop(): void {
    clearInterval(this.#timer);
  }

  close(): void {
    this.stop();
    this.#writer.close();
  }

  #commitLate(): void {
    if (this.#road === undefined || this.#writer.bytes === 0 || this.#fault !== undefined) return;
    try {
      this.commit(this.#road);
    } catch (error) {
      this.#fault = error;
    }
  }
}

function commitOf({ seq, startedMs, parts: { clock, live } }: Road): Commit {
  const beside = live === undefined ? {} : { politeness: live.politeness.snapshot(clock.now()) };
  return { seq, elapsedMs: clock.tick() - startedMs, beside };
}
