/**
 * Where in the archive is each page? `index.cdxj` beside the segments, sorted, one line a response or revisit, made anew from
 * the segments in one pass and bounded memory: after a crash there is nothing to repair.
 */
import { join } from 'node:path';
import type { SegmentLength } from '../contract/archive.js';
import type { Disk } from '../kit/disk.js';
import { cdxjLine } from './cdxj.js';
import { readHttpHead } from './http-message.js';
import { type MemberTaker, type WalkedMember, walkMembers } from './member-walk.js';
import { dateOf } from './page-index.js';
import { readHead } from './record.js';
import { memoryRegion } from './region.js';
import { INDEX_NAME, segmentsIn } from './segment-files.js';
import { SortedLines } from './sorted-lines.js';

export interface IndexOptions {
  readonly disk: Disk;
  readonly folder: string;
  /** What was committed; absent: whatever is there. */
  readonly lengths?: readonly SegmentLength[];
  /** Lines sorted at once. Default 50,000. */
  readonly runLines?: number;
}

/** Bytes that hold the heads of a record: what stands behind them is not read. */
const MOST_HEADS_BYTES = 1 << 18;

class Indexer implements MemberTaker {
  readonly #lines: SortedLines;
  file = '';
  /** The first bytes of the member. */
  #lead = Buffer.alloc(0);

  constructor(lines: SortedLines) {
    this.#lines = lines;
  }

  take(piece: Buffer): void {
    if (this.#lead.length >= MOST_HEADS_BYTES) return;
    this.#lead = Buffer.concat([this.#lead, piece.subarray(0, MOST_HEADS_BYTES)]);
  }

  end({ at, size, isWhole }: WalkedMember): void {
    const lead = this.#lead;
    this.#lead = Buffer.alloc(0);
    const head = isWhole ? readHead(memoryRegion(lead), 0) : undefined;
    const type = head?.field.get('warc-type');
    if (head === undefined || (type !== 'response' && type !== 'revisit')) return;
    const http = readHttpHead(lead.subarray(head.bytes));
    const mime = (http?.headers.get('content-type') ?? '').split(';', 1)[0]?.trim() ?? '';
    this.#lines.add(
      cdxjLine({
        url: head.field.get('warc-target-uri') ?? '',
        dateMs: dateOf(head.field.get('warc-date')),
        mime: type === 'revisit' ? 'warc/revisit' : mime.slice(0, 100),
        status: http?.status ?? 0,
        digest: (head.field.get('warc-payload-digest') ?? '').replace(/^\w+:/, ''),
        length: size,
        offset: at,
        file: this.file,
      }),
    );
  }
}

/** Returns the number of lines. Damaged segments are indexed up to the damage. @throws what the disk throws. */
export async function buildIndex({ disk, folder, lengths, runLines }: IndexOptions): Promise<number> {
  const committed = lengths && new Map(lengths.map(({ file, bytes }) => [file, bytes]));
  const lines = new SortedLines(disk, folder, INDEX_NAME, runLines);
  const indexer = new Indexer(lines);
  for (const name of segmentsIn(disk, folder)) {
    const file = disk.open(join(folder, name));
    try {
      indexer.file = name;
      await walkMembers(file, Math.min(file.length, committed?.get(name) ?? file.length), indexer);
    } finally {
      file.close();
    }
  }
  return lines.finish();
}
