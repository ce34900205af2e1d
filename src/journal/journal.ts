/**
 * What is certain? A frame of the journal is one commit: everything that main was told since the last one, and what other
 * places must be cut back to (DESIGN §8). What is in no whole frame has not happened.
 *
 *   frame 0   JSON: Beginning
 *   frame n   u32 bytes of JSON | u32 0 | JSON: Commit | zeros up to a multiple of 8 | entries (coding.ts)
 */
import type { KeptPage, SegmentLength } from '../contract/archive.js';
import type { Past, RoadJournal } from '../contract/journal.js';
import type { PacketShape } from '../contract/packet.js';
import type { AppendFile } from '../kit/disk.js';
import { Fault } from '../kit/fault.js';
import { EntryWriter, tellEntries } from './coding.js';
import { type Frame, frameAt, frameOf } from './frame.js';

export const JOURNAL_FILE = 'journal.bin';
const VERSION = 1;
const JSON_HEAD = 8;

/** What a crawl began with. */
export interface Beginning {
  readonly version: number;
  readonly startedMs: number;
  /** Features that readings carry. */
  readonly shape: PacketShape;
  /** seq of the last row before it: 0, or that of the snapshot. */
  readonly since: number;
}

export type NewBeginning = Pick<Beginning, 'startedMs' | 'shape'> & Partial<Pick<Beginning, 'since'>>;

/** What is certain from a commit on. */
export interface Commit {
  /** Of the last row. */
  readonly seq: number;
  /** How long the crawl has run. */
  readonly elapsedMs: number;
  /** State that does not follow from the entries, as JSON: see app/keeper.ts. */
  readonly beside: Readonly<Record<string, unknown>>;
  /** Absent where no page is kept. */
  readonly archive?: ArchiveCommit;
}

/** What the archive gained since the commit before. */
export interface ArchiveCommit {
  /** Segments that grew, with all their bytes. */
  readonly lengths: readonly SegmentLength[];
  readonly kept: readonly KeptPage[];
}

const encoder = new TextEncoder();
const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();

/** The end of a journal that is being written. */
export class JournalWriter {
  #file: AppendFile;
  readonly #entries: EntryWriter;
  #number: number;
  #syncing: Promise<void> | undefined;
  /** Something was written since the last sync began. */
  #isBehind = false;
  #fault: unknown;

  /** `number`: of the next frame. */
  constructor(file: AppendFile, shape: PacketShape, number: number) {
    this.#file = file;
    this.#entries = new EntryWriter(shape);
    this.#number = number;
  }

  /** Where the engine tells what it does. */
  get entries(): RoadJournal {
    return this.#entries;
  }

  /** Bytes of entries that no commit holds yet; as a mark, everything told so far. */
  get bytes(): number {
    return this.#entries.length;
  }

