/**
 * Which files make up the archive of a crawl, and how is it brought back to what was committed? Each lane writes segments
 * of its own, numbered from 1: `dowser-LANE-NUMBER.warc.gz`. A segment has its name only once it begins with a warcinfo
 * record; before, it is a part.
 */
import { join } from 'node:path';
import type { SegmentLength } from '../contract/archive.js';
import type { Disk } from '../kit/disk.js';

const SEGMENT = /^dowser-(\d+)-(\d+)\.warc\.gz(\.part)?$/;
/** Made anew from the segments; see build-index.ts. */
export const INDEX_NAME = 'index.cdxj';
const INDEX = /^index\.cdxj/;

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');

export const segmentName = (lane: number, number: number): string =>
  `dowser-${padded(lane, 2)}-${padded(number, 5)}.warc.gz`;
export const partOf = (name: string): string => `${name}.part`;

/** Segments of a folder, sorted by name. */
export const segmentsIn = (disk: Disk, folder: string): string[] =>
  disk.list(folder).filter(name => SEGMENT.test(name) && !name.endsWith('.part'));

/** The number of a lane's next segment: higher than all that are there. */
export function nextNumber(disk: Disk, folder: string, lane: number): number {
  let last = 0;
  for (const name of disk.list(folder)) {
    const match = SEGMENT.exec(name);
    if (match !== null && Number(match[1]) === lane) last = Math.max(last, Number(match[2]));
  }
  return last + 1;
}

/** What a cut met that the commit does not explain: bytes that were said to be certain and are gone. */
export interface LostBytes extends SegmentLength {
  /** Bytes that are there. */
  readonly found: number;
}

/**
 * Brings the segments back to these lengths: longer ones are cut, those without a length and all indexes are removed. With
 * `lane`, only the segments of that lane, and no index. Returns segments that are too short; they are left as they are.
 */
export function cutArchive(
  disk: Disk,
  folder: string,
  lengths: readonly SegmentLength[],
  lane?: number,
): LostBytes[] {
  const bytesOf = new Map(lengths.map(({ file, bytes }) => [file, bytes]));
  for (const name of disk.list(folder)) {
    const match = SEGMENT.exec(name);
    const isOurs = match === null ? INDEX.test(name) && lane === undefined : isOf(match, lane);
    if (isOurs && (bytesOf.get(name) ?? 0) === 0) disk.remove(join(folder, name));
  }
  const lost: LostBytes[] = [];
  const there = new Set(disk.list(folder));
  for (const { file, bytes } of lengths) {
    const match = SEGMENT.exec(file);
    if (bytes === 0 || match === null || !isOf(match, lane)) continue;
    const found = there.has(file) ? cutFile(disk, join(folder, file), bytes) : 0;
    if (found < bytes) lost.push({ file, bytes, found });
  }
  return lost;
}

const isOf = (match: RegExpExecArray, lane: number | undefined): boolean =>
  lane === undefined || Number(match[1]) === lane;

/** Returns how many bytes there were. */
function cutFile(disk: Disk, path: string, bytes: number): number {
  const file = disk.open(path);
  try {
    const { length } = file;
    if (length > bytes) file.truncate(bytes);
    // Whoever wrote it may have ended before it was on disk, and from now on it counts as certain.
    file.sync();
    return length;
  } finally {
    file.close();
  }
}
