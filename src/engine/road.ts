/** What all steps of the road share: the parts that `app` hands in, and the state of this crawl. */
import type { LinkRow } from '../contract/row.js';
import type { LogSink } from '../contract/sink.js';
import type { FrontierView, LinkList, LinkNumber, Strategy } from '../contract/strategy.js';
import type { Reading, Visit } from '../contract/visit.js';
import type { Frontier } from '../frontier/frontier.js';
import type { LinkRecord } from '../frontier/link-store.js';
import type { Clock } from '../kit/clock.js';
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

/** Whoever reads pages: lanes or this very thread. Answers come in the order of assignment when `window` is 1. */
export interface Reader {
  assign(visit: Visit): void;
  next(): Promise<Reading>;
  /** Slots that will probably be assigned soon, best first: reading a stored web is pure, so it may begin. */
  plan(candidates: (count: number) => readonly number[], visitOf: (slot: number) => Visit): void;
  close(): Promise<void>;
}

export interface Limits {
  readonly maxPages: number;
  readonly maxBytes: number;
  readonly maxTimeMs: number;
  readonly maxPagesPerHost: number;
  readonly maxRedirects: number;
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
  /** Topic, graph and document frequencies hear every page here, in the order of seq; an adopted one for the second time. */
  readonly onSettled?: (reading: Reading, seq: number, kind: Trip['kind']) => void;
  readonly linkRows: 'none' | 'admitted' | 'all';
  readonly signal: AbortSignal | undefined;
}

/** One page asked for, from choice to answer. */
export interface Trip {
  readonly slot: number;
  readonly kind: 'page' | 'prefetch' | 'adopted';
  readonly record: LinkRecord;
  /** Place among all that waited when it was chosen; NaN where only the strategy knows. */
  readonly rank: number;
  readonly chosenMs: number;
}

export class Road {
  readonly parts: Parts;
  readonly tally = new Tally();
  readonly hosts: Hosts;
  readonly view: FrontierView;
  readonly fresh: Batch;
  readonly known: Batch;
  readonly startedMs: number;
  /** Pages asked for and not answered. */
  readonly trips = new Map<number, Trip>();
  /** Seq of the row that a page ended with, by slot. */
  readonly seqOf = new Map<number, number>();
  /** Relevance of links that were prefetched and wait on. */
  readonly prefetched = new Map<number, number>();
  /** Attempts of links that were asked more than once. */
  readonly attempts = new Map<number, number>();
  /** Address and anchor of each link in `fresh`, one after the other: cut out of the packet once. */
  readonly freshWords: string[] = [];
  /** Rows of the page's links, until the page's own row is written. */
  readonly linkRows: LinkRow[] = [];
  seq = 0;
  /** When the page at hand was settled: one look at the clock a page. */
  nowMs: number;

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
