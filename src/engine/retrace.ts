/**
 * Walks a road again that a journal tells of: the same steps with the same answers at the same times, but nobody is asked. The
 * road ends in the state that it had at the last commit; what was in flight then is asked once more.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Past, RoadJournal } from '../contract/journal.js';
import { Fault } from '../kit/fault.js';
import type { LiveGate } from './gate.js';
import { hear } from './hear.js';
import { ask, choose, drop, giveBack, giveUp, roomOf, visitOf } from './refill.js';
import { refresh } from './refresh.js';
import type { Road } from './road.js';
import { stopReason } from './stop.js';

/** The event loop gets a turn at least this often. */
const TURN_MS = 50;

/** @throws {Fault} 70 when the road does not come out where it did. */
export async function retrace(road: Road, gate: LiveGate | undefined, past: Past): Promise<void> {
  const { clock } = road.parts;
  road.isRetracing = true;
  let turnedMs = clock.tick();
  for (const seq of past.tell(stepsOf(road, gate))) {
    if (seq !== undefined && seq !== road.seq) throw differs(`row ${road.seq} instead of ${seq}`);
    const version = refresh(road);
    if (version !== undefined) await version;
    if (clock.tick() - turnedMs < TURN_MS) continue;
    await nextTurn();
    turnedMs = clock.tick();
  }
  road.startedMs = clock.tick() - past.elapsedMs;
  gate?.takeUp();
  road.isRetracing = false;
}

/** Goes on from here: says so in the journal, and asks once more for what was in flight, as far as the budget still allows. */
export function goOn(road: Road, gate: LiveGate | undefined): void {
  road.journal?.resumed();
  road.nowMs = road.parts.clock.now();
  if (gate !== undefined) {
    // Sitemaps that nobody had asked for when the crawl ended must not go out before it ends again.
    if (stopReason(road) === undefined) gate.serveAll();
  } else if (roomOf(road) >= 0)
    for (const slot of road.trips.keys()) road.parts.reader.assign(visitOf(road, slot));
  else {
    road.journal?.stopping();
    giveAllBack(road);
  }
}

function stepsOf(road: Road, gate: LiveGate | undefined): RoadJournal {
  const at = (atMs: number): void => {
    road.nowMs = atMs;
  };
  return {
    asked(slot, kind, rank, atMs) {
      at(atMs);
      if (!road.parts.frontier.isWaiting(slot)) throw differs(`slot ${slot} does not wait`);
      ask(road, slot, rank, kind);
    },
    chose(atMs) {
      at(atMs);
      choose(road);
    },
    dropped: slot => drop(road, slot),
    gone(slot, atMs) {
      at(atMs);
      giveUp(road, slot);
    },
    answered: (reading, atMs) => hear(road, gate, reading, atMs),
    sent: slot => gate?.left(slot),
    due(slot) {
      if (gate?.due() !== slot) throw differs(`slot ${slot} was not due first`);
    },
    abandoned(host, atMs) {
      at(atMs);
      gate?.abandon(host);
    },
    stopping: () => (gate === undefined ? giveAllBack(road) : gate.giveBack()),
    resumed: () => gate?.takeUp(),
  };
}

function giveAllBack(road: Road): void {
  for (const slot of [...road.trips.keys()]) giveBack(road, slot);
}

const differs = (how: string): Fault =>
  new Fault('JOURNAL_DIFFERS', `The crawl does not come out as its journal tells: ${how}.`, 70);
