/**
 * What does the stored web answer for this address? `StoredWeb` reads WARC files once, on main; `StoredWebReader` gets
 * the index through shared memory and answers in any thread with one read and one inflate. An address that is not stored
 * has no answer: to the crawl it is a 404.
 */
import { closeSync } from 'node:fs';
import { constants, inflateRawSync } from 'node:zlib';
import { usageFault } from '../kit/fault.js';
import { CAPTURE, type Capture, type CaptureColumns, CaptureList } from './capture.js';
import { decodeBody, readHttpHead } from './http-message.js';
import { indexWarc, openWarc } from './index-warc.js';
import { KeyTable } from './key-table.js';
import { gzipHeadBytes, LARGE_MEMBER_BYTES } from './member.js';
import { type Canonical, dateOf, PageIndex } from './page-index.js';
import { MOST_HEAD_BYTES, type RecordHead, readHead } from './record.js';
import { memoryRegion, readFully } from './region.js';
import { Spool } from './spool.js';
import { Tally, type WarcSummary } from './tally.js';

/** What a thread needs to read the web: plain data and shared memory. */
export interface StoredWebHandle {
  /** Paths as they were given, and descriptors that stay open until `close`. */
  readonly files: readonly { readonly path: string; readonly fd: number }[];
  readonly spoolFd: number;
  readonly pages: Uint32Array;
  readonly captureOf: Uint32Array;
  readonly captures: CaptureColumns;
}

export interface StoredResponse {
  /** HTTP status; 200 for resource records and answers without a status line. */
  readonly status: number;
  readonly statusText: string;
  /** Names in lower case; several lines of a name joined with ", ". */
  readonly headers: ReadonlyMap<string, string>;
  /** The content-type header, or empty. */
  readonly contentType: string;
  /** Transfer and content codings taken off. */
  readonly body: Uint8Array;
  /** Path of the WARC file and where in it the record's member, or the plain record, begins. */
  readonly file: string;
  readonly offset: number;
  /** `WARC-Date`, ms since 1970; −Infinity when it cannot be read. */
  readonly dateMs: number;
  /** The header lines as they are stored, each with its line end; latin1. */
  readonly headerText: () => string;
  /** The body is known not to be whole. */
  readonly truncated: boolean;
  /** The body is larger than allowed and was not read. */
  readonly tooLarge: boolean;
}

/** Real pages seldom pack to less than a tenth; what packs to less than a twentieth is taken for a bomb. */
const SPOOL_RATIO = 20;

export interface StoredWebOptions {
  /** Most bytes in the temporary folder for large gzip members. Default 1 GiB and 20 times the size of the files. */
  readonly mostSpoolBytes?: number;
}

export class StoredWeb {
  readonly handle: StoredWebHandle;
  readonly summary: WarcSummary;

  private constructor(handle: StoredWebHandle, summary: WarcSummary) {
    this.handle = handle;
    this.summary = summary;
  }

  /**
   * Indexes the files under the names that `canonical` gives to addresses. A file that is missing or no WARC is a usage
   * fault; anything odd inside is counted in `summary`.
   */
  static async open(
    paths: readonly string[],
    canonical: Canonical,
    options: StoredWebOptions = {},
  ): Promise<StoredWeb> {
    const tally = new Tally();
    const index = new PageIndex(canonical, tally);
    const spool = new Spool(options.mostSpoolBytes ?? 2 ** 30);
    const files: { path: string; fd: number }[] = [];
    try {
      for (const path of paths) {
        const before = tally.records;
        const { fd, size } = openWarc(path);
        files.push({ path, fd });
        if (options.mostSpoolBytes === undefined) spool.allow(size * SPOOL_RATIO);
        await indexWarc({ fd, size, number: files.length - 1 }, { index, tally, spool });
        if (tally.records === before)
          throw usageFault(
            'ARCHIVE_NO_RECORD',
            `${path} holds no record that can be read: give a sound WARC file.`,
          );
      }
    } catch (error) {
      for (const { fd } of files) closeSync(fd);
      spool.close();
      throw error;
    }
    index.settleRevisits();
    const captures = index.captures.share();
    const handle = {
      files,
      spoolFd: spool.fd,
      pages: index.pages.words,
      captureOf: index.shareAnswers(),
      captures,
    };
    return new StoredWeb(handle, tally.summary(index.pages.size));
  }

  /** Closes the files under all readers. */
  close(): void {
    for (const { fd } of this.handle.files) closeSync(fd);
    if (this.handle.spoolFd >= 0) closeSync(this.handle.spoolFd);
  }
}

