/** Answers, notes and disks for the tests of the writing side. */

import assert from 'node:assert/strict';
import type { PageCapture } from '../../../src/archive/page-records.js';
import {
  isTrouble,
  type SegmentOptions,
  SegmentWriter,
  type WrittenPage,
} from '../../../src/archive/segment-writer.js';
import type { PageNote } from '../../../src/contract/archive.js';
import { type Disk, realDisk } from '../../../src/kit/disk.js';

export const DATE_MS = Date.UTC(2026, 10, 30, 21, 0, 0, 250);

export const captureOf = (name: string, changes: Partial<PageCapture> = {}): PageCapture => ({
  url: `http://h.test/${name}`,
  dateMs: DATE_MS,
  ip: '192.0.2.7',
  status: 200,
  statusText: 'OK',
  headers: 'Content-Type: text/html\r\nContent-Encoding: gzip\r\nContent-Length: 12\r\n',
  body: Buffer.from(`body of ${name}`),
  requestHead: `GET /${name} HTTP/1.1\r\nhost: h.test\r\n\r\n`,
  source: '',
  ...changes,
});

export const noteOf = (changes: Partial<PageNote> = {}): PageNote => ({
  relevance: 0.5,
  depth: 2,
  parent: 3,
  via: 'http://h.test/',
  attempt: 1,
  outcome: 200,
  topicVersion: 0,
  ...changes,
});

export const writerAt = (folder: string, changes: Partial<SegmentOptions> = {}): SegmentWriter =>
  SegmentWriter.open({
    disk: realDisk,
    folder,
    lane: 1,
    startedAtMs: DATE_MS,
    info: { software: 'dowser test' },
    ...changes,
  });

export function keep(writer: SegmentWriter, capture: PageCapture, seq: number): WrittenPage {
  const written = writer.append({ capture, seq, note: noteOf() });
  assert.ok(!isTrouble(written), JSON.stringify(written));
  return written;
}

export function bytesOf(disk: Disk, path: string): Buffer {
  const file = disk.open(path);
  const bytes = Buffer.alloc(file.length);
  assert.equal(file.read(0, bytes), bytes.length);
  file.close();
  return bytes;
}
