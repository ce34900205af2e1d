/** Step 13: a page came back, or did not. Every end is heard by the strategy before its links are offered. */

import { PAGE_FLAG } from '../contract/document.js';
import { outcome, outcomeOf } from '../contract/outcome.js';
import type { Rescore, RoadEnd } from '../contract/strategy.js';
import { blankReading, type Reading } from '../contract/visit.js';
import { STATE } from '../frontier/frontier.js';
import { Fault } from '../kit/fault.js';
import { admitLinks, admitRedirect, letWait } from './admit.js';
import { type Verdict, writePage } from './record.js';
import type { Road, Trip } from './road.js';

const REDIRECTED = outcome('Redirected').code;
const REDIRECT_FAILED = outcome('RedirectFailed').code;
const DUPLICATE = outcome('Duplicate').code;
/** Off-topic steps are kept in a byte. */
const MOST_STEPS = 255;
/** What a page that asks not to be followed offers. */
const NO_LINKS = blankReading(-1, 0).links;

export function settle(road: Road, reading: Reading): void {
  const trip = road.trips.get(reading.slot);
  if (trip === undefined)
    throw new Fault('ENGINE_STRAY_ANSWER', `Slot ${reading.slot} was answered without being asked.`);
  road.trips.delete(trip.slot);
  road.nowMs = road.parts.clock.now();
  const seq = ++road.seq;
  const verdict = judge(road, trip, reading, seq);
  const attempt = trip.kind === 'adopted' ? 0 : (road.attempts.get(trip.slot) ?? 0) + 1;
  count(road, trip, reading, verdict, seq);
  if (trip.kind === 'prefetch' && !Number.isNaN(verdict.relevance)) waitOn(road, trip, verdict.relevance);
  hear(road, trip, { reading, seq }, verdict);
  const isRetried = park(road, trip, verdict, attempt);
  const linksNew = isRetried ? 0 : open(road, trip, reading, verdict, seq);
  road.parts.onSettled?.(reading, seq, trip.kind);
  if (reading.fault !== '') report(road, reading, seq);
  writePage(road, { trip, reading, seq, attempt, linksNew, verdict });
}

/** A fault of ours while a page was read: the page is an outcome, and the fault is not silent. */
function report(road: Road, reading: Reading, seq: number): void {
  const { log, clock } = road.parts;
  log.event({ seq, at: clock.now(), kind: 'reader-fault', text: reading.fault });
}

function judge(road: Road, trip: Trip, reading: Reading, seq: number): Verdict {
  const { record } = trip;
  let code = reading.outcome;
  const leadsNowhere = reading.target === '' || reading.target === record.url;
  if (code === REDIRECTED && (leadsNowhere || record.redirects >= road.parts.limits.maxRedirects)) {
    code = REDIRECT_FAILED;
  }
  const isPage = outcomeOf(code).class === 'ok';
  const relevance = isPage ? (reading.topics[0] as number) : Number.NaN;
  if (isPage && Number.isNaN(relevance)) {
    throw new Fault('MODEL_NOT_A_NUMBER', `The model gave no number for ${record.url}.`);
  }
  const duplicateOf = isPage && trip.kind !== 'adopted' ? road.parts.duplicates.firstLike(reading, seq) : 0;
  return {
    outcome: duplicateOf > 0 ? DUPLICATE : code,
    relevance,
    isRelevant: relevance >= road.parts.threshold,
    duplicateOf,
  };
}

function count(road: Road, trip: Trip, reading: Reading, verdict: Verdict, seq: number): void {
  const { tally } = road;
  tally.inFlight--;
  if (trip.kind === 'adopted') return;
  const host = road.hosts.at(road.parts.frontier.host(trip.slot));
  tally.pages++;
  tally.bytes += reading.bytes;
  tally.linksFound += reading.linksFound;
  tally.badUrls += reading.badUrls;
  tally.nofollow += reading.nofollow;
  tally.end(verdict.outcome);
  if (!Number.isNaN(verdict.relevance)) tally.judge(verdict.relevance);
  host.pages++;
  host.bytes += reading.bytes;
  if (outcomeOf(verdict.outcome).class !== 'ok') host.errors++;
  if (host.firstSeq === 0) host.firstSeq = seq;
  host.lastSeq = seq;
  if (!verdict.isRelevant) return;
  tally.relevant++;
  host.relevant++;
}

