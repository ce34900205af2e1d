/**
 * Who reads the pages: this thread, or lanes. The same code does in both, so a crawl of a stored web is the same; on the
 * live web every host has one lane.
 */
import { fileURLToPath } from 'node:url';
import { type LaneSetup, type OpenLane, openLane } from '../../workers/lane-setup.js';
import type { LivePages } from '../../workers/live-pages.js';
import type { StoredPages } from '../../workers/stored-pages.js';
import type { ModelEntry } from '../contract/model.js';
import type { PacketShape } from '../contract/packet.js';
import { InlineReader } from '../engine/inline-reader.js';
import type { ArchiveEvents, LaneCrew } from '../engine/lane-crew.js';
import { LaneReader } from '../engine/lane-reader.js';
import { Answers, inlineSeat, LiveReader, openLiveLanes } from '../engine/live-reader.js';
import type { Reader } from '../engine/road.js';
import type { SeenHandle } from '../kernel/seen.js';
import { systemClock } from '../kit/clock.js';
import type { FrequencyTable } from '../text/frequency-table.js';
import { hostOf } from '../url/parts.js';
import type { ArchiveDoor } from './archivist.js';

/** A reader whose shared tables may move. */
export interface ReadingRoom {
  readonly reader: Reader;
  moveSeen(handle: SeenHandle): void;
  renew(table: FrequencyTable): void;
  /** Ends a wait for an answer early; nothing on a stored web, where none is long. */
  wake(): void;
  /** Orders about the bytes of pages; nothing where none is kept. */
  readonly archive: ArchiveDoor;
}

export interface LanesOptions {
  /** 0 = this thread. */
  readonly workers: number;
  readonly setup: LaneSetup;
  readonly shape: PacketShape;
  readonly onReplaced: (sentence: string, slot: number) => void;
  readonly archive?: ArchiveEvents | undefined;
  /** A model that lives in this thread alone; then `workers` is 0. */
  readonly model?: ModelEntry | undefined;
}

/** The desk of the lane in this thread; what is written is told at once. */
function deskDoor({ desk }: OpenLane): ArchiveDoor {
  return {
    keep: order => desk?.obey({ kind: 'keep', pages: [order] }),
    drop: slot => desk?.obey({ kind: 'drop', slots: [slot] }),
    sync: commit => desk?.obey({ kind: 'sync', commit }),
    lanes: 1,
  };
}

const crewDoor = (crew: LaneCrew): ArchiveDoor => ({
  keep: order => crew.keep(order),
  drop: slot => crew.drop(slot),
  sync: commit => crew.sync(commit),
  lanes: crew.lanes.length,
});

const filename = fileURLToPath(new URL('../../workers/lane.js', import.meta.url));

export function openReadingRoom(options: LanesOptions): ReadingRoom {
  const isLive = options.setup.live !== undefined;
  if (options.workers === 0) return isLive ? liveInline(options) : inline(options);
  return isLive ? liveThreads(options) : threads(options);
}

function inline({ setup, archive, model }: LanesOptions): ReadingRoom {
  const lane = openLane(setup, 1, { model, onArchive: answer => archive?.onAnswer(answer) });
  return {
    archive: deskDoor(lane),
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
    archive: crewDoor(reader.crew),
    moveSeen: handle => reader.moveSeen(handle),
    renew: table => reader.renew(table.version, table.handle),
    wake: () => undefined,
  };
}

const now = (): number => systemClock.now();

function liveInline({ setup, archive, model }: LanesOptions): ReadingRoom {
  const answers = new Answers();
  const lane = openLane(setup, 1, {
    model,
    onSend: (slot, { atMs }) => answers.onSent?.(slot, atMs),
    onArchive: answer => archive?.onAnswer(answer),
  });
  const pages = lane.live as LivePages;
  const seats = [inlineSeat(visit => pages.read(visit), answers)];
  return {
    reader: new LiveReader({ seats, answers, hostOf, now, close: () => pages.close() }),
    archive: deskDoor(lane),
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
    archive: crewDoor(crew),
    moveSeen: handle => crew.tellAll({ kind: 'seen', handle }),
    renew: table => crew.tellAll({ kind: 'frequency', handle: table.handle }),
    wake: () => answers.wake(),
  };
}