export interface ReaderOptions {
  /** Most bytes of a decoded body; a larger one is not read. Default 16 MiB. */
  readonly mostBodyBytes?: number;
}

/** The lines behind the status line, or the one that a media type alone makes. */
function headerLines(head: Buffer, type: string | undefined): string {
  if (type !== undefined) return type === '' ? '' : `Content-Type: ${type}\r\n`;
  return head.toString('latin1', head.indexOf(LF) + 1);
}

const LF = 10;
/** Room for the WARC head and the HTTP head of a record. */
const HEADS_BYTES = 2 * MOST_HEAD_BYTES;
/** Compressed bytes that surely hold the heads of a record too large to be inflated. */
const LEAD_BYTES = 1 << 14;
/** Deflate makes at most 1,032 bytes of one. */
const MOST_RATIO = 1032;

export class StoredWebReader {
  readonly #handle: StoredWebHandle;
  readonly #pages: KeyTable;
  readonly #captures: CaptureList;
  readonly #mostBodyBytes: number;

  private constructor(handle: StoredWebHandle, options: ReaderOptions) {
    this.#handle = handle;
    this.#pages = new KeyTable(handle.pages);
    this.#captures = new CaptureList(handle.captures);
    this.#mostBodyBytes = options.mostBodyBytes ?? 2 ** 24;
  }

  static attach(handle: StoredWebHandle, options: ReaderOptions = {}): StoredWebReader {
    return new StoredWebReader(handle, options);
  }

  /** The answer for an address in the canonical form of `StoredWeb.open`; undefined when it is not stored. */
  get(url: string): StoredResponse | undefined {
    const page = this.#pages.get(url);
    if (page === undefined) return undefined;
    const capture = this.#captures.at(this.#handle.captureOf[page] as number);
    const record = this.#load(capture);
    const head = readHead(memoryRegion(record), 0);
    if (head === undefined) return undefined;
    const block = record.subarray(head.bytes);
    return this.#answer(capture, head, block);
  }

  #answer(capture: Capture, { field }: RecordHead, block: Buffer): StoredResponse {
    // The block of a resource record has no HTTP head.
    const type = (capture.flags & CAPTURE.resource) !== 0 ? (field.get('content-type') ?? '') : undefined;
    const http = type === undefined ? readHttpHead(block) : undefined;
    const headers = http?.headers ?? new Map(type ? [['content-type', type]] : []);
    const stored = http === undefined ? block : block.subarray(http.bytes);
    const isWhole = capture.bytes <= this.#mostBodyBytes + HEADS_BYTES;
    const decoded = isWhole
      ? decodeBody(stored, headers, this.#mostBodyBytes)
      : { body: Buffer.alloc(0), cut: false, tooLarge: true };
    return {
      status: http?.status ?? 200,
      statusText: http?.statusText ?? 'OK',
      headers,
      contentType: headers.get('content-type') ?? '',
      body: decoded.body,
      file: this.#handle.files[capture.file]?.path ?? '',
      offset: capture.origin,
      dateMs: dateOf(field.get('warc-date')),
      headerText: () => headerLines(block.subarray(0, http?.bytes ?? 0), type),
      truncated: decoded.cut || (capture.flags & CAPTURE.cut) !== 0,
      tooLarge: decoded.tooLarge,
    };
  }

  /** The record's bytes, or its beginning when the body could not be allowed anyway. */
  #load(capture: Capture): Buffer {
    const most = this.#mostBodyBytes + HEADS_BYTES;
    const isSpooled = (capture.flags & CAPTURE.spooled) !== 0;
    const fd = isSpooled ? this.#handle.spoolFd : (this.#handle.files[capture.file]?.fd ?? -1);
    if ((capture.flags & CAPTURE.gzip) === 0) {
      const bytes = Buffer.allocUnsafe(Math.min(capture.bytes, most));
      return bytes.subarray(0, readFully(fd, bytes, capture.offset));
    }
    // A record that is not the first of its member lies in a small member, which is always inflated whole.
    const mostInflated = Math.max(LARGE_MEMBER_BYTES, most);
    const mostPacked = capture.inner + capture.bytes <= mostInflated ? 2 * mostInflated : LEAD_BYTES;
    const packed = Buffer.allocUnsafe(Math.min(capture.size, mostPacked));
    const input = packed.subarray(0, readFully(fd, packed, capture.offset));
    const inflated = inflateRawSync(input.subarray(gzipHeadBytes(input)), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: mostInflated + LEAD_BYTES * MOST_RATIO,
      chunkSize: 1 << 16,
    });
    return inflated.subarray(capture.inner, capture.inner + capture.bytes);
  }
}
