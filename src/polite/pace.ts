/**
 * How does an answer change the pace of its host? A refusal doubles the delay and a good answer takes a fifth of that back;
 * slow answers stretch the delay in proportion, as Heritrix does (delay = factor × time to answer); what is dead is left alone
 * for twice as long each time. A crawl never goes faster than the person and robots.txt allow.
 */
import type { OutcomeClass } from '../contract/outcome.js';
import type { HostPlace } from './place.js';

export interface PolitenessOptions {
  /** Least time from start to start at a host. Default 1,000. */
  readonly delayMs: number;
  /** Most requests in flight at a host. Default 1. */
  readonly perHostConcurrency: number;
  /** Least time from start to start at an IP address. Default 0. */
  readonly perIpDelayMs: number;
  /** Most requests in flight at an IP address. Default Infinity. */
  readonly perIpConcurrency: number;
  /** Whether slow answers stretch the delay. Default true. Refusals always do. */
  readonly isAdaptive: boolean;
  /** Delay = this × the average time to answer, so that a server works for us 1/this of its time. Default 5. */
  readonly latencyFactor: number;
  /** Most that slow answers or refusals make of a delay. Default 60,000. */
  readonly maxDelayMs: number;
  /** Most that a Retry-After is obeyed. Default 600,000. */
  readonly maxRetryAfterMs: number;
  /** Wait after the first failure of class `host`; doubled each time. Default 5,000. */
  readonly firstBackoffMs: number;
  /** Default 600,000. */
  readonly maxBackoffMs: number;
  /** Failures of class `host` in a row until the host is given up. Default 5. */
  readonly giveUpAfter: number;
  /** Refusals in a row until the host is given up. Default 20. */
  readonly giveUpAfterRefusals: number;
}

export const POLITE_DEFAULTS: PolitenessOptions = {
  delayMs: 1000,
  perHostConcurrency: 1,
  perIpDelayMs: 0,
  perIpConcurrency: Number.POSITIVE_INFINITY,
  isAdaptive: true,
  latencyFactor: 5,
  maxDelayMs: 60_000,
  maxRetryAfterMs: 600_000,
  firstBackoffMs: 5000,
  maxBackoffMs: 600_000,
  giveUpAfter: 5,
  giveUpAfterRefusals: 20,
};

/** What the pace needs to know of an answer. */
export interface Answer {
  /** When the last request of this start really went out; NaN when none did (no name, no connection). */
  readonly sentAtMs: number;
  readonly endedAtMs: number;
  readonly outcomeClass: OutcomeClass;
  /** HTTP status, 0 without an answer. */
  readonly status: number;
  /** From sending to the first byte; NaN when none came. */
  readonly latencyMs: number;
  /** What Retry-After said; NaN when it said nothing. */
  readonly retryAfterMs: number;
  /** Address that was really connected to; needed only when a host has several. */
  readonly ip?: string | null;
}

/** Delay after the first refusal of a host that had none. */
const LEAST_PENALTY_MS = 1000;
const RECOVERY = 0.8;
/** The average follows a slower answer by half of the way and a faster one by an eighth. */
const RISE = 0.5;
const FALL = 0.125;

export type Sign = 'good' | 'refused' | 'dead' | 'nothing';

/** What an answer says about its host. A 404 is a good sign: somebody is at home. */
export function signOf(outcomeClass: OutcomeClass, status: number): Sign {
  if (status === 429 || status === 503) return 'refused';
  switch (outcomeClass) {
    case 'ok':
    case 'drop':
      return 'good';
    case 'retry':
      return 'refused';
    case 'host':
      return 'dead';
    case 'denied':
    case 'counted':
      return 'nothing';
    default:
      return outcomeClass satisfies never;
  }
}

/** Time from start to start. `floorMs` is what the person and robots.txt ask for. */
export function delayOf(host: HostPlace, floorMs: number, options: PolitenessOptions): number {
  const slow = options.isAdaptive ? Math.min(options.latencyFactor * host.latencyMs, options.maxDelayMs) : 0;
  return Math.max(floorMs, host.penaltyMs, slow);
}

/** What a host's answers are measured by. */
export interface Measure {
  readonly floorMs: number;
  readonly options: PolitenessOptions;
}

/**
 * Takes in the answer to a request that started at `startedMs`. Trouble counts once for all that was in flight together: four
 * answers of 429 to four requests at once are one refusal.
 */
export function learn(
  host: HostPlace,
  answer: Answer,
  startedMs: number,
  { floorMs, options }: Measure,
): void {
  const sign = signOf(answer.outcomeClass, answer.status);
  noteLatency(host, answer.latencyMs, sign === 'good', options.maxDelayMs);
  if (sign === 'good') {
    host.failures = 0;
    host.refusals = 0;
    host.penaltyMs *= RECOVERY;
    if (host.penaltyMs <= Math.max(floorMs, LEAST_PENALTY_MS / 2)) host.penaltyMs = 0;
  } else if (sign !== 'nothing' && startedMs >= host.troubleMs) {
    host.troubleMs = answer.endedAtMs;
    if (sign === 'dead') host.failures++;
    else {
      host.refusals++;
      host.penaltyMs = doubled(delayOf(host, floorMs, options), options.maxDelayMs);
    }
  }
  if (sign === 'dead') block(host, answer.endedAtMs, backoffOf(host, options));
  if (answer.retryAfterMs > 0)
    block(host, answer.endedAtMs, Math.min(answer.retryAfterMs, options.maxRetryAfterMs));
  giveUp(host, options);
}

const doubled = (delayMs: number, mostMs: number): number =>
  Math.min(Math.max(2 * delayMs, LEAST_PENALTY_MS), mostMs);

/** The present back-off of a host with failures; 0 without. */
const backoffOf = ({ failures }: HostPlace, options: PolitenessOptions): number =>
  failures === 0 ? 0 : Math.min(options.firstBackoffMs * 2 ** (failures - 1), options.maxBackoffMs);

function block(host: HostPlace, fromMs: number, ms: number): void {
  host.blockedMs = Math.max(host.blockedMs, fromMs + ms);
}

/** An error that comes fast is no reason to go faster. */
function noteLatency(host: HostPlace, latencyMs: number, isGood: boolean, mostMs: number): void {
  if (!(latencyMs >= 0)) return;
  const sample = Math.min(latencyMs, mostMs);
  const change = sample - host.latencyMs;
  if (host.latencyMs === 0) host.latencyMs = sample;
  else if (change > 0) host.latencyMs += change * RISE;
  else if (isGood) host.latencyMs += change * FALL;
}

function giveUp(host: HostPlace, options: PolitenessOptions): void {
  if (host.failures >= options.giveUpAfter) host.goneReason ??= 'unreachable';
  if (host.refusals >= options.giveUpAfterRefusals) host.goneReason ??= 'refuses';
}
