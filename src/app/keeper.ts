/**
 * When does what happened become certain? After so many answers, so many bytes or so long, whichever comes first; and which state
 * beside the engine's own goes into a commit. Where pages are kept, a commit waits until the lanes have written everything that was
 * settled before it, while the crawl goes on. When so much has come together that walking it again would take seconds, the
 * crawl rests for a moment and a snapshot is written.
 */
import type { RoadJournal } from '../contract/journal.js';
import type { Road } from '../engine/road.js';
import { stateOf } from '../engine/snapshot.js';
import type { CommitWriter, Publication } from '../journal/chain.js';
import type { ArchiveCommit, Commit } from '../journal/journal.js';

const LATEST_MS = 500;
const STOPPED = new Error('The keeper was stopped.');

/** When a commit is due, and when a snapshot; a simulation has one of its own. */
export interface Rhythm {
  readonly mostAnswers: number;
  readonly mostBytes: number;
  /** A snapshot is due after so many answers … */
  readonly snapshotAnswers: number;
  /** … but not before the crawl has run so many times as long as the last one took. */
  readonly snapshotShare: number;
  /** Calls the listener again and again while main decides nothing; the answer ends it. */
  every(listener: () => void): () => void;
}

export const RHYTHM: Rhythm = {
  mostAnswers: 512,
  mostBytes: 2 ** 21,
  // Walking 10,000 pages again takes a second or two.
  snapshotAnswers: 10_000,
  snapshotShare: 30,
  every(listener) {
    const timer = setInterval(listener, LATEST_MS).unref();
    return () => clearInterval(timer);
  },
};

/** What the archive has on disk of all pages up to that seq; undefined: to be asked again. */
export type SyncArchive = (seq: number) => Promise<ArchiveCommit | undefined>;

export class Keeper {
  readonly #writer: CommitWriter;
  readonly #sync: SyncArchive | undefined;
  readonly #rhythm: Rhythm;
  readonly #rest: () => void;
  readonly #onRefused: () => void;
  #road: Road | undefined;
  #answers = 0;
  #fault: unknown;
  /** The commit that waits for the archive. */
  #pending: Promise<void> | undefined;
  /** Answers since the last snapshot. */
  #unwalked = 0;
  #nextSnapshotMs = Number.NEGATIVE_INFINITY;
  /** The snapshot that waits for the disk. */
  #publishing: Promise<void> | undefined;
  #isResting = false;

  /** `onRefused` hears that the disk did not take a snapshot. */
  constructor(
    writer: CommitWriter,
    rhythm: Rhythm = RHYTHM,
    sync?: SyncArchive,
    onRefused: () => void = () => undefined,
  ) {
    this.#writer = writer;
    this.#onRefused = onRefused;
    this.#rhythm = rhythm;
    this.#sync = sync;
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
    this.#answers++;
    this.#unwalked++;
    const { mostAnswers, mostBytes } = this.#rhythm;
    if (this.#answers >= mostAnswers || this.#writer.bytes >= mostBytes) this.commit(road);
  }

  /** Makes certain what has happened so far; where pages are kept, a little later. */
  commit(road: Road): void {
    if (this.#pending !== undefined) return;
    this.#answers = 0;
    if (this.#sync === undefined) this.#writer.commit(commitOf(road));
    else this.#pending = this.#commitKept(road, this.#sync);
  }

  /** Between two steps: the crawl rests until it resolves, if a snapshot is due. */
  rest(road: Road): Promise<void> | undefined {
    const { snapshotAnswers } = this.#rhythm;
    if (this.#unwalked < snapshotAnswers || this.#publishing !== undefined) return undefined;
    if (road.parts.clock.tick() < this.#nextSnapshotMs) return undefined;
    return this.snapshot(road);
  }

  /** Writes the whole state down; it counts once it is on disk, while the crawl goes on. @throws what the disk throws. */
  async snapshot(road: Road): Promise<void> {
    if (this.#writer.turn === undefined) return;
    const { clock } = road.parts;
    const since = clock.tick();
    this.#isResting = true;
    await this.#settle(road);
    const publish = await this.#writer.turn(commitOf(road), stateOf(road));
    this.#isResting = false;
    this.#unwalked = 0;
    this.#nextSnapshotMs = clock.tick() + this.#rhythm.snapshotShare * (clock.tick() - since);
    if (publish === undefined) this.#onRefused();
    else this.#publishing = this.#publish(publish);
  }

  /** Everything is certain when it resolves. */
  async finish(road: Road): Promise<void> {
    await this.#settle(road);
    await this.#publishing;
    if (this.#fault !== undefined) throw this.#fault;
  }

  async #settle(road: Road): Promise<void> {
    await this.#pending;
    while (this.#fault === undefined) {
      this.commit(road);
      await this.#pending;
      if (this.#writer.bytes === 0) break;
    }
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** No commit of its own any more: the road may be in the middle of a step. */
  stop(): void {
    this.#rest();
    this.#fault ??= STOPPED;
  }

  close(): void {
    this.stop();
    this.#writer.close();
  }

  async #publish(publish: Publication): Promise<void> {
    try {
      await publish();
    } catch (error) {
      this.#fault ??= error;
    } finally {
      this.#publishing = undefined;
    }
  }

  async #commitKept(road: Road, sync: SyncArchive): Promise<void> {
    const mark = this.#writer.bytes;
    const commit = commitOf(road);
    try {
      const archive = await sync(commit.seq);
      if (archive !== undefined && this.#fault === undefined)
        this.#writer.commit({ ...commit, archive }, mark);
    } catch (error) {
      this.#fault ??= error;
    } finally {
      this.#pending = undefined;
    }
  }

  #commitLate(): void {
    if (this.#road === undefined || this.#writer.bytes === 0) return;
    if (this.#fault !== undefined || this.#isResting) return;
    try {
      this.commit(this.#road);
    } catch (error) {
      this.#fault = error;
    }
  }
}

function commitOf({ seq, startedMs, parts: { clock, live } }: Road): Commit {
  // Delays that robots.txt asks for are learned again from the answers: one a host would be in every commit.
  const beside =
    live === undefined ? {} : { politeness: { ...live.politeness.snapshot(clock.now()), delays: [] } };
  return { seq, elapsedMs: clock.tick() - startedMs, beside };
}
