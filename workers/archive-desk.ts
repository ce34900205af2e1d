/**
 * What becomes of the bytes of a page once it was read? The desk holds them until main has settled the page and says `keep`
 * or `drop` (DESIGN §8), and writes the kept ones into the lane's segments. Invariant: what is held never exceeds its limit;
 * each page of a `keep` is answered once.
 */
import type { PageCapture } from '../src/archive/page-records.js';
import { isTrouble, SegmentWriter } from '../src/archive/segment-writer.js';
import type {
  ArchiveAnswer,
  ArchiveOrder,
  KeepMode,
  KeepOrder,
  KeptPage,
  LostPage,
} from '../src/contract/archive.js';
import { PAGE_FLAG } from '../src/contract/document.js';
import type { Reading } from '../src/contract/visit.js';
import { type Disk, realDisk } from '../src/kit/disk.js';

/** Plain data: it crosses the thread. */
export interface ArchiveSetup {
  /** Where the segments lie. */
  readonly folder: string;
  readonly keeps: Exclude<KeepMode, 'none'>;
  /** Most bytes of a segment. Default 1 GB. */
  readonly maxBytes?: number;
  /** Of zlib, 0 to 9. Default 4. */
  readonly level?: number;
  /** Date of the warcinfo records, ms since 1970, and what they say. */
  readonly startedAtMs: number;
  readonly info: Readonly<Record<string, string>>;
  /** Most bytes of pages that wait for their answer. Default 256 MiB. */
  readonly mostHeldBytes?: number;
}

/** Counted for each page that is held, whatever its body. */
const ENTRY_BYTES = 1024;
const MOST_HELD_BYTES = 256 << 20;

/** A page that waits. */
export interface Holding {
  /** What it keeps in memory until then. */
  readonly bytes: number;
  /** Gives the page when it is to be written; undefined: it is gone. */
  readonly capture: () => PageCapture | undefined;
}

const NO_ROOM = { bytes: 0, capture: undefined } as const;

/** Whether the page may be wanted, as far as its lane can tell. */
export function mayKeep(keeps: ArchiveSetup['keeps'], reading: Reading): boolean {
  if ((reading.pageFlags & PAGE_FLAG.noarchive) !== 0 || reading.status === 0) return false;
  return keeps === 'all' || Number.isFinite(reading.topics[0]);
}

export class ArchiveDesk {
  readonly #writer: SegmentWriter;
  readonly #keeps: ArchiveSetup['keeps'];
  readonly #mostHeldBytes: number;
  readonly #post: (answer: ArchiveAnswer) => void;
  readonly #held = new Map<number, Holding | typeof NO_ROOM>();
  #heldBytes = 0;

  /** `number`: the lane's. `post` gets the answers. */
  constructor(
    setup: ArchiveSetup,
    number: number,
    post: (answer: ArchiveAnswer) => void,
    disk: Disk = realDisk,
  ) {
    this.#writer = SegmentWriter.open({ ...setup, disk, lane: number });
    this.#keeps = setup.keeps;
    this.#mostHeldBytes = setup.mostHeldBytes ?? MOST_HELD_BYTES;
    this.#post = post;
  }

  /** Bytes that wait for an answer. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Holds what may be kept of the reading; `take` is called only then. */
  hold(reading: Reading, take: () => Holding): void {
    const { slot } = reading;
    this.#drop(slot);
    if (!mayKeep(this.#keeps, reading)) return;
    const { bytes, capture } = take();
    const all = bytes + ENTRY_BYTES;
    const fits = this.#heldBytes + all <= this.#mostHeldBytes;
    this.#held.set(slot, fits ? { bytes: all, capture } : NO_ROOM);
    if (fits) this.#heldBytes += all;
  }

  obey(order: ArchiveOrder): void {
    switch (order.kind) {
      case 'keep':
        this.#post({ kept: order.pages.map(page => this.#keep(page)) });
        return;
      case 'drop':
        for (const slot of order.slots) this.#drop(slot);
        return;
      case 'sync':
        this.#sync(order.commit);
        return;
    }
  }

  /** Ends the open segment; what is held is forgotten. Main says `sync` before, if it wants to know the lengths. */
  close(): void {
    this.#writer.close();
    this.#held.clear();
    this.#heldBytes = 0;
  }

  #keep({ slot, seq, note, refersTo }: KeepOrder): KeptPage | LostPage {
    const held = this.#held.get(slot);
    const capture = held?.capture?.();
    if (capture === undefined) {
      this.#drop(slot);
      return { slot, seq, lost: held === NO_ROOM ? 'room' : 'absent' };
    }
    const written = this.#writer.append({ capture, seq, note, refersTo });
    if (isTrouble(written)) return { slot, seq, lost: 'disk', trouble: written };
    this.#drop(slot);
    return { slot, seq, dateMs: capture.dateMs, ...written };
  }

  #drop(slot: number): void {
    this.#heldBytes -= this.#held.get(slot)?.bytes ?? 0;
    this.#held.delete(slot);
  }

  #sync(commit: number): void {
    const grown = this.#writer.sync();
    this.#post({
      synced: isTrouble(grown) ? { commit, lengths: [], trouble: grown } : { commit, lengths: grown },
    });
  }
}
