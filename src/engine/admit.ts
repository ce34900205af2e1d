/**
 * The one door (steps 1–6): every link of a page, every seed and every redirect enters here.
 * A link is named, looked up, fenced, offered to the strategy together with the others of its page, and waits.
 */
import { outcome } from '../contract/outcome.js';
import type { PageView } from '../contract/strategy.js';
import type { Reading, VisitLinks } from '../contract/visit.js';
import { STATE } from '../frontier/frontier.js';
import type { Batch } from './batch.js';
import { writeLink } from './record.js';
import type { Road } from './road.js';

const TRAP = outcome('Trap').code;
const EMPTY = new Uint32Array(0);
const NO_LISTS: readonly Uint32Array[] = [];
const PASSED = 'passed';
/** Depths are kept in 16 bits. */
const MOST_DEPTH = 65535;

/** What admitting a page's links did. */
export interface Admission {
  /** Links never met before. */
  readonly fresh: number;
}

/** The page that links are admitted from; the root page of the seeds has slot -1. */
export interface Source {
  readonly slot: number;
  readonly seq: number;
  readonly depth: number;
  readonly score: number;
  readonly relevance: number;
  readonly isRelevant: boolean;
  readonly topics: Float64Array;
  readonly judges: Float64Array;
  /** Off-topic pages in a row up to and including this one. */
  readonly steps: number;
}

/** Seeds are the links of a made-up root page, so there is one door. */
export function admitSeeds(road: Road): void {
  const { seeds, topicCount } = road.parts;
  const prints = seeds.map(url => road.parts.fingerprintOf(url));
  const links: VisitLinks = {
    count: seeds.length,
    low: Uint32Array.from(prints, print => print.low),
    high: Uint32Array.from(prints, print => print.high),
    known: new Uint32Array(seeds.length),
    url: i => seeds[i] as string,
    anchor: () => '',
    flags: new Uint32Array(seeds.length),
    number: {},
    list: {},
  };
  const topics = new Float64Array(topicCount).fill(1);
  const root = { slot: -1, seq: 0, depth: -1, score: 1, relevance: 1, isRelevant: true, steps: 0 };
  admitLinks(road, { ...root, topics, judges: new Float64Array(0) }, links);
}

export function admitLinks(road: Road, source: Source, links: VisitLinks): Admission {
  const { fresh, known } = road;
  fresh.begin(links);
  road.freshWords.length = 0;
  known.begin(links);
  let met = 0;
  for (let i = 0; i < links.count; i++) {
    const told = links.known[i] as number;
    const slot = told > 0 ? told - 1 : meet(road, links.low[i] as number, links.high[i] as number);
    if (slot >= 0) sortKnown(road, source, { links, i }, slot);
    else {
      met++;
      enter(road, source, links, i);
    }
  }
  askFresh(road, source, links);
  if (known.count > 0) askKnown(road, source, links);
  return { fresh: met };
}

/**
 * A redirect's target inherits score, columns, depth and parent, and skips `offer`. One that was known and is not fetched
 * is let in again, or moved up.
 */
export function admitRedirect(road: Road, from: number, reading: Reading): void {
  const { frontier } = road.parts;
  const { low, high } = road.parts.fingerprintOf(reading.target);
  const record = frontier.recall(from);
  const before = meet(road, low, high);
  if (record.parent < 0) road.parts.fence.addSeed(reading.target);
  const slot = before >= 0 ? before : allocate(road, reading.target, frontier.depth(from));
  if (isOpen(road, slot)) raise(road, from, slot);
  if (!frontier.isOutside(slot)) return;
  frontier.setDepth(slot, Math.min(frontier.depth(from), frontier.depth(slot)));
  if (before >= 0) countOutside(road, slot, -1);
  if (fence(road, reading.target, slot) !== PASSED) return;
  frontier.remember(
    slot,
    { ...record, url: reading.target, redirects: record.redirects + 1, enteredMs: road.nowMs },
    frontier.steps(from),
  );
  copyColumns(road, from, slot);
  letWait(road, slot, frontier.score(from), frontier.order(from));
}

