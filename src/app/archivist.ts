/**
 * Main's half of the archive (DESIGN §8): says which pages are kept, lets their rows wait until the lane has written them, and
 * tells a commit what is certain. Invariant: rows of pages leave in the order of seq, and a row that names a record leaves only when
 * the record is there. Rows of their links go ahead: a log that was killed may hold them without their page until it is resumed.
 */
import type {
  ArchiveAnswer,
  DiskTrouble,
  KeepMode,
  KeepOrder,
  KeptPage,
  LostPage,
  RecordName,
} from '../contract/archive.js';
import { outcomeOf } from '../contract/outcome.js';
import type { PageRow } from '../contract/row.js';
import type { LogSink } from '../contract/sink.js';
import type { Loaded, Savable, Saved } from '../contract/snapshot.js';
import type { ArchiveEvents } from '../engine/lane-crew.js';
import type { Keepable, PageArchive } from '../engine/road.js';
import type { ArchiveCommit } from '../journal/journal.js';
import { Fault } from '../kit/fault.js';
import { sinkAround } from '../log/sink-around.js';

/** Where the bytes are. */
export interface ArchiveDoor {
  keep(order: KeepOrder): void;
  drop(slot: number): void;
  /** Every lane answers. */
  sync(commit: number): void;
  readonly lanes: number;
}

export interface ArchivistOptions {
  readonly keeps: Exclude<KeepMode, 'none'>;
  readonly log: LogSink;
  /** Cuts the segments of a dead lane to what was heard of them. */
  readonly cut: (lane: number, lengths: ReadonlyMap<string, number>) => void;
}

/** Rows that wait for their pages, and pages settled while a commit waits for the disk: the engine takes no new work behind so many. */
const MOST_WAITING = 4096;
/** Pages that another one may be a revisit of. */
const MOST_NAMES = 50_000;

export class Archivist implements PageArchive, Savable {
  readonly #options: ArchivistOptions;
  door: ArchiveDoor | undefined;
  /** Kept pages whose lane has not answered, by seq. */
  readonly #unwritten = new Set<number>();
  readonly #rows: PageRow[] = [];
  /** Where kept pages lie whose rows are still to come or to leave. */
  readonly #places = new Map<number, KeptPage>();
  readonly #names = new Map<number, RecordName>();
  /** Bytes of each segment with everything that was heard of it. */
  readonly #ends = new Map<string, number>();
  #kept: KeptPage[] = [];
  #lengths = new Map<string, number>();
  #round = 0;
  #unsynced = 0;
  #synced: ((isWhole: boolean) => void) | undefined;
  #fault: Fault | undefined;
  /** Pages settled since the commit under way began. */
  #ahead = 0;
  #drains: (() => void)[] = [];
  readonly log: LogSink;

  constructor(options: ArchivistOptions) {
    this.#options = options;
    this.log = this.#heldLog(options.log);
  }

  /** What lanes and the death of one bring here. */
  get events(): ArchiveEvents {
    return {
      onAnswer: answer => this.#hear(answer),
      onDeath: lane => this.#laneDied(lane),
      onFault: fault => this.#end(fault),
    };
  }

