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

/** Memory seen as bytes and as aligned numbers: Buffer's own number methods cost five times as much. */
class Pad {
  readonly bytes: Buffer;
  readonly u16: Uint16Array;
  readonly u32: Uint32Array;
  readonly f64: Float64Array;

  constructor(size: number) {
    const memory = new ArrayBuffer(size);
    this.bytes = Buffer.from(memory);
    this.u16 = new Uint16Array(memory);
    this.u32 = new Uint32Array(memory);
    this.f64 = new Float64Array(memory);
  }

  /** Writes the text and returns its end; one of plain ASCII, the rule, without a call into Node. */
  write(text: string, at: number, most: number, encoding: 'latin1' | 'utf8'): number {
    const { bytes } = this;
    const length = text.length;
    if (length > most) return at + bytes.write(text, at, most, encoding);
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 127) return at + bytes.write(text, at, most, encoding);
      bytes[at + i] = unit;
    }
    return at + length;
  }
}

export class LinkStore {
  readonly #file: AppendFile;
  readonly #block = new Pad(BLOCK);
  readonly #reading = new Pad(align(MOST_RECORD, 8));
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
    const { u32 } = this.#block;
    let end = this.#writeHead(record, at) / 4;
    for (const list of record.lists) {
      const count = Math.min(list.length, MOST_KEPT);
      u32[end++] = count;
      for (let i = 0; i < count; i++) u32[end++] = list[i] as number;
    }
    this.#used = align(4 * end, 8);
    return (this.#base + at) / 8;
  }

  read(offset: number): LinkRecord {
    const isHere = offset * 8 >= this.#base;
    const pad = isHere ? this.#block : this.#reading;
    const at = isHere ? offset * 8 - this.#base : 0;
    if (!isHere) this.#file.read(offset * 8, pad.bytes);
    const urlEnd = at + HEAD + (pad.u16[at / 2] as number);
    const anchorEnd = urlEnd + (pad.u16[at / 2 + 1] as number);
    return {
      url: pad.bytes.toString('latin1', at + HEAD, urlEnd),
      anchor: anchorEnd === urlEnd ? '' : pad.bytes.toString('utf8', urlEnd, anchorEnd),
      parent: (pad.u32[at / 4 + 1] as number) - 1,
      enteredMs: pad.f64[at / 8 + 1] as number,
      redirects: pad.bytes[at + 16] as number,
      lists: readLists(pad, align(anchorEnd, 4) / 4, pad.bytes[at + 17] as number),
    };
  }

  close(): void {
    this.#file.close();
  }

  /** Returns the end, a multiple of 4. */
  #writeHead(record: LinkRecord, at: number): number {
    const pad = this.#block;
    if (record.url.length > MOST_URL) throw new RangeError(`An address of ${record.url.length} characters.`);
    const urlEnd = pad.write(record.url, at + HEAD, MOST_URL, 'latin1');
    const anchorEnd = pad.write(record.anchor, urlEnd, MOST_ANCHOR, 'utf8');
    pad.u16[at / 2] = urlEnd - at - HEAD;
    pad.u16[at / 2 + 1] = anchorEnd - urlEnd;
    pad.u32[at / 4 + 1] = record.parent + 1;
    pad.f64[at / 8 + 1] = record.enteredMs;
    pad.bytes[at + 16] = Math.min(record.redirects, 255);
    pad.bytes[at + 17] = record.lists.length;
    pad.u16[at / 2 + 9] = 0;
    return align(anchorEnd, 4);
  }

  #flush(): void {
    this.#file.append(this.#block.bytes.subarray(0, this.#used));
    this.#base += this.#used;
    this.#used = 0;
  }
}

function readLists({ u32 }: Pad, from: number, count: number): Uint32Array[] {
  const lists: Uint32Array[] = [];
  for (let at = from; lists.length < count; ) {
    const length = u32[at++] as number;
    lists.push(u32.slice(at, at + length));
    at += length;
  }
  return lists;
}