interface Answer {
  readonly reading: Reading;
  readonly seq: number;
}

function hear(road: Road, trip: Trip, { reading, seq }: Answer, verdict: Verdict): void {
  const { strategy, frontier } = road.parts;
  if (strategy.settle === undefined) return;
  const end: RoadEnd = {
    slot: trip.slot,
    seq,
    outcome: verdict.outcome,
    depth: frontier.depth(trip.slot),
    parent: trip.record.parent,
    score: frontier.score(trip.slot),
    relevance: verdict.relevance,
    isRelevant: verdict.isRelevant,
    isPrefetch: trip.kind === 'prefetch',
    column: name => road.columnOf(trip.slot, name),
    judge: name => road.judgeOf(reading.judges, name),
    kept: name => road.keptOf(trip.record.lists, name),
  };
  strategy.settle(end, rescoreOf(road));
}

/** A prefetched page is known, but its link waits on. */
function waitOn(road: Road, trip: Trip, relevance: number): void {
  road.prefetched.set(trip.slot, relevance);
  letWait(road, trip.slot, road.parts.frontier.score(trip.slot), road.parts.frontier.order(trip.slot));
}

/** Where the slot goes now; true when it will be asked again. */
function park(road: Road, trip: Trip, verdict: Verdict, attempt: number): boolean {
  const { frontier } = road.parts;
  const host = frontier.host(trip.slot);
  road.hosts.open(host, -1);
  if (road.prefetched.has(trip.slot)) return false;
  const line = outcomeOf(verdict.outcome);
  if (line.class === 'retry' && attempt <= line.mostRetries) {
    road.attempts.set(trip.slot, attempt);
    letWait(road, trip.slot, frontier.score(trip.slot), frontier.order(trip.slot));
    return true;
  }
  frontier.setState(trip.slot, STATE.settled);
  road.attempts.delete(trip.slot);
  road.tally.ended++;
  return false;
}

/** Lets the links of the page in; returns how many were new. */
function open(road: Road, trip: Trip, reading: Reading, verdict: Verdict, seq: number): number {
  if (trip.kind === 'prefetch' && road.prefetched.has(trip.slot)) return 0;
  road.seqOf.set(trip.slot, seq);
  if (verdict.outcome === REDIRECTED) admitRedirect(road, trip.slot, reading);
  if (outcomeOf(verdict.outcome).class !== 'ok') return 0;
  const isClosed = (reading.pageFlags & PAGE_FLAG.nofollow) !== 0;
  if (isClosed) road.tally.nofollow += reading.links.count;
  const { frontier } = road.parts;
  const source = {
    slot: trip.slot,
    seq,
    depth: frontier.depth(trip.slot),
    score: frontier.score(trip.slot),
    relevance: verdict.relevance,
    isRelevant: verdict.isRelevant,
    topics: reading.topics,
    judges: reading.judges,
    steps: verdict.isRelevant ? 0 : Math.min(MOST_STEPS, frontier.steps(trip.slot) + 1),
  };
  return admitLinks(road, source, isClosed ? NO_LINKS : reading.links).fresh;
}

/** What a strategy may change of links that wait. */
export function rescoreOf(road: Road): Rescore {
  const { frontier } = road.parts;
  return {
    score(slot, score) {
      if (!frontier.isWaiting(slot)) return;
      if (!Number.isNaN(score)) {
        frontier.rescore(slot, score);
        return;
      }
      frontier.leave(slot, STATE.declined);
      road.hosts.open(frontier.host(slot), -1);
      road.tally.declined++;
    },
    column(name, slot, value) {
      const index = road.columnIndex(name);
      if (index >= 0 && frontier.isWaiting(slot)) frontier.setColumn(index, slot, value);
    },
  };
}
