/**
 * A live web on paper: servers that answer after a latency of their own, in simulated time, with a log of every request.
 * The engine's gate is real, so is the politeness; nothing else is.
 */
import { outcome } from '../../src/contract/outcome.js';
import type { Strategy } from '../../src/contract/strategy.js';
import { blankReading, type Reading, UNASKED, type Visit } from '../../src/contract/visit.js';
import { crawl } from '../../src/engine/crawl.js';
import { diedReading } from '../../src/engine/lane-reader.js';
import type { LiveParts, PageArchive, Parts, Reader } from '../../src/engine/road.js';
import { VirtualClock } from '../../src/kit/clock.js';
import { Politeness } from '../../src/polite/politeness.js';
import { memoryLog, type PaperCrawl, type PaperOptions, partsOf } from './paper.js';

export interface LivePage {
  readonly links?: readonly string[];
  readonly relevance?: number;
  readonly redirect?: string;
  /** Names of outcomes, one an attempt; then the page. */
  readonly fails?: readonly string[];
  readonly retryAfterMs?: number;
}

export interface LiveSite {
  readonly latencyMs?: number;
  /** Absent: there is no robots.txt. */
  readonly robots?: {
    readonly closed?: readonly string[];
    readonly delayMs?: number;
    readonly sitemaps?: readonly string[];
    readonly redirect?: string;
    /** So many requests for it fail before it is there. */
    readonly unreachable?: number;
  };
  readonly pages: Readonly<Record<string, LivePage>>;
  readonly sitemaps?: Readonly<
    Record<string, { readonly index?: boolean; readonly links: readonly string[] }>
  >;
  readonly ip?: string;
}

export type LiveWebOnPaper = Readonly<Record<string, LiveSite>>;

export interface Sent {
  readonly url: string;
  readonly host: string;
  readonly kind: string;
  readonly atMs: number;
}

const hostOf = (url: string): string => url.split('/')[2] ?? '';
const originOf = (url: string): string => url.split('/').slice(0, 3).join('/');
const code = (name: string): number => outcome(name).code;

/** More looks at the time than this without an answer between them are a loop. */
const MOST_WAKES = 10_000;

/** One lane's work, on paper. */
class PaperServers implements Reader {
  readonly sent: Sent[] = [];
  readonly #web: LiveWebOnPaper;
  readonly #clock: VirtualClock;
  readonly #printOf: Parts['fingerprintOf'];
  readonly #obeys: boolean;
  readonly #due: { readonly atMs: number; readonly reading: Reading }[] = [];
  readonly #rules = new Map<string, readonly string[] | 'closed'>();
  readonly #tries = new Map<string, number>();
  #wakes = 0;

  constructor(web: LiveWebOnPaper, clock: VirtualClock, printOf: Parts['fingerprintOf'], obeys: boolean) {
    this.#web = web;
    this.#clock = clock;
    this.#printOf = printOf;
    this.#obeys = obeys;
  }

  assign(visit: Visit): void {
    const site = this.#web[hostOf(visit.url)];
    const { reading, isSent } = this.#answer(visit, site);
    const now = this.#clock.now();
    if (isSent) {
      this.sent.push({ url: visit.url, host: hostOf(visit.url), kind: visit.kind ?? 'page', atMs: now });
    }
    const latencyMs = isSent ? (site?.latencyMs ?? 20) : 0;
    const isConnected = !['ConnectFailed', 'DnsTimeout'].some(name => reading.outcome === code(name));
    const told = isSent && isConnected ? { sentAtMs: now, sends: 1, firstByteMs: latencyMs } : {};
    this.#due.push({ atMs: now + latencyMs, reading: { ...reading, ...told } });
  }

