/**
 * May we ask for this address of the live web? Rules live where pages are asked for; main only hears what they said.
 * robots.txt itself is a visit like others: each redirect of it goes back to main, which paces it.
 */
import { outcome, outcomeOf } from '../src/contract/outcome.js';
import type { Reading, RobotsDetail, Visit } from '../src/contract/visit.js';
import { UNASKED } from '../src/contract/visit.js';
import type { Answer } from '../src/fetch/answer.js';
import { robotsAnswer } from '../src/robots/answer.js';
import { mayAsk, RobotsCache, type RobotsCacheLimits, type RobotsVerdict } from '../src/robots/cache.js';
import { type RobotsRules, readRobots } from '../src/robots/rules.js';
import { canonical } from '../src/url/canonical.js';
import { originOf } from '../src/url/parts.js';

const code = (name: string): number => outcome(name).code;
const REDIRECTED = code('Redirected');
const REDIRECT_FAILED = code('RedirectFailed');
const TOO_LARGE = code('TooLarge');

/** What a robots.txt came to. */
export interface RobotsReading {
  readonly reading: Reading;
  /** Sitemaps that it names: canonical, each once. */
  readonly sitemaps: readonly string[];
}

export class LiveRobots {
  readonly #token: string;
  readonly #cache: RobotsCache;

  constructor(token: string, limits: Partial<RobotsCacheLimits> = {}) {
    this.#token = token;
    this.#cache = new RobotsCache(limits);
  }

  /** Outcome with which the road to this address ends unasked; undefined when it may be asked for. */
  refusal(url: string, nowMs: number): number | undefined {
    const origin = originOf(url);
    const verdict = this.#cache.verdict(origin, nowMs);
    if (verdict === undefined) return UNASKED.needsRobots;
    if (mayAsk(verdict, url.slice(origin.length))) return undefined;
    return code(verdict.answer === 'closed' ? 'RobotsUnreachable' : 'RobotsDenied');
  }

  /** Keeps what was answered, unless it points elsewhere. `heard`: the reading with what the request told. */
  take(heard: Reading, answer: Answer, visit: Visit, nowMs: number): RobotsReading {
    const origin = visit.origin ?? originOf(visit.url);
    const target = heard.outcome === REDIRECTED ? canonical(answer.location, visit.url) : undefined;
    const word = robotsAnswer(meaningOf(heard, target), visit.hops);
    if (word === 'redirect') {
      const detail = detailOf(origin, 'redirect', undefined);
      return { reading: { ...heard, target: target as string, detail }, sitemaps: [] };
    }
    const rules = word === 'rules' ? readRobots(answer.body, this.#token) : undefined;
    const fresh: RobotsVerdict = rules === undefined ? { answer: word } : { answer: word, rules };
    const verdict = isNobody(heard, visit) ? fresh : this.#cache.keep(origin, fresh, nowMs);
    const reading = {
      ...heard,
      outcome: rules === undefined ? endOf(heard) : code('Ok'),
      crawlDelayMs: verdict.rules?.crawlDelayMs ?? Number.NaN,
      detail: detailOf(origin, verdict.answer, verdict.rules),
    };
    return { reading, sitemaps: sitemapsOf(rules, visit.url) };
  }
}

/**
 * The status as `robotsAnswer` wants it. What did not come whole says nothing, because half a file hides rules; a file
 * beyond our limit is one that says enough. A redirect to nowhere is a file that is not there.
 */
function meaningOf({ status, outcome: end }: Reading, target: string | undefined): number {
  if (status >= 200 && status < 300) return end === 200 || end === TOO_LARGE ? status : 0;
  const pointsNowhere = (end === REDIRECTED && target === undefined) || end === REDIRECT_FAILED;
  return pointsNowhere ? 404 : status;
}

/** No server can be asked (no such name, no trust): the next page will end in the same way, without a wait for rules. */
const isNobody = ({ outcome: end }: Reading, { hops = 0 }: Visit): boolean =>
  hops === 0 && ['host', 'denied'].includes(outcomeOf(end).class);

/** A redirect that is not followed has failed. */
const endOf = ({ outcome: end }: Reading): number => (end === REDIRECTED ? REDIRECT_FAILED : end);

function detailOf(origin: string, answer: RobotsDetail['answer'], rules: RobotsRules | undefined): string {
  const detail: RobotsDetail = {
    answer,
    origin,
    group: rules?.group ?? 'none',
    rules: rules?.ruleCount ?? 0,
    optOuts: rules?.optOuts ?? [],
    isTruncated: rules?.isTruncated ?? false,
  };
  return JSON.stringify(detail);
}

function sitemapsOf(rules: RobotsRules | undefined, url: string): string[] {
  const found = new Set<string>();
  for (const text of rules?.sitemaps ?? []) {
    const name = canonical(text, url);
    if (name !== undefined) found.add(name);
  }
  return [...found];
}
