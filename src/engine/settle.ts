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
const ROBOTS_DENIED = outcome('RobotsDenied').code;
const INCOMPLETE = outcome('Incomplete').code;
const TRUNCATED = outcome('Truncated').code;
/** Without robots.txt nothing was asked: no attempt, and no row unless it is the end. */
const UNRULED = outcome('RobotsUnreachable').code;
/** Off-topic steps are kept in a byte. */
const MOST_STEPS = 255;
/** What a page that asks not to be followed offers. */
const NO_LINKS = blankReading(-1, 0).links;

/** At the road's `nowMs`. */
export function settle(road: Road, reading: Reading): void {
  const trip = road.dropTrip(reading.slot);
  if (trip === undefined)
    throw new Fault('ENGINE_STRAY_ANSWER', `Slot ${reading.slot} was answered without being asked.`);
  if (reading.outcome === UNRULED && waitForRules(road, trip)) return;
  const attempt = (road.attempts.get(trip.slot) ?? 0) + 1;
  const seq = ++road.seq;
  const verdict = judge(road, trip, { reading, seq }, attempt);
  const isAsked = wasAsked(verdict.outcome);
  if (!isAsked) deny(road, trip, verdict.outcome);
  else if (trip.kind !== 'adopted') count(road, trip, { reading, seq }, verdict);
  if (trip.kind === 'prefetch' && !Number.isNaN(verdict.relevance)) waitOn(road, trip, verdict.relevance);
  hear(road, trip, { reading, seq }, verdict);
  const isRetried = park(road, trip, reading, { code: verdict.outcome, attempt });
  const linksNew = isRetried ? 0 : open(road, trip, { reading, seq }, verdict);
  // A page that is asked for again is heard when it came whole, or for the last time.
  if (!isRetried) road.parts.onSettled?.(reading, seq, trip.kind);
  if (reading.fault !== '') report(road, reading, seq);
  const wasFetched = isAsked && trip.kind !== 'adopted';
  if (road.parts.archive !== undefined && !road.isRetracing)
    offerToArchive(road, trip, { reading, seq, attempt }, verdict);
  const kind = isAsked ? trip.kind : 'denied';
  writePage(road, { trip, reading, seq, linksNew, verdict, kind, attempt: wasFetched ? attempt : 0 });
}

function offerToArchive(
  road: Road,
  trip: Trip,
  { reading, seq, attempt }: Answer & { readonly attempt: number },
  verdict: Verdict,
): void {
  const { frontier, archive } = road.parts;
  const { parent } = trip.record;
  archive?.settled({
    ...{ slot: trip.slot, seq, isRelevant: verdict.isRelevant, duplicateOf: verdict.duplicateOf },
    isFirst: trip.kind !== 'adopted',
    note: {
      relevance: verdict.relevance,
      depth: frontier.depth(trip.slot),
      parent: road.seqOf.get(parent) ?? Number.NaN,
      via: verdict.isRelevant && parent >= 0 ? frontier.recall(parent).url : '',
      attempt,
      outcome: verdict.outcome,
      topicVersion: reading.version,
    },
  });
}

function deny(road: Road, { slot }: Trip, code: number): void {
  road.tally.end(code);
  if (code === ROBOTS_DENIED) road.hosts.at(road.parts.frontier.host(slot)).denied++;
}

/** Whether the server was asked, or could not be reached: what was denied is no fetch. */
const wasAsked = (code: number): boolean => code !== UNRULED && outcomeOf(code).class !== 'denied';

/** A fault of ours while a page was read: the page is an outcome, and the fault is not silent. */
function report(road: Road, reading: Reading, seq: number): void {
  const { log, clock } = road.parts;
  log.event({ seq, at: clock.now(), kind: 'reader-fault', text: reading.fault });
}

function judge(road: Road, trip: Trip, { reading, seq }: Answer, attempt: number): Verdict {
  const { record } = trip;
  let code = reading.outcome;
  const leadsNowhere = reading.target === '' || reading.target === record.url;
  if (code === REDIRECTED && (leadsNowhere || record.redirects >= road.parts.limits.maxRedirects)) {
    code = REDIRECT_FAILED;
  }
  const isRead = reading.charset !== '';
  if (code === INCOMPLETE && isRead && !mayRetry(road, code, attempt)) code = TRUNCATED;
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

function count(road: Road, trip: Trip, { reading, seq }: Answer, verdict: Verdict): void {
  const { tally } = road;
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
    host: frontier.host(trip.slot),
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

interface Try {
  readonly code: number;
  /** From 1. */
  readonly attempt: number;
}

function mayRetry(road: Road, code: number, attempt: number): boolean {
  const line = outcomeOf(code);
  return (
    line.class === 'retry' && attempt <= Math.min(line.mostRetries, road.parts.live?.mostRetries ?? Infinity)
  );
}

/** How long a link waits before its next attempt, ms: doubled each time, unless the server says. */
function waitBefore(road: Road, reading: Reading, { code, attempt }: Try): number {
  const { live } = road.parts;
  const waitMs = outcomeOf(code).firstWaitMs * 2 ** (attempt - 1);
  return Number.isNaN(reading.retryAfterMs)
    ? waitMs
    : Math.min(reading.retryAfterMs, live?.mostRetryAfterMs ?? 0);
}

/** Where the slot goes now; true when it will be asked again. */
function park(road: Road, trip: Trip, reading: Reading, { code, attempt }: Try): boolean {
  const { frontier } = road.parts;
  const host = frontier.host(trip.slot);
  road.hosts.open(host, -1);
  if (road.prefetched.has(trip.slot)) return false;
  if (code !== UNRULED && mayRetry(road, code, attempt)) {
    road.attempts.set(trip.slot, attempt);
    staysPrefetched(road, trip);
    askAgain(road, trip.slot, waitBefore(road, reading, { code, attempt }));
    return true;
  }
  frontier.setState(trip.slot, STATE.settled);
  road.attempts.delete(trip.slot);
  road.ruleTries.delete(trip.slot);
  road.tally.ended++;
  return false;
}

/** Without robots.txt the page was not asked for: this counts as no attempt. True while there is hope. */
function waitForRules(road: Road, trip: Trip): boolean {
  const { slot } = trip;
  const tries = (road.ruleTries.get(slot) ?? 0) + 1;
  road.ruleTries.set(slot, tries);
  if (!mayRetry(road, UNRULED, tries)) return false;
  road.hosts.open(road.parts.frontier.host(slot), -1);
  staysPrefetched(road, trip);
  askAgain(road, slot, (road.parts.live?.robotsRetryMs ?? 0) * 2 ** (tries - 1));
  return true;
}

/** An adopted page that did not come stays one that was fetched before. */
function staysPrefetched(road: Road, { slot, prefetched }: Trip): void {
  if (prefetched !== undefined) road.prefetched.set(slot, prefetched);
}

function askAgain(road: Road, slot: number, waitMs: number): void {
  const { frontier } = road.parts;
  if (road.gate === undefined || waitMs === 0) {
    letWait(road, slot, frontier.score(slot), frontier.order(slot));
    return;
  }
  frontier.setState(slot, STATE.later);
  road.gate.later(slot, waitMs);
}

/** Lets the links of the page in; returns how many were new. */
function open(road: Road, trip: Trip, { reading, seq }: Answer, verdict: Verdict): number {
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
