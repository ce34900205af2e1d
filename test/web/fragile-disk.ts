/**
 * A disk of memory that forgets. Each file keeps what is written and what is certain; a power cut leaves of what was not
 * synced any prefix, and in its last sectors the old bytes, the new ones, zeros or garbage, each file for itself. A process
 * that is killed loses nothing. A write can also find the disk full, and leaves its first part behind.
 *
 * Not simulated: entries of folders that get lost, and disks that lie about a sync.
 */
import { dirname } from 'node:path';
import type { AppendFile, Disk } from '../../src/kit/disk.js';
import type { Random } from '../../src/kit/random.js';

/** Writes tear at multiples of a power of two, at most of a sector. */
const MOST_SECTOR_BITS = 9;
const LEAST_SECTOR_BITS = 5;
const GARBAGE = 0xa5;

export interface FragileDisk extends Disk {
  /** Called before every write, cut and sync; may throw, as a kill does. `write` may do a part of its bytes before. */
  onStep: ((kind: 'write' | 'cut' | 'sync', bytes: number) => number) | undefined;
  /** Bytes that can still be written. */
  roomBytes: number;
  /** The same, once a write found the disk full: somebody may have made room. */
  roomBytesAfter: number;
  /** Lets the syncs end that run beside the crawl. */
  endSyncs(): void;
  /** The power goes: what is not certain is lost or torn. */
  crash(random: Random): void;
  /** The process goes, the machine stays: syncs that were under way never tell anybody. */
  kill(): void;
}

const FULL = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

class FragileFile implements AppendFile {
  readonly #disk: FragileDisk;
  #bytes = new Uint8Array(1024);
  #kept = new Uint8Array(0);
  #certainEnd = 0;
  /** Bytes before this are the same as when they were synced. */
  #sameTo = 0;
  /** Where bytes end; a failed write leaves some behind the length that is told. */
  #end = 0;
  length = 0;

  constructor(disk: FragileDisk) {
    this.#disk = disk;
  }

  append(bytes: Uint8Array): number {
    const at = this.length;
    const most = this.#disk.onStep?.('write', bytes.length) ?? bytes.length;
    const part = bytes.subarray(0, Math.min(most, this.#disk.roomBytes));
    this.#disk.roomBytes -= part.length;
    this.#put(at, part);
    if (part.length < bytes.length) {
      this.#disk.roomBytes = this.#disk.roomBytesAfter;
      throw FULL;
    }
    this.length = this.#end;
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

  sync(): void {
    this.#disk.onStep?.('sync', 0);
    this.makeCertain(this.#end);
  }

  synced(): Promise<void> {
    this.#disk.onStep?.('sync', 0);
    const end = this.#end;
    return new Promise(resolve => {
      this.running.push(() => {
        this.makeCertain(Math.min(end, this.#end));
        resolve();
      });
    });
  }

  readonly running: (() => void)[] = [];

  truncate(length: number): void {
    if (length > this.length) return;
    this.#disk.onStep?.('cut', length);
    this.length = length;
    this.#end = length;
    this.#sameTo = Math.min(this.#sameTo, length);
  }

  close(): void {}

  makeCertain(end: number): void {
    // Bytes before #sameTo are certain already.
    const same = Math.min(this.#sameTo, end);
    if (end > this.#kept.length) {
      const grown = new Uint8Array(2 * end);
      grown.set(this.#kept.subarray(0, same));
      this.#kept = grown;
    }
    this.#kept.set(this.#bytes.subarray(same, end), same);
    this.#certainEnd = end;
    this.#sameTo = end;
  }

  get #certain(): Uint8Array {
    return this.#kept.subarray(0, this.#certainEnd);
  }

  /** What is here after the power came back, and is certain from now on. */
  tear(random: Random): void {
    const written = this.#bytes.slice(0, this.#end);
    const kind = random.below(4);
    if (kind === 0) this.#become(this.#certain.slice());
    else if (kind === 1) this.#become(written);
    else this.#become(torn(random, { written, certain: this.#certain, sameTo: this.#sameTo }));
  }

  /** What a process finds that opens the file after another one was killed. */
  reopen(): void {
    this.length = this.#end;
    this.running.length = 0;
  }

  #become(bytes: Uint8Array): void {
    this.#bytes = new Uint8Array(Math.max(1024, bytes.length));
    this.#bytes.set(bytes);
    this.#end = bytes.length;
    this.makeCertain(this.#end);
    this.reopen();
  }

  #put(at: number, bytes: Uint8Array): void {
    const end = at + bytes.length;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(2 * end);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, at);
    this.#sameTo = Math.min(this.#sameTo, at);
    this.#end = end;
  }
}

interface Halves {
  readonly written: Uint8Array;
  readonly certain: Uint8Array;
  readonly sameTo: number;
}

/** Any length, and behind what is certain any mixture of sectors. */
function torn(random: Random, { written, certain, sameTo }: Halves): Uint8Array {
  const most = Math.max(written.length, certain.length);
  const bytes = new Uint8Array(sameTo + random.below(most - sameTo + 1));
  bytes.set(certain.subarray(0, sameTo));
  const sector = 1 << (LEAST_SECTOR_BITS + random.below(MOST_SECTOR_BITS - LEAST_SECTOR_BITS + 1));
  const isWild = random.below(2) === 0;
  for (let at = sameTo; at < bytes.length; ) {
    const end = Math.min(bytes.length, at - (at % sector) + sector);
    const kind = isWild || end === bytes.length ? random.below(4) : 0;
    if (kind === 3) bytes.fill(GARBAGE, at, end);
    else if (kind < 2) bytes.set((kind === 0 ? written : certain).subarray(at, end), at);
    at = end;
  }
  return bytes;
}

export function fragileDisk(): FragileDisk {
  const files = new Map<string, FragileFile>();
  const make = (path: string): FragileFile => {
    const file = new FragileFile(disk);
    files.set(path, file);
    return file;
  };
  const disk: FragileDisk = {
    onStep: undefined,
    roomBytes: Number.POSITIVE_INFINITY,
    roomBytesAfter: 0,
    create: make,
    open: path => files.get(path) ?? make(path),
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
    endSyncs() {
      for (const file of files.values()) for (const end of file.running.splice(0)) end();
    },
    crash(random) {
      for (const file of files.values()) file.tear(random);
    },
    kill() {
      for (const file of files.values()) file.reopen();
    },
  };
  return disk;
}
