/**
 * The web of a schedule, and who asks it. The servers outlive the process and hold what they see to the laws of politeness;
 * the lanes die with it.
 */
import assert from 'node:assert/strict';
import { outcome, outcomeOf } from '../../src/contract/outcome.js';
import type { PacketShape } from '../../src/contract/packet.js';
import {
  blankReading,
  type Reading,
  UNASKED,
  type Visit,
  type VisitLinks,
} from '../../src/contract/visit.js';
import { packWords } from '../../src/contract/words.js';
import type { Reader } from '../../src/engine/road.js';
import { hostOf, originOf } from '../../src/url/parts.js';
import type { RandomHost, RandomPage } from './random-web.js';
import { gapOf, type World } from './schedule-world.js';

const code = (name: string): number => outcome(name).code;
const BUSY = code('Busy');
const DIED = code('WorkerDied');
const MOST_WAKES = 20_000;
const MOST_RETRY_AFTER_MS = 600_000;

/** What a process lends to its lanes. */
export interface Lent {
  readonly shape: PacketShape;
  readonly find: (low: number, high: number) => number;
  /** Of the document frequencies. */
  readonly version: () => number;
}

/** Something that will come: an answer, or word that a request left. */
interface Due {
  readonly atMs: number;
  readonly slot: number;
  readonly visit: Visit;
  /** Absent: the request left. */
  readonly reading?: Reading;
}

/** Makes readings of what the web holds. */
class Readings {
  readonly #world: World;
  readonly #lent: Lent;

  constructor(world: World, lent: Lent) {
    this.#world = world;
    this.#lent = lent;
  }

  page(slot: number, url: string): Reading {
    const page = this.#world.plan.web.pages.get(url);
    const blank = { ...blankReading(slot, 1), version: this.#lent.version() };
    if (page === undefined) return { ...blank, outcome: code('HttpError'), status: 404 };
    const tries = this.#world.tries.get(url) + 1;
    this.#world.tries.set(url, tries);
    if (tries <= page.fails) return failed(blank, page);
    if (page.redirect !== undefined)
      return { ...blank, outcome: code('Redirected'), status: 301, target: page.redirect };
    if (page.ends !== undefined) return { ...blank, outcome: code(page.ends), status: 200, bytes: 5 };
    return this.#read(blank, page);
  }

  #read(blank: Reading, page: RandomPage): Reading {
    const { version } = blank;
    const relevance = (((page.relevance * 100 + 7 * version) % 101) / 100) as number;
    return {
      ...blank,
      outcome: 200,
      status: 200,
      charset: 'utf-8',
      bytes: 100 + page.links.length,
      title: page.links.length % 3 === 0 ? `\ud800 ${page.url}` : `题 ${page.url}`,
      topics: Float64Array.of(relevance),
      textHash: page.textHash,
      simhash: page.textHash,
      termCount: 10,
      terms: Uint32Array.of(page.links.length, page.url.length),
      linksFound: page.links.length,
      links: this.links(page.links, page.anchor),
    };
  }

  links(urls: readonly string[], anchor: readonly number[] = []): VisitLinks {
    let found = this.#world.plan.found.get(urls);
    if (found === undefined) {
      found = this.#linksOf(urls, anchor);
      this.#world.plan.found.set(urls, found);
    }
    const { low, high } = found;
    const known = new Uint32Array(urls.length);
    for (let i = 0; i < known.length; i++)
      known[i] = this.#lent.find(low[i] as number, high[i] as number) + 1;
    return { ...found, known };
  }

  /** What the same page says every time. */
  #linksOf(urls: readonly string[], anchor: readonly number[]): VisitLinks {
    const prints = urls.map(url => this.#world.printOf(url));
    const { shape } = this.#lent;
    const number = shape.numbers.map(name => [name, Float64Array.from(urls, (_, i) => anchor[i] ?? 0)]);
    const list = shape.lists.map(name => [name, listOf(urls)]);
    const links: VisitLinks = {
      count: urls.length,
      low: Uint32Array.from(prints, print => print.low),
      high: Uint32Array.from(prints, print => print.high),
      known: new Uint32Array(0),
      flags: new Uint32Array(urls.length),
      url: i => urls[i] ?? '',
      anchor: i => ((anchor[i] ?? 0) > 0 ? `锚 ${i}` : ''),
      number: Object.fromEntries(number),
      list: Object.fromEntries(list),
    };
    // As from a lane in a thread, or as from this one.
    return urls.length % 2 === 0 ? links : { ...links, words: packWords(links) };
  }

