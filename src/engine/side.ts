/** robots.txt and sitemaps as the road sees them: rows of their own kind, and what a sitemap lists enters like any link. */
import { outcome, outcomeOf } from '../contract/outcome.js';
import type { Reading, RobotsDetail, Visit, VisitLinks } from '../contract/visit.js';
import { STATE } from '../frontier/frontier.js';
import { admitLinks } from './admit.js';
import { writeLinks, writePage } from './record.js';
import type { Road } from './road.js';

/** States of links that were or are being asked for. */
const FETCHED: ReadonlySet<number> = new Set([STATE.inFlight, STATE.later, STATE.settled]);
const REDIRECTED = outcome('Redirected').code;
/** Sitemaps asked for in one crawl of a host are bounded by its links; an index may name this many. */
const MOST_NAMED = 50_000;

export interface Side {
  readonly slot: number;
  readonly host: number;
  /** Nobody has asked for the address. */
  readonly isNew: boolean;
}

/**
 * A slot for an address that is not fetched as a page; pages that link to it meet it as known. A link to it that waits, or
 * was not wanted, is taken out of the road: what it leads to is no page.
 */
export function sideSlot(road: Road, url: string): Side {
  const { hosts, parts } = road;
  const { frontier } = parts;
  const { low, high } = parts.fingerprintOf(url);
  const host = hosts.of(parts.hostOf(url)).id;
  const before = parts.seen.insert(low, high, frontier.count);
  if (before >= 0 && !FETCHED.has(frontier.state(before))) {
    takeOut(road, before);
    return { slot: before, host, isNew: true };
  }
  const slot = frontier.allocate(host, 0);
  frontier.setState(slot, STATE.settled);
  return { slot, host, isNew: before < 0 };
}

/** Ends the road of a link that nobody has asked for; one that the fence kept out never had one. */
function takeOut({ hosts, tally, parts: { frontier } }: Road, slot: number): void {
  const state = frontier.state(slot);
  if (state === STATE.waiting) {
    frontier.leave(slot, STATE.settled);
    hosts.open(frontier.host(slot), -1);
    tally.ended++;
    return;
  }
  frontier.setState(slot, STATE.settled);
  if (state !== STATE.declined && state !== STATE.evicted) return;
  tally[state === STATE.declined ? 'declined' : 'evicted']--;
  tally.ended++;
}

/** Writes the row of a robots.txt or sitemap; returns its seq. */
export function settleSide(
  road: Road,
  { slot, url, kind = 'page' }: Visit,
  reading: Reading,
  attempt = 1,
): number {
  const seq = ++road.seq;
  road.seqOf.set(slot, seq);
  const record = { url, anchor: '', parent: -1, enteredMs: road.nowMs, redirects: 0, lists: [] };
  const isRedirect = reading.outcome === REDIRECTED;
  writePage(road, {
    trip: { slot, kind: 'page', record, rank: Number.NaN, chosenMs: road.nowMs },
    kind: kind === 'robots' ? 'robots' : 'sitemap',
    reading: isRedirect ? reading : { ...reading, target: '' },
    seq,
    attempt,
    linksNew: 0,
    verdict: { outcome: reading.outcome, relevance: Number.NaN, isRelevant: false, duplicateOf: 0 },
  });
  return seq;
}

interface RobotsHeard {
  readonly url: string;
  readonly reading: Reading;
  readonly detail: RobotsDetail;
}

/** What a robots.txt came to, in the table of its own and at its host. */
export function writeRobots(road: Road, seq: number, { url, reading, detail }: RobotsHeard): void {
  const { answer, origin, group, rules, optOuts, isTruncated } = detail;
  road.hosts.of(road.parts.hostOf(`${origin}/`)).robots = answer;
  road.parts.log.robots({
    origin,
    seq,
    fetched_at: road.nowMs,
    url,
    status: reading.status === 0 ? null : reading.status,
    answer,
    agent_group: group,
    rules,
    crawl_delay_ms: reading.crawlDelayMs,
    opt_outs: optOuts.length === 0 ? null : optOuts.join(', '),
    is_truncated: isTruncated,
    sitemaps: reading.links.count,
  });
}

/** The addresses that a robots.txt or an index of sitemaps names. */
export function namedSitemaps({ links, outcome: code }: Reading): string[] {
  if (outcomeOf(code).class !== 'ok') return [];
  return Array.from({ length: Math.min(links.count, MOST_NAMED) }, (_, i) => links.url(i));
}

/**
 * What a sitemap lists has no anchor and no page around it that could speak for it: it enters one link from a seed, as if
 * from a page of relevance 0, so that it comes after whatever relevant pages lead to.
 */
export function admitSitemap(road: Road, slot: number, seq: number, links: VisitLinks): void {
  const topics = new Float64Array(road.parts.topicCount);
  const page = { slot, seq, depth: 0, score: 0, relevance: 0, isRelevant: false, steps: 0 };
  admitLinks(road, { ...page, topics, judges: new Float64Array(0) }, links);
  writeLinks(road);
}
