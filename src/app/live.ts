/** How a crawl of the live web introduces itself and behaves: settings become what the rooms fetch and polite take. */
import type { LiveSetup } from '../../workers/live-pages.js';
import type { LiveParts } from '../engine/road.js';
import { createFetcher } from '../fetch/fetcher.js';
import type { FetchOptions } from '../fetch/options.js';
import { usageFault } from '../kit/fault.js';
import type { PolitenessOptions } from '../polite/pace.js';
import { Politeness } from '../polite/politeness.js';
import type { CrawlConfig } from './config.js';
import { version } from './version.js';

/** Share of the whole time in which the head of an answer must come. */
const HEAD_SHARE = 2 / 3;
/** Open connections of one lane when few requests are under way. */
const LEAST_CONNECTIONS = 2000;
const LEAST_PER_ORIGIN = 6;

/** The User-Agent of every request. Whoever runs a site finds the contact in it. */
export function userAgentOf({ userAgent, contact = '' }: Pick<CrawlConfig, 'userAgent' | 'contact'>): string {
  const name = userAgent?.trim() ?? `Dowser/${version}`;
  return name.includes(contact) ? name : `${name} (+${contact})`;
}

/** What robots.txt calls us (RFC 9309 §2.2.1). @throws {Fault} exit code 2. */
export function productTokenOf(userAgent: string): string {
  const token = /^[^\s/]*/.exec(userAgent)?.[0] ?? '';
  if (/^[A-Za-z_-]+$/.test(token)) return token;
  throw usageFault(
    'CONFIG_BAD_VALUE',
    `--user-agent must begin with a product name made of letters, - and _, such as probe/1.0, for robots.txt is searched for it; not ${JSON.stringify(token)}.`,
  );
}

/** @throws {Fault} exit code 2; it never repeats a value, which may be a password. */
function headersOf(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name, value] = /^([^\s:]+):\s*(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw usageFault('CONFIG_BAD_VALUE', "--header must be of the form 'NAME: VALUE'; one has no name.");
    const key = name.toLowerCase();
    if (key === 'user-agent')
      throw usageFault('CONFIG_BAD_VALUE', '--header User-Agent: write --user-agent instead.');
    if (Object.hasOwn(headers, key))
      throw usageFault('CONFIG_CONTRADICTION', `--header ${name} is given twice; keep one of the two.`);
    headers[key] = value;
  }
  return headers;
}

/** Plain data: it crosses into the lanes. @throws {Fault} exit code 2. */
export function fetchOptionsOf(config: CrawlConfig): FetchOptions {
  const { timeoutMs, connectTimeoutMs, concurrency, perHostConcurrency } = config;
  return {
    userAgent: userAgentOf(config),
    headers: headersOf(config.headers),
    limits: {
      dnsMs: connectTimeoutMs,
      connectMs: connectTimeoutMs,
      headMs: timeoutMs * HEAD_SHARE,
      totalMs: timeoutMs,
      resendMs: config.delayMs,
      connectionsPerOrigin: Math.max(LEAST_PER_ORIGIN, perHostConcurrency),
      connections: Math.max(LEAST_CONNECTIONS, concurrency),
    },
    connectTo: config.connectTo,
    allowPrivate: config.allowPrivate,
    credentials: config.credentials,
    hasCookies: config.cookies,
    hasHttp2: config.http2,
    ...(config.caFile !== undefined && { caFile: config.caFile }),
    ...(config.proxy !== undefined && { proxy: config.proxy }),
    ...(config.dnsServers.length > 0 && { dnsServers: config.dnsServers }),
  };
}

/** What lanes need to know to ask for pages. */
export const liveSetupOf = (config: CrawlConfig): LiveSetup => ({
  fetch: fetchOptionsOf(config),
  token: productTokenOf(userAgentOf(config)),
  obeysRobots: config.robots === 'obey',
  robots: { closedHoldMs: config.robotsRetryMs },
  tellsSends: hasOverlap(config),
});

/** True when the next request to a host or address may leave before the last one is answered, but not before it has left. */
const hasOverlap = ({ delayMs, perHostConcurrency, perIpDelayMs, perIpConcurrency }: CrawlConfig): boolean =>
  (delayMs > 0 && perHostConcurrency > 1) || (perIpDelayMs > 0 && perIpConcurrency !== 1);

/** What main needs to know to pace them. */
export const livePartsOf = (config: CrawlConfig, wakeReader: () => void): LiveParts => ({
  politeness: new Politeness(politenessOf(config)),
  followsSitemaps: config.sitemaps === 'follow',
  mostCrawlDelayMs: config.maxCrawlDelayMs,
  mostRetryAfterMs: config.maxRetryAfterMs,
  robotsRetryMs: config.robotsRetryMs,
  mostRetries: config.retries ?? Number.POSITIVE_INFINITY,
  resolvesFirst: pacesAddresses(config),
  wakeReader,
});

export const politenessOf = (config: CrawlConfig): Partial<PolitenessOptions> => ({
  delayMs: config.delayMs,
  perHostConcurrency: config.perHostConcurrency,
  perIpDelayMs: config.perIpDelayMs,
  perIpConcurrency: config.perIpConcurrency === 0 ? Number.POSITIVE_INFINITY : config.perIpConcurrency,
  isAdaptive: config.adaptsDelay,
  maxRetryAfterMs: config.maxRetryAfterMs,
});

/** True when hosts are also paced by their addresses, which must then be known before the first request. */
export const pacesAddresses = ({ perIpDelayMs, perIpConcurrency }: CrawlConfig): boolean =>
  perIpDelayMs > 0 || perIpConcurrency > 0;

/** Makes a fetcher once, to see that it can be made. @throws {Fault} exit code 2. */
export async function checkLive(config: CrawlConfig): Promise<void> {
  productTokenOf(userAgentOf(config));
  await createFetcher(fetchOptionsOf(config)).close();
}
