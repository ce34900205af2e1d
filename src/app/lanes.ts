/** Who reads the pages: this thread, or lanes. The same code does in both, so the crawl is the same. */
import { fileURLToPath } from 'node:url';
import { type LaneSetup, openLane } from '../../workers/lane-setup.js';
import type { StoredPages } from '../../workers/stored-pages.js';
import type { PacketShape } from '../contract/packet.js';
import { InlineReader } from '../engine/inline-reader.js';
import { LaneReader } from '../engine/lane-reader.js';
import type { Reader } from '../engine/road.js';
import type { SeenHandle } from '../kernel/seen.js';
import type { FrequencyTable } from '../text/frequency-table.js';

/** A reader whose shared tables may move. */
export interface ReadingRoom {
  readonly reader: Reader;
  moveSeen(handle: SeenHandle): void;
  renew(table: FrequencyTable): void;
}

export interface LanesOptions {
  /** 0 = this thread. */
  readonly workers: number;
  readonly setup: LaneSetup;
  readonly shape: PacketShape;
  readonly onReplaced: (sentence: string, slot: number) => void;
}

export function openReadingRoom(options: LanesOptions): ReadingRoom {
  return options.workers === 0 ? inline(options) : threads(options);
}

function inline({ setup }: LanesOptions): ReadingRoom {
  const lane = openLane(setup, 1);
  return {
    reader: new InlineReader(visit => (lane.reader as StoredPages).read(visit)),
    moveSeen: handle => lane.moveSeen(handle),
    renew: table => lane.renew(table.handle),
  };
}

function threads(options: LanesOptions): ReadingRoom {
  const filename = fileURLToPath(new URL('../../workers/lane.js', import.meta.url));
  const reader = new LaneReader({ ...options, filename, lanes: options.workers });
  return {
    reader,
    moveSeen: handle => reader.moveSeen(handle),
    renew: table => reader.renew(table.version, table.handle),
  };
}
