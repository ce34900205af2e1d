/**
 * What main asks of a lane and what comes back (DESIGN §3, §4): an address goes in, numbers and the few strings that
 * a row needs come out. Bodies and text never cross a thread.
 */
import type { AgentGroup, CharsetSource, RobotsAnswer } from './row.js';
import type { LinkList, LinkNumber, Slot } from './strategy.js';
import type { LinkWords } from './words.js';

/** What is asked for. `name`: only the addresses of the host. */
export const VISIT_KINDS = ['page', 'robots', 'sitemap', 'name'] as const;
export type VisitKind = (typeof VISIT_KINDS)[number];

/** One assignment. */
export interface Visit {
  readonly slot: Slot;
  readonly url: string;
  /** Anchor level, see model.ts. */
  readonly level: number;
  /** Absent: a page. */
  readonly kind?: VisitKind;
  /** `robots` only: whose rules are asked for (`https://a.org:8443`), which a redirect leaves as it is; and how many it took. */
  readonly origin?: string;
  readonly hops?: number;
  /** `sitemap` only: origin of the robots.txt that names it, for whose site it may speak as well as for its own. */
  readonly namedBy?: string;
}

/** Answers of a lane that are no end of a road and never reach the log: the page has not been asked for. */
export const UNASKED = {
  /** The robots.txt of its origin must be read first. */
  needsRobots: -1001,
  /** The lane ended before it came to this one. */
  freed: -1002,
} as const;

/** Links of a page that main has to look at: each target once, in page order. */
export interface VisitLinks {
  readonly count: number;
  /** Fingerprints, low and high half. */
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  /** Slot + 1 when the lane already found the target in the seen table, else 0. */
  readonly known: Uint32Array;
  /** Canonical address of link i. */
  url(i: number): string;
  /** Anchor text of link i, at most 200 characters. */
  anchor(i: number): string;
  /** The same as bytes, where the links came in a packet. */
  readonly words?: LinkWords;
  /** LINK_FLAG bits. */
  readonly flags: Uint32Array;
  readonly number: Readonly<Partial<Record<LinkNumber, Float64Array>>>;
  /** Concatenated lists; link i's list is `id[start[i] … start[i + 1]]`. */
  readonly list: Readonly<
    Partial<Record<LinkList, { readonly start: Uint32Array; readonly id: Uint32Array }>>
  >;
  /** Known to packet.ts only. */
  readonly origin?: object;
}

/** What a robots.txt said. `answer`: it gives rules, there are none (open), or nothing may be asked for (closed). */
export interface RobotsDetail {
  readonly answer: RobotsAnswer;
  readonly origin: string;
  readonly group: AgentGroup;
  readonly rules: number;
  readonly optOuts: readonly string[];
  readonly isTruncated: boolean;
}

/**
 * A page as a lane read it. `robots`: the links are the sitemaps that it names; `sitemap`: the addresses that it lists (of
 * sitemaps where it is an index). Pure on a stored web: the same visit gives the same reading. */
export interface Reading {
  readonly slot: Slot;
  /** Code of the outcome table; `Duplicate` is decided by main. */
  readonly outcome: number;
  /** HTTP status, 0 when there was none. */
  readonly status: number;
  readonly contentType: string;
  readonly charset: string;
  readonly charsetSource: CharsetSource;
  readonly charsetConfidence: number;
  readonly language: string;
  readonly title: string;
  /** Body bytes, decoded from any transfer coding. */
  readonly bytes: number;
  /** Where a redirect points: canonical, or empty. A meta refresh is a link. */
  readonly target: string;
  /** PAGE_FLAG bits. */
  readonly pageFlags: number;
  readonly simhash: bigint;
  /** xxHash64 of the normalised text; 0n when there is none. */
  readonly textHash: bigint;
  /** Number of terms. */
  readonly termCount: number;
  /** Relevance to each topic; NaN when the page was not judged. */
  readonly topics: Float64Array;
  /** Extra judges in the order in which they were wanted. */
  readonly judges: Float64Array;
  readonly linksFound: number;
  /** Links dropped before main sees them: not an http(s) address; asked not to be followed. */
  readonly badUrls: number;
  readonly nofollow: number;
  readonly links: VisitLinks;
  readonly kind: VisitKind;
  /** The live web only. When the request left, ms since 1970, the last time if it was repeated; 0 = nothing was sent. */
  readonly sentAtMs: number;
  /** Requests that left: 2 after a kept connection turned out to be closed. */
  readonly sends: number;
  /** Address that was asked; of kind `name` all of them, joined by spaces. Empty: none. */
  readonly ip: string;
  readonly dnsMs: number;
  readonly connectMs: number;
  readonly firstByteMs: number;
  /** Body as it came, packed. */
  readonly wireBytes: number;
  /** What Retry-After asks for, from now; NaN. */
  readonly retryAfterMs: number;
  /** `robots` only: what the site wishes between two requests; NaN. */
  readonly crawlDelayMs: number;
  /** What the web did wrong, in a few words; empty. */
  readonly trouble: string;
  /**
   * `robots`: a RobotsDetail as JSON; `sitemap`: its kind (`urlset`, `index`, `text`, `rss`, `atom`, `none`); `page`:
   * `{"optOuts": […]}` when it refuses machine learning; empty else.
   */
  readonly detail: string;
  /** From the call to the last byte. */
  readonly fetchMs: number;
  readonly readMs: number;
  readonly judgeMs: number;
  /** Distinct term ids of the page, when the crawl counts document frequencies; else empty. */
  readonly terms: Uint32Array;
  /** Version of the document frequencies and models that judged it. */
  readonly version: number;
  /** What went wrong in our own code while the page was read; empty. */
  readonly fault: string;
  /** Where the stored web holds it. */
  readonly storedFile: string;
  readonly storedOffset: number;
}

const NONE = new Uint32Array(0);
const nothing = (): string => '';

/** A reading of nothing, to start from: no page, no links, no judgement. */
export const blankReading = (slot: Slot, topicCount: number): Reading => ({
  slot,
  outcome: 0,
  status: 0,
  contentType: '',
  charset: '',
  charsetSource: 'default',
  charsetConfidence: 0,
  language: '',
  title: '',
  bytes: 0,
  target: '',
  pageFlags: 0,
  simhash: 0n,
  textHash: 0n,
  termCount: 0,
  topics: new Float64Array(topicCount).fill(Number.NaN),
  judges: new Float64Array(0),
  linksFound: 0,
  badUrls: 0,
  nofollow: 0,
  links: {
    count: 0,
    low: NONE,
    high: NONE,
    known: NONE,
    flags: NONE,
    url: nothing,
    anchor: nothing,
    number: {},
    list: {},
  },
  kind: 'page',
  sentAtMs: 0,
  sends: 0,
  ip: '',
  dnsMs: 0,
  connectMs: 0,
  firstByteMs: 0,
  wireBytes: 0,
  retryAfterMs: Number.NaN,
  crawlDelayMs: Number.NaN,
  trouble: '',
  detail: '',
  fetchMs: 0,
  readMs: 0,
  judgeMs: 0,
  terms: NONE,
  version: 0,
  fault: '',
  storedFile: '',
  storedOffset: 0,
});