/** A link that has entered and is not fetched gets the score of the redirect that leads to it, when that is better. */
function raise(road: Road, from: number, slot: number): void {
  const { frontier } = road.parts;
  const score = frontier.score(from);
  frontier.setDepth(slot, Math.min(frontier.depth(from), frontier.depth(slot)));
  if (frontier.isWaiting(slot) && frontier.score(slot) >= score) return;
  copyColumns(road, from, slot);
  if (frontier.isWaiting(slot)) frontier.rescore(slot, score);
  else readmit(road, slot, score, frontier.order(from));
}

/** True for a link that waits, was declined or evicted: it may still be fetched. */
function isOpen(road: Road, slot: number): boolean {
  const state = road.parts.frontier.state(slot);
  return state === STATE.waiting || state === STATE.declined || state === STATE.evicted;
}

/** The slot of a target met before; -1 for one that has the next slot from now on, and must be given it at once. */
const meet = (road: Road, low: number, high: number): number =>
  road.parts.seen.insert(low, high, road.parts.frontier.count);

/** The next slot; its link stays outside until the fence lets it in. */
const allocate = (road: Road, url: string, depth: number): number =>
  road.parts.frontier.allocate(road.hosts.of(road.parts.hostOf(url)).id, depth);

function enter(road: Road, source: Source, links: VisitLinks, i: number): void {
  const url = links.url(i);
  passOrStay(road, source, { links, i, url }, allocate(road, url, depthBelow(source)));
}

const depthBelow = (source: Source): number => Math.min(MOST_DEPTH, source.depth + 1);

/** A link of the page at hand. */
interface Found {
  readonly links: VisitLinks;
  readonly i: number;
  readonly url: string;
}

function passOrStay(road: Road, source: Source, { links, i, url }: Found, slot: number): void {
  const verdict = fence(road, url, slot);
  if (verdict === PASSED) {
    const anchor = links.anchor(i);
    road.freshWords.push(url, anchor);
    road.fresh.add(i, slot, road.parts.frontier.depth(slot));
    remember(road, source, { url, anchor, i }, slot);
  } else if (road.parts.linkRows === 'all') {
    writeLink(road, links, i, { seq: source.seq, slot, fate: 'fenced', reason: verdict, url });
  }
}

interface Words {
  readonly url: string;
  readonly anchor: string;
  readonly i: number;
}

function remember(road: Road, source: Source, { url, anchor, i }: Words, slot: number): void {
  const lists = road.parts.strategy.keeps?.map(name => road.fresh.listAt(name, i)) ?? NO_LISTS;
  road.parts.frontier.remember(
    slot,
    {
      url,
      anchor,
      parent: source.slot,
      enteredMs: road.nowMs,
      redirects: 0,
      lists,
    },
    source.steps,
  );
}

/** Step 4; returns the fence that was met, or PASSED. */
function fence(road: Road, url: string, slot: number): string {
  const { frontier } = road.parts;
  const host = road.hosts.at(frontier.host(slot));
  const verdict = road.parts.fence.check(url, host.name, frontier.depth(slot));
  if (verdict.code === 0) {
    road.tally.entered++;
    host.entered++;
    return PASSED;
  }
  frontier.setState(slot, verdict.code === TRAP ? STATE.trapped : STATE.fenced);
  countOutside(road, slot, 1);
  return verdict.reason;
}

/** A link that stays outside counts once, whoever leads to it; -1 before the fence is asked again. */
export function countOutside(road: Road, slot: number, change: 1 | -1): void {
  const { frontier } = road.parts;
  const name = frontier.state(slot) === STATE.trapped ? 'traps' : 'outOfScope';
  road.tally[name] += change;
  road.hosts.at(frontier.host(slot))[name] += change;
}

/** A link met before: offered again while it is not fetched, or let in when only depth kept it out. */
function sortKnown(road: Road, source: Source, { links, i }: Pick<Found, 'links' | 'i'>, slot: number): void {
  const { frontier } = road.parts;
  const depth = depthBelow(source);
  const isNearer = depth < frontier.depth(slot);
  if (frontier.isOutside(slot) && road.parts.fence.dependsOnDepth && isNearer) {
    frontier.setDepth(slot, depth);
    countOutside(road, slot, -1);
    passOrStay(road, source, { links, i, url: links.url(i) }, slot);
    return;
  }
  if (isOpen(road, slot)) {
    if (isNearer) frontier.setDepth(slot, depth);
    road.known.add(i, slot, frontier.depth(slot));
  }
  if (road.parts.linkRows === 'all') writeLink(road, links, i, { seq: source.seq, slot, fate: 'known' });
}

