/**
 * The files of a journal. Generation 0 is journal.bin, generation n journal-n.bin, and snapshot-n.bin is the state in which it
 * began. A crawl goes on from the newest snapshot and the journals from there on; what lies before is deleted. So a snapshot that
 * was not finished costs nothing: the journals on both sides of it are still there.
 */
import { join } from 'node:path';
import type { SegmentLength } from '../contract/archive.js';
import type { Past, RoadJournal } from '../contract/journal.js';
import type { PacketShape } from '../contract/packet.js';
import type { Savables } from '../contract/snapshot.js';
import type { AppendFile, Disk } from '../kit/disk.js';
import { Fault } from '../kit/fault.js';
import {
  type Commit,
  JOURNAL_FILE,
  JournalWriter,
  layBeginning,
  type NewBeginning,
  pastOf,
  reopenJournal,
  type Survey,
  surveyJournal,
} from './journal.js';
import { SnapshotFile, writeSnapshot } from './snapshot-file.js';

/** What is being written has another name until it is on disk. */
const SNAPSHOT_PART = 'snapshot.part';
const JOURNAL_PART = 'journal.part';
const SNAPSHOT = /^snapshot-(\d+)\.bin$/;
const JOURNAL = /^journal(?:-(\d+))?\.bin$/;

export const journalName = (generation: number): string =>
  generation === 0 ? JOURNAL_FILE : `journal-${generation}.bin`;
export const snapshotName = (generation: number): string => `snapshot-${generation}.bin`;

export interface JournalFolder {
  readonly disk: Disk;
  readonly folder: string;
}

/** What a snapshot is of. */
interface About {
  readonly commit: Commit;
  readonly startedMs: number;
  readonly lengths: readonly SegmentLength[];
}

/** Where commits go. */
export interface CommitWriter {
  /** Where the engine tells what it does. */
  readonly entries: RoadJournal;
  /** Bytes of entries that no commit holds yet; as a mark, everything told so far. */
  readonly bytes: number;
  /** See `JournalWriter.commit`. */
  commit(commit: Commit, mark?: number): void;
  synced(): Promise<void>;
  close(): void;
  /** See `ChainWriter.turn`; absent where the journal is one file for ever. */
  turn?(commit: Commit, savables: Savables): Promise<Publication | undefined>;
}

/** Gives a snapshot its name, once it and what its parts keep elsewhere are on disk; deletes what came before. */
export type Publication = () => Promise<void>;

const generationsOf = (names: readonly string[], pattern: RegExp): number[] =>
  names.flatMap(name => {
    const found = pattern.exec(name);
    return found === null ? [] : [Number(found[1] ?? 0)];
  });

/** The disk has no room, or is broken: a crawl can go on without a snapshot. */
const isRefusal = (error: unknown): boolean =>
  typeof (error as { code?: unknown }).code === 'string' && !(error instanceof Fault);

export class ChainWriter implements CommitWriter {
  readonly #files: JournalFolder;
  readonly #startedMs: number;
  readonly #shape: PacketShape;
  readonly #writer: JournalWriter;
  readonly #lengths: Map<string, number>;
  #generation: number;

  constructor(
    files: JournalFolder,
    {
      writer,
      generation,
      startedMs,
      shape,
      lengths,
    }: {
      readonly writer: JournalWriter;
      readonly generation: number;
      readonly startedMs: number;
      readonly shape: PacketShape;
      readonly lengths: readonly SegmentLength[];
    },
  ) {
    this.#files = files;
    this.#writer = writer;
    this.#generation = generation;
    this.#startedMs = startedMs;
    this.#shape = shape;
    this.#lengths = new Map(lengths.map(({ file, bytes }) => [file, bytes]));
  }

  get entries(): RoadJournal {
    return this.#writer.entries;
  }

  get bytes(): number {
    return this.#writer.bytes;
  }

  commit(commit: Commit, mark?: number): void {
    this.#writer.commit(commit, mark);
    for (const { file, bytes } of commit.archive?.lengths ?? []) this.#lengths.set(file, bytes);
  }

  synced(): Promise<void> {
    return this.#writer.synced();
  }

  close(): void {
    this.#writer.close();
  }

