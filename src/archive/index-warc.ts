/**
 * Which records does a WARC file hold, and where? Opens it, refuses what is no WARC, and passes over it once.
 */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { constants, inflateRawSync } from 'node:zlib';
import { usageFault } from '../kit/fault.js';
import { GzipWalk, type IndexParts, indexRegion, type OpenWarc } from './gzip-walk.js';
import { gzipHeadBytes } from './member.js';
import { findRecord } from './record.js';
import { fileRegion, memoryRegion, type Region } from './region.js';

/** A file without a record in this many bytes is no WARC. */
const LEAD_BYTES = 1 << 20;

/** Opens the file, or says in one sentence why it is none that we read. */
export function openWarc(path: string): { readonly fd: number; readonly size: number } {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch (error) {
    throw usageFault(
      'ARCHIVE_NO_FILE',
      `Cannot open ${path}: give the path of a .warc or .warc.gz file.`,
      error,
    );
  }
  const stat = fstatSync(fd);
  const lead = stat.isFile() ? fileRegion(fd, { at: 0, size: stat.size }, LEAD_BYTES) : undefined;
  if (lead !== undefined && looksLikeWarc(lead)) return { fd, size: stat.size };
  closeSync(fd);
  throw usageFault('ARCHIVE_NO_WARC', `${path} is no WARC file: give a .warc file, or one packed with gzip.`);
}

function looksLikeWarc(region: Region): boolean {
  const bytes = region.read(0, LEAD_BYTES);
  const head = gzipHeadBytes(bytes);
  if (head === 0) return findRecord(memoryRegion(bytes), 0) >= 0;
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 1 << 28 };
    return findRecord(memoryRegion(inflateRawSync(bytes.subarray(head, head + (1 << 16)), options)), 0) >= 0;
  } catch {
    // A damaged beginning: whole members may follow.
    return true;
  }
}

export async function indexWarc(file: OpenWarc, parts: IndexParts): Promise<void> {
  const range = { at: 0, size: file.size };
  if (gzipHeadBytes(fileRegion(file.fd, range, 512).read(0, 512)) > 0) return new GzipWalk(file, parts).run();
  indexRegion(fileRegion(file.fd, range), parts, ({ start, end }, flags) => {
    const bytes = end - start;
    return { file: file.number, origin: start, offset: start, size: bytes, inner: 0, bytes, flags };
  });
}
