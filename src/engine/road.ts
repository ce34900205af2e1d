/** What all steps of the road share: the parts that `app` hands in, and the state of this crawl. */
import type { PageNote } from '../contract/archive.js';
import type { Past, RoadJournal, TripKind } from '../contract/journal.js';
import { LinkRows } from '../contract/link-rows.js';
import type { MeasureName } from '../contract/measure.js';
import type { LogSink } from '../contract/sink.js';
import type { Savable, Savables } from '../contract/snapshot.js';
import type { FrontierView, LinkList, LinkNumber, Strategy } from '../contract/strategy.js';
import type { Reading, Visit } from '../contract/visit.js';
import type { WordSpan } from '../contract/words.js';
import type { Frontier } from '../frontier/frontier.js';
import type { LinkRecord } from '../frontier/link-store.js';
import type { Clock } from '../kit/clock.js';
import type { Politeness } from '../polite/politeness.js';
import { Batch } from './batch.js';
import { Hosts } from './hosts.js';
import { Tally } from './tally.js';

/** 0 = in; else the code of OutOfScope or Trap, with the fence that was met. */
export interface Verdict {
  readonly code: number;
  readonly reason: string;
}

export interface Fence {
  check(url: string, host: string, depth: number): Verdict;
  /** A short cut for an address that is still bytes: true = `check` would let it in, false = ask it. */
  letsPass?(address: WordSpan, host: string, depth: number): boolean;
  /** True when a link that was kept out may be let in from a page nearer to a seed. */
  readonly dependsOnDepth: boolean;
  /** Takes in the place that a seed redirects to, else a crawl of one host dies on its `www`. */
  addSeed(url: string): void;
}

/** Fingerprint → slot. Lanes look, main inserts. */
export interface SeenIndex {
  find(low: number, high: number): number;
  /** -1 when the fingerprint is new and has the slot from now on, else the slot that it had and keeps. */
  insert(low: number, high: number, slot: number): number;
}

/** Exact and near duplicates among the pages kept so far; answers with the earlier page's seq, or 0. */
export interface Duplicates {
  firstLike(reading: Reading, seq: number): number;
}

/**
 * Whoever reads pages: lanes or this very thread. On a stored web answers come in the order of assignment; on the live web
 * as they come.
 */
export interface Reader {
  assign(visit: Visit): void;
  /** The live web: undefined when nothing came until then (ms of the clock's `now`), or when it was woken up. */
  next(untilMs?: number): Promise<Reading | undefined>;
  /** The live web: `listener` is told of requests when they leave, where the reader was set up for it. */
  hearSends?(listener: (slot: number, atMs: number) => void): void;
  /** Slots that will probably be assigned soon, best first: reading a stored web is pure, so it may begin. */
  plan(candidates: (count: number) => readonly number[], visitOf: (slot: number) => Visit): void;
  close(): Promise<void>;
}

/** What only the live web needs. */
export interface LiveParts {
  readonly politeness: Politeness;
  readonly followsSitemaps: boolean;
  /** Most that a Crawl-delay is obeyed. */
  readonly mostCrawlDelayMs: number;
  readonly mostRetryAfterMs: number;
  /** Wait before robots.txt is asked for again when nothing could be read; doubled each time. */
  readonly robotsRetryMs: number;
  /** Caps the table of outcomes. */
  readonly mostRetries: number;
  /** Names are looked up before the first request to a host: needed where IP addresses are paced. */
  readonly resolvesFirst: boolean;
  /** Called when a wait should end early: a signal. */
  readonly wakeReader: () => void;
}

/** Step 8, on the live web: who may be asked now. */
export interface Gate extends Savable {
  /** Whether a link of the host may be taken from the frontier; if not, the host is closed there until it may. */
  mayTake(host: number): boolean;
  /** The host was given up. */
  isGone(host: number): boolean;
  /** Sends the visit of a page as soon as its host may be asked, and while a strategy chooses, not before it has chosen. */
  push(visit: Visit): void;
  /** The strategy has chosen. */
  servePushed(): void;
  /** Lets the link wait in the frontier again so many ms after the road's `nowMs`. */
  later(slot: number, waitMs: number): void;
  readonly laterCount: number;
  /** Requests under way that are none for pages: robots.txt, sitemaps, names. */
  readonly sideCount: number;
  /** Hosts that somebody waits for. */
  readonly heldHosts: number;
}

