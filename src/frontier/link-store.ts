/**
 * What a link is remembered by until it is chosen, on disk: address, anchor, who found it, when, and the feature lists
 * that a strategy keeps. Append only; a record never changes.
 *
 *   u16 url bytes | u16 anchor bytes | u32 parent slot + 1 | f64 entered at, ms | u8 redirects | u8 lists | u16 0
 *   url (ASCII) | anchor (UTF-8) | padding to 4 | for each list: u32 count, u32 …      (a record starts at 8 n)
 */
import type { AppendFile } from '../kit/disk.js';

const HEAD = 20;
const BLOCK = 1 << 16;
/** Longer addresses are no addresses (src/url caps them far below). */
const MOST_URL = 4096;
const MOST_ANCHOR = 800;
/** Entries kept of a feature list (DESIGN §5). */
const MOST_KEPT = 24;
const MOST_RECORD = HEAD + MOST_URL + MOST_ANCHOR + 6 * (4 + MOST_KEPT * 4) + 16;

export interface LinkRecord {
  readonly url: string;
  readonly anchor: string;
  /** Slot of the page that it was found on, -1 for a seed. */
  readonly parent: number;
  readonly enteredMs: number;
  /** Redirects in a row that led here. */
  readonly redirects: number;
  readonly lists: readonly Uint32Array[];
}

const align = (n: number, to: number): number => Math.ceil(n / to) * to;

export class LinkStore {
  readonly #file: AppendFile;
  readonly #block = Buffer.alloc(BLOCK);
  readonly #reading = Buffer.alloc(MOST_RECORD);
  #used = 0;
  /** Offset of the block's first byte in the file. */
  #base = 0;

  constructor(file: AppendFile) {
    this.#file = file;
  }

  /** Returns the record's offset / 8. */
  append(record: LinkRecord): number {
    if (this.#used + MOST_RECORD > BLOCK) this.#flush();
    const at = this.#used;
    let end = this.#writeHead(record, at);
    for (const list of record.lists) {
      const count = Math.min(list.length, MOST_KEPT);
      end = this.#block.writeUInt32LE(count, end);
      for (let i = 0; i < count; i++) end = this.#block.writeUInt32LE(list[i] as number, end);
    }
    this.#used = align(end, 8);
    return (this.#base + at) / 8;
  }

  read(offset: number): LinkRecord {
    const block = this.#bytesAt(offset * 8);
    const urlEnd = HEAD + block.readUInt16LE(0);
    const anchorEnd = urlEnd + block.readUInt16LE(2);
    const lists: Uint32Array[] = [];
    let end = align(anchorEnd, 4);
    for (let n = block.readUInt8(17); n > 0; n--) {
      const list = new Uint32Array(block.readUInt32LE(end));
      end += 4;
      for (let i = 0; i < list.length; i++, end += 4) list[i] = block.readUInt32LE(end);
      lists.push(list);
    }
    return {
      url: block.toString('latin1', HEAD, urlEnd),
      anchor: block.toString('utf8', urlEnd, anchorEnd),
      parent: block.readUInt32LE(4) - 1,
      enteredMs: block.readDoubleLE(8),
      redirects: block.readUInt8(16),
      lists,
    };
  }

  close(): void {
    this.#file.close();
  }

  #writeHead(record: LinkRecord, at: number): number {
    const block = this.#block;
    if (record.url.length > MOST_URL) throw new RangeError(`An address of ${record.url.length} characters.`);
    const urlEnd = at + HEAD + block.write(record.url, at + HEAD, 'latin1');
    const anchorBytes = block.write(record.anchor, urlEnd, MOST_ANCHOR, 'utf8');
    block.writeUInt16LE(record.url.length, at);
    block.writeUInt16LE(anchorBytes, at + 2);
    block.writeUInt32LE(record.parent + 1, at + 4);
    block.writeDoubleLE(record.enteredMs, at + 8);
    block.writeUInt8(Math.min(record.redirects, 255), at + 16);
    block.writeUInt8(record.lists.length, at + 17);
    block.writeUInt16LE(0, at + 18);
    return at + align(urlEnd + anchorBytes - at, 4);
  }

  #flush(): void {
    this.#file.append(this.#block.subarray(0, this.#used));
    this.#base += this.#used;
    this.#used = 0;
  }

  #bytesAt(at: number): Buffer {
    if (at >= this.#base) return this.#block.subarray(at - this.#base, this.#used);
    return this.#reading.subarray(0, this.#file.read(at, this.#reading));
  }
}
