/** A host and what was counted of it. */
import type { RobotsAnswer } from '../contract/row.js';

export interface Host {
  readonly id: number;
  readonly name: string;
  readonly domain: string | null;
  pages: number;
  relevant: number;
  errors: number;
  bytes: number;
  entered: number;
  /** Links to it that wait or are in flight. */
  open: number;
  outOfScope: number;
  traps: number;
  firstSeq: number;
  lastSeq: number;
  /** Pages in flight that will count as fetches. */
  fetching: number;
  /** The live web only: requests sent, pages that robots.txt denied, what it came to, and the wait that it asks for, ms. */
  requests: number;
  denied: number;
  robots: RobotsAnswer | null;
  crawlDelayMs: number | null;
  /** Addresses that were asked for it, the first MOST_IPS. */
  readonly ips: string[];
}
