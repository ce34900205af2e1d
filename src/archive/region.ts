/**
 * Bytes that can be asked for by place, whether they lie in memory or in a file: what the record walker reads from.
 * Only one window of a file is held at a time. Not for writing.
 */
import { readSync } from 'node:fs';

export interface Region {
  readonly size: number;
  /** Bytes `at … at + length`, fewer at the end of the region. Valid until the next call. */
  read(at: number, length: number): Buffer;
}

export function memoryRegion(bytes: Buffer): Region {
  return { size: bytes.length, read: (at, length) => bytes.subarray(at, at + length) };
}

/** Fills `target` from the file at `at`; returns how many bytes there were. */
export function readFully(fd: number, target: Uint8Array, at: number): number {
  let filled = 0;
  while (filled < target.length) {
    const count = readSync(fd, target, filled, target.length - filled, at + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

/** Fills `into` from place `at`; returns how many bytes there were, fewer only at the end. */
export type ReadAt = (at: number, into: Uint8Array) => number;

/** What `read` reaches, `size` bytes. A window moves over it, at least `windowBytes` wide; asking for more widens it for good. */
export function windowRegion(read: ReadAt, size: number, windowBytes = 1 << 20): Region {
  let window = Buffer.allocUnsafe(Math.min(windowBytes, size));
  let start = 0;
  let filled = 0;
  return {
    size,
    read(at, length) {
      const wanted = Math.max(0, Math.min(length, size - at));
      if (at < start || at + wanted > start + filled) {
        if (wanted > window.length) window = Buffer.allocUnsafe(wanted);
        start = at;
        filled = read(at, window.subarray(0, Math.min(window.length, size - at)));
      }
      return window.subarray(at - start, Math.min(at - start + wanted, filled));
    },
  };
}

/** A part of a file. */
export function fileRegion(
  fd: number,
  range: { readonly at: number; readonly size: number },
  windowBytes?: number,
): Region {
  return windowRegion((at, into) => readFully(fd, into, range.at + at), range.size, windowBytes);
}
