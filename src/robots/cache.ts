/**
 * Which rules hold for a site now? One verdict an origin (scheme, host and port, RFC 9309 §2.3), with its age: rules and
 * "no rules" hold for a day (§2.4), "unreachable" for minutes, after which robots.txt is asked for again. Rules that
 * were read once stay in force while the site is unreachable (§2.3.1.4 allows it). Bounded: the origin that was asked
 * about longest ago makes room.
 */
import type { RobotsRules } from './rules.js';

export interface RobotsVerdict {
  readonly answer: 'rules' | 'open' | 'closed';
  /** Present when the answer is `rules`. */
  readonly rules?: RobotsRules;
}

export interface RobotsCacheLimits {
  /** Origins kept. */
  readonly most: number;
  /** How long rules and "no rules" hold. */
  readonly holdMs: number;
  /** How long "unreachable" holds. */
  readonly closedHoldMs: number;
  /** How long rules outlive a site that has become unreachable, counted from when they were read. */
  readonly staleHoldMs: number;
}

const DEFAULTS: RobotsCacheLimits = {
  most: 10_000,
  holdMs: 24 * 3_600_000,
  closedHoldMs: 10 * 60_000,
  staleHoldMs: 30 * 24 * 3_600_000,
};

interface Kept {
  readonly verdict: RobotsVerdict;
  /** When robots.txt is to be asked for again. */
  readonly untilMs: number;
  /** When the rules were read. */
  readonly readMs: number;
}

export class RobotsCache {
  /** Least recently asked about first. */
  readonly #kept = new Map<string, Kept>();
  readonly #limits: RobotsCacheLimits;

  constructor(limits: Partial<RobotsCacheLimits> = {}) {
    this.#limits = { ...DEFAULTS, ...limits };
  }

  get size(): number {
    return this.#kept.size;
  }

  /** The verdict that holds, or undefined: ask the site for its robots.txt. */
  verdict(origin: string, nowMs: number): RobotsVerdict | undefined {
    const kept = this.#kept.get(origin);
    if (kept === undefined || nowMs >= kept.untilMs) return undefined;
    this.#put(origin, kept);
    return kept.verdict;
  }

  /** Keeps what a site answered; returns the verdict that holds from now on. */
  keep(origin: string, fresh: RobotsVerdict, nowMs: number): RobotsVerdict {
    const { holdMs, closedHoldMs, staleHoldMs } = this.#limits;
    const before = this.#kept.get(origin);
    const isClosed = fresh.answer === 'closed';
    const isStillGood = before?.verdict.answer === 'rules' && nowMs < before.readMs + staleHoldMs;
    const verdict = isClosed && before !== undefined && isStillGood ? before.verdict : fresh;
    const readMs = verdict === fresh ? nowMs : (before as Kept).readMs;
    this.#put(origin, { verdict, untilMs: nowMs + (isClosed ? closedHoldMs : holdMs), readMs });
    if (this.#kept.size > this.#limits.most) this.#kept.delete(this.#kept.keys().next().value as string);
    return verdict;
  }

  #put(origin: string, kept: Kept): void {
    this.#kept.delete(origin);
    this.#kept.set(origin, kept);
  }
}

/** May we ask for this path of a site with this verdict? */
export const mayAsk = ({ answer, rules }: RobotsVerdict, pathAndQuery: string): boolean =>
  answer === 'open' ||
  pathAndQuery === '/robots.txt' ||
  (answer === 'rules' && rules !== undefined && rules.allows(pathAndQuery));