  async next(untilMs = Infinity): Promise<Reading | undefined> {
    this.#due.sort((a, b) => a.atMs - b.atMs);
    const first = this.#due[0];
    const atMs = first?.atMs ?? Infinity;
    if (atMs > untilMs) {
      if (untilMs === Infinity) throw new Error('The engine waits for nothing.');
      if (++this.#wakes > MOST_WAKES) throw new Error('The engine does not sleep.');
      this.#clock.advance(Math.max(0, untilMs - this.#clock.now()));
      return undefined;
    }
    if (first === undefined) throw new Error('The engine waits for ever.');
    this.#wakes = 0;
    this.#due.shift();
    this.#clock.advance(Math.max(0, atMs - this.#clock.now()));
    return first.reading;
  }

  plan(): void {}
  async close(): Promise<void> {}

  #answer(visit: Visit, site: LiveSite | undefined): { reading: Reading; isSent: boolean } {
    const blank = diedReading(visit.slot, 0);
    const unasked = (outcomeCode: number) => ({ reading: { ...blank, outcome: outcomeCode }, isSent: false });
    if (visit.kind === 'name') {
      const ip = site?.ip ?? '';
      return { reading: { ...blank, outcome: 200, ip }, isSent: false };
    }
    if (visit.kind === 'robots') return this.#robots(visit, site);
    if (visit.kind === 'sitemap') return { reading: this.#sitemap(visit, site), isSent: true };
    const rules = this.#obeys ? this.#rules.get(originOf(visit.url)) : [];
    if (rules === undefined) return unasked(UNASKED.needsRobots);
    if (rules === 'closed') {
      this.#rules.delete(originOf(visit.url));
      return unasked(code('RobotsUnreachable'));
    }
    if (rules.some(path => visit.url.startsWith(originOf(visit.url) + path)))
      return unasked(code('RobotsDenied'));
    return { reading: this.#page(visit, site), isSent: site !== undefined };
  }

  #robots(visit: Visit, site: LiveSite | undefined): { reading: Reading; isSent: boolean } {
    const { origin = '' } = visit;
    const blank = { ...diedReading(visit.slot, 0), outcome: 200, status: 200 };
    const robots = site?.robots;
    const tries = this.#count(visit.url);
    const detail = (answer: string): string =>
      JSON.stringify({ answer, origin, group: 'all', rules: 0, optOuts: [], isTruncated: false });
    if (site === undefined || tries <= (robots?.unreachable ?? 0)) {
      this.#rules.set(origin, 'closed');
      const failed = { ...blank, outcome: code('ConnectFailed'), status: 0, detail: detail('closed') };
      return { reading: failed, isSent: site !== undefined };
    }
    if (robots?.redirect !== undefined) {
      const told = { outcome: code('Redirected'), status: 301, target: robots.redirect };
      return { reading: { ...blank, ...told, detail: detail('redirect') }, isSent: true };
    }
    this.#rules.set(origin, robots?.closed ?? []);
    const crawlDelayMs = robots?.delayMs ?? Number.NaN;
    const links = this.#links(robots?.sitemaps ?? []);
    return { reading: { ...blank, crawlDelayMs, links, detail: detail('rules') }, isSent: true };
  }

  #sitemap(visit: Visit, site: LiveSite | undefined): Reading {
    const found = site?.sitemaps?.[visit.url];
    const blank = { ...diedReading(visit.slot, 0), outcome: code('HttpError'), status: 404 };
    if (found === undefined) return blank;
    const detail = found.index === true ? 'index' : 'urlset';
    return { ...blank, outcome: 200, status: 200, links: this.#links(found.links), detail };
  }

  #page(visit: Visit, site: LiveSite | undefined): Reading {
    const blank = blankReading(visit.slot, 1);
    const page = site?.pages[visit.url];
    if (site === undefined) return { ...blank, outcome: code('DnsFailed') };
    if (page === undefined) return { ...blank, outcome: code('HttpError'), status: 404 };
    const fail = page.fails?.[this.#count(visit.url) - 1];
    if (fail !== undefined) {
      const { retryAfterMs = Number.NaN } = page;
      return { ...blank, outcome: code(fail), status: fail === 'Busy' ? 503 : 0, retryAfterMs };
    }
    if (page.redirect !== undefined)
      return { ...blank, outcome: code('Redirected'), status: 301, target: page.redirect };
    const topics = Float64Array.of(page.relevance ?? 0);
    const links = this.#links(page.links ?? []);
    return { ...blank, outcome: 200, status: 200, charset: 'utf-8', topics, links, linksFound: links.count };
  }

  #count(url: string): number {
    const count = (this.#tries.get(url) ?? 0) + 1;
    this.#tries.set(url, count);
    return count;
  }

  #links(urls: readonly string[]): Reading['links'] {
    const prints = urls.map(this.#printOf);
    return {
      ...blankReading(0, 1).links,
      count: urls.length,
      low: Uint32Array.from(prints, print => print.low),
      high: Uint32Array.from(prints, print => print.high),
      known: new Uint32Array(urls.length),
      flags: new Uint32Array(urls.length),
      url: i => urls[i] ?? '',
    };
  }
}

export interface LiveOptions extends PaperOptions {
  readonly polite?: ConstructorParameters<typeof Politeness>[0];
  readonly live?: Partial<LiveParts>;
  /** False: no lane asks for robots.txt. */
  readonly obeysRobots?: boolean;
  readonly archive?: PageArchive;
  /** Called with the simulated time whenever a page was settled. */
  readonly onTime?: (nowMs: number) => void;
}

export interface LiveCrawl extends PaperCrawl {
  readonly sent: readonly Sent[];
  readonly endedMs: number;
}

export async function crawlLive(
  web: LiveWebOnPaper,
  strategy: Strategy,
  options: LiveOptions,
): Promise<LiveCrawl> {
  const log = memoryLog();
  const clock = new VirtualClock(1_000_000);
  const base = partsOf({}, strategy, options, log.sink);
  const reader = new PaperServers(web, clock, base.fingerprintOf, options.obeysRobots !== false);
  const live: LiveParts = {
    politeness: new Politeness({ delayMs: 200, isAdaptive: false, ...options.polite }),
    followsSitemaps: true,
    mostCrawlDelayMs: 30_000,
    mostRetryAfterMs: 600_000,
    robotsRetryMs: 1000,
    mostRetries: Infinity,
    resolvesFirst: false,
    wakeReader: () => {},
    ...options.live,
  };
  const { archive, window = 8 } = options;
  const parts: Parts = { ...base, clock, hostOf, reader, live, window, archive };
  const { reason, road } = await crawl(parts, options.watch);
  const order = log.pages.map(row => row.url);
  const { sent } = reader;
  return { reason, road, order, pages: log.pages, links: log.links, sent, endedMs: clock.now() };
}
