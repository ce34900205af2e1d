/**
 * Sorts the lines of a robots.txt into what concerns us: the rules of the groups that name our product token, else of the
 * groups for all (RFC 9309 §2.2.1). A group begins with user-agent lines and is ended only by a user-agent line behind a
 * rule; other lines never split one (§2.2.4). Groups of one token are merged.
 *
 * Crawl-delay is no part of the RFC: a line counts for the agents named since the last such line or since the group
 * began; the longest wish of merged groups counts.
 */
import type { Line } from './line.js';
import { modelAgent, refusalsIn } from './opt-out.js';
import { type Pattern, patternOf } from './pattern.js';

const MOST_SITEMAPS = 1000;
const LONGEST_SITEMAP = 2083;
/** No wish is longer than a year; how much of it is granted is the caller's choice. */
const LONGEST_DELAY_MS = 31_536_000_000;

/** Sum of bits: who a group is for. */
const OWN = 1;
const ALL = 2;

class Audience {
  readonly patterns: Pattern[] = [];
  isNamed = false;
  delayMs: number | null = null;

  wish(delayMs: number): void {
    this.delayMs = Math.max(this.delayMs ?? 0, delayMs);
  }
}

/** The product token at the start of a user-agent value, in lower case; `*` for all; empty when there is none. */
export function tokenOf(value: string): string {
  if (/^\*(?![\w.-])/.test(value)) return '*';
  return (/^[\w.-]+/.exec(value)?.[0] ?? '').toLowerCase();
}

function delayOf(value: string): number | undefined {
  const seconds = /^(?:\d+(?:[.,]\d*)?|[.,]\d+)/.exec(value.slice(0, 400))?.[0];
  if (seconds === undefined) return undefined;
  return Math.min(Number(seconds.replace(',', '.')) * 1000, LONGEST_DELAY_MS);
}

export class Groups {
  readonly own = new Audience();
  readonly all = new Audience();
  readonly sitemaps = new Set<string>();
  readonly optOuts = new Set<string>();
  readonly #token: string;
  /** Whom the group at hand is for: OWN and ALL bits, and model agents. */
  #bits = 0;
  #agents: string[] = [];
  /** Whom a Crawl-delay line would be for. */
  #delayBits = 0;
  #isNaming = false;
  #sawDelay = false;

  constructor(token: string) {
    this.#token = tokenOf(token);
  }

  take({ name, value }: Line): void {
    if (name === 'agent') this.#name(value);
    else if (name === 'allow' || name === 'disallow') this.#rule(value, name === 'allow');
    else if (name === 'delay') this.#delay(value);
    else if (name === 'sitemap') this.#sitemap(value);
    else if (name === 'signal') for (const each of refusalsIn(value)) this.optOuts.add(each);
    else if (name === 'training') this.optOuts.add('DisallowAITraining');
  }

  #name(value: string): void {
    if (!this.#isNaming) {
      this.#bits = 0;
      this.#agents = [];
    }
    if (!this.#isNaming || this.#sawDelay) this.#delayBits = 0;
    this.#isNaming = true;
    this.#sawDelay = false;
    const token = tokenOf(value);
    const bits = token === '*' ? ALL : token !== '' && token === this.#token ? OWN : 0;
    const agent = modelAgent(token);
    if (agent !== undefined) this.#agents.push(agent);
    this.#bits |= bits;
    this.#delayBits |= bits;
    for (const audience of this.#audiences(bits)) audience.isNamed = true;
  }

  #rule(value: string, isAllow: boolean): void {
    this.#isNaming = false;
    if (value === '') return;
    const isWhole = !isAllow && (value === '/' || value === '/*' || value === '*');
    if (isWhole) for (const agent of this.#agents) this.optOuts.add(agent);
    const audiences = this.#audiences(this.#bits);
    if (audiences.length === 0) return;
    const pattern = patternOf(value, isAllow);
    if (pattern !== undefined) for (const audience of audiences) audience.patterns.push(pattern);
  }

  #delay(value: string): void {
    this.#sawDelay = true;
    const delayMs = delayOf(value);
    if (delayMs === undefined) return;
    for (const audience of this.#audiences(this.#delayBits)) audience.wish(delayMs);
  }

  #sitemap(value: string): void {
    const url = Buffer.from(value, 'latin1').toString();
    if (url !== '' && url.length <= LONGEST_SITEMAP && this.sitemaps.size < MOST_SITEMAPS)
      this.sitemaps.add(url);
  }

  #audiences(bits: number): Audience[] {
    const found: Audience[] = [];
    if ((bits & OWN) !== 0) found.push(this.own);
    if ((bits & ALL) !== 0) found.push(this.all);
    return found;
  }
}
