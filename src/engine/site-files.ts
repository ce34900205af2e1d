/**
 * What a site says beside its pages, on the live web: robots.txt, for which its pages wait, and the sitemaps that it names.
 * Both are visits that the gate paces; here stands who waits for what, and what an answer leads to.
 */
import { outcome, outcomeOf } from '../contract/outcome.js';
import { blankReading, type Reading, type RobotsDetail, type Visit } from '../contract/visit.js';
import { originOf } from '../url/parts.js';
import type { HostQueue } from './host-queue.js';
import type { LiveParts, Road } from './road.js';
import { settle } from './settle.js';
import { admitSitemap, namedSitemaps, settleSide, sideSlot, writeRobots } from './side.js';

const HOST_GONE = outcome('HostGone').code;
const ROBOTS_UNREACHABLE = outcome('RobotsUnreachable').code;
const WORKER_DIED = outcome('WorkerDied').code;
const REDIRECTED = outcome('Redirected').code;
const MOST_SITEMAP_HOPS = 5;
/** An index may name new indexes for ever. */
const MOST_SITEMAPS = 10_000;
/** A robots.txt whose reading ends this many lanes is taken for unreadable. */
const MOST_DEATHS = 2;

/** The gate, as far as it is needed here. */
interface Desk {
  queueOf(host: number): HostQueue;
  /** Sends what may go out. */
  serve(host: number): void;
  now(): number;
}

/** What a snapshot keeps. */
export interface SiteFacts {
  readonly unruled: ReadonlyMap<string, readonly Visit[]>;
  readonly deaths: ReadonlyMap<string, number>;
  readonly askings: ReadonlyMap<string, number>;
  readonly sitemaps: ReadonlyMap<string, number>;
}

export class SiteFiles {
  readonly #road: Road;
  readonly #live: LiveParts;
  readonly #desk: Desk;
  /** Visits that wait for the robots.txt of their origin. */
  readonly #unruled = new Map<string, Visit[]>();
  readonly #deaths = new Map<string, number>();
  /** How often each robots.txt was asked for: it grows old, and is asked for again after a resume. */
  readonly #askings = new Map<string, number>();
  /** Sitemaps asked for, by the site that named them. */
  readonly #sitemaps = new Map<string, number>();

  constructor(road: Road, live: LiveParts, desk: Desk) {
    this.#road = road;
    this.#live = live;
    this.#desk = desk;
  }

  get facts(): SiteFacts {
    return {
      unruled: this.#unruled,
      deaths: this.#deaths,
      askings: this.#askings,
      sitemaps: this.#sitemaps,
    };
  }

  set facts({ unruled, deaths, askings, sitemaps }: SiteFacts) {
    for (const [origin, visits] of unruled) this.#unruled.set(origin, [...visits]);
    for (const [origin, count] of deaths) this.#deaths.set(origin, count);
    for (const [url, count] of askings) this.#askings.set(url, count);
    for (const [site, count] of sitemaps) this.#sitemaps.set(site, count);
  }