  settled(page: Keepable): void {
    if (this.#fault !== undefined) throw this.#fault;
    const { slot, seq, note } = page;
    this.#ahead++;
    if (!this.#isWanted(page)) {
      this.door?.drop(slot);
      return;
    }
    const refersTo = this.#names.get(page.duplicateOf);
    this.#unwritten.add(seq);
    this.door?.keep({ slot, seq, note, ...(refersTo && { refersTo }) });
  }

  #hear({ kept, synced }: ArchiveAnswer): void {
    for (const page of kept ?? []) this.#hearKept(page);
    this.#release();
    if (synced === undefined || synced.commit !== this.#round) return;
    if (synced.trouble !== undefined) this.#fail(synced.trouble);
    for (const { file, bytes } of synced.lengths) this.#lengths.set(file, bytes);
    if (--this.#unsynced === 0) this.#synced?.(true);
  }

  /** A lane ended: what it wrote and did not tell is cut off, and a commit under way begins anew. */
  #laneDied(lane: number): void {
    try {
      this.#options.cut(lane, this.#ends);
    } catch (error) {
      this.#fail({ code: 'EIO', text: String((error as Error).message) });
    }
    for (const [file, bytes] of this.#ends) this.#lengths.set(file, bytes);
    this.#round++;
    this.#synced?.(false);
  }

  /**
   * What is certain of all pages settled so far, once every lane has it on disk; undefined when a lane ended meanwhile. One at a
   * time. @throws {Fault} 75 when the disk refused.
   */
  async sync(seq: number): Promise<ArchiveCommit | undefined> {
    if (this.#fault !== undefined) throw this.#fault;
    const isWhole = await new Promise<boolean>(resolve => {
      this.#synced = resolve;
      this.#ahead = 0;
      this.#unsynced = this.door?.lanes ?? 0;
      this.door?.sync(++this.#round);
    });
    this.#synced = undefined;
    this.#wake();
    if (this.#fault !== undefined) throw this.#fault;
    if (!isWhole) return undefined;
    const lengths = [...this.#lengths].map(([file, bytes]) => ({ file, bytes }));
    this.#lengths = new Map();
    const kept = this.#kept.filter(page => page.seq <= seq);
    this.#kept = this.#kept.filter(page => page.seq > seq);
    return { lengths, kept };
  }

  /** What is certain follows from commits; only what later pages may be revisits of does not. */
  save(): Saved {
    return { facts: this.#names };
  }

  load({ facts }: Loaded): void {
    for (const [seq, name] of facts as ReadonlyMap<number, RecordName>) this.#names.set(seq, name);
  }

  /** What a commit of before tells, ahead of the rows of its pages. */
  recall({ lengths, kept }: ArchiveCommit): void {
    for (const { file, bytes } of lengths) this.#ends.set(file, bytes);
    for (const page of kept) this.#places.set(page.seq, page);
  }

  #isWanted({ isRelevant, isFirst, note }: Keepable): boolean {
    if (!isFirst) return false;
    return this.#options.keeps === 'all' || (isRelevant && outcomeOf(note.outcome).class === 'ok');
  }

  #hearKept(page: KeptPage | LostPage): void {
    this.#unwritten.delete(page.seq);
    if (!('lost' in page)) {
      this.#places.set(page.seq, page);
      this.#kept.push(page);
      this.#ends.set(page.file, page.end);
    } else if (page.trouble !== undefined) this.#fail(page.trouble);
  }

  #fail({ text }: DiskTrouble): void {
    this.#end(
      new Fault(
        'ARCHIVE_DISK',
        `The archive could not be written (${text}); give it room and go on with dowser resume.`,
        75,
      ),
    );
  }

  /** Nothing is kept any more: whoever waits hears why. */
  #end(fault: Fault): void {
    this.#fault ??= fault;
    this.#synced?.(false);
    this.#wake();
  }

  /** Lets rows go whose pages are written, up to the first one that is not. */
  #release(): void {
    let count = 0;
    while (count < this.#rows.length && !this.#unwritten.has((this.#rows[count] as PageRow).seq)) {
      this.#options.log.page(this.#placed(this.#rows[count++] as PageRow));
    }
    this.#rows.splice(0, count);
    this.#wake();
  }

  get #isFull(): boolean {
    return this.#rows.length >= MOST_WAITING || (this.#synced !== undefined && this.#ahead >= MOST_WAITING);
  }

  #wake(): void {
    if (this.#isFull && this.#fault === undefined) return;
    for (const wake of this.#drains.splice(0)) wake();
  }

  async #drained(log: LogSink): Promise<void> {
    if (this.#isFull && this.#fault === undefined)
      await new Promise<void>(resolve => this.#drains.push(resolve));
    if (this.#fault !== undefined) throw this.#fault;
    await log.drained();
  }

  #placed(row: PageRow): PageRow {
    const place = this.#places.get(row.seq);
    if (place === undefined) return row;
    this.#places.delete(row.seq);
    const { seq, dateMs, digest, file, offset } = place;
    this.#names.set(seq, { seq, url: row.url, dateMs, digest });
    if (this.#names.size > MOST_NAMES) this.#names.delete(this.#names.keys().next().value as number);
    return { ...row, warc_file: file, warc_offset: offset };
  }

  #heldLog(log: LogSink): LogSink {
    const page = (row: PageRow): void => {
      if (this.#rows.length > 0 || this.#unwritten.has(row.seq)) this.#rows.push(row);
      else log.page(this.#placed(row));
    };
    const isFull = (): boolean => log.isFull || this.#isFull;
    return sinkAround(log, { page, isFull, drained: () => this.#drained(log) });
  }
}
