/**
 * The loop: who goes next through which door? It owns no knowledge; every step is a room's answer.
 *
 *   choose a window → ask the lanes → take answers → settle → admit their links → record
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Fault } from '../kit/fault.js';
import { admitSeeds } from './admit.js';
import { refill, roomOf, visitOf } from './refill.js';
import { type Parts, Road } from './road.js';
import { settle } from './settle.js';
import { stopReason } from './stop.js';

/** The event loop gets a turn at least this often, so that signals, the log's answers and timers are heard. */
const TURN_MS = 10;

export interface CrawlWatch {
  /** Called after every settled page. */
  onSettled?(road: Road): void;
}

/** Walks until a reason to stop; what is in flight is settled first. Returns the reason and the state at the end. */
export async function crawl(parts: Parts, watch: CrawlWatch = {}): Promise<{ reason: string; road: Road }> {
  const road = new Road(parts);
  admitSeeds(road);
  let turnedMs = parts.clock.tick();
  for (;;) {
    if (parts.clock.tick() - turnedMs >= TURN_MS) {
      await nextTurn();
      turnedMs = parts.clock.tick();
    }
    const reason = stopReason(road);
    const dropped = reason === undefined && hasRoom(road) ? refill(road).dropped : 0;
    if (road.trips.size === 0) {
      if (dropped > 0) continue;
      const end = reason ?? (await whyIdle(road));
      if (end !== undefined) return { reason: end, road };
      continue;
    }
    parts.reader.plan(
      count => parts.frontier.best(count),
      slot => visitOf(road, slot),
    );
    settle(road, await parts.reader.next());
    watch.onSettled?.(road);
  }
}

/** The one predicate of back-pressure: may more work enter? */
export function hasRoom(road: Road): boolean {
  return roomOf(road) > 0 && !road.parts.log.isFull;
}

/** Nothing is in flight: wait for the log, end, or find the strategy stuck. */
async function whyIdle(road: Road): Promise<string | undefined> {
  const { log, frontier } = road.parts;
  if (log.isFull) {
    await log.drained();
    return undefined;
  }
  if (frontier.waiting === 0) return 'frontier empty';
  throw new Fault(
    'STRATEGY_STUCK',
    `The strategy chose none of ${frontier.waiting} waiting links although nothing is in flight; its choose() must fetch or prefetch one.`,
  );
}
