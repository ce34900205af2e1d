/**
 * Walks a WARC file packed with gzip: one record a member, several a member, one member for all, or members cut without
 * regard to records. Invariant: damage costs the records that it touches, is counted, and never makes more work than a
 * few times the size of the file.
 */
import { CAPTURE, type Capture } from './capture.js';
import { gzipHeadBytes, inflateMember, MEMBER_WINDOW_BYTES, type Member, streamInflate } from './member.js';
import type { PageIndex } from './page-index.js';
import { type RecordPlace, walkRecords } from './record.js';
import { fileRegion, memoryRegion, type ReadAt, type Region, readFully } from './region.js';
import type { Spool } from './spool.js';
import type { Tally } from './tally.js';

export interface IndexParts {
  readonly index: PageIndex;
  readonly tally: Tally;
  readonly spool: Spool;
}

export interface OpenWarc {
  readonly fd: number;
  readonly size: number;
  readonly number: number;
}

/** How a place in the walked region becomes a place in a file. */
export type Locate = (record: RecordPlace, flags: number) => Capture;

/** Takes all records of the region; returns how many there were. */
export function indexRegion(region: Region, { index, tally }: IndexParts, locate: Locate): number {
  let records = 0;
  for (const record of walkRecords(region, tally.note)) {
    records++;
    index.take(record.head, flags => locate(record, record.cut ? flags | CAPTURE.cut : flags));
  }
  return records;
}

const MAGIC = Buffer.from([0x1f, 0x8b, 8]);
const HEAD_WINDOW_BYTES = 1 << 17;
/** What trying a member in vain costs at least, in bytes inflated. */
const WASTE_BYTES = 1 << 16;
const quiet = (): void => undefined;

/** True when the last record of the bytes goes on behind them. */
function endsWithin(bytes: Buffer): boolean {
  let isCut = false;
  for (const record of walkRecords(memoryRegion(bytes), quiet)) isCut = record.cut;
  return isCut;
}

export class GzipWalk {
  readonly #file: OpenWarc;
  readonly #parts: IndexParts;
  readonly #region: Region;
  readonly #read: ReadAt = (at, into) => readFully(this.#file.fd, into, at);
  /** Compressed bytes that were inflated in vain, and how many are allowed. */
  #wasted = 0;
  readonly #mostWasted: number;

  constructor(file: OpenWarc, parts: IndexParts) {
    this.#file = file;
    this.#parts = parts;
    this.#region = fileRegion(file.fd, { at: 0, size: file.size }, 2 * MEMBER_WINDOW_BYTES);
    this.#mostWasted = Math.max(64 << 20, 2 * file.size);
  }

  async run(): Promise<void> {
    for (let at = 0; at >= 0 && at < this.#file.size; ) {
      const input = this.#region.read(at, MEMBER_WINDOW_BYTES);
      if (gzipHeadBytes(input) === 0) {
        this.#parts.tally.note('garbage');
        at = this.#findMember(at + 1);
        continue;
      }
      const member = inflateMember(input);
      if (member === undefined || (!member.whole && at + input.length < this.#file.size)) {
        at = await this.#large(at);
      } else if (at === 0 && member.whole && endsWithin(member.bytes) && this.#goesOn(member)) {
        return this.#join();
      } else {
        at = this.#small(at, member);
      }
    }
  }

  /** A member that fits in memory. */
  #small(at: number, member: Member): number {
    const { tally } = this.#parts;
    if (!member.whole) tally.note('damagedMember');
    if (!member.sound) tally.note('checksum');
    indexRegion(memoryRegion(member.bytes), this.#parts, this.#inMember(at, member.size));
    return at + member.size;
  }

  /** A member that is large or damaged: inflated piece by piece into the spool and walked there. */
  async #large(at: number): Promise<number> {
    const { tally, spool } = this.#parts;
    const start = spool.bytes;
    const data = at + gzipHeadBytes(this.#region.read(at, HEAD_WINDOW_BYTES));
    const piece = await streamInflate(this.#read, { at: data, size: this.#file.size }, p => spool.write(p));
    const next = data + piece.used + 8;
    if (piece.refused) tally.note('spoolFull');
    else if (!piece.ended) tally.note('damagedMember');
    const isSingle = piece.ended && this.#isOneRecord(start);
    const locate = isSingle ? this.#inMember(at, next - at) : this.#inSpool(at, start);
    const records = this.#walkSpool(start, locate);
    if (isSingle || records === 0) spool.cutTo(start);
    if (piece.ended) return next;
    this.#wasted += piece.used + WASTE_BYTES;
    if (this.#wasted <= this.#mostWasted) return this.#findMember(data);
    tally.note('tooDamaged');
    return -1;
  }

  /** Members that hold one stream of records cut anywhere: all inflated into the spool, as one region. */
  async #join(): Promise<void> {
    const { tally, spool } = this.#parts;
    const start = spool.bytes;
    for (let at = 0; at < this.#file.size; ) {
      const head = gzipHeadBytes(this.#region.read(at, HEAD_WINDOW_BYTES));
      const range = { at: at + head, size: this.#file.size };
      const piece = head === 0 ? undefined : await streamInflate(this.#read, range, p => spool.write(p));
      if (piece === undefined || !piece.ended) {
        tally.note(piece === undefined ? 'garbage' : piece.refused ? 'spoolFull' : 'damagedMember');
        break;
      }
      at = range.at + piece.used + 8;
    }
    this.#walkSpool(start, this.#inSpool(0, start));
  }

  #walkSpool(start: number, locate: Locate): number {
    const { spool } = this.#parts;
    if (spool.bytes === start) return 0;
    return indexRegion(fileRegion(spool.fd, { at: start, size: spool.bytes - start }), this.#parts, locate);
  }

  #isOneRecord(start: number): boolean {
    const { spool } = this.#parts;
    if (spool.bytes === start) return false;
    const region = fileRegion(spool.fd, { at: start, size: spool.bytes - start });
    const first = walkRecords(region, quiet).next();
    return first.done !== true && first.value.start === 0 && first.value.end + 4 >= region.size;
  }

  /** True when the member behind this first one does not begin with a record. */
  #goesOn(member: Member): boolean {
    const next = inflateMember(this.#region.read(member.size, MEMBER_WINDOW_BYTES));
    return next !== undefined && next.bytes.toString('latin1', 0, 5) !== 'WARC/';
  }

  #inMember(at: number, size: number): Locate {
    const file = this.#file.number;
    return ({ start, end }, flags) => ({
      file,
      origin: at,
      offset: at,
      size,
      inner: start,
      bytes: end - start,
      flags: flags | CAPTURE.gzip,
    });
  }

  #inSpool(at: number, base: number): Locate {
    const file = this.#file.number;
    return ({ start, end }, flags) => {
      const bytes = end - start;
      const bits = flags | CAPTURE.spooled;
      return { file, origin: at, offset: base + start, size: bytes, inner: 0, bytes, flags: bits };
    };
  }

  #findMember(from: number): number {
    for (let at = from; at < this.#file.size; ) {
      const bytes = this.#region.read(at, MEMBER_WINDOW_BYTES);
      const hit = bytes.indexOf(MAGIC);
      if (hit >= 0) return at + hit;
      if (at + bytes.length >= this.#file.size) return -1;
      at += bytes.length - 2;
    }
    return -1;
  }
}
