/**
 * Where does a lane write the pages that main kept? Into segments: WARC files of one gzip member a record, each begun by a
 * warcinfo record, a new one when the next page would make it too large. Invariant: a segment ends with a whole page, or
 * with a torn one that the next call drops. A disk that refuses is a value (DiskTrouble), and all can be tried again.
 */
import { join } from 'node:path';
import type { DiskTrouble, PageNote, RecordName, SegmentLength } from '../contract/archive.js';
import type { AppendFile, Disk } from '../kit/disk.js';
import { type PageCapture, pageRecords } from './page-records.js';
import { gzipMember, PACKING_LEVEL } from './record-bytes.js';
import { nextNumber, partOf, segmentName } from './segment-files.js';
import { warcinfoRecord } from './write-warc.js';

export interface SegmentOptions {
  readonly disk: Disk;
  readonly folder: string;
  /** Number of the lane, from 1. */
  readonly lane: number;
  /** Most bytes of a segment; only a single page may exceed it. Default 1 GB, as the standard advises. */
  readonly maxBytes?: number;
  /** Of zlib, 0 to 9. Default 4. */
  readonly level?: number;
  /** Date of the warcinfo records, ms since 1970. */
  readonly startedAtMs: number;
  /** Fields of the warcinfo records: software, robots, operator … */
  readonly info: Readonly<Record<string, string>>;
}

/** A page to be written. */
export interface PageToKeep {
  readonly capture: PageCapture;
  readonly seq: number;
  readonly note: PageNote;
  readonly refersTo?: RecordName | undefined;
}

export interface WrittenPage {
  readonly file: string;
  /** Of the gzip member of the response or revisit record. */
  readonly offset: number;
  readonly length: number;
  /** Bytes of the file with all records of the page. */
  readonly end: number;
  readonly digest: string;
  readonly isRevisit: boolean;
}

interface Segment {
  readonly name: string;
  readonly file: AppendFile;
  /** Bytes of the warcinfo record. */
  readonly headBytes: number;
}

/** 1 GB. */
const MOST_BYTES = 1_000_000_000;

/** The disk's refusal as a value; anything else is thrown on. */
function troubleOf(error: unknown): DiskTrouble {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string' || (syscall === undefined && !/^E[A-Z0-9]+$/.test(code))) throw error;
  return { code, text: message };
}

export const isTrouble = <T extends object>(result: T | DiskTrouble): result is DiskTrouble =>
  'code' in result && 'text' in result;

export class SegmentWriter {
  readonly #options: SegmentOptions;
  #number: number;
  #segment: Segment | undefined;
  /** A write failed and may have left bytes behind the end. */
  #isTorn = false;
  /** Whole bytes of every segment, in the order in which they were begun. */
  readonly #bytes = new Map<string, number>();
  readonly #synced = new Map<string, number>();

  private constructor(options: SegmentOptions) {
    this.#options = options;
    this.#number = nextNumber(options.disk, options.folder, options.lane);
  }

  /** Segments that are there stay as they are; the first page begins a new one. */
  static open(options: SegmentOptions): SegmentWriter {
    return new SegmentWriter(options);
  }

  /** Writes all records of a page, or none. */
  append(page: PageToKeep): WrittenPage | DiskTrouble {
    const { records, digest, isRevisit } = pageRecords(page.capture, page.seq, page.note, page.refersTo);
    const members = records.map(record => gzipMember(record, this.#options.level ?? PACKING_LEVEL));
    const bytes = Buffer.concat(members);
    try {
      const { name, file } = this.#roomFor(bytes.length);
      const offset = this.#write(file, bytes);
      this.#bytes.set(name, file.length);
      const { length } = members[0] as Buffer;
      return { file: name, offset, length, end: file.length, digest, isRevisit };
    } catch (error) {
      return troubleOf(error);
    }
  }

  /** All that was written survives a power cut. Returns the segments that grew since the last time. */
  sync(): SegmentLength[] | DiskTrouble {
    try {
      this.#segment?.file.sync();
    } catch (error) {
      return troubleOf(error);
    }
    const grown = this.lengths().filter(({ file, bytes }) => this.#synced.get(file) !== bytes);
    for (const { file, bytes } of grown) this.#synced.set(file, bytes);
    return grown;
  }

  /** Whole bytes of every segment that this writer began. */
  lengths(): SegmentLength[] {
    return [...this.#bytes].map(([file, bytes]) => ({ file, bytes }));
  }

  /** Ends the open segment. */
  close(): DiskTrouble | undefined {
    try {
      this.#finish();
      return undefined;
    } catch (error) {
      return troubleOf(error);
    }
  }

  #roomFor(bytes: number): Segment {
    const open = this.#segment;
    const most = this.#options.maxBytes ?? MOST_BYTES;
    if (open !== undefined) {
      if (open.file.length === open.headBytes || open.file.length + bytes <= most) return open;
      this.#finish();
    }
    const begun = this.#begin();
    this.#segment = begun;
    this.#bytes.set(begun.name, begun.headBytes);
    return begun;
  }

  #write(file: AppendFile, bytes: Uint8Array): number {
    if (this.#isTorn) file.truncate(file.length);
    this.#isTorn = true;
    const offset = file.append(bytes);
    this.#isTorn = false;
    return offset;
  }

  #begin(): Segment {
    const { disk, folder, lane, startedAtMs, info } = this.#options;
    const name = segmentName(lane, this.#number);
    const path = join(folder, name);
    const head = gzipMember(warcinfoRecord(name, startedAtMs, info));
    const file = disk.create(join(folder, partOf(name)));
    try {
      file.append(head);
      file.sync();
      disk.replace(join(folder, partOf(name)), path);
    } catch (error) {
      file.close();
      throw error;
    }
    this.#number++;
    return { name, file, headBytes: head.length };
  }

  #finish(): void {
    const open = this.#segment;
    if (open === undefined) return;
    if (this.#isTorn) open.file.truncate(open.file.length);
    open.file.sync();
    this.#isTorn = false;
    this.#segment = undefined;
    open.file.close();
  }
}
