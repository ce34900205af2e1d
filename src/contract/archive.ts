/**
 * What main and lanes say to each other about the archive (DESIGN §8): a lane holds the bytes of an answer until main has
 * settled the page, and writes them down only when told to. Every keep is answered once, unless the lane ends before.
 */
import type { Slot } from './strategy.js';

/** Which pages go into the archive: those of the topic, everything that was answered, none. */
export const KEEP_MODES = ['relevant', 'all', 'none'] as const;
export type KeepMode = (typeof KEEP_MODES)[number];

/** What names a record of this crawl, so that another one can refer to it. */
export interface RecordName {
  readonly seq: number;
  readonly url: string;
  /** `WARC-Date` of it, ms since 1970. */
  readonly dateMs: number;
  /** Of its payload, as WARC writes it: `sha1:` and 32 letters. */
  readonly digest: string;
}

/** What the metadata record of a page says. Numbers that are NaN and texts that are empty are left out. */
export interface PageNote {
  /** To the first topic, in [0, 1]. */
  readonly relevance: number;
  /** Links from a seed. */
  readonly depth: number;
  /** `seq` of the page on which the link was found; NaN for seeds. */
  readonly parent: number;
  /** Its address. */
  readonly via: string;
  readonly attempt: number;
  /** Code of the outcome table, as the row has it. */
  readonly outcome: number;
  /** Version of what judged it. */
  readonly topicVersion: number;
}

export interface KeepOrder {
  readonly slot: Slot;
  readonly seq: number;
  readonly note: PageNote;
  /** A page kept before that may have the same payload: if it has, a revisit record is written in place of a copy. */
  readonly refersTo?: RecordName;
}

/** Where a kept page lies. `file` is a name in the folder of the archive. */
export interface KeptPage {
  readonly slot: Slot;
  readonly seq: number;
  readonly file: string;
  /** Start of the gzip member of the response or revisit record, and its bytes. */
  readonly offset: number;
  readonly length: number;
  /** Bytes of the file with all records of the page: when the lane dies, main cuts the file to the last one that it heard. */
  readonly end: number;
  readonly dateMs: number;
  readonly digest: string;
  readonly isRevisit: boolean;
}

/**
 * A page that was not kept. `absent`: the lane does not hold it (it may not be archived, the slot was never read here, or the
 * stored web has changed); `room`: more waited for their answers than the lane may hold; `disk`: the disk refused. The lane
 * holds it on, and main pauses the crawl.
 */
export interface LostPage {
  readonly slot: Slot;
  readonly seq: number;
  readonly lost: 'absent' | 'room' | 'disk';
  /** Of `disk`. */
  readonly trouble?: DiskTrouble;
}

/** The disk refused. The segment ends with its last whole page. */
export interface DiskTrouble {
  /** ENOSPC, EIO … */
  readonly code: string;
  readonly text: string;
}

/** How much of a segment is certain. */
export interface SegmentLength {
  readonly file: string;
  readonly bytes: number;
}

/** Main → lane, see LaneOrder. */
export type ArchiveOrder =
  | { readonly kind: 'keep'; readonly pages: readonly KeepOrder[] }
  /** Bytes that nobody wants any more. */
  | { readonly kind: 'drop'; readonly slots: readonly Slot[] }
  /** Everything that was kept so far is to survive a power cut. */
  | { readonly kind: 'sync'; readonly commit: number };

/** Lane → main, see LaneAnswer. */
export interface ArchiveAnswer {
  /** One for each page of a `keep`, in its order. */
  readonly kept?: readonly (KeptPage | LostPage)[];
  /** Segments that grew since the last answer of this kind; none when the disk refused. */
  readonly synced?: {
    readonly commit: number;
    readonly lengths: readonly SegmentLength[];
    readonly trouble?: DiskTrouble;
  };
}