  robots(slot: number, visit: Visit, host: RandomHost): Reading {
    const { origin = '' } = visit;
    const detail = (answer: string): string =>
      JSON.stringify({ answer, origin, group: 'all', rules: 0, optOuts: [], isTruncated: false });
    const blank = { ...blankReading(slot, 1), kind: 'robots' as const };
    const tries = this.#world.tries.get(visit.url) + 1;
    this.#world.tries.set(visit.url, tries);
    const fails = visit.url.endsWith('/robots.txt') && host.robotsAt === undefined ? host.robotsFails : 0;
    if (host.isDead || tries <= fails)
      return { ...blank, outcome: code('ConnectFailed'), detail: detail('closed') };
    if (host.robotsAt !== undefined && visit.url.endsWith('/robots.txt')) {
      const told = { outcome: code('Redirected'), status: 301, target: host.robotsAt };
      return { ...blank, ...told, detail: detail('redirect') };
    }
    const { crawlDelayMs } = host;
    const links = this.links(host.sitemaps);
    return { ...blank, outcome: 200, status: 200, crawlDelayMs, links, detail: detail('rules') };
  }

  sitemap(slot: number, visit: Visit): Reading {
    const blank = { ...blankReading(slot, 1), kind: 'sitemap' as const, version: 0 };
    const found = this.#world.plan.web.sitemaps.get(visit.url);
    if (found === undefined) return { ...blank, outcome: code('HttpError'), status: 404 };
    const detail = found.isIndex ? 'index' : 'urlset';
    return { ...blank, outcome: 200, status: 200, links: this.links(found.links), detail };
  }
}

function failed(blank: Reading, page: RandomPage): Reading {
  const told = { ...blank, outcome: code(page.failsWith) };
  if (page.failsWith === 'Busy') return { ...told, status: 503, retryAfterMs: page.retryAfterMs };
  return page.failsWith === 'ServerFault' ? { ...told, status: 500 } : told;
}

/** Two numbers a link. */
function listOf(urls: readonly string[]): { start: Uint32Array; id: Uint32Array } {
  return {
    start: Uint32Array.from({ length: urls.length + 1 }, (_, i) => 2 * i),
    id: Uint32Array.from(urls.flatMap((url, i) => [url.length, i])),
  };
}

/** Lanes of a stored web: reading is pure, answers come in the order of the questions. */
export class StoredLanes implements Reader {
  readonly #world: World;
  readonly #readings: Readings;
  readonly #asked: Visit[] = [];

  constructor(world: World, lent: Lent) {
    this.#world = world;
    this.#readings = new Readings(world, lent);
  }

  assign(visit: Visit): void {
    this.#world.step();
    this.#world.sends++;
    this.#asked.push(visit);
    this.#checkBest(visit.slot);
  }

  /** Where the strategy leaves the choice to the frontier, nothing better waits. */
  #checkBest(chosen: number): void {
    const { frontier, strategy } = this.#world.road?.parts ?? {};
    if (frontier === undefined || strategy?.choose !== undefined) return;
    const score = frontier.score(chosen);
    const order = frontier.order(chosen);
    for (const slot of frontier.waitingSlots()) {
      const ahead = score - frontier.score(slot) || frontier.order(slot) - order || slot - chosen;
      if (!(ahead > 0)) assert.fail(`slot ${slot} is better than ${chosen}`);
    }
  }

  async next(): Promise<Reading> {
    this.#world.rest();
    const visit = this.#asked.shift();
    assert.ok(visit !== undefined, 'an answer was awaited although nothing was asked');
    return this.#readings.page(visit.slot, visit.url);
  }

  plan(): void {}
  async close(): Promise<void> {}
}