/** A page whose bytes may be kept. */
export interface Keepable {
  readonly slot: number;
  readonly seq: number;
  readonly note: PageNote;
  readonly isRelevant: boolean;
  /** Whether its bytes came for the first time; an adopted page has been settled before. */
  readonly isFirst: boolean;
  /** seq of the page with the same text, 0 for none. */
  readonly duplicateOf: number;
}

/** Who says which pages are kept: hears of every page when it is settled, before its row is written. */
export interface PageArchive {
  settled(page: Keepable): void;
}

export interface Limits {
  readonly maxPages: number;
  readonly maxBytes: number;
  readonly maxTimeMs: number;
  readonly maxPagesPerHost: number;
  readonly maxRedirects: number;
}

/** Measures of the link graph, in versions that take effect behind a stated row. */
export interface Measures {
  readonly names: readonly MeasureName[];
  /** The links of a page that was read, by the slots of their targets. */
  hear(source: number, targets: Uint32Array, isRelevant: boolean): void;
  /** Asked behind the rows of every answer: true when `arrive` must be awaited before anything else is decided. */
  isDue(seq: number, nodes: number): boolean;
  /** The version holds when it resolves. */
  arrive(): Promise<void>;
  value(name: MeasureName, slot: number): number;
}

export interface Parts {
  readonly strategy: Strategy;
  readonly frontier: Frontier;
  /** Made once the road is there, because a strategy also sees what is in flight. */
  readonly viewOf: (road: Road) => FrontierView;
  readonly seen: SeenIndex;
  readonly fence: Fence;
  readonly duplicates: Duplicates;
  readonly reader: Reader;
  readonly log: LogSink;
  /** Absent where no page is kept. */
  readonly archive?: PageArchive | undefined;
  readonly clock: Clock;
  readonly hostOf: (url: string) => string;
  readonly domainOf: (host: string) => string | null;
  readonly fingerprintOf: (url: string) => { readonly low: number; readonly high: number };
  /** Canonical addresses. */
  readonly seeds: readonly string[];
  readonly topicCount: number;
  readonly threshold: number;
  /** Most pages asked for at once. */
  readonly window: number;
  readonly limits: Limits;
  /** Why there is no room to go on, memory or disk; undefined while there is. */
  readonly ceiling?: () => string | undefined;
  /** Memory runs short: half of the window must do, where the engine itself chooses. */
  readonly isShort?: (() => boolean) | undefined;
  /** Absent on a stored web. */
  readonly live?: LiveParts | undefined;
  /** Topic, graph and document frequencies hear every page here, in the order of seq; an adopted one for the second time. */
  readonly onSettled?: (reading: Reading, seq: number, kind: Trip['kind']) => void;
  /** Called behind every row of `pages` with its seq. */
  readonly onRow?: (seq: number) => void;
  readonly linkRows: 'none' | 'admitted' | 'all';
  /** Absent where the strategy wants none. */
  readonly measures?: Measures | undefined;
  /** Is told everything that main decides and hears. */
  readonly journal?: RoadJournal | undefined;
  /** State of other parts that a snapshot holds, by name. */
  readonly state?: Savables | undefined;
  /** What a journal was told before, when a crawl is taken up again. */
  readonly past?: Past | undefined;
  readonly signal: AbortSignal | undefined;
}

/** One page asked for, from choice to answer. */
export interface Trip {
  readonly slot: number;
  readonly kind: TripKind;
  readonly record: LinkRecord;
  /** Place among all that waited when it was chosen; NaN where only the strategy knows. */
  readonly rank: number;
  readonly chosenMs: number;
  /** Of an adopted page: what was found when it was prefetched. */
  readonly prefetched?: number | undefined;
}

