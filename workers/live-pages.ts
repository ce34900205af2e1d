/**
 * Steps 9–12 on the live web: an address in, what came of asking for it out. Sends at most one request a visit, and no
 * earlier or later than it is told to: main paces, repeats and follows. It runs in lanes, and on main with `--workers 0`.
 */
import { PULSE } from '../src/contract/lane.js';
import { outcome } from '../src/contract/outcome.js';
import type { PacketShape } from '../src/contract/packet.js';
import type { Reading, Visit } from '../src/contract/visit.js';
import type { Answer, Send } from '../src/fetch/answer.js';
import { createFetcher, type Fetcher } from '../src/fetch/fetcher.js';
import type { FetchOptions } from '../src/fetch/options.js';
import { type Clock, systemClock } from '../src/kit/clock.js';
import type { RobotsCacheLimits } from '../src/robots/cache.js';
import { MOST_ROBOTS_BYTES } from '../src/robots/line.js';
import { heardOf } from './heard.js';
import { type LinkListTools, listedLinks } from './link-list.js';
import { LiveRobots } from './live-robots.js';
import { readSitemap } from './live-sitemap.js';
import { failed, type PageReader } from './page-reader.js';
import { Pulse } from './pulse.js';

/** Plain data: it crosses the thread. */
export interface LiveSetup {
  readonly fetch: Omit<FetchOptions, 'isWanted' | 'onSend' | 'clock'>;
  /** Product token: the name of ours in robots.txt and in directives of pages. */
  readonly token: string;
  /** False: nothing is asked of robots.txt, and all is asked for. */
  readonly obeysRobots: boolean;
  readonly robots?: Partial<RobotsCacheLimits>;
  /** Main wants to hear of a request when it leaves and not only with its answer. */
  readonly tellsSends: boolean;
}

/** What a lane does around the reading. */
export interface LiveHooks {
  /** Knows whose bytes are being looked at. */
  readonly pulse?: Pick<Pulse, 'mark' | 'hold'>;
  readonly onSend?: (slot: number, send: Send) => void;
  /** Told of each page with what was answered, before main hears of it. */
  readonly onPage?: (reading: Reading, answer: Answer, visit: Visit) => void;
}

export interface LiveTools {
  readonly pages: PageReader;
  readonly links: LinkListTools;
  readonly shape: PacketShape;
  /** Most bytes of a page's body, unpacked. */
  readonly mostBodyBytes: number;
  readonly clock?: Clock;
}

const code = (name: string): number => outcome(name).code;
const REDIRECTED = code('Redirected');
const INCOMPLETE = code('Incomplete');
const TRUNCATED = code('Truncated');
const TOO_LARGE = code('TooLarge');
/** Ends with bytes that are worth reading: what an answer holds that broke off counts when asking again does not help. */
const READABLE: ReadonlySet<number> = new Set([200, TRUNCATED, INCOMPLETE]);

export class LivePages {
  readonly #setup: LiveSetup;
  readonly #tools: LiveTools;
  readonly #pulse: Pick<Pulse, 'mark' | 'hold'>;
  readonly #hooks: LiveHooks;
  readonly #fetcher: Fetcher;
  readonly #robots: LiveRobots;
  readonly #clock: Clock;
  /** Sitemaps are read one after the other: each may hold 50 MiB. */
  #sitemapTurn: Promise<unknown> = Promise.resolve();

  /** @throws a usage fault for an option of the fetcher that makes no sense. */
  constructor(setup: LiveSetup, tools: LiveTools, hooks: LiveHooks = {}) {
    this.#setup = setup;
    this.#tools = tools;
    this.#pulse = hooks.pulse ?? new Pulse(new Int32Array(PULSE.length));
    this.#hooks = hooks;
    this.#clock = tools.clock ?? systemClock;
    this.#fetcher = createFetcher({ ...setup.fetch, clock: this.#clock });
    this.#robots = new LiveRobots(setup.token, setup.robots);
  }

  /** Never rejects. */
  async read(visit: Visit): Promise<Reading> {
    const blank = this.#tools.pages.blank(visit);
    try {
      return await this.#read(blank, visit);
    } catch (error) {
      return failed(blank, 'FetchFault', error);
    }
  }

  /** Ends all connections; visits under way are answered with `Stopped`. */
  close(): Promise<void> {
    return this.#fetcher.close();
  }

