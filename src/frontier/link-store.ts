/**
 * What a link is remembered by until it is chosen, on disk: address, anchor, who found it, when, and the feature lists
 * that a strategy keeps. Append only; a record never changes.
 *
 *   u16 url bytes | u16 anchor bytes | u32 parent slot + 1 | f64 entered at, ms | u8 redirects | u8 lists | u16 0
 *   url (ASCII) | anchor (UTF-8) | padding to 4 | for each list: u32 count, u32 …      (a record starts at 8 n)
 */
import type { Loaded, Savable, Saved } from '../contract/snapshot.js';
import type { AppendFile } from '../kit/disk.js';
import { Fault } from '../kit/fault.js';

const HEAD = 20;
const BLOCK = 1 << 16;
/** Of the first block, which grows: a small crawl needs no more. */
const FIRST_ROOM = 1 << 13;
/** Written blocks that stay in memory (1 MB): what is chosen was often found a moment ago, and a read of the file costs 5 µs. */
const MOST_KEPT_BLOCKS = 16;
/** Longer addresses are no addresses (src/url caps them far below). */
const MOST_URL = 4096;
const MOST_ANCHOR = 800;
/** Entries kept of a feature list (DESIGN §5). */
const MOST_KEPT = 24;
/** What is read of the file first; most records are shorter. A multiple of 8. */
const FIRST_READ = 512;
/** Records that stay as they were read, a power of two: whom a lane reads ahead is read again when it is chosen. */
const RECENT = 256;
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

/** A link whose words are bytes: the address from `from`, the anchor from `middle` to `to`. */
export interface LinkBytes extends Omit<LinkRecord, 'url' | 'anchor'> {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly middle: number;
  readonly to: number;
}

/** Up to a multiple of a power of two. */
const align = (n: number, to: number): number => (n + to - 1) & -to;

interface Written {
  readonly base: number;
  readonly pad: Pad;
}

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

export class LinkStore implements Savable {
  readonly #file: AppendFile;
  #block = new Pad(FIRST_ROOM);
  /** The last blocks written, in order. */
  readonly #kept: Written[] = [];
  #reading: Pad | undefined;
  /** By the last bits of their offset. */
  readonly #recentOffset = new Float64Array(RECENT).fill(-1);
  readonly #recent: LinkRecord[] = [];
  #used = 0;
  /** Offset of the block's first byte in the file. */
  #base = 0;

  constructor(file: AppendFile) {
    this.#file = file;
  }

  /** Returns the record's offset / 8. */
  append(record: LinkRecord): number {
    const at = this.#begin(record.url.length);
    const pad = this.#block;
    const middle = pad.write(record.url, at + HEAD, MOST_URL, 'latin1');
    return this.#finish(record, at, middle, pad.write(record.anchor, middle, MOST_ANCHOR, 'utf8'));
  }

  /** The same for words that are bytes. */
  appendBytes(record: LinkBytes): number {
    const { bytes, from, middle } = record;
    const at = this.#begin(middle - from);
    const to = wholeCharacters(bytes, middle, record.to);
    const into = this.#block.bytes;
    const shift = at + HEAD - from;
    for (let i = from; i < to; i++) into[i + shift] = bytes[i] as number;
    return this.#finish(record, at, middle + shift, to + shift);
  }

  read(offset: number): LinkRecord {
    const place = offset & (RECENT - 1);
    if (this.#recentOffset[place] === offset) return this.#recent[place] as LinkRecord;
    const record = this.#decode(offset);
    this.#recentOffset[place] = offset;
    this.#recent[place] = record;
    return record;
  }

  #decode(offset: number): LinkRecord {
    const { pad, base } = this.#find(offset * 8);
    const at = offset * 8 - base;
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

  /** Everything so far stands in the file, up to this length. */
  save(): Saved {
    if (this.#used > 0) this.#flush();
    return { facts: this.#base };
  }

  /** What was appended after that goes. @throws {Fault} 70 when the file is shorter. */
  load({ facts }: Loaded): void {
    const base = facts as number;
    if (this.#file.length < base)
      throw new Fault(
        'LINKS_LOST',
        `The disk has lost addresses: links.bin has ${this.#file.length} bytes of ${base}.`,
        70,
      );
    this.#file.truncate(base);
    this.#base = base;
    this.#recentOffset.fill(-1);
  }

  synced(): Promise<void> {
    return this.#file.synced();
  }

  close(): void {
    this.#file.close();
  }

  /** Where the next record begins, in the block. */
  #begin(urlLength: number): number {
    if (urlLength > MOST_URL) throw new RangeError(`An address of ${urlLength} characters.`);
    while (this.#used + MOST_RECORD > this.#block.bytes.length) {
      if (this.#block.bytes.length < BLOCK) this.#grow();
      else this.#flush();
    }
    return this.#used;
  }

  /** Writes all but the words, which end at `urlEnd` and `anchorEnd`. */
  #finish(record: Omit<LinkRecord, 'url' | 'anchor'>, at: number, urlEnd: number, anchorEnd: number): number {
    const { u16, u32, f64, bytes } = this.#block;
    u16[at / 2] = urlEnd - at - HEAD;
    u16[at / 2 + 1] = anchorEnd - urlEnd;
    u32[at / 4 + 1] = record.parent + 1;
    f64[at / 8 + 1] = record.enteredMs;
    bytes[at + 16] = Math.min(record.redirects, 255);
    bytes[at + 17] = record.lists.length;
    u16[at / 2 + 9] = 0;
    let end = align(anchorEnd, 4) / 4;
    for (const list of record.lists) {
      const count = Math.min(list.length, MOST_KEPT);
      u32[end++] = count;
      for (let i = 0; i < count; i++) u32[end++] = list[i] as number;
    }
    this.#used = align(4 * end, 8);
    return (this.#base + at) / 8;
  }

  /** The memory that holds the record at that byte of the file, and the byte with which it begins. */
  #find(byte: number): Written {
    if (byte >= this.#base) return { pad: this.#block, base: this.#base };
    for (let i = this.#kept.length - 1; i >= 0; i--) {
      const written = this.#kept[i] as Written;
      if (byte >= written.base) return written;
    }
    return { pad: this.#readFile(byte), base: byte };
  }

  #readFile(byte: number): Pad {
    this.#reading ??= new Pad(align(MOST_RECORD, 8));
    const { bytes, u16 } = this.#reading;
    const lists = 17;
    this.#file.read(byte, bytes.subarray(0, FIRST_READ));
    const end = HEAD + (u16[0] as number) + (u16[1] as number);
    if (end > FIRST_READ || bytes[lists] !== 0) this.#file.read(byte, bytes);
    return this.#reading;
  }

  #grow(): void {
    const grown = new Pad(2 * this.#block.bytes.length);
    grown.bytes.set(this.#block.bytes.subarray(0, this.#used));
    this.#block = grown;
  }

  #flush(): void {
    const { bytes } = this.#block;
    this.#file.append(bytes.subarray(0, this.#used));
    this.#kept.push({ base: this.#base, pad: this.#block });
    const isFull = this.#kept.length > MOST_KEPT_BLOCKS;
    this.#block = isFull ? (this.#kept.shift() as Written).pad : new Pad(BLOCK);
    this.#base += this.#used;
    this.#used = 0;
  }
}

/** Where an anchor of at most MOST_ANCHOR bytes ends, between two characters. */
function wholeCharacters(bytes: Uint8Array, from: number, to: number): number {
  if (to - from <= MOST_ANCHOR) return to;
  let end = from + MOST_ANCHOR;
  while (end > from && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  return end;
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