export class Road {
  readonly parts: Parts;
  readonly tally = new Tally();
  readonly hosts: Hosts;
  readonly view: FrontierView;
  readonly fresh: Batch;
  readonly known: Batch;
  startedMs: number;
  /** Pages asked for and not answered. */
  readonly trips = new Map<number, Trip>();
  /** Those of them that will count as fetches. */
  fetching = 0;
  /** Absent on a stored web. */
  gate: Gate | undefined;
  /** Seq of the row that a page ended with, by slot. */
  readonly seqOf = new Map<number, number>();
  /** Relevance of links that were prefetched and wait on. */
  readonly prefetched = new Map<number, number>();
  /** Attempts of links that were asked more than once. */
  readonly attempts = new Map<number, number>();
  /** How often a link had to wait because the robots.txt of its site could not be read. */
  readonly ruleTries = new Map<number, number>();
  /** Rows of the page's links, until the page's own row is written. */
  readonly linkRows = new LinkRows();
  seq = 0;
  /** When main last heard or chose something: whatever follows from it happens at this time. */
  nowMs: number;
  /** Absent while the past is retraced. */
  journal: RoadJournal | undefined;
  /** What is decided now was decided before: nobody is asked. */
  isRetracing = false;
  /** The strategy is choosing. */
  isChoosing = false;
  /** An answer was heard, and no version of a measure was looked for since. */
  hasHeard = false;
  /** Targets of the page at hand, where measures are wanted. */
  targets = new Uint32Array(64);

  constructor(parts: Parts) {
    this.parts = parts;
    this.hosts = new Hosts(parts.domainOf);
    const columns = parts.frontier.columns;
    const reads = numbersOf(parts.strategy);
    this.fresh = new Batch(columns, reads);
    this.known = new Batch(columns, reads);
    this.startedMs = parts.clock.tick();
    this.nowMs = parts.clock.now();
    this.view = parts.viewOf(this);
  }

  /** Links that are still to be asked for, those that wait for another attempt among them. */
  get waiting(): number {
    return this.parts.frontier.waiting + (this.gate?.laterCount ?? 0);
  }

  addTrip(trip: Trip): void {
    this.trips.set(trip.slot, trip);
    this.tally.inFlight++;
    this.#count(trip, 1);
  }

  dropTrip(slot: number): Trip | undefined {
    const trip = this.trips.get(slot);
    if (trip === undefined) return undefined;
    this.trips.delete(slot);
    this.tally.inFlight--;
    this.#count(trip, -1);
    return trip;
  }

  /** An adopted page was fetched before. */
  #count({ slot, kind }: Trip, change: 1 | -1): void {
    if (kind === 'adopted') return;
    this.fetching += change;
    this.hosts.at(this.parts.frontier.host(slot)).fetching += change;
  }

  columnIndex(name: string): number {
    return this.parts.frontier.columns.indexOf(name);
  }

  /** A column as a page carried it; NaN for the root page. */
  columnOf(slot: number, name: string): number {
    const index = this.columnIndex(name);
    return slot < 0 || index < 0 ? Number.NaN : this.parts.frontier.column(index, slot);
  }

  /** The value of an extra judge; NaN when it did not run. */
  judgeOf(judges: Float64Array, name: string): number {
    return judges[this.parts.strategy.wants?.judges?.indexOf(name) ?? -1] ?? Number.NaN;
  }

  /** A feature list that was kept from discovery on. */
  keptOf(lists: readonly Uint32Array[], name: LinkList): Uint32Array {
    return lists[this.parts.strategy.keeps?.indexOf(name) ?? -1] ?? new Uint32Array(0);
  }
}

const LISTS: ReadonlySet<string> = new Set<LinkList>([
  'anchorTerms',
  'contextTerms',
  'urlTerms',
  'directories',
  'leafTerms',
  'tagPath',
]);

/** Link features that the strategy reads as numbers. */
export const numbersOf = (strategy: Strategy): LinkNumber[] =>
  (strategy.reads ?? []).filter(name => !LISTS.has(name)) as LinkNumber[];

/** Link features that the strategy reads or keeps as lists. */
export const listsOf = (strategy: Strategy): LinkList[] => [
  ...new Set([
    ...((strategy.reads ?? []).filter(name => LISTS.has(name)) as LinkList[]),
    ...(strategy.keeps ?? []),
  ]),
];