/** Servers, as far as they watch over us; they live as long as the world. */
export class Watch {
  readonly #world: World;
  readonly #last = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
  }

  see(key: string, gapMs: number): void {
    const now = this.#world.clock.now();
    const last = this.#last.get(key);
    this.#last.set(key, now);
    if (last === undefined || now - last >= gapMs) return;
    assert.fail(`${key} was asked ${now - last} ms after the last time, not ${gapMs}`);
  }

  /** `url`: of a page. */
  request(host: RandomHost, url: string): void {
    const { plan, told, clock } = this.#world;
    this.see(host.name, Math.max(plan.polite.delayMs ?? 0, told.get(gapOf(host.name))));
    if (plan.polite.perIpDelayMs !== undefined) this.see(host.ip, plan.polite.perIpDelayMs);
    const waitMs = told.get(host.name) - clock.now();
    const earlyMs = told.get(url) - clock.now();
    if (earlyMs > 0) assert.fail(`${url} is asked again ${earlyMs} ms too soon`);
    if (waitMs > 0) assert.fail(`${host.name} asked to wait ${waitMs} ms longer`);
  }
}

/** Two lanes of the live web; hosts belong to one of them. */
export class LiveLanes implements Reader {
  readonly #world: World;
  readonly #watch: Watch;
  readonly #readings: Readings;
  #due: Due[] = [];
  readonly #rules = new Map<string, boolean>();
  #wakes = 0;
  #onSent: ((slot: number, atMs: number) => void) | undefined;

  constructor(world: World, watch: Watch, lent: Lent) {
    this.#world = world;
    this.#watch = watch;
    this.#readings = new Readings(world, lent);
  }

