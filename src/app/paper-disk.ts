/** A disk on paper: files that are there can be read, and what is written behind them stays in memory. */
import { existsSync } from 'node:fs';
import { type AppendFile, type Disk, memoryDisk, realDisk } from '../kit/disk.js';

class PaperFile implements AppendFile {
  readonly #below: AppendFile;
  readonly #above = memoryDisk().create('above');
  /** Bytes of the file below that count. */
  #base: number;

  constructor(below: AppendFile) {
    this.#below = below;
    this.#base = below.length;
  }

  get length(): number {
    return this.#base + this.#above.length;
  }

  append(bytes: Uint8Array): number {
    return this.#base + this.#above.append(bytes);
  }

  async appended(bytes: Uint8Array): Promise<void> {
    this.append(bytes);
  }

  read(at: number, into: Uint8Array): number {
    if (at >= this.#base) return this.#above.read(at - this.#base, into);
    const below = into.subarray(0, this.#base - at);
    const count = this.#below.read(at, below);
    return count < below.length || below.length === into.length
      ? count
      : count + this.#above.read(0, into.subarray(count));
  }

  sync(): void {}

  async synced(): Promise<void> {}

  truncate(length: number): void {
    this.#above.truncate(Math.max(0, length - this.#base));
    this.#base = Math.min(this.#base, length);
  }

  close(): void {
    this.#below.close();
  }
}

/** Only what a crawl on paper needs: it opens and creates. */
export function paperDisk(): Disk {
  const memory = memoryDisk();
  return {
    ...memory,
    open: path => (existsSync(path) ? new PaperFile(realDisk.open(path)) : memory.open(path)),
  };
}
