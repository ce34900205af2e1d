/** A disk with room for so many bytes, as a full one is: the write that does not fit leaves its first part behind. */
import type { AppendFile, Disk } from '../../src/kit/disk.js';

export interface RefusingDisk extends Disk {
  /** Bytes that can still be written; what is cut or removed gives none back. */
  roomBytes: number;
}

const full = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

class RefusingFile implements AppendFile {
  readonly #file: AppendFile;
  readonly #disk: RefusingDisk;
  /** Bytes of a failed write behind the length that is told, as on a real disk. */
  #tornBytes = 0;

  constructor(file: AppendFile, disk: RefusingDisk) {
    this.#file = file;
    this.#disk = disk;
  }

  get length(): number {
    return this.#file.length - this.#tornBytes;
  }

  append(bytes: Uint8Array): number {
    if (this.#tornBytes > 0) throw new Error('written behind a torn tail');
    const room = this.#disk.roomBytes;
    const part = bytes.subarray(0, room);
    const at = this.#file.append(part);
    this.#disk.roomBytes -= part.length;
    if (part.length === bytes.length) return at;
    this.#tornBytes = part.length;
    throw full();
  }

  async appended(bytes: Uint8Array): Promise<void> {
    this.append(bytes);
  }

  truncate(length: number): void {
    this.#file.truncate(length);
    this.#tornBytes = 0;
  }

  read(at: number, into: Uint8Array): number {
    return this.#file.read(at, into);
  }

  sync(): void {
    this.#file.sync();
  }

  synced(): Promise<void> {
    return this.#file.synced();
  }

  close(): void {
    this.#file.close();
  }
}

export function refusingDisk(disk: Disk, roomBytes: number): RefusingDisk {
  const refusing: RefusingDisk = {
    ...disk,
    roomBytes,
    create: path => new RefusingFile(disk.create(path), refusing),
  };
  return refusing;
}
