/** Step 7: the strategy, or the order of scores, says which waiting links are asked for next. */
import { outcome } from '../contract/outcome.js';
import type { Choice } from '../contract/strategy.js';
import { blankReading, type Visit } from '../contract/visit.js';
import { STATE } from '../frontier/frontier.js';
import { Fault } from '../kit/fault.js';
import { countOutside, letWait } from './admit.js';
import type { Road, Trip } from './road.js';
import { rescoreOf, settle } from './settle.js';

const HOST_GONE = outcome('HostGone').code;

/** Fills the window; tells how many links left the road unasked: their host had its share, or was given up. */
export function refill(road: Road): { readonly dropped: number } {
  const before = road.tally.entered - road.seq;
  road.nowMs = road.parts.clock.now();
  if (road.parts.strategy.choose === undefined) chooseBest(road);
  else choose(road);
  return { dropped: before - (road.tally.entered - road.seq) };
}

export const visitOf = (road: Road, slot: number): Visit => ({
  slot,
  url: road.parts.frontier.recall(slot).url,
  level: 0,
});

/** Pages that may still be asked for now: room in the window and in the budget. */
export function roomOf(road: Road): number {
  const { window, limits } = road.parts;
  const underWay = road.trips.size + (road.gate?.sideCount ?? 0);
  return Math.min(window - underWay, limits.maxPages - road.tally.pages - road.fetching);
}

/**
 * The strategy chooses at the road's `nowMs`. What it chooses follows from its state and needs no entry of its own in the
 * journal; what the gate does with that has its own, so it goes out afterwards.
 */
export function choose(road: Road): void {
  road.journal?.chose(road.nowMs);
  const { journal } = road;
  road.journal = undefined;
  road.isChoosing = true;
  road.parts.strategy.choose?.(road.view, choiceOf(road));
  road.isChoosing = false;
  road.journal = journal;
  road.gate?.servePushed();
}

function chooseBest(road: Road): void {
  const { frontier } = road.parts;
  const { gate } = road;
  const spare = road.parts.isShort?.() ? Math.floor(road.parts.window / 2) : 0;
  while (roomOf(road) > spare) {
    const slot = frontier.top;
    if (slot < 0) return;
    const host = frontier.host(slot);
    if (gate?.isGone(host)) giveUp(road, slot);
    else if (gate?.mayTake(host) !== false && !dropWhenFull(road, slot)) ask(road, slot, 1, 'page');
  }
}

/** A link of a host that was given up ends without being asked for. */
export function giveUp(road: Road, slot: number): void {
  road.journal?.gone(slot, road.nowMs);
  depart(road, slot, 1, 'page');
  settle(road, { ...blankReading(slot, road.parts.topicCount), outcome: HOST_GONE });
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
    score: (slot, score) => rescoreOf(road).score(slot, score),
    wait() {},
  };
}

export function ask(road: Road, slot: number, rank: number, kind: Trip['kind']): void {
  road.journal?.asked(slot, kind, rank, road.nowMs);
  const { url } = depart(road, slot, rank, kind).record;
  const visit = { slot, url, level: 0 };
  if (road.gate === undefined && !road.isRetracing) road.parts.reader.assign(visit);
  else road.gate?.push(visit);
}

function depart(road: Road, slot: number, rank: number, kind: Trip['kind']): Trip {
  const { frontier } = road.parts;
  frontier.leave(slot, STATE.inFlight);
  const prefetched = road.prefetched.get(slot);
  road.prefetched.delete(slot);
  const trip = { slot, kind, record: frontier.recall(slot), rank, chosenMs: road.nowMs, prefetched };
  road.addTrip(trip);
  return trip;
}

/** A link whose host has had its share leaves the road, as if the fence had kept it out; true when it did. */
function dropWhenFull(road: Road, slot: number): boolean {
  const { frontier, limits } = road.parts;
  if (limits.maxPagesPerHost === Infinity) return false;
  const host = road.hosts.at(frontier.host(slot));
  if (host.pages + host.fetching < limits.maxPagesPerHost) return false;
  drop(road, slot);
  return true;
}

export function drop(road: Road, slot: number): void {
  const { frontier } = road.parts;
  const host = road.hosts.at(frontier.host(slot));
  road.journal?.dropped(slot);
  frontier.leave(slot, STATE.fenced);
  road.hosts.open(host.id, -1);
  road.tally.entered--;
  host.entered--;
  countOutside(road, slot, 1);
}

/** A link in flight waits again, as if it had never been asked for. */
export function giveBack(road: Road, slot: number): void {
  const { frontier } = road.parts;
  const trip = road.dropTrip(slot);
  if (trip?.prefetched !== undefined) road.prefetched.set(slot, trip.prefetched);
  road.hosts.open(frontier.host(slot), -1);
  letWait(road, slot, frontier.score(slot), frontier.order(slot));
}
