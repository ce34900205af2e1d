/**
 * Which gzip members make up a segment, and what do they hold? One after the other, a large one piece by piece, so that
 * memory is bounded whatever a member holds. Damage ends the walk: where the next member begins would be a guess.
 */
import { crc32 } from 'node:zlib';
import type { AppendFile } from '../kit/disk.js';
import { gzipHeadBytes, inflateMember, MEMBER_WINDOW_BYTES, streamInflate } from './member.js';
import { type ReadAt, windowRegion } from './region.js';

export interface WalkedMember {
  readonly at: number;
  /** Bytes in the file. */
  readonly size: number;
  /** False: it ended early, cannot be inflated, or is no gzip member at all. The walk ends. */
  readonly isWhole: boolean;
  /** Its checksum and length fit. */
  readonly isSound: boolean;
}

/** Who wants to know: all pieces of a member, then its end. A piece is valid until the call returns. */
export interface MemberTaker {
  take(piece: Buffer): void;
  end(member: WalkedMember): void;
}

const HEAD_WINDOW_BYTES = 1 << 16;

/** Reads as much as there is: a disk may give a read in parts. */
const patiently =
  (file: Pick<AppendFile, 'read'>): ReadAt =>
  (at, into) => {
    let filled = 0;
    while (filled < into.length) {
      const count = file.read(at + filled, into.subarray(filled));
      if (count === 0) break;
      filled += count;
    }
    return filled;
  };

/** Walks the first `size` bytes of the file. */
export async function walkMembers(
  file: Pick<AppendFile, 'read'>,
  size: number,
  taker: MemberTaker,
): Promise<void> {
  const read = patiently(file);
  const region = windowRegion(read, size, 2 * MEMBER_WINDOW_BYTES);
  for (let at = 0; at < size; ) {
    const input = region.read(at, MEMBER_WINDOW_BYTES);
    const small = inflateMember(input);
    let member: WalkedMember;
    if (small !== undefined && (small.whole || at + input.length >= size)) {
      taker.take(small.bytes);
      member = { at, size: small.size, isWhole: small.whole, isSound: small.sound };
    } else {
      const head = gzipHeadBytes(region.read(at, HEAD_WINDOW_BYTES));
      member =
        head === 0
          ? { at, size: size - at, isWhole: false, isSound: false }
          : await largeMember(read, { at, head, size }, taker);
    }
    taker.end(member);
    if (!member.isWhole) return;
    at += member.size;
  }
}

async function largeMember(
  read: ReadAt,
  { at, head, size }: { readonly at: number; readonly head: number; readonly size: number },
  taker: MemberTaker,
): Promise<WalkedMember> {
  let sum = 0;
  const { used, bytes, ended } = await streamInflate(read, { at: at + head, size }, piece => {
    sum = crc32(piece, sum);
    taker.take(piece);
    return true;
  });
  const trailer = Buffer.alloc(8);
  const end = at + head + used;
  const isWhole = ended && end + 8 <= size && read(end, trailer) === 8;
  const isSound = trailer.readUInt32LE(0) === sum && trailer.readUInt32LE(4) === bytes % 2 ** 32;
  return { at, size: end + 8 - at, isWhole, isSound };
}