  /** All that wait for rules; they wait no longer. */
  release(): Visit[] {
    const visits = [...this.#unruled.values()].flat();
    this.#unruled.clear();
    return visits;
  }

  /** The robots.txt of an origin will not come, because the host that was to give it was given up. */
  miss(origin: string, host: number): void {
    const owner = this.#road.hosts.of(this.#road.parts.hostOf(`${origin}/`)).id;
    this.#rule(owner, origin, owner === host ? HOST_GONE : ROBOTS_UNREACHABLE);
  }

  /** The page waits until the robots.txt of its origin was read. */
  wantRules(visit: Visit, host: number): void {
    const origin = originOf(visit.url);
    const waiting = this.#unruled.get(origin);
    if (waiting !== undefined) {
      waiting.push(visit);
      return;
    }
    this.#unruled.set(origin, [visit]);
    this.#desk.queueOf(host).rulesAwaited++;
    this.#askRobots(`${origin}/robots.txt`, origin, 0);
  }

  #askRobots(url: string, origin: string, hops: number): void {
    const { slot, host } = sideSlot(this.#road, url);
    this.#desk.queueOf(host).robots.push({ slot, url, level: 0, kind: 'robots', origin, hops });
    this.#desk.serve(host);
  }

  hearRobots(reading: Reading, visit: Visit): void {
    const { origin = '', hops = 0 } = visit;
    if (reading.outcome === WORKER_DIED) {
      const deaths = (this.#deaths.get(origin) ?? 0) + 1;
      this.#deaths.set(origin, deaths);
      if (deaths < MOST_DEATHS) {
        this.#askRobots(visit.url, origin, hops);
        return;
      }
    }
    const attempt = (this.#askings.get(visit.url) ?? 0) + 1;
    this.#askings.set(visit.url, attempt);
    const seq = settleSide(this.#road, visit, reading, attempt);
    const detail = reading.detail === '' ? undefined : (JSON.parse(reading.detail) as RobotsDetail);
    if (detail !== undefined) writeRobots(this.#road, seq, { url: visit.url, reading, detail });
    if (detail?.answer === 'redirect' && reading.target !== '')
      this.#askRobots(reading.target, origin, hops + 1);
    else this.#obey(reading, origin, endOfUnruled(reading, hops, detail));
  }

  #obey(reading: Reading, origin: string, end: number | undefined): void {
    const { mostCrawlDelayMs, followsSitemaps, politeness } = this.#live;
    const owner = this.#road.hosts.of(this.#road.parts.hostOf(`${origin}/`));
    const delayMs = Math.min(reading.crawlDelayMs, mostCrawlDelayMs);
    politeness.setDelay(owner.id, delayMs, this.#desk.now());
    owner.crawlDelayMs = Number.isNaN(delayMs) ? null : delayMs;
    if (followsSitemaps) for (const url of namedSitemaps(reading)) this.#askSitemap(url, 0, origin);
    this.#rule(owner.id, origin, end);
  }

  /** The rules are there: whoever waited for them goes on, or ends with that code. */
  #rule(host: number, origin: string, end?: number): void {
    const queue = this.#desk.queueOf(host);
    const waiting = this.#unruled.get(origin) ?? [];
    this.#unruled.delete(origin);
    if (waiting.length > 0) queue.rulesAwaited--;
    for (const visit of waiting.toReversed()) {
      if (end !== undefined) endUnasked(this.#road, visit, end);
      else queue.unshift(visit);
    }
    this.#desk.serve(host);
  }

  /** `namedBy`: the site whose robots.txt began it; for no site are more than MOST_SITEMAPS asked for. */
  #askSitemap(url: string, hops: number, namedBy: string): void {
    const count = (this.#sitemaps.get(namedBy) ?? 0) + 1;
    if (count > MOST_SITEMAPS) return;
    const { slot, host, isNew } = sideSlot(this.#road, url);
    if (!isNew) return;
    this.#sitemaps.set(namedBy, count);
    this.#desk.queueOf(host).sitemaps.push({ slot, url, level: 0, kind: 'sitemap', hops, namedBy });
    this.#desk.serve(host);
  }

  hearSitemap(reading: Reading, visit: Visit): void {
    const { hops = 0, namedBy = '' } = visit;
    const seq = settleSide(this.#road, visit, reading);
    if (reading.outcome === REDIRECTED && reading.target !== '' && hops < MOST_SITEMAP_HOPS)
      this.#askSitemap(reading.target, hops + 1, namedBy);
    if (reading.detail === 'index') {
      for (const url of namedSitemaps(reading)) this.#askSitemap(url, 0, namedBy);
    } else admitSitemap(this.#road, visit.slot, seq, reading.links);
  }
}

/** A visit ends although nobody was asked. */
export function endUnasked(road: Road, visit: Visit, code: number): void {
  const reading = { ...blankReading(visit.slot, road.parts.topicCount), outcome: code };
  if (visit.kind === undefined) settle(road, reading);
  else settleSide(road, visit, reading);
}

/**
 * How pages end for which there are no rules, undefined when there are: as robots.txt did where no server can be asked (no
 * such name, no trust), else to wait for it. They do not go to the lane again, whose "closed" may be over by then.
 */
function endOfUnruled(
  { outcome: code }: Reading,
  hops: number,
  detail: RobotsDetail | undefined,
): number | undefined {
  if (detail !== undefined && detail.answer !== 'closed') return undefined;
  const { class: kind } = outcomeOf(code);
  return hops === 0 && (kind === 'host' || kind === 'denied') ? code : ROBOTS_UNREACHABLE;
}
