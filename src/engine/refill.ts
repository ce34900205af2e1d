/** Step 7: the strategy, or the order of scores, says which waiting links are asked for next. */
import type { Choice } from '../contract/strategy.js';
import type { Visit } from '../contract/visit.js';
import { STATE } from '../frontier/frontier.js';
import { Fault } from '../kit/fault.js';
import { countOutside } from './admit.js';
import type { Road } from './road.js';

/** Fills the window; tells how many links left the road because their host had its share. */
export function refill(road: Road): { readonly dropped: number } {
  const before = road.tally.entered;
  if (road.parts.strategy.choose === undefined) chooseBest(road);
  else road.parts.strategy.choose(road.view, choiceOf(road));
  return { dropped: before - road.tally.entered };
}

export const visitOf = (road: Road, slot: number): Visit => ({
  slot,
  url: road.parts.frontier.recall(slot).url,
  level: 0,
});

/** Pages that may still be asked for now: room in the window and in the budget. */
export function roomOf(road: Road): number {
  const { window, limits } = road.parts;
  return Math.min(window - road.trips.size, limits.maxPages - road.tally.pages - fetching(road));
}

/** Pages in flight that will count as fetches. */
function fetching(road: Road): number {
  let count = 0;
  for (const trip of road.trips.values()) if (trip.kind !== 'adopted') count++;
  return count;
}

function chooseBest(road: Road): void {
  const { frontier } = road.parts;
  while (roomOf(road) > 0 && frontier.top >= 0) {
    if (!dropWhenFull(road, frontier.top)) ask(road, frontier.top, 1, 'page');
  }
}

function choiceOf(road: Road): Choice {
  const { frontier } = road.parts;
  const check = (slot: number): boolean => {
    if (!frontier.isWaiting(slot)) {
      throw new Fault('STRATEGY_CHOSE_NOTHING', `The strategy chose slot ${slot}, which does not wait.`);
    }
    return roomOf(road) > 0 && (road.prefetched.has(slot) || !dropWhenFull(road, slot));
  };
  const rank = (slot: number): number => (slot === frontier.top ? 1 : Number.NaN);
  return {
    get room() {
      return roomOf(road);
    },
    fetch(slot) {
      if (check(slot)) ask(road, slot, rank(slot), road.prefetched.has(slot) ? 'adopted' : 'page');
    },
    prefetch(slot) {
      if (check(slot) && !road.prefetched.has(slot)) ask(road, slot, rank(slot), 'prefetch');
    },
    wait() {},
  };
}

function ask(road: Road, slot: number, rank: number, kind: 'page' | 'prefetch' | 'adopted'): void {
  const { frontier, reader, clock } = road.parts;
  frontier.leave(slot, STATE.inFlight);
  road.prefetched.delete(slot);
  road.tally.inFlight++;
  const record = frontier.recall(slot);
  road.trips.set(slot, { slot, kind, record, rank, chosenMs: clock.now() });
  reader.assign({ slot, url: record.url, level: 0 });
}

/** A link whose host has had its share leaves the road, as if the fence had kept it out; true when it did. */
function dropWhenFull(road: Road, slot: number): boolean {
  const { frontier, limits } = road.parts;
  if (limits.maxPagesPerHost === Infinity) return false;
  const host = road.hosts.at(frontier.host(slot));
  let pages = host.pages;
  for (const { slot: asked, kind } of road.trips.values()) {
    if (kind !== 'adopted' && frontier.host(asked) === host.id) pages++;
  }
  if (pages < limits.maxPagesPerHost) return false;
  frontier.leave(slot, STATE.fenced);
  road.hosts.open(host.id, -1);
  road.tally.entered--;
  host.entered--;
  countOutside(road, slot, 1);
  return true;
}
