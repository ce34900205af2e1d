/**
 * Where do inflated bytes go that do not fit in memory? Into one nameless file of the temporary folder: records deep in
 * a large gzip member are read from there, since a member can only be inflated from its start.
 */
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '../kit/fault.js';

export class Spool {
  #mostBytes: number;
  #fd = -1;
  #bytes = 0;

  /** `mostBytes`: what the file may grow to. */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Lets the file grow by so many bytes more. */
  allow(bytes: number): void {
    this.#mostBytes += bytes;
  }

  /** −1 while nothing was written. */
  get fd(): number {
    return this.#fd;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** False, and nothing written, when the spool would grow too large. A disk that refuses is a Fault with exit code 75. */
  write(piece: Uint8Array): boolean {
    if (this.#bytes + piece.length > this.#mostBytes) return false;
    try {
      if (this.#fd < 0) this.#open();
      for (let done = 0; done < piece.length; )
        done += writeSync(this.#fd, piece, done, piece.length - done, this.#bytes + done);
    } catch (error) {
      throw new Fault(
        'ARCHIVE_SPOOL',
        `Cannot write to ${tmpdir()}: make room there or set TMPDIR.`,
        75,
        error,
      );
    }
    this.#bytes += piece.length;
    return true;
  }

  /** Forgets what was written after the first `bytes`. */
  cutTo(bytes: number): void {
    this.#bytes = bytes;
    if (this.#fd >= 0) ftruncateSync(this.#fd, bytes);
  }

  close(): void {
    if (this.#fd >= 0) closeSync(this.#fd);
    this.#fd = -1;
  }

  #open(): void {
    const folder = mkdtempSync(join(tmpdir(), 'dowser-spool-'));
    this.#fd = openSync(join(folder, 'spool'), 'wx+', 0o600);
    // The open descriptor keeps the bytes; nothing is left behind, however the process ends.
    rmSync(folder, { recursive: true, force: true });
  }
}
