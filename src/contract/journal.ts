/**
 * What main decided and heard, in order: enough to walk the same road again (DESIGN §8). The engine tells a journal while
 * it crawls; at resume the journal tells the engine. What follows from these by itself (links admitted, scores, rows) is not
 * in it. Times are of the clock's `now`, ms since 1970.
 */
import type { Loaded } from './snapshot.js';
import type { Slot } from './strategy.js';
import type { Reading } from './visit.js';

export const TRIP_KINDS = ['page', 'prefetch', 'adopted'] as const;
export type TripKind = (typeof TRIP_KINDS)[number];

export interface RoadJournal {
  /** The best link was taken; `rank` is its place among all that waited, or NaN. */
  asked(slot: Slot, kind: TripKind, rank: number, atMs: number): void;
  /** A strategy with a `choose` of its own was asked; what it chose follows from its state. */
  chose(atMs: number): void;
  /** A link left because its host has had its share. */
  dropped(slot: Slot): void;
  /** A link ended because its host was given up. */
  gone(slot: Slot, atMs: number): void;
  /** An answer came. */
  answered(reading: Reading, atMs: number): void;
  /** The live web: a visit left the gate. */
  sent(slot: Slot): void;
  /** The live web: the first of the links that wait for another attempt waits in the frontier again. */
  due(slot: Slot): void;
  /** The live web: everything that was held for a host ended, because it was given up. */
  abandoned(host: number, atMs: number): void;
  /** Nothing more goes out; what was held (on a stored web: in flight at a resume with less budget) waits in the frontier again. */
  stopping(): void;
  /** The crawl was taken up again: what was in flight is asked once more. */
  resumed(): void;
}

/** What a journal was told until its last commit. */
export interface Past {
  /** When the crawl began, ms since 1970. */
  readonly startedMs: number;
  /** How long it has run so far. */
  readonly elapsedMs: number;
  /** Parts of the snapshot from which it goes on, by name; absent where it goes on from the seeds. */
  readonly base?: ((part: string) => Loaded) | undefined;
  /** Tells everything since then in order; yields after each entry, at a commit with the seq of the last row. */
  tell(journal: RoadJournal): Iterable<number | undefined>;
}