  /**
   * Writes a snapshot and goes on in a new file. Everything told is committed before, and nothing changes until it resolves.
   * Undefined when the disk refused the snapshot: the journal goes on as before.
   */
  async turn(commit: Commit, savables: Savables): Promise<Publication | undefined> {
    await this.#writer.synced();
    const { disk, folder } = this.#files;
    const about: About = {
      commit,
      startedMs: this.#startedMs,
      lengths: [...this.#lengths].map(([file, bytes]) => ({ file, bytes })),
    };
    const part = disk.create(join(folder, SNAPSHOT_PART));
    try {
      await writeSnapshot(part, about, savables);
      const next = this.#generation + 1;
      const beginning = { startedMs: this.#startedMs, shape: this.#shape, since: commit.seq };
      this.#writer.moveTo(newJournal(this.#files, next, beginning));
      this.#generation = next;
      return () => this.#publish(part, next, savables);
    } catch (error) {
      part.close();
      if (!isRefusal(error)) throw error;
      disk.remove(join(folder, SNAPSHOT_PART));
      return undefined;
    }
  }

  async #publish(part: AppendFile, generation: number, savables: Savables): Promise<void> {
    const { disk, folder } = this.#files;
    try {
      await Promise.all([part.synced(), ...Object.values(savables).map(savable => savable.synced?.())]);
    } finally {
      part.close();
    }
    disk.replace(join(folder, SNAPSHOT_PART), join(folder, snapshotName(generation)));
    clear(this.#files, generation, this.#generation);
  }
}

/** A file with its beginning, on disk before it has its name. */
function newJournal(
  { disk, folder }: JournalFolder,
  generation: number,
  beginning: NewBeginning,
): AppendFile {
  const file = disk.create(join(folder, JOURNAL_PART));
  layBeginning(file, beginning);
  disk.replace(join(folder, JOURNAL_PART), join(folder, journalName(generation)));
  return file;
}

/** Deletes what belongs to no generation of the chain. */
function clear({ disk, folder }: JournalFolder, first: number, last: number): void {
  const names = disk.list(folder);
  for (const generation of generationsOf(names, SNAPSHOT))
    if (generation < first) disk.remove(join(folder, snapshotName(generation)));
  for (const generation of generationsOf(names, JOURNAL))
    if (generation < first || generation > last) disk.remove(join(folder, journalName(generation)));
}

/** Begins a journal; whatever the folder holds of one goes. */
export function beginChain(
  files: JournalFolder,
  beginning: Pick<NewBeginning, 'startedMs' | 'shape'>,
): ChainWriter {
  const { disk, folder } = files;
  for (const generation of generationsOf(disk.list(folder), SNAPSHOT))
    disk.remove(join(folder, snapshotName(generation)));
  const writer = new JournalWriter(newJournal(files, 0, beginning), beginning.shape, 1);
  clear(files, 0, 0);
  return new ChainWriter(files, { ...beginning, writer, generation: 0, lengths: [] });
}

/** A generation that is there. */
interface Link {
  readonly generation: number;
  readonly file: AppendFile;
  readonly survey: Survey;
}

/** What the files of a journal say. */
export class Chain {
  readonly #files: JournalFolder;
  readonly #links: readonly Link[];
  readonly snapshot: SnapshotFile<About> | undefined;
  #isReopened = false;

  constructor(files: JournalFolder, links: readonly Link[], snapshot: SnapshotFile<About> | undefined) {
    this.#files = files;
    this.#links = links;
    this.snapshot = snapshot;
  }

  /** The last commit; undefined when there is none. */
  get last(): Commit | undefined {
    return (
      this.#links.findLast(({ survey }) => survey.last !== undefined)?.survey.last ??
      this.snapshot?.about.commit
    );
  }

  /** Segments of the archive with their certain lengths. */
  get lengths(): SegmentLength[] {
    const all = [
      this.snapshot?.about.lengths ?? [],
      ...this.#links.map(({ survey }) => survey.lengths),
    ].flat();
    return [...new Map(all.map(({ file, bytes }) => [file, bytes]))].map(([file, bytes]) => ({
      file,
      bytes,
    }));
  }

  /** seq of the last row before the snapshot; 0 without one. */
  get wholeSeq(): number {
    return this.snapshot?.about.commit.seq ?? 0;
  }

  /** Commits since the snapshot. */
  get commits(): number {
    return this.#links.reduce((sum, { survey }) => sum + survey.next - 1, 0);
  }

  /** Nothing stands behind the last commit. */
  get isTidy(): boolean {
    const { file, survey } = this.#end;
    return file.length === survey.end;
  }

  get #end(): Link {
    return this.#links.at(-1) as Link;
  }

  /** `onCommit` hears of each commit before its entries are told. */
  past(onCommit?: (commit: Commit) => void): Past {
    const links = this.#links;
    return {
      startedMs: this.#end.survey.beginning.startedMs,
      elapsedMs: this.last?.elapsedMs ?? 0,
      base: this.snapshot && (name => (this.snapshot as SnapshotFile<About>).part(name)),
      *tell(journal) {
        for (const { file, survey } of links) yield* pastOf(file, survey, onCommit).tell(journal);
      },
    };
  }

  /** Cuts off what is in no whole frame, and goes on behind it. */
  reopen(): ChainWriter {
    const { generation, file, survey } = this.#end;
    const { disk, folder } = this.#files;
    this.#isReopened = true;
    for (const part of [SNAPSHOT_PART, JOURNAL_PART]) disk.remove(join(folder, part));
    clear(this.#files, (this.#links[0] as Link).generation, generation);
    return new ChainWriter(this.#files, {
      ...survey.beginning,
      writer: reopenJournal(file, survey),
      generation,
      lengths: this.lengths,
    });
  }

  /** The last file belongs to whoever reopened the chain. */
  close(): void {
    this.snapshot?.close();
    for (const link of this.#links) if (!this.#isReopened || link !== this.#end) link.file.close();
  }
}

/** Reads what a journal holds; undefined when it never began. @throws {Fault} see `surveyJournal`, `SnapshotFile`. */
export function surveyChain(files: JournalFolder): Chain | undefined {
  const { disk, folder } = files;
  const names = disk.list(folder);
  const first = Math.max(0, ...generationsOf(names, SNAPSHOT));
  const snapshot =
    first === 0 ? undefined : new SnapshotFile<About>(disk.open(join(folder, snapshotName(first))));
  const links: Link[] = [];
  let seq = snapshot?.about.commit.seq ?? 0;
  for (let generation = first; names.includes(journalName(generation)); generation++) {
    const file = disk.open(join(folder, journalName(generation)));
    const survey = surveyJournal(file);
    // A file that does not begin where the one before ends was begun too early to count.
    if (survey === undefined || survey.beginning.since !== seq) {
      file.close();
      break;
    }
    seq = survey.last?.seq ?? seq;
    links.push({ generation, file, survey });
  }
  if (links.length > 0) return new Chain(files, links, snapshot);
  if (snapshot === undefined) return undefined;
  throw new Fault(
    'JOURNAL_DAMAGED',
    `The journal cannot be read: ${journalName(first)} is missing or damaged.`,
    70,
  );
}
