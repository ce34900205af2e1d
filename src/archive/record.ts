/**
 * Where do the records of a WARC region begin and end, and what do their heads say? (WARC 1.1, §4–5.)
 * Tolerates what real archives hold: a missing blank line, a wrong Content-Length, garbage between records, a cut tail.
 * Linear in the region: what was scanned in vain is never scanned again.
 */
import type { Region } from './region.js';

export interface RecordHead {
  /** Names in lower case; the first of several wins. */
  readonly field: ReadonlyMap<string, string>;
  /** Bytes of the head with its closing blank line. */
  readonly bytes: number;
}

export interface RecordPlace {
  /** First byte of the head. */
  readonly start: number;
  readonly head: RecordHead;
  /** End of the block, without the blank lines behind it. */
  readonly end: number;
  /** The region ended before the block did. */
  readonly cut: boolean;
}

export type Oddity = 'garbage' | 'unfinishedHead' | 'wrongLength' | 'cutRecord' | 'noBlankLine';

/** Longest head that we read; Heritrix and browsers stay below 8 KB. */
export const MOST_HEAD_BYTES = 1 << 16;
const SCAN_BYTES = 1 << 18;
const VERSION_LINE = /^WARC\/\d+\.\d+\s*$/;
const LF = 10;
const CR = 13;

/** First place at or after `from` where a line begins with WARC/ and a digit, or −1. */
export function findRecord(region: Region, from: number): number {
  for (let at = from; at < region.size; ) {
    // One byte before, to see the line break, and seven after, so that no mark falls between two windows.
    const base = Math.max(0, at - 1);
    const bytes = region.read(base, SCAN_BYTES);
    for (let hit = bytes.indexOf('WARC/'); hit >= 0; hit = bytes.indexOf('WARC/', hit + 1)) {
      const place = base + hit;
      const digit = bytes[hit + 5] ?? 0;
      const startsLine = place === 0 || (hit > 0 && bytes[hit - 1] === LF);
      if (place >= from && startsLine && digit >= 48 && digit <= 57) return place;
    }
    if (base + bytes.length >= region.size || bytes.length < 8) return -1;
    at = base + bytes.length - 6;
  }
  return -1;
}

/** The head at `at`, or undefined when no well-formed head ends within MOST_HEAD_BYTES. */
export function readHead(region: Region, at: number): RecordHead | undefined {
  const bytes = region.read(at, MOST_HEAD_BYTES);
  const field = new Map<string, string>();
  let last = '';
  for (let from = 0; ; ) {
    const feed = bytes.indexOf(LF, from);
    if (feed < 0) return undefined;
    const line = bytes.toString('utf8', from, feed > from && bytes[feed - 1] === CR ? feed - 1 : feed);
    if (from === 0) {
      if (!VERSION_LINE.test(line)) return undefined;
    } else if (line === '') {
      return { field, bytes: feed + 1 };
    } else if (line.startsWith(' ') || line.startsWith('\t')) {
      field.set(last, `${field.get(last) ?? ''} ${line.trim()}`);
    } else {
      const colon = line.indexOf(':');
      if (colon < 1) return undefined;
      last = line.slice(0, colon).trim().toLowerCase();
      if (!field.has(last)) field.set(last, line.slice(colon + 1).trim());
    }
    from = feed + 1;
  }
}

const startsRecord = (bytes: Buffer, at: number): boolean => bytes.toString('latin1', at, at + 5) === 'WARC/';

/** How a block that is said to end at `at` goes on: as it should, without its blank line, or not at all. */
function closeAt(region: Region, at: number): 'well' | 'noBlankLine' | 'wrong' {
  if (at === region.size) return 'noBlankLine';
  const bytes = region.read(at, 16);
  const text = bytes.toString('latin1', 0, 4);
  if (text === '\r\n\r\n' || text.startsWith('\n\n')) return 'well';
  let skip = 0;
  while (skip < 4 && (bytes[skip] === CR || bytes[skip] === LF)) skip++;
  return startsRecord(bytes, skip) || at + skip === region.size ? 'noBlankLine' : 'wrong';
}

/** The block without up to two line ends before `at`. */
function dropLineEnds(region: Region, start: number, at: number): number {
  const from = Math.max(start, at - 4);
  const bytes = region.read(from, at - from);
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === CR || bytes[end - 1] === LF)) end--;
  return from + end;
}

function place(region: Region, start: number, head: RecordHead, note: (odd: Oddity) => void): RecordPlace {
  const block = start + head.bytes;
  const declared = head.field.get('content-length') ?? '';
  const end = /^\d{1,15}$/.test(declared) ? block + Number(declared) : Number.POSITIVE_INFINITY;
  const close = end <= region.size ? closeAt(region, end) : 'wrong';
  if (close !== 'wrong') {
    if (close === 'noBlankLine') note(close);
    return { start, head, end, cut: false };
  }
  const next = findRecord(region, block);
  if (next >= 0) {
    note('wrongLength');
    return { start, head, end: dropLineEnds(region, block, next), cut: false };
  }
  const cut = Number.isFinite(end) && end > region.size;
  note(cut ? 'cutRecord' : 'wrongLength');
  return { start, head, end: Math.min(end, region.size), cut };
}

/** All records of the region in order; `note` hears of every oddity. */
export function* walkRecords(region: Region, note: (odd: Oddity) => void): Generator<RecordPlace> {
  for (let at = 0; at < region.size; ) {
    const bytes = region.read(at, 16);
    let skip = 0;
    while (skip < bytes.length && (bytes[skip] === CR || bytes[skip] === LF)) skip++;
    at += skip;
    if (skip === bytes.length) continue;
    const marked = startsRecord(bytes, skip);
    const head = marked ? readHead(region, at) : undefined;
    if (head !== undefined) {
      const found = place(region, at, head, note);
      yield found;
      at = Math.max(found.end, at + head.bytes);
      continue;
    }
    note(marked ? 'unfinishedHead' : 'garbage');
    at = findRecord(region, at + 1);
    if (at < 0) return;
  }
}
