/**
 * Where do the gzip members of a file end, and what do they hold? (RFC 1952.) A member does not say how long it is:
 * only inflating finds its end. Small members, the rule in WARC files, are inflated in one synchronous call;
 * large ones go through a stream, in bounded memory.
 */
import { constants, crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import type { ReadAt } from './region.js';

/** A member that inflates to more than this is large. */
export const LARGE_MEMBER_BYTES = 8 << 20;
/** Compressed bytes that are looked at for one small member. */
export const MEMBER_WINDOW_BYTES = 4 << 20;

/** Bytes of the gzip head at the start of `bytes`; 0 when there is none, or it is cut. */
export function gzipHeadBytes(bytes: Buffer): number {
  if (bytes.length < 10 || bytes.readUInt16BE(0) !== 0x1f8b || bytes[2] !== 8) return 0;
  const flags = bytes[3] as number;
  if (flags > 31) return 0;
  let at = 10;
  if (flags & 4) at += bytes.length < at + 2 ? bytes.length : 2 + bytes.readUInt16LE(at);
  for (const bit of [8, 16]) {
    if ((flags & bit) === 0) continue;
    const zero = bytes.indexOf(0, at);
    if (zero < 0) return 0;
    at = zero + 1;
  }
  if (flags & 2) at += 2;
  return at <= bytes.length ? at : 0;
}

export interface Member {
  /** Inflated bytes. */
  readonly bytes: Buffer;
  /** Bytes in the file, with head and trailer. */
  readonly size: number;
  /** False when the input ended within the member. */
  readonly whole: boolean;
  /** False when the checksum or the length in the trailer is another. */
  readonly sound: boolean;
}

interface InflateInfo {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

/**
 * Inflates the member at the start of `input`; undefined when it is large, damaged or no member. A member that does
 * not end within `input` comes back as not whole.
 */
export function inflateMember(input: Buffer): Member | undefined {
  const head = gzipHeadBytes(input);
  if (head === 0) return undefined;
  let result: InflateInfo;
  try {
    result = inflateRawSync(input.subarray(head), {
      info: true,
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: LARGE_MEMBER_BYTES,
      chunkSize: 1 << 16,
    }) as unknown as InflateInfo;
  } catch {
    return undefined;
  }
  const trailer = head + result.engine.bytesWritten;
  const whole = trailer + 8 <= input.length;
  const sound =
    !whole ||
    (crc32(result.buffer) === input.readUInt32LE(trailer) &&
      result.buffer.length === input.readUInt32LE(trailer + 4));
  return { bytes: result.buffer, size: whole ? trailer + 8 : input.length, whole, sound };
}

export interface StreamedMember {
  /** Compressed bytes of deflate data that were used. */
  readonly used: number;
  readonly bytes: number;
  /** True when the deflate stream came to its end. */
  readonly ended: boolean;
  /** True when `take` had enough. */
  readonly refused: boolean;
}

/**
 * Inflates deflate data from `at` on, up to place `size`, piece by piece. `take` gets each piece and answers false to stop.
 * Damage ends it early and is no exception.
 */
export function streamInflate(
  read: ReadAt,
  range: { readonly at: number; readonly size: number },
  take: (piece: Buffer) => boolean,
): Promise<StreamedMember> {
  const inflate = createInflateRaw({ chunkSize: 1 << 18 });
  let bytes = 0;
  let at = range.at;
  return new Promise(resolve => {
    let settled = false;
    const settle = (ended: boolean, refused: boolean): void => {
      if (settled) return;
      settled = true;
      resolve({ used: inflate.bytesWritten, bytes, ended, refused });
      inflate.destroy();
    };
    const feed = (): void => {
      if (settled) return;
      const input = Buffer.allocUnsafe(Math.max(0, Math.min(1 << 18, range.size - at)));
      const count = read(at, input);
      at += count;
      if (count === 0) inflate.end();
      else inflate.write(input.subarray(0, count), error => error == null && feed());
    };
    inflate.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (!settled && !take(piece)) settle(false, true);
    });
    inflate.on('end', () => settle(true, false));
    inflate.on('error', () => settle(false, false));
    feed();
  });
}
