/** Builds WARC bytes by hand, right and wrong, for the tests of the reading side. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { StoredWeb, type StoredWebOptions, StoredWebReader } from '../../../src/archive/stored-web.js';
import { temporaryFolder } from '../../web/tiny.js';

export const canonical = (address: string): string | undefined =>
  /^https?:\/\//.test(address) ? address.replace(/#.*$/s, '') : undefined;

export interface RawRecord {
  readonly type?: string;
  readonly url?: string;
  readonly date?: string;
  /** Further lines of the head. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly block?: string | Uint8Array;
  /** Content-Length to write in place of the true one; null leaves the line out. */
  readonly length?: number | null;
  /** What stands behind the block. */
  readonly tail?: string;
}

export function rawRecord(record: RawRecord): Buffer {
  const block = Buffer.from((record.block ?? '') as string);
  const fields: [string, string | undefined][] = [
    ['WARC-Type', record.type ?? 'response'],
    ['WARC-Target-URI', record.url],
    ['WARC-Date', record.date ?? '2020-01-01T00:00:00Z'],
    ...Object.entries(record.fields ?? {}),
    ['Content-Length', record.length === null ? undefined : String(record.length ?? block.length)],
  ];
  const lines = fields
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`WARC/1.0\r\n${lines.join('')}\r\n`);
  return Buffer.concat([head, block, Buffer.from(record.tail ?? '\r\n\r\n')]);
}

export function httpBlock(body: string | Uint8Array, headers: readonly string[] = []): Buffer {
  const lines = ['HTTP/1.1 200 OK', 'Content-Type: text/html', ...headers, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(lines), Buffer.from(body as string)]);
}

/** A response record of the page `http://h.test/NAME` that says "body of NAME". */
export const page = (name: string, record: RawRecord = {}): Buffer =>
  rawRecord({ url: `http://h.test/${name}`, block: httpBlock(`body of ${name}`), ...record });

export const members = (records: readonly Buffer[]): Buffer => Buffer.concat(records.map(r => gzipSync(r)));

export function warcFile(bytes: Uint8Array, name = 'odd.warc'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

export async function openBytes(
  bytes: Uint8Array,
  options?: StoredWebOptions,
): Promise<{ web: StoredWeb; reader: StoredWebReader; text: (name: string) => string | undefined }> {
  const web = await StoredWeb.open([warcFile(bytes)], canonical, options);
  const reader = StoredWebReader.attach(web.handle);
  const text = (name: string): string | undefined => {
    const response = reader.get(`http://h.test/${name}`);
    return response === undefined ? undefined : Buffer.from(response.body).toString();
  };
  return { web, reader, text };
}
