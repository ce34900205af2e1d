/**
 * A web on paper: pages with a given relevance and links with given features, crawled by the real engine and frontier.
 * Only the network and the judging are made up, so a test can say what every number is.
 */

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultsOf, type OptionTable } from '../../src/contract/option.js';
import { outcome } from '../../src/contract/outcome.js';
import type { LinkRow, PageRow } from '../../src/contract/row.js';
import type { LogSink } from '../../src/contract/sink.js';
import type { LinkList, LinkNumber, Strategy, StrategyEntry } from '../../src/contract/strategy.js';
import type { Reading, Visit } from '../../src/contract/visit.js';
import { type CrawlWatch, crawl } from '../../src/engine/crawl.js';
import { InlineReader } from '../../src/engine/inline-reader.js';
import { diedReading } from '../../src/engine/lane-reader.js';
import {
  type Limits,
  listsOf,
  numbersOf,
  type Parts,
  type Reader,
  type Road,
} from '../../src/engine/road.js';
import { Frontier } from '../../src/frontier/frontier.js';
import { LinkStore } from '../../src/frontier/link-store.js';
import { viewOf } from '../../src/frontier/view.js';
import { createWalk } from '../../src/kernel/wang-landau.js';
import { VirtualClock } from '../../src/kit/clock.js';
import { memoryDisk } from '../../src/kit/disk.js';
import { randomOf } from '../../src/kit/random.js';

export interface PaperLink {
  readonly to: string;
  readonly number?: Partial<Record<LinkNumber, number>>;
  readonly list?: Partial<Record<LinkList, readonly number[]>>;
}

export interface PaperPage {
  readonly relevance?: number;
  /** A plain name is a link without anchor. */
  readonly links?: readonly (string | PaperLink)[];
  readonly redirect?: string;
  /** 200 unless given; a page that is not on the paper is a 404. */
  readonly status?: number;
  readonly judges?: readonly number[];
}

export type PaperWeb = Readonly<Record<string, PaperPage>>;

export interface PaperOptions {
  readonly seeds: readonly string[];
  readonly limits?: Partial<Limits>;
  readonly threshold?: number;
  readonly maxDepth?: number;
  readonly window?: number;
  readonly watch?: CrawlWatch;
  readonly linkRows?: 'none' | 'admitted' | 'all';
  readonly reader?: (read: (visit: Visit) => Reading) => Reader;
  readonly seed?: number;
  readonly signal?: AbortSignal;
}

export interface PaperCrawl {
  readonly reason: string;
  /** Names in the order in which they were settled. */
  readonly order: readonly string[];
  readonly pages: readonly PageRow[];
  readonly links: readonly LinkRow[];
  readonly road: Road;
}

const NO_LIMITS: Limits = {
  maxPages: Infinity,
  maxBytes: Infinity,
  maxTimeMs: Infinity,
  maxPagesPerHost: Infinity,
  maxRedirects: 10,
};

/** Names are addresses: `a` is on host `a`, `h/x` on host `h`. */
const hostOf = (name: string): string => name.split('/')[0] as string;

/** Crawls the paper web with a strategy; `make` gets the seeded stream that `app` would hand in. */
export async function crawlPaper(
  web: PaperWeb,
  make: (random: ReturnType<typeof randomOf>) => Strategy,
  options: PaperOptions,
): Promise<PaperCrawl> {
  const strategy = make(randomOf(options.seed ?? 1).fork('strategy'));
  const log = memoryLog();
  const parts = partsOf(web, strategy, options, log.sink);
  const { reason, road } = await crawl(parts, options.watch);
  return { reason, road, order: log.pages.map(row => row.url), pages: log.pages, links: log.links };
}

export function partsOf(web: PaperWeb, strategy: Strategy, options: PaperOptions, log: LogSink): Parts {
  const names = new Map<string, number>();
  const printOf = (name: string) => {
    if (!names.has(name)) names.set(name, names.size);
    return { low: names.get(name) as number, high: 7 };
  };
  const frontier = new Frontier({
    columns: strategy.columns ?? [],
    capacity: strategy.capacity ?? Infinity,
    links: new LinkStore(memoryDisk().create('links')),
  });
  const slots = new Map<number, number>();
  const read = (visit: Visit): Reading => readPaper(web, strategy, visit, printOf);
  const reader = options.reader === undefined ? new InlineReader(read) : options.reader(read);
  return {
    strategy,
    frontier,
    viewOf: road =>
      viewOf({
        frontier,
        random: randomOf(options.seed ?? 1).fork('view'),
        inFlight: () => road.trips.size,
        prefetched: slot => road.prefetched.get(slot) ?? Number.NaN,
      }),
    seen: {
      find: low => slots.get(low) ?? -1,
      insert: (low, _high, slot) => {
        const before = slots.get(low);
        if (before === undefined) slots.set(low, slot);
        return before ?? -1;
      },
    },
    fence: {
      dependsOnDepth: options.maxDepth !== undefined,
      addSeed: () => {},
      check: (_url, _host, depth) =>
        depth > (options.maxDepth ?? Infinity)
          ? { code: outcome('OutOfScope').code, reason: 'depth' }
          : { code: 0, reason: '' },
    },
    duplicates: { firstLike: () => 0 },
    reader,
    log,
    clock: new VirtualClock(),
    hostOf,
    domainOf: host => host,
    fingerprintOf: printOf,
    seeds: options.seeds,
    topicCount: 1,
    threshold: options.threshold ?? 0.5,
    window: options.window ?? 1,
    limits: { ...NO_LIMITS, ...options.limits },
    linkRows: options.linkRows ?? 'admitted',
    signal: options.signal,
  };
}

