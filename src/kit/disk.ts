/**
 * The disk as a port: a crawl under test runs on a disk of memory, or on one that tears and loses writes (fragile-disk.ts).
 * Only what a room needs is here: files that grow at the end, are read anywhere and can be cut.
 */
import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  write,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

export interface AppendFile {
  /** Bytes handed to `append` so far. */
  readonly length: number;
  /** Returns the offset of the first byte written. */
  append(bytes: Uint8Array): number;
  /** The same without holding this thread; nothing else is appended until it resolves, and the bytes stay as they are. */
  appended(bytes: Uint8Array): Promise<void>;
  /** Fills `into` from offset `at`; returns the number of bytes read, fewer at the end. */
  read(at: number, into: Uint8Array): number;
  /** What was appended so far survives a power cut. */
  sync(): void;
  /** The same without holding this thread. */
  synced(): Promise<void>;
  /** Drops everything from offset `length` on, what a failed write left behind the end too. */
  truncate(length: number): void;
  close(): void;
}

export interface Disk {
  /** Creates the file (and its folder), emptying one that is there. */
  create(path: string): AppendFile;
  /** Opens the file to go on at its end, or creates it. */
  open(path: string): AppendFile;
  /** Names in a folder, sorted; none when there is no folder. */
  list(folder: string): string[];
  remove(path: string): void;
  /** Puts the file in the place of another one: whoever looks finds the old or the new one, whole, also after a power cut. */
  replace(from: string, to: string): void;
}

class RealFile implements AppendFile {
  readonly #descriptor: number;
  #length: number;

  constructor(path: string, isNew: boolean) {
    mkdirSync(dirname(path), { recursive: true });
    // Flag a+ would write at the end whatever the offset.
    if (!isNew && !existsSync(path)) closeSync(openSync(path, 'a'));
    this.#descriptor = openSync(path, isNew ? 'w+' : 'r+');
    this.#length = fstatSync(this.#descriptor).size;
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

  async appended(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length; ) done += await this.#written(bytes, done);
    this.#length += bytes.length;
  }

  #written(bytes: Uint8Array, done: number): Promise<number> {
    return new Promise((resolve, reject) => {
      write(this.#descriptor, bytes, done, bytes.length - done, this.#length + done, (error, count) =>
        error === null ? resolve(count) : reject(error),
      );
    });
  }

  read(at: number, into: Uint8Array): number {
    return readSync(this.#descriptor, into, 0, into.length, at);
  }

  sync(): void {
    fdatasyncSync(this.#descriptor);
  }

  synced(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#descriptor, error => (error === null ? resolve() : reject(error)));
    });
  }

  truncate(length: number): void {
    if (length > this.#length) return;
    // Also of an equal length: a write that failed may have left bytes behind the end.
    ftruncateSync(this.#descriptor, length);
    this.#length = length;
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

  async appended(bytes: Uint8Array): Promise<void> {
    this.append(bytes);
  }

  read(at: number, into: Uint8Array): number {
    const count = Math.max(0, Math.min(into.length, this.length - at));
    into.set(this.#bytes.subarray(at, at + count));
    return count;
  }

  sync(): void {}

  async synced(): Promise<void> {}

  truncate(length: number): void {
    this.length = Math.min(this.length, length);
  }

  close(): void {}
}

/** The entry of a file in its folder survives a power cut only once the folder was synced. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export const realDisk: Disk = {
  create: path => new RealFile(path, true),
  open: path => new RealFile(path, false),
  list: folder => (existsSync(folder) ? readdirSync(folder).sort() : []),
  remove: path => rmSync(path, { force: true }),
  replace(from, to) {
    renameSync(from, to);
    syncFolder(dirname(to));
  },
};

/** Files that live as long as this object does. */
export function memoryDisk(): Disk {
  const files = new Map<string, MemoryFile>();
  const put = (path: string, file: MemoryFile): MemoryFile => {
    files.set(path, file);
    return file;
  };
  return {
    create: path => put(path, new MemoryFile()),
    open: path => files.get(path) ?? put(path, new MemoryFile()),
    list: folder =>
      [...files.keys()]
        .filter(path => dirname(path) === folder)
        .map(path => path.slice(folder.length + 1))
        .sort(),
    remove: path => void files.delete(path),
    replace(from, to) {
      const file = files.get(from);
      if (file === undefined) throw new Error(`There is no ${from}.`);
      files.delete(from);
      files.set(to, file);
    },
  };
}