function askFresh(road: Road, source: Source, links: VisitLinks): void {
  const { fresh } = road;
  fresh.close();
  road.parts.strategy.offer(pageView(road, source, links), fresh, fresh.out);
  for (let i = 0; i < fresh.count; i++) {
    const slot = fresh.slot[i] as number;
    const score = fresh.out.score[i] as number;
    const isDeclined = Number.isNaN(score);
    if (isDeclined) {
      road.tally.declined++;
      road.parts.frontier.setState(slot, STATE.declined);
    } else {
      writeColumns(road, fresh, i, slot);
      letWait(road, slot, score, fresh.out.order[i] as number);
    }
    if (road.parts.linkRows !== 'none' && (!isDeclined || road.parts.linkRows === 'all')) {
      const fate = isDeclined ? 'declined' : 'admitted';
      const [url, anchor] = [road.freshWords[2 * i], road.freshWords[2 * i + 1]];
      writeLink(road, links, fresh.position(i), { seq: source.seq, slot, fate, score, url, anchor });
    }
  }
}

/** Step 5 again for links that wait, were declined or evicted. */
function askKnown(road: Road, source: Source, links: VisitLinks): void {
  const { known } = road;
  const { strategy, frontier } = road.parts;
  known.close();
  known.fillKnown(frontier);
  const page = pageView(road, source, links);
  if (strategy.reoffer === undefined) strategy.offer(page, known, known.out);
  else strategy.reoffer(page, known, known.out);
  for (let i = 0; i < known.count; i++) {
    const slot = known.slot[i] as number;
    const score = known.out.score[i] as number;
    const isBetter = strategy.reoffer !== undefined || !(score <= (known.score[i] as number));
    if (Number.isNaN(score) || !isBetter) continue;
    writeColumns(road, known, i, slot);
    if (frontier.isWaiting(slot)) frontier.rescore(slot, score, known.out.order[i] as number);
    else readmit(road, slot, score, known.out.order[i] as number);
  }
}

function readmit(road: Road, slot: number, score: number, order: number): void {
  if (road.parts.frontier.state(slot) === STATE.declined) road.tally.declined--;
  else road.tally.evicted--;
  letWait(road, slot, score, order);
}

/** Step 6: wait; the worst link may have to leave. */
export function letWait(road: Road, slot: number, score: number, order: number): void {
  const { frontier } = road.parts;
  road.hosts.open(frontier.host(slot), 1);
  const evicted = frontier.admit(slot, score, order);
  if (evicted < 0) return;
  road.hosts.open(frontier.host(evicted), -1);
  road.tally.evicted++;
}

function pageView(road: Road, source: Source, links: VisitLinks): PageView {
  return {
    slot: source.slot,
    seq: source.seq,
    depth: source.depth,
    score: source.score,
    relevance: source.relevance,
    topics: source.topics,
    isRelevant: source.isRelevant,
    linkCount: links.count,
    column: name => road.columnOf(source.slot, name),
    judge: name => road.judgeOf(source.judges, name),
    known: road.parts.strategy.wants?.knownLinks ? knownSlots(road, links) : EMPTY,
  };
}

function knownSlots(road: Road, links: VisitLinks): Uint32Array {
  const { seen } = road.parts;
  const isFresh = new Set(road.fresh.slot.subarray(0, road.fresh.count));
  const slots: number[] = [];
  for (let i = 0; i < links.count; i++) {
    const told = links.known[i] as number;
    const slot = told > 0 ? told - 1 : seen.find(links.low[i] as number, links.high[i] as number);
    if (!isFresh.has(slot) && !road.parts.frontier.isOutside(slot)) slots.push(slot);
  }
  return Uint32Array.from(slots);
}

function writeColumns(road: Road, batch: Batch, i: number, slot: number): void {
  const { frontier } = road.parts;
  for (let c = 0; c < batch.answers.length; c++) frontier.setColumn(c, slot, batch.answers[c]?.[i] as number);
}

function copyColumns(road: Road, from: number, to: number): void {
  const { frontier } = road.parts;
  frontier.columns.forEach((_, c) => {
    frontier.setColumn(c, to, frontier.column(c, from));
  });
}