type PrintOf = (name: string) => { low: number; high: number };

function readPaper(web: PaperWeb, strategy: Strategy, visit: Visit, printOf: PrintOf): Reading {
  const page = web[visit.url];
  const blank = {
    ...diedReading(visit.slot, 0),
    status: page?.status ?? (page === undefined ? 404 : 200),
    bytes: 100,
  };
  if (page?.redirect !== undefined) {
    return { ...blank, status: 301, outcome: outcome('Redirected').code, target: page.redirect };
  }
  if (blank.status !== 200) return { ...blank, outcome: outcome('HttpError').code };
  const links = (page?.links ?? []).map(link => (typeof link === 'string' ? { to: link } : link));
  const prints = links.map(link => printOf(link.to));
  return {
    ...blank,
    outcome: outcome('Ok').code,
    charset: 'utf-8',
    topics: new Float64Array([page?.relevance ?? 0]),
    judges: Float64Array.from(page?.judges ?? []),
    linksFound: links.length,
    links: {
      count: links.length,
      low: Uint32Array.from(prints, print => print.low),
      high: Uint32Array.from(prints, print => print.high),
      known: new Uint32Array(links.length),
      flags: new Uint32Array(links.length),
      url: i => links[i]?.to ?? '',
      anchor: () => '',
      number: Object.fromEntries(
        numbersOf(strategy).map(name => [name, Float64Array.from(links, link => numberOf(link, name))]),
      ),
      list: Object.fromEntries(listsOf(strategy).map(name => [name, joinLists(links, name)])),
    },
  };
}

const numberOf = (link: PaperLink, name: LinkNumber): number =>
  link.number?.[name] ?? (name === 'hasAnchor' && link.number?.anchor !== undefined ? 1 : 0);

function joinLists(links: readonly PaperLink[], name: LinkList): { start: Uint32Array; id: Uint32Array } {
  const start = new Uint32Array(links.length + 1);
  const id: number[] = [];
  links.forEach((link, i) => {
    id.push(...(link.list?.[name] ?? []));
    start[i + 1] = id.length;
  });
  return { start, id: Uint32Array.from(id) };
}

/** A log that keeps its rows; `fullEvery` makes it push back. */
export function memoryLog(fullEvery = 0): { sink: LogSink; pages: PageRow[]; links: LinkRow[] } {
  const pages: PageRow[] = [];
  const links: LinkRow[] = [];
  let isFull = false;
  const sink: LogSink = {
    run: () => {},
    page: row => {
      pages.push(row);
      isFull = fullEvery > 0 && pages.length % fullEvery === 0;
    },
    links: rows => {
      for (let i = 0; i < rows.count; i++) links.push(rows.row(i));
    },
    link: row => {
      links.push(row);
    },
    host: () => {},
    robots: () => {},
    topic: () => {},
    relevance: () => {},
    event: () => {},
    get isFull() {
      return isFull;
    },
    drained: async () => {
      await sleep(1);
      isFull = false;
    },
    blockedMs: 0,
    flush: async () => {},
    close: async () => {},
  };
  return { sink, pages, links };
}

/** Makes a shipped strategy with its defaults and the options given, as `app` would. */
export const make =
  <T extends OptionTable>(entry: StrategyEntry<T>, options: Record<string, unknown> = {}) =>
  (): Strategy =>
    entry.create({
      options: { ...defaultsOf(entry.options), ...options } as never,
      random: randomOf(1),
      topics: [],
      kernels: { walk: createWalk },
      threshold: 0.5,
      note: () => {},
    });

/** The score with which a page was chosen. */
export const scoreOf = (crawl: PaperCrawl, url: string): number =>
  crawl.pages.find(row => row.url === url)?.score as number;
export const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
