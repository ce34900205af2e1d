/**
 * The disk as a port: a crawl under test runs on a disk of memory, and later on one that tears and loses writes.
 * Only what a room needs is here: files that grow at the end and are read anywhere.
 */
import { closeSync, fdatasyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface AppendFile {
  /** Bytes handed to `append` so far. */
  readonly length: number;
  /** Returns the offset of the first byte written. */
  append(bytes: Uint8Array): number;
  /** Fills `into` from offset `at`; returns the number of bytes read, fewer at the end. */
  read(at: number, into: Uint8Array): number;
  sync(): void;
  close(): void;
}

export interface Disk {
  /** Creates the file (and its folder), emptying one that is there. */
  create(path: string): AppendFile;
}

class RealFile implements AppendFile {
  readonly #descriptor: number;
  #length = 0;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.#descriptor = openSync(path, 'w+');
  }

  get length(): number {
    return this.#length;
  }

  append(bytes: Uint8Array): number {
    const at = this.#length;
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#descriptor, bytes, done, bytes.length - done, at + done);
    }
    this.#length += bytes.length;
    return at;
  }

  read(at: number, into: Uint8Array): number {
    return readSync(this.#descriptor, into, 0, into.length, at);
  }

  sync(): void {
    fdatasyncSync(this.#descriptor);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

class MemoryFile implements AppendFile {
  #bytes = new Uint8Array(4096);
  length = 0;

  append(bytes: Uint8Array): number {
    const at = this.length;
    if (at + bytes.length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(at + bytes.length, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, at);
    this.length += bytes.length;
    return at;
  }

  read(at: number, into: Uint8Array): number {
    const count = Math.max(0, Math.min(into.length, this.length - at));
    into.set(this.#bytes.subarray(at, at + count));
    return count;
  }

  sync(): void {}

  close(): void {}
}

export const realDisk: Disk = { create: path => new RealFile(path) };

export const memoryDisk = (): Disk => ({ create: () => new MemoryFile() });