  async #read(blank: Reading, visit: Visit): Promise<Reading> {
    switch (visit.kind ?? 'page') {
      case 'name':
        return this.#resolve(blank, visit);
      case 'robots':
        return this.#readRobots(blank, visit);
      case 'sitemap':
        return this.#refused(blank, visit) ?? this.#readSitemap(blank, visit);
      case 'page':
        return this.#refused(blank, visit) ?? this.#readPage(blank, visit);
    }
  }

  #refused(blank: Reading, visit: Visit): Reading | undefined {
    if (!this.#setup.obeysRobots) return undefined;
    const refusal = this.#robots.refusal(visit.url, this.#clock.now());
    return refusal === undefined ? undefined : { ...blank, outcome: refusal };
  }

  async #readPage(blank: Reading, visit: Visit): Promise<Reading> {
    const answer = await this.#ask(visit, 'page', this.#tools.mostBodyBytes);
    const reading = this.#readBody(this.#followed(heardOf(blank, answer), answer, visit), answer, visit);
    this.#hooks.onPage?.(reading, answer, visit);
    return reading;
  }

  #readBody(heard: Reading, answer: Answer, visit: Visit): Reading {
    const { body, headers, sentAtMs: atMs } = answer;
    const { outcome: end, contentType } = heard;
    if (!READABLE.has(end) || (body.length === 0 && end === INCOMPLETE)) return heard;
    const found = { body, contentType, robots: headers.all('x-robots-tag'), atMs, outcome: end };
    return this.#pulse.mark(visit.slot, () => this.#tools.pages.read(heard, found, visit));
  }

  async #readRobots(blank: Reading, visit: Visit): Promise<Reading> {
    const answer = await this.#ask(visit, 'robots', MOST_ROBOTS_BYTES + 1);
    const heard = heardOf(blank, answer);
    try {
      return this.#pulse.mark(visit.slot, () => {
        const { reading, sitemaps } = this.#robots.take(heard, answer, visit, this.#clock.now());
        const links = listedLinks(sitemaps, visit.url, { ...this.#tools, tools: this.#tools.links });
        return { ...reading, links, linksFound: sitemaps.length };
      });
    } catch (error) {
      return failed(heard, 'ParseFailed', error);
    }
  }

  async #readSitemap(blank: Reading, visit: Visit): Promise<Reading> {
    const answer = await this.#ask(visit, 'sitemap', undefined);
    const heard = this.#followed(heardOf(blank, answer), answer, visit);
    if (!READABLE.has(heard.outcome) && heard.outcome !== TOO_LARGE) return heard;
    if (answer.body.length === 0) return { ...heard, outcome: code('Empty') };
    const turn = this.#sitemapTurn.then(() =>
      this.#pulse.hold(visit.slot, () => this.#list(heard, answer, visit)),
    );
    // Whoever asked hears of a fault; those behind are not to share it.
    this.#sitemapTurn = turn.catch(() => undefined);
    return turn;
  }

  async #list(heard: Reading, answer: Answer, visit: Visit): Promise<Reading> {
    const started = this.#clock.tick();
    try {
      const list = await readSitemap(answer.body, visit.url, visit.namedBy);
      const { kind, urls, found, bad, foreign, isDamaged } = list;
      const end = isDamaged || heard.outcome === TOO_LARGE ? TRUNCATED : heard.outcome;
      return {
        ...heard,
        outcome: kind === 'none' ? code('NotHtml') : end,
        links: listedLinks(urls, visit.url, { ...this.#tools, tools: this.#tools.links }),
        linksFound: found,
        badUrls: bad,
        detail: kind,
        trouble: foreign > 0 ? `${foreign} addresses of other sites` : heard.trouble,
        readMs: this.#clock.tick() - started,
      };
    } catch (error) {
      return failed(heard, 'ParseFailed', error);
    }
  }

  async #resolve(blank: Reading, visit: Visit): Promise<Reading> {
    const { hostname, port, protocol } = new URL(visit.url);
    const started = this.#clock.tick();
    const { ips, outcome: end } = await this.#fetcher.resolve(
      hostname,
      Number(port || (protocol === 'https:' ? 443 : 80)),
    );
    const dnsMs = this.#clock.tick() - started;
    return { ...blank, outcome: end, ip: ips.join(' '), dnsMs, fetchMs: dnsMs };
  }

  #ask(visit: Visit, purpose: 'page' | 'robots' | 'sitemap', mostBytes: number | undefined): Promise<Answer> {
    const { tellsSends } = this.#setup;
    return this.#fetcher.get({
      url: visit.url,
      purpose,
      ...(mostBytes === undefined ? {} : { mostBytes }),
      ...(tellsSends ? { onSend: send => this.#hooks.onSend?.(visit.slot, send) } : {}),
    });
  }

  /** A redirect with its target; one without a usable one has failed. */
  #followed(heard: Reading, answer: Answer, visit: Visit): Reading {
    if (heard.outcome !== REDIRECTED) return heard;
    const target = this.#tools.pages.nameOf(answer.location, visit.url);
    return target === undefined ? { ...heard, outcome: code('RedirectFailed') } : { ...heard, target };
  }
}