  /**
   * Writes everything told up to the mark: it survives the end of this process at once, and a power cut when `synced` resolves.
   * @throws what the disk throws, also of an earlier sync.
   */
  commit(commit: Commit, mark = this.bytes): void {
    if (this.#fault !== undefined) throw this.#fault;
    const json = encoder.encode(JSON.stringify(commit));
    const body = new Uint8Array(JSON_HEAD + ((json.length + 7) & ~7));
    new DataView(body.buffer).setUint32(0, json.length, true);
    body.set(json, JSON_HEAD);
    const front = frameOf(body, this.#number++, this.#entries.upTo(mark));
    try {
      this.#file.append(this.#entries.upToBehind(mark, front));
      this.#entries.drop(mark);
    } catch (error) {
      // Nobody would find a frame behind one that is missing.
      this.#fault = error;
      throw error;
    }
    this.#isBehind = true;
    this.#syncing ??= this.#sync();
  }

  /** Goes on in another file, behind its beginning. Everything told is committed and synced before. */
  moveTo(file: AppendFile): void {
    this.#file.close();
    this.#file = file;
    this.#number = 1;
  }

  /** Resolves when every commit so far survives a power cut. */
  async synced(): Promise<void> {
    await this.#syncing;
    if (this.#fault !== undefined) throw this.#fault;
  }

  close(): void {
    try {
      this.#file.sync();
    } finally {
      this.#file.close();
    }
  }

  async #sync(): Promise<void> {
    try {
      while (this.#isBehind) {
        this.#isBehind = false;
        await this.#file.synced();
      }
    } catch (error) {
      this.#fault ??= error;
    } finally {
      this.#syncing = undefined;
    }
  }
}

/** Writes the beginning; whatever the file holds goes. */
export function layBeginning(file: AppendFile, beginning: NewBeginning): void {
  file.truncate(0);
  file.append(frameOf(encoder.encode(JSON.stringify({ version: VERSION, since: 0, ...beginning })), 0));
  file.sync();
}

/** Begins a journal; whatever the file holds goes. */
export function beginJournal(file: AppendFile, beginning: NewBeginning): JournalWriter {
  layBeginning(file, beginning);
  return new JournalWriter(file, beginning.shape, 1);
}

export interface Survey {
  readonly beginning: Beginning;
  /** The last commit; undefined when there is none. */
  readonly last: Commit | undefined;
  /** Segments of the archive with their certain lengths, over all commits. */
  readonly lengths: readonly SegmentLength[];
  /** Behind the last whole frame, whose number is one less than `next`. */
  readonly end: number;
  readonly next: number;
}

function commitOf({ body }: Frame): { readonly commit: Commit; readonly entriesAt: number } {
  const length = new DataView(body.buffer).getUint32(0, true);
  return {
    commit: JSON.parse(textOf(body.subarray(JSON_HEAD, JSON_HEAD + length))) as Commit,
    entriesAt: JSON_HEAD + ((length + 7) & ~7),
  };
}

/**
 * Reads how a journal begins and ends; undefined when it never began. @throws {Fault} exit code 2 when it is of another version.
 */
export function surveyJournal(file: AppendFile): Survey | undefined {
  const first = frameAt(file, 0, 0);
  if (first === undefined) return undefined;
  const beginning = JSON.parse(textOf(first.body)) as Beginning;
  if (beginning.version !== VERSION)
    throw new Fault(
      'JOURNAL_VERSION',
      `The journal has version ${beginning.version}, and this Dowser reads version ${VERSION}; resume it with the Dowser that began it.`,
      2,
    );
  let end = first.end;
  let next = 1;
  let last: Commit | undefined;
  const lengths = new Map<string, number>();
  for (let frame = frameAt(file, end, next); frame !== undefined; frame = frameAt(file, end, next)) {
    last = commitOf(frame).commit;
    for (const { file, bytes } of last.archive?.lengths ?? []) lengths.set(file, bytes);
    end = frame.end;
    next++;
  }
  return { beginning, last, lengths: [...lengths].map(([file, bytes]) => ({ file, bytes })), end, next };
}

/** Cuts off what is in no whole frame, and goes on behind it. */
export function reopenJournal(file: AppendFile, { beginning, end, next }: Survey): JournalWriter {
  file.truncate(end);
  file.sync();
  return new JournalWriter(file, beginning.shape, next);
}

/** What the journal was told, up to its last commit. `onCommit` hears of each commit before its entries are told. */
export function pastOf(
  file: AppendFile,
  { beginning, last, end }: Survey,
  onCommit: (commit: Commit) => void = () => undefined,
): Past {
  return {
    startedMs: beginning.startedMs,
    elapsedMs: last?.elapsedMs ?? 0,
    *tell(journal) {
      let at = (frameAt(file, 0, 0) as Frame).end;
      for (let number = 1; at < end; number++) {
        const frame = frameAt(file, at, number);
        if (frame === undefined) return;
        const { commit, entriesAt } = commitOf(frame);
        onCommit(commit);
        for (const _ of tellEntries(frame.body.subarray(entriesAt), beginning.shape, journal))
          yield undefined;
        yield commit.seq;
        at = frame.end;
      }
    },
  };
}
