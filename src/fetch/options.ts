/** What may be set for a fetcher, with its units and what is used when it is not. Checked before the first fetch. */
import { type Clock, systemClock } from '../kit/clock.js';
import { usageFault } from '../kit/fault.js';
import type { Purpose } from './answer.js';

export interface Limits {
  /** Most unpacked bytes of a body; a request may ask for less or more. */
  readonly mostBytes: Readonly<Record<Purpose, number>>;
  /** Bytes of header names and values together. */
  readonly mostHeaderBytes: number;
  /** Longest waits in ms: for a name; for TCP, proxy and TLS together; from the send to the head; for everything. */
  readonly dnsMs: number;
  readonly connectMs: number;
  readonly headMs: number;
  readonly totalMs: number;
  /** How long an unused connection stays open unless the server says otherwise; open connections of an origin, of all. */
  readonly idleMs: number;
  /** Wait before a request is sent once more because the kept connection under it broke. */
  readonly resendMs: number;
  readonly connectionsPerOrigin: number;
  readonly connections: number;
  /** Names remembered. */
  readonly names: number;
}

export interface FetchOptions {
  readonly userAgent: string;
  /** Sent with every request, over those of our own. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits?: Partial<Limits>;
  /** PEM file of authorities trusted besides the usual ones. */
  readonly caFile?: string;
  /** `http://[user:password@]host:port`. */
  readonly proxy?: string;
  /** Rules HOST:PORT:HOST2:PORT2, see connect-to.ts. */
  readonly connectTo?: readonly string[];
  /** Name servers `ip:port`; absent: the system's resolver. */
  readonly dnsServers?: readonly string[];
  /** Names, addresses and networks that the guard lets pass, see guard.ts. */
  readonly allowPrivate?: readonly string[];
  /** `user:password` by origin (`https://a.org:8443`) or by host (any scheme and port of it). */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Keep and send cookies, each host its own. Off. */
  readonly hasCookies?: boolean;
  /** Offer HTTP/2 where TLS is spoken. Off. */
  readonly hasHttp2?: boolean;
  /**
   * Whether a body of that media type (lower case, no parameters, may be empty) is to be read at all. Absent: everything
   * but pages of types that no page has.
   */
  readonly isWanted?: (mediaType: string, purpose: Purpose) => boolean;
  /** Told of every request that is handed to a connected socket: host with port, address, ms since 1970. */
  readonly onSend?: (host: string, ip: string, atMs: number) => void;
  readonly clock?: Clock;
}

const MIB = 1 << 20;

export const LIMITS: Limits = {
  mostBytes: { page: 10 * MIB, robots: MIB >> 1, sitemap: 50 * MIB },
  mostHeaderBytes: 65_536,
  dnsMs: 10_000,
  connectMs: 10_000,
  headMs: 20_000,
  totalMs: 30_000,
  idleMs: 15_000,
  resendMs: 0,
  connectionsPerOrigin: 6,
  connections: 2000,
  names: 50_000,
};

const ACCEPT: Readonly<Record<Purpose, string>> = {
  page: 'text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8,*/*;q=0.5',
  robots: 'text/plain,*/*;q=0.5',
  sitemap: 'application/xml,text/xml,text/plain;q=0.9,*/*;q=0.5',
};

/** Headers that belong to the connection or would say what is not so. */
const OURS = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'transfer-encoding',
  'content-length',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'accept-encoding',
]);
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function checkHeader(name: string, value: string): void {
  if (OURS.has(name.toLowerCase()))
    throw usageFault('FETCH_HEADER', `The header ${name} is set by the crawler itself; leave it out.`);
  if (!NAME.test(name) || !VALUE.test(value))
    throw usageFault(
      'FETCH_HEADER',
      `The header ${JSON.stringify(name)} should be NAME: VALUE in plain characters on one line.`,
    );
}

/** Header lines of a request for that purpose, names and values in turn. */
export function headersFor(purpose: Purpose, options: FetchOptions): readonly string[] {
  const lines = new Map([
    ['user-agent', options.userAgent],
    ['accept', ACCEPT[purpose]],
    ['accept-encoding', 'gzip, deflate, br'],
  ]);
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    checkHeader(name, value);
    lines.set(name.toLowerCase(), value.trim());
  }
  checkHeader('user-agent', options.userAgent);
  return [...lines].flat();
}

/** Types that no page, text or feed has. Unknown ones may hold anything, and robots.txt and sitemaps come as what they like. */
const NEVER_A_PAGE =
  /^(audio|video|image|font)\/|^application\/(zip|gzip|pdf|msword|java-archive|wasm|font-|x-(tar|gzip|bzip|7z|rar|xz|iso9660|shockwave|msdownload)|vnd\.(ms-|openxml|oasis|rar|android|debian))/;

const isWantedUnlessMedia = (mediaType: string, purpose: Purpose): boolean =>
  purpose !== 'page' || !NEVER_A_PAGE.test(mediaType);

/** The options with nothing left open. */
export interface Settled extends FetchOptions {
  readonly limits: Limits;
  readonly isWanted: (mediaType: string, purpose: Purpose) => boolean;
  readonly clock: Clock;
}

export const settle = (options: FetchOptions): Settled => ({
  ...options,
  limits: { ...LIMITS, ...options.limits },
  isWanted: options.isWanted ?? isWantedUnlessMedia,
  clock: options.clock ?? systemClock,
});