  hearSends(listener: (slot: number, atMs: number) => void): void {
    if ((this.#world.plan.polite.perHostConcurrency ?? 1) > 1) this.#onSent = listener;
  }

  assign(visit: Visit): void {
    this.#world.step();
    const now = this.#world.clock.now();
    const host = this.#world.plan.web.hosts.get(hostOf(visit.url)) as RandomHost;
    const { reading, isSent } = this.#ask(visit, host);
    const latencyMs = isSent ? 1 + this.#world.random.below(host.latencyMs) : 0;
    const told = isSent ? { sentAtMs: now, sends: 1, firstByteMs: latencyMs, ip: host.ip } : {};
    const hasSends = isSent && this.#onSent !== undefined;
    if (hasSends) this.#due.push({ atMs: now + Math.min(1, latencyMs), slot: visit.slot, visit });
    this.#due.push({ atMs: now + latencyMs, slot: visit.slot, visit, reading: { ...reading, ...told } });
  }

  #ask(visit: Visit, host: RandomHost): { reading: Reading; isSent: boolean } {
    const { slot, url, kind } = visit;
    const blank = blankReading(slot, 1);
    if (kind === 'name') return { reading: { ...blank, kind, outcome: 200, ip: host.ip }, isSent: false };
    if (kind === undefined) {
      const rule = this.#rules.get(originOf(url));
      if (rule === undefined) return { reading: { ...blank, outcome: UNASKED.needsRobots }, isSent: false };
      if (!rule) {
        this.#rules.delete(originOf(url));
        return { reading: { ...blank, outcome: code('RobotsUnreachable') }, isSent: false };
      }
      const { closed } = this.#world.plan.web.hosts.get(hostOf(url)) as RandomHost;
      if (closed && url.includes('/no/'))
        return { reading: { ...blank, outcome: code('RobotsDenied') }, isSent: false };
    }
    if (host.isDead) return { reading: this.#dead(visit, host), isSent: false };
    this.#watch.request(host, kind === undefined ? url : '');
    this.#world.sends++;
    this.#world.step();
    if (kind === 'robots') return { reading: this.#robots(visit, host), isSent: true };
    if (kind === 'sitemap') return { reading: this.#readings.sitemap(slot, visit), isSent: true };
    return { reading: this.#readings.page(slot, url), isSent: true };
  }

  #dead(visit: Visit, host: RandomHost): Reading {
    if (visit.kind === 'robots') return this.#robots(visit, host);
    return { ...blankReading(visit.slot, 1), outcome: code('ConnectFailed'), kind: visit.kind ?? 'page' };
  }

  #robots(visit: Visit, host: RandomHost): Reading {
    const reading = this.#readings.robots(visit.slot, visit, host);
    if (reading.outcome === 200) this.#rules.set(visit.origin ?? '', true);
    else if (reading.target === '') this.#rules.set(visit.origin ?? '', false);
    return reading;
  }

  async next(untilMs = Number.POSITIVE_INFINITY): Promise<Reading | undefined> {
    const { world } = this;
    world.rest();
    if (world.laneDeathsLeft > 0 && world.random.below(12) === 0) this.#die();
    // A wait may end for no reason.
    if (world.random.below(16) === 0) return undefined;
    let first = 0;
    for (let i = 1; i < this.#due.length; i++)
      if ((this.#due[i] as Due).atMs < (this.#due[first] as Due).atMs) first = i;
    const next = this.#due[first];
    const atMs = next?.atMs ?? Number.POSITIVE_INFINITY;
    if (atMs > untilMs || next === undefined) {
      if (world.abort?.signal.aborted === true && untilMs === Number.POSITIVE_INFINITY) return undefined;
      assert.ok(untilMs < Number.POSITIVE_INFINITY, 'the engine waits for nothing');
      assert.ok(++this.#wakes < MOST_WAKES, 'the engine does not sleep');
      world.clock.advance(Math.max(0, untilMs - world.clock.now()));
      return undefined;
    }
    this.#wakes = 0;
    this.#due.splice(first, 1);
    world.clock.advance(Math.max(0, atMs - world.clock.now()));
    if (next.reading === undefined) {
      this.#onSent?.(next.slot, next.atMs);
      return undefined;
    }
    this.#hear(next.visit, next.reading);
    return next.reading;
  }

  get world(): World {
    return this.#world;
  }

  plan(): void {}
  async close(): Promise<void> {}

  /** What the engine knows from now on, and has to obey. */
  #hear({ url, kind, origin = '' }: Visit, reading: Reading): void {
    const world = this.#world;
    if (reading.sends > 0) world.heard++;
    if (reading.outcome === BUSY && reading.retryAfterMs > 0) {
      const untilMs = world.clock.now() + Math.min(reading.retryAfterMs, MOST_RETRY_AFTER_MS);
      world.told.set(hostOf(url), Math.max(untilMs, world.told.get(hostOf(url))));
    }
    const { class: sort, firstWaitMs } = outcomeOf(reading.outcome);
    if (kind === undefined && sort === 'retry' && reading.outcome !== DIED && reading.sends > 0) {
      const { retryAfterMs } = reading;
      const waitMs = Number.isNaN(retryAfterMs) ? firstWaitMs : Math.min(retryAfterMs, MOST_RETRY_AFTER_MS);
      world.told.set(url, world.clock.now() + waitMs);
    }
    if (kind !== 'robots' || reading.target !== '' || reading.outcome === DIED) return;
    const { crawlDelayMs } = reading;
    world.told.set(gapOf(hostOf(`${origin}/`)), Number.isNaN(crawlDelayMs) ? 0 : crawlDelayMs);
  }

  /** One of the two lanes ends: what it was reading has died, what else it had been asked is free. */
  #die(): void {
    const lane = this.#world.random.below(2);
    const isOf = (url: string): boolean => url.charCodeAt(8) % 2 === lane;
    const answers = this.#due.filter(({ visit, reading }) => reading !== undefined && isOf(visit.url));
    if (answers.length === 0) return;
    this.#world.laneDeathsLeft--;
    const { length } = answers;
    const died = answers[this.#world.random.below(2 * length)];
    this.#due = this.#due.filter(({ visit }) => !isOf(visit.url));
    for (const { visit, slot } of answers) {
      const outcomeCode = slot === died?.slot ? DIED : UNASKED.freed;
      const blank = { ...blankReading(slot, 1), kind: visit.kind ?? ('page' as const) };
      const reading = { ...blank, outcome: outcomeCode };
      this.#due.push({ atMs: this.#world.clock.now(), slot, visit, reading });
    }
    for (const origin of [...this.#rules.keys()]) if (isOf(origin)) this.#rules.delete(origin);
  }
}
