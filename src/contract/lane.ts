/** Messages between main and a lane, and the few words that they share in memory. */
import type { ArchiveAnswer, ArchiveOrder } from './archive.js';
import type { Packet, PacketShape } from './packet.js';
import type { Visit } from './visit.js';

/** Main → lane. */
export type LaneOrder =
  | { readonly kind: 'visits'; readonly visits: readonly Visit[] }
  /** The seen table has moved to a larger place. */
  | { readonly kind: 'seen'; readonly handle: unknown }
  /** Document frequencies of the crawl: a version that judges every visit from now on. */
  | { readonly kind: 'frequency'; readonly handle: unknown }
  /** Keep or drop the bytes of pages; see archive.ts. Only to a lane whose set-up has an archive. */
  | ArchiveOrder
  | { readonly kind: 'end' };

/** Lane → main. */
export interface LaneAnswer extends ArchiveAnswer {
  readonly packets: readonly Packet[];
  /** Requests that left since the last answer, by slot, ms since 1970: only where the set-up wants to be told at once. */
  readonly sent?: readonly { readonly slot: number; readonly atMs: number }[];
}

/** Shared Int32Array of a lane: slot + 1 being read (0 = idle), and a count that moves with every page. */
export const PULSE = { slot: 0, count: 1, length: 2 } as const;

/** What a lane gets when it starts. `setup` is the business of whoever composes lanes (app, workers/lane). */
export interface LaneTask {
  readonly port: import('node:worker_threads').MessagePort;
  readonly pulse: Int32Array;
  /** From 1; a lane that replaces another one takes its number. */
  readonly number: number;
  readonly shape: PacketShape;
  readonly setup: unknown;
}
