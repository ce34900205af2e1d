/**
 * Who reads the pages: this thread, or lanes. The same code does in both, so a crawl of a stored web is the same; on the
 * live web every host has one lane.
 */
import { fileURLToPath } from 'node:url';
import { type LaneSetup, openLane } from '../../workers/lane-setup.js';
import type { LivePages } from '../../workers/live-pages.js';
import type { StoredPages } from '../../workers/stored-pages.js';
import type { PacketShape } from '../contract/packet.js';
import { InlineReader } from '../engine/inline-reader.js';
import { LaneReader } from '../engine/lane-reader.js';
import { Answers, inlineSeat, LiveReader, openLiveLanes } from '../engine/live-reader.js';
import type { Reader } from '../engine/road.js';
import type { SeenHandle } from '../kernel/seen.js';
import { systemClock } from '../kit/clock.js';
import type { FrequencyTable } from '../text/frequency-table.js';
import { hostOf } from '../url/parts.js';

/** A reader whose shared tables may move. */
export interface ReadingRoom {
  readonly reader: Reader;
  moveSeen(handle: SeenHandle): void;
  renew(table: FrequencyTable): void;
  /** Ends a wait for an answer early; nothing on a stored web, where none is long. */
  wake(): void;
}

export interface LanesOptions {
  /** 0 = this thread. */
  readonly workers: number;
  readonly setup: LaneSetup;
  readonly shape: PacketShape;
  readonly onReplaced: (sentence: string, slot: number) => void;
}

const filename = fileURLToPath(new URL('../../workers/lane.js', import.meta.url));

export function openReadingRoom(options: LanesOptions): ReadingRoom {
  const isLive = options.setup.live !== undefined;
  if (options.workers === 0) return isLive ? liveInline(options) : inline(options);
  return isLive ? liveThreads(options) : threads(options);
}

function inline({ setup }: LanesOptions): ReadingRoom {
  const lane = openLane(setup, 1);
  return {
    reader: new InlineReader(visit => (lane.reader as StoredPages).read(visit)),
    moveSeen: handle => lane.moveSeen(handle),
    renew: table => lane.renew(table.handle),
    wake: () => undefined,
  };
}

function threads(options: LanesOptions): ReadingRoom {
  const reader = new LaneReader({ ...options, filename, lanes: options.workers });
  return {
    reader,
    moveSeen: handle => reader.moveSeen(handle),
    renew: table => reader.renew(table.version, table.handle),
    wake: () => undefined,
  };
}

const now = (): number => systemClock.now();

function liveInline({ setup }: LanesOptions): ReadingRoom {
  const answers = new Answers();
  const lane = openLane(setup, 1, { onSend: (slot, { atMs }) => answers.onSent?.(slot, atMs) });
  const pages = lane.live as LivePages;
  const seats = [inlineSeat(visit => pages.read(visit), answers)];
  return {
    reader: new LiveReader({ seats, answers, hostOf, now, close: () => pages.close() }),
    moveSeen: handle => lane.moveSeen(handle),
    renew: table => lane.renew(table.handle),
    wake: () => answers.wake(),
  };
}

function liveThreads(options: LanesOptions): ReadingRoom {
  const answers = new Answers();
  const { topicCount } = options.setup;
  const { seats, crew } = openLiveLanes(
    { ...options, filename, lanes: options.workers, topicCount },
    answers,
  );
  return {
    reader: new LiveReader({ seats, answers, hostOf, now, close: () => crew.close() }),
    moveSeen: handle => crew.tellAll({ kind: 'seen', handle }),
    renew: table => crew.tellAll({ kind: 'frequency', handle: table.handle }),
    wake: () => answers.wake(),
  };
}
