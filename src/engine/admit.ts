/**
 * The one door (steps 1–6): every link of a page, every seed and every redirect enters here.
 * A link is named, looked up, fenced, offered to the strategy together with the others of its page, and waits.
 */
import { outcome } from '../contract/outcome.js';
import type { LinkFate } from '../contract/row.js';
import type { PageView } from '../contract/strategy.js';
import type { Reading, VisitLinks } from '../contract/visit.js';
import { type LinkWords, packWords, wordOf } from '../contract/words.js';
import { STATE } from '../frontier/frontier.js';
import { fitting } from '../kit/growing.js';
import type { Batch } from './batch.js';
import type { Host } from './host.js';
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

/** Links of the page at hand. */
interface Found {
  readonly source: Source;
  readonly links: VisitLinks;
  readonly words: LinkWords;
  /** Of its links. */
  readonly depth: number;
}

export function admitLinks(road: Road, source: Source, links: VisitLinks): Admission {
  const { fresh, known } = road;
  const words = links.words ?? packWords(links);
  const found = { source, links, words, depth: Math.min(MOST_DEPTH, source.depth + 1) };
  fresh.begin(links);
  known.begin(links);
  road.linkRows.begin(source.seq, links, words);
  const targets = targetsFor(road, links.count);
  let met = 0;
  for (let i = 0; i < links.count; i++) {
    const told = links.known[i] as number;
    const slot = told > 0 ? told - 1 : meet(road, links.low[i] as number, links.high[i] as number);
    if (targets !== undefined) targets[i] = slot >= 0 ? slot : road.parts.frontier.count;
    if (slot >= 0) sortKnown(road, found, i, slot);
    else {
      met++;
      enter(road, found, i);
    }
  }
  if (targets !== undefined) hearLinks(road, source, targets.subarray(0, links.count));
  const page = pageView(road, found);
  askFresh(road, found, page);
  if (known.count > 0) askKnown(road, page);
  return { fresh: met };
}

/** Room for the targets of a page; undefined where nobody asks who links to whom. */
function targetsFor(road: Road, count: number): Uint32Array | undefined {
  if (road.parts.measures === undefined) return undefined;
  road.targets = fitting(road.targets, count);
  return road.targets;
}

/** The made-up root page of the seeds is no page of the graph. */
function hearLinks(road: Road, source: Source, targets: Uint32Array): void {
  if (source.slot >= 0) road.parts.measures?.hear(source.slot, targets, source.isRelevant);
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
  const slot =
    before >= 0 ? before : frontier.allocate(hostOf(road, reading.target).id, frontier.depth(from));
  // Rank goes on to where the page has moved.
  road.parts.measures?.hear(from, Uint32Array.of(slot), false);
  if (frontier.isOpen(slot)) raise(road, from, slot);
  if (!frontier.isOutside(slot)) return;
  frontier.lowerDepth(slot, frontier.depth(from));
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
  frontier.lowerDepth(slot, frontier.depth(from));
  if (frontier.isWaiting(slot) && frontier.score(slot) >= score) return;
  copyColumns(road, from, slot);
  if (frontier.isWaiting(slot)) frontier.rescore(slot, score);
  else readmit(road, slot, score, frontier.order(from));
}

/** The slot of a target met before; -1 for one that has the next slot from now on, and must be given it at once. */
const meet = (road: Road, low: number, high: number): number =>
  road.parts.seen.insert(low, high, road.parts.frontier.count);

const hostOf = (road: Road, url: string): Host => road.hosts.of(road.parts.hostOf(url));

/** Gives the link the next slot; it stays outside until the fence lets it in. */
function enter(road: Road, found: Found, i: number): void {
  const host = road.hosts.ofAddress(found.words, 2 * i, road.parts.hostOf);
  passOrStay(road, found, i, road.parts.frontier.allocate(host.id, found.depth));
}

function passOrStay(road: Road, found: Found, i: number, slot: number): void {
  const { bytes, start } = found.words;
  const { frontier, fence: guard } = road.parts;
  const from = start[2 * i] as number;
  const middle = start[2 * i + 1] as number;
  const host = road.hosts.at(frontier.host(slot));
  const isPassed = guard.letsPass?.({ bytes, from, to: middle }, host.name, frontier.depth(slot)) === true;
  const verdict = isPassed ? letIn(road, host) : fence(road, wordOf(found.words, 2 * i), slot);
  if (verdict !== PASSED) {
    writeEnd(road, found, i, { slot, fate: 'fenced', reason: verdict, score: Number.NaN });
    return;
  }
  road.fresh.add(i, slot, frontier.depth(slot));
  remember(road, found, i, slot);
}

function remember(road: Road, { source, words }: Found, i: number, slot: number): void {
  const { bytes, start } = words;
  const { strategy, frontier } = road.parts;
  // Written out: an object that is spread into another one costs a microsecond.
  const record = {
    bytes,
    from: start[2 * i] as number,
    middle: start[2 * i + 1] as number,
    to: start[2 * i + 2] as number,
    parent: source.slot,
    enteredMs: road.nowMs,
    redirects: 0,
    lists: strategy.keeps?.map(name => road.fresh.listAt(name, i)) ?? NO_LISTS,
  };
  frontier.rememberBytes(slot, record, source.steps);
}

interface End {
  readonly slot: number;
  readonly fate: LinkFate;
  readonly reason: string | null;
  readonly score: number;
}

/** Seeds stand on no page and leave no row. */
function writeEnd(road: Road, { source }: Found, position: number, { slot, fate, reason, score }: End): void {
  const wanted = road.parts.linkRows;
  if (source.seq === 0 || wanted === 'none' || (wanted === 'admitted' && fate !== 'admitted')) return;
  road.linkRows.add({ position, slot, fate, reason: reason === '' ? null : reason, score });
}

function letIn(road: Road, host: Host): typeof PASSED {
  road.tally.entered++;
  host.entered++;
  return PASSED;
}

/** Step 4; returns the fence that was met, or PASSED. */
function fence(road: Road, url: string, slot: number): string {
  const { frontier } = road.parts;
  const host = road.hosts.at(frontier.host(slot));
  const verdict = road.parts.fence.check(url, host.name, frontier.depth(slot));
  if (verdict.code === 0) return letIn(road, host);
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
function sortKnown(road: Road, found: Found, i: number, slot: number): void {
  const { frontier, fence: guard } = road.parts;
  if (frontier.isOpen(slot)) road.known.add(i, slot, frontier.lowerDepth(slot, found.depth));
  else if (guard.dependsOnDepth && frontier.isOutside(slot) && found.depth < frontier.depth(slot)) {
    frontier.setDepth(slot, found.depth);
    countOutside(road, slot, -1);
    passOrStay(road, found, i, slot);
    return;
  }
  if (road.parts.linkRows === 'all') {
    writeEnd(road, found, i, { slot, fate: 'known', reason: null, score: Number.NaN });
  }
}

function askFresh(road: Road, found: Found, page: PageView): void {
  const { fresh } = road;
  fresh.close();
  road.parts.strategy.offer(page, fresh, fresh.out);
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
    const fate = isDeclined ? 'declined' : 'admitted';
    writeEnd(road, found, fresh.position(i), { slot, fate, reason: null, score });
  }
}

/** Step 5 again for links that wait, were declined or evicted. */
function askKnown(road: Road, page: PageView): void {
  const { known } = road;
  const { strategy, frontier } = road.parts;
  known.close();
  known.fillKnown(frontier);
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

function pageView(road: Road, { source, links }: Found): PageView {
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
    measure: (name, slot) => road.parts.measures?.value(name, slot) ?? Number.NaN,
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
