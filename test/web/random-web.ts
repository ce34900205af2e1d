/**
 * Small webs made from a seed, for simulation: several hosts, redirects, duplicates, pages that fail a few times, dead hosts,
 * robots.txt with delays and closed doors, sitemaps. Whether and how a page ends does not depend on when it is asked, unless
 * the web is `odd`.
 */
import type { Random } from '../../src/kit/random.js';

export interface RandomPage {
  readonly url: string;
  readonly links: readonly string[];
  readonly relevance: number;
  /** By link: what its anchor says, and the words around it. */
  readonly anchor: readonly number[];
  readonly redirect?: string;
  readonly ends?: 'NotHtml' | 'HttpError' | 'DnsFailed';
  /** How often it fails before it is there. */
  readonly fails: number;
  readonly failsWith: 'Busy' | 'Reset' | 'ServerFault' | 'WorkerDied';
  readonly retryAfterMs: number;
  readonly textHash: bigint;
}

export interface RandomHost {
  readonly name: string;
  readonly ip: string;
  readonly isDead: boolean;
  /** Its robots.txt cannot be reached so often. */
  readonly robotsFails: number;
  readonly closed: boolean;
  readonly crawlDelayMs: number;
  readonly robotsAt?: string;
  readonly sitemaps: readonly string[];
  readonly latencyMs: number;
}

export interface RandomWeb {
  /** Ends may depend on time. */
  readonly isOdd: boolean;
  readonly hosts: ReadonlyMap<string, RandomHost>;
  readonly pages: ReadonlyMap<string, RandomPage>;
  readonly sitemaps: ReadonlyMap<string, { readonly isIndex: boolean; readonly links: readonly string[] }>;
  readonly seeds: readonly string[];
}

const FAILURES = ['Busy', 'Reset', 'ServerFault', 'Busy'] as const;
const chance = (random: Random, percent: number): boolean => random.below(100) < percent;
const pick = <T>(random: Random, list: readonly T[]): T => list[random.below(list.length)] as T;

export interface WebShape {
  readonly isLive: boolean;
  /** Ends may depend on time: pages that are sitemaps, too. */
  readonly isOdd: boolean;
}

export function randomWeb(random: Random, shape: WebShape): RandomWeb {
  const hostNames = Array.from({ length: 1 + random.below(5) }, (_, i) => `h${i}.test`);
  // Addresses so long that what is kept of links does not fit into one block of memory.
  const tail = chance(random, 3) ? `?${'x'.repeat(1900)}` : '';
  const count = tail === '' ? 8 + random.below(chance(random, 20) ? 40 : 16) : 50;
  const urls = Array.from({ length: count }, (_, i) => {
    const host = pick(random, hostNames);
    return `http://${host}/${chance(random, 20) ? 'no/' : ''}${i}${tail}`;
  });
  const siteMap = (name: string, n: number): string => `http://${name}/map${n}.xml`;
  const hosts = new Map<string, RandomHost>();
  const sitemaps = new Map<string, { readonly isIndex: boolean; readonly links: readonly string[] }>();
  for (const name of hostNames) {
    const maps = chance(random, 30) ? [siteMap(name, 0)] : [];
    if (maps.length > 0) {
      const isIndex = chance(random, 40);
      const listed = Array.from({ length: random.below(4) }, () => pick(random, urls));
      sitemaps.set(siteMap(name, 0), { isIndex, links: isIndex ? [siteMap(name, 1)] : listed });
      sitemaps.set(siteMap(name, 1), { isIndex: false, links: [pick(random, urls), `http://${name}/new`] });
    }
    hosts.set(name, {
      name,
      ip: `10.0.0.${1 + random.below(3)}`,
      isDead: shape.isLive && chance(random, shape.isOdd ? 20 : 8),
      robotsFails: chance(random, 10) ? 1 : 0,
      closed: chance(random, 40),
      crawlDelayMs: chance(random, 30) ? 300 + random.below(3000) : Number.NaN,
      ...(chance(random, 10) ? { robotsAt: `http://${pick(random, hostNames)}/rules.txt` } : {}),
      sitemaps: maps,
      latencyMs: 5 + random.below(chance(random, 20) ? 3000 : 120),
    });
  }
  const targets = shape.isOdd ? [...urls, ...sitemaps.keys()] : urls;
  const pages = new Map(urls.map(url => [url, randomPage(random, url, targets, shape.isLive)]));
  const seeds = [...new Set([urls[0] as string, pick(random, urls)])];
  return { isOdd: shape.isOdd, hosts, pages, sitemaps, seeds };
}

function randomPage(random: Random, url: string, targets: readonly string[], isLive: boolean): RandomPage {
  const missing = chance(random, 5) ? [`${url}-missing`] : [];
  const links = [
    ...new Set([...Array.from({ length: random.below(7) }, () => pick(random, targets)), ...missing]),
  ];
  const kind = random.below(100);
  const fails = chance(random, 15) ? 1 + random.below(2) : chance(random, 2) ? 99 : 0;
  return {
    url,
    links,
    relevance: random.below(101) / 100,
    anchor: links.map(() => random.below(4) / 4),
    ...(kind < 10 ? { redirect: chance(random, 10) ? url : pick(random, targets) } : {}),
    ...(kind >= 10 && kind < 15 ? { ends: pick(random, ['NotHtml', 'HttpError'] as const) } : {}),
    fails,
    failsWith: isLive ? pick(random, FAILURES) : 'WorkerDied',
    retryAfterMs: chance(random, 50) ? 1000 * (1 + random.below(90)) : Number.NaN,
    textHash: chance(random, 15) ? BigInt(1 + random.below(3)) : BigInt(1000 + random.below(1_000_000)),
  };
}
