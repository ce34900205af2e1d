/**
 * Frames of a journal: each is whole or it is not there. A file is a row of
 *
 *   u32 mark | u32 bytes | u32 CRC-32 of the bytes | u32 number from 0 | bytes | zeros up to a multiple of 8
 *
 * A power cut or a kill leaves a tail that is no frame; whatever stands behind the last whole one never happened.
 */
import { crc32 } from 'node:zlib';

const MARK = 0x4c4a5744;
export const FRAME_HEAD = 16;
/** A damaged length must not ask for all memory. */
const MOST_BYTES = 2 ** 28;

const padded = (length: number): number => (length + 7) & ~7;

/** Bytes of a frame on the disk. */
export const frameSize = (length: number): number => FRAME_HEAD + padded(length);

/**
 * A frame's bytes as they go to the disk. `rest`: the end of its body, which goes there behind them; `body` is then as long as a
 * multiple of 8, and so is the rest.
 */
export function frameOf(body: Uint8Array, number: number, rest: Uint8Array = new Uint8Array(0)): Uint8Array {
  const frame = new Uint8Array(frameSize(body.length));
  const head = new DataView(frame.buffer);
  head.setUint32(0, MARK, true);
  head.setUint32(4, body.length + rest.length, true);
  head.setUint32(8, crc32(rest, crc32(body)), true);
  head.setUint32(12, number, true);
  frame.set(body, FRAME_HEAD);
  return frame;
}

/** What can be read at any place; `DiskFile` is one. */
export interface Readable {
  readonly length: number;
  read(at: number, into: Uint8Array): number;
}

export interface Frame {
  /** Its own memory, aligned to 8. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** Where the next frame starts. */
  readonly end: number;
}

/** The frame at `at`, or undefined where none is whole. */
export function frameAt(file: Readable, at: number, number: number): Frame | undefined {
  const head = new DataView(new ArrayBuffer(FRAME_HEAD));
  if (file.read(at, new Uint8Array(head.buffer)) < FRAME_HEAD) return undefined;
  const length = head.getUint32(4, true);
  if (head.getUint32(0, true) !== MARK || head.getUint32(12, true) !== number || length > MOST_BYTES)
    return undefined;
  const end = at + frameSize(length);
  if (end > file.length) return undefined;
  const body = new Uint8Array(length);
  if (file.read(at + FRAME_HEAD, body) < length || crc32(body) !== head.getUint32(8, true)) return undefined;
  return { body, end };
}
