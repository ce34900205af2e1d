/** A web of a few pages as a WARC file, for tests that need an answer to each of a handful of addresses. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { responseRecord, WarcFile, warcinfoRecord } from '../../src/archive/write-warc.js';

export interface TinyPage {
  /** Default 200. */
  readonly status?: number;
  /** Joined to `content-type: text/html; charset=utf-8`, or in place of it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is written in UTF-8. Default empty. */
  readonly body?: string | Uint8Array;
}

const DATE_MS = Date.UTC(2020, 0, 1);
const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new folder that is removed when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dowser-test-'));
  folders.push(folder);
  return folder;
}

/**
 * Writes `{ 'http://a.test/': '<html>…', 'http://a.test/old': { status: 301, headers: { location: '/' } } }` as
 * `tiny.warc.gz` and returns its path. Addresses are stored as given. The file is removed when the process ends.
 */
export function tinyWeb(pages: Readonly<Record<string, string | TinyPage>>): string {
  const path = join(temporaryFolder(), 'tiny.warc.gz');
  const file = new WarcFile(path);
  file.write(warcinfoRecord('tiny.warc.gz', DATE_MS, { software: 'dowser test' }));
  for (const [url, given] of Object.entries(pages)) {
    const page: TinyPage = typeof given === 'string' ? { body: given } : given;
    const headers = { 'content-type': 'text/html; charset=utf-8', ...page.headers };
    const body = Buffer.from((page.body ?? '') as string);
    file.write(
      responseRecord({
        url,
        status: page.status ?? 200,
        headers: Object.entries(headers),
        body,
        dateMs: DATE_MS,
      }),
    );
  }
  file.close();
  return path;
}
