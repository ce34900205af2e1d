/**
 * When does what happened become certain? After so many answers, so many bytes or so long, whichever comes first; and which state
 * beside the engine's own goes into a commit.
 */
import type { RoadJournal } from '../contract/journal.js';
import type { Road } from '../engine/road.js';
import type { Commit, JournalWriter } from '../journal/journal.js';

const LATEST_MS = 500;

/** When a commit is due; a simulation has one of its own. */
export interface Rhythm {
  readonly mostAnswers: number;
  readonly mostBytes: number;
  /** Calls the listener again and again while main decides nothing; the answer ends it. */
  every(listener: () => void): () => void;
}

const RHYTHM: Rhythm = {
  mostAnswers: 512,
  mostBytes: 2 ** 21,
  every(listener) {
    const timer = setInterval(listener, LATEST_MS).unref();
    return () => clearInterval(timer);
  },
};

export class Keeper {
  readonly #writer: JournalWriter;
  readonly #rhythm: Rhythm;
  readonly #rest: () => void;
  #road: Road | undefined;
  #fault: unknown;

  constructor(writer: JournalWriter, rhythm: Rhythm = RHYTHM) {
    this.#writer = writer;
    this.#rhythm = rhythm;
    // Main decides nothing while a timer runs, so the road is between two steps.
    this.#rest = rhythm.every(() => this.#commitLate());
  }

  get entries(): RoadJournal {
    return this.#writer.entries;
  }

  /** After every answer. @throws what the disk throws. */
  tick(road: Road): void {
    if (this.#fault !== undefined) throw this.#fault;
    this.#road = road;
    const { mostAnswers, mostBytes } = this.#rhythm;
    if (this.#writer.answers >= mostAnswers || this.#writer.bytes >= mostBytes) this.commit(road);
  }

  commit(road: Road): void {
    this.#writer.commit(commitOf(road));
  }

  /** No commit of its own any more: the road may be in the middle of a step. */
  stop(): void {
    this.#rest();
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
