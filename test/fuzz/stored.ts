/** Pages of a stored web one after another: a plain loop over gzip members, for scripts that read whole webs. */
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { sharedPath } from '../shared.js';

export const WEBS = ['lohelp', 'zhdocs', 'cppref', 'w3zh'] as const;

export interface StoredPage {
  readonly url: string;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Bytes of a gzip member's head at `at`. */
function headLength(file: Buffer, at: number): number {
  const flags = file[at + 3] as number;
  let end = at + 10;
  if ((flags & 4) !== 0) end += 2 + file.readUInt16LE(end);
  if ((flags & 8) !== 0) end = file.indexOf(0, end) + 1;
  if ((flags & 16) !== 0) end = file.indexOf(0, end) + 1;
  if ((flags & 2) !== 0) end += 2;
  return end - at;
}

function* members(file: Buffer): Generator<Buffer> {
  for (let at = 0; at < file.length; ) {
    const start = at + headLength(file, at);
    const { buffer, engine } = inflateRawSync(file.subarray(start), { info: true }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    at = start + engine.bytesWritten + 8;
    yield buffer;
  }
}

function pageOf(record: Buffer): StoredPage | undefined {
  const headEnd = record.indexOf('\r\n\r\n');
  const head = record.toString('latin1', 0, headEnd);
  if (!/^WARC-Type: *response/im.test(head)) return undefined;
  const url = /^WARC-Target-URI: *<?([^>\r\n]+)/im.exec(head)?.[1] ?? '';
  const length = Number(/^Content-Length: *(\d+)/im.exec(head)?.[1]);
  const httpEnd = record.indexOf('\r\n\r\n', headEnd + 4);
  const http = record.toString('latin1', headEnd + 4, httpEnd);
  const contentType = /^Content-Type: *([^\r\n]*)/im.exec(http)?.[1] ?? '';
  return { url, contentType, body: record.subarray(httpEnd + 4, headEnd + 4 + length) };
}

/** Pages of a stored web, every `step`th; nothing when the web is not on this machine. */
export function* storedPages(web: string, step = 1): Generator<StoredPage> {
  const path = sharedPath(`webs/${web}.warc.gz`);
  if (path === undefined) return;
  let i = 0;
  for (const record of members(readFileSync(path))) {
    const page = pageOf(record);
    if (page !== undefined && i++ % step === 0) yield page;
  }
}
