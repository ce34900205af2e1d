/**
 * How is a made-up web written down? WARC/1.1 records, one gzip member each, with SHA-1 digests in base 32. The same answer
 * gives the same record, ids included: they are made from address, date and digest and not from chance. What a crawl met is
 * written by segment-writer.ts.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import {
  dateText,
  type Field,
  fieldLines,
  gzipMember,
  httpLine,
  recordId,
  warcDigest,
  warcRecord,
} from './record-bytes.js';

export interface WarcResponse {
  readonly url: string;
  readonly status: number;
  /** Empty when the server gave none. */
  readonly statusText?: string;
  /** In the order in which they came. */
  readonly headers: Iterable<readonly [name: string, value: string]>;
  /** The payload as it is to be read back, after the codings named in `headers`. */
  readonly body: Uint8Array;
  /** Milliseconds since 1970. */
  readonly dateMs: number;
  /** Set when the body is not whole: `length`, `time`, `disconnect` or `unspecified`. */
  readonly truncated?: string;
}

/** A response record, not packed. */
export function responseRecord(response: WarcResponse): Buffer {
  const { url, status, statusText = '', headers, body, dateMs, truncated } = response;
  let head = `HTTP/1.1 ${status} ${httpLine(statusText)}\r\n`;
  for (const [name, value] of headers) head += `${httpLine(`${name}: ${value}`)}\r\n`;
  const block = Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), body]);
  const digest = warcDigest(body);
  const date = dateText(dateMs);
  const fields: Field[] = [
    ['WARC-Type', 'response'],
    ['WARC-Target-URI', url],
    ['WARC-Date', date],
    ['WARC-Record-ID', recordId(`${url} ${date} ${digest}`)],
    ['WARC-Payload-Digest', digest],
    ['WARC-Block-Digest', warcDigest(block)],
    ['Content-Type', 'application/http; msgtype=response'],
  ];
  if (truncated !== undefined) fields.push(['WARC-Truncated', truncated]);
  return warcRecord(fields, block);
}

/** The record that opens a file and says what wrote it. */
export function warcinfoRecord(file: string, dateMs: number, info: Readonly<Record<string, string>>): Buffer {
  const all = { ...info, format: 'WARC File Format 1.1' };
  const date = dateText(dateMs);
  const fields: Field[] = [
    ['WARC-Type', 'warcinfo'],
    ['WARC-Date', date],
    ['WARC-Record-ID', recordId(`warcinfo ${file} ${date}`)],
    ['WARC-Filename', file],
    ['Content-Type', 'application/warc-fields'],
  ];
  return warcRecord(fields, Buffer.from(fieldLines(Object.entries(all)), 'utf8'));
}

/** Appends records to a file; a file that exists is replaced. */
export class WarcFile {
  readonly #fd: number;
  readonly #packed: boolean;
  #bytes = 0;

  /** Packed when the name ends in .gz. */
  constructor(path: string) {
    this.#fd = openSync(path, 'w');
    this.#packed = path.endsWith('.gz');
  }

  /** Bytes written so far: where the next record will begin. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Writes a record; returns where it begins and how many bytes of the file it takes. */
  write(plain: Buffer): { readonly offset: number; readonly bytes: number } {
    const bytes = this.#packed ? gzipMember(plain) : plain;
    const offset = this.#bytes;
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#fd, bytes, done);
    this.#bytes += bytes.length;
    return { offset, bytes: bytes.length };
  }

  close(): void {
    closeSync(this.#fd);
  }
}
