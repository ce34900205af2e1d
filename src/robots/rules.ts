/**
 * May we ask for a path? The rules of one robots.txt for one product token (RFC 9309): the longest match decides, allow
 * wins a tie, what no rule matches is allowed, and so is /robots.txt itself. Never throws; time is linear in the file
 * to read it and, for rules with `*`, in rules and path to ask it.
 *
 * Rules are for one scheme, host and port (§2.3). Not for keeping them: cache.ts does that.
 */
import { Groups } from './groups.js';
import { MOST_ROBOTS_BYTES, readLines } from './line.js';
import { spellPath, spellQuery } from './octets.js';
import { type Pattern, patternFrom } from './pattern.js';
import { RuleIndex } from './rule-index.js';

/** What a robots.txt says beside its rules. */
export interface RobotsFacts {
  /** Whose rules these are: of groups that name our token, of groups for all, or of no group. */
  readonly group: 'own' | 'all' | 'none';
  /** The wait between two requests that the site wishes, as written (at most a year), or null. Cap it. */
  readonly crawlDelayMs: number | null;
  /** Addresses as written, at most 1,000, each once; they may be relative to the robots.txt. */
  readonly sitemaps: readonly string[];
  /** Refusals of machine learning: agents to whom the site is closed, and signals such as `ai-train=no`. */
  readonly optOuts: readonly string[];
  readonly ruleCount: number;
  /** More than 500 KiB came; the rest was not read. */
  readonly isTruncated: boolean;
}

/** Does the query hold `/` or `:`, escaped or not? */
function hasQueryData(spelling: string): boolean {
  const question = spelling.indexOf('?');
  return question >= 0 && /[:/]|%3A|%2F/.test(spelling.slice(question));
}

/** The patterns whose query holds `/` or `:`, spelled as the RFC's table does. */
function queryPatterns(patterns: readonly Pattern[]): Pattern[] {
  const found: Pattern[] = [];
  for (const { head, pieces, isAnchored, priority } of patterns) {
    if (!head.includes('?') && !pieces.some(piece => piece.includes('?'))) continue;
    const spelling = [head, ...pieces].join('*');
    if (hasQueryData(spelling)) found.push(patternFrom(spellQuery(spelling), isAnchored, priority));
  }
  return found;
}

export class RobotsRules implements RobotsFacts {
  readonly group: 'own' | 'all' | 'none';
  readonly crawlDelayMs: number | null;
  readonly sitemaps: readonly string[];
  readonly optOuts: readonly string[];
  readonly ruleCount: number;
  readonly isTruncated: boolean;
  readonly #index: RuleIndex;
  readonly #queryIndex: RuleIndex | undefined;

  constructor(groups: Groups, isTruncated: boolean) {
    const { own, all } = groups;
    const { patterns, delayMs } = own.isNamed ? own : all;
    const inQuery = queryPatterns(patterns);
    this.group = own.isNamed ? 'own' : all.isNamed ? 'all' : 'none';
    this.crawlDelayMs = delayMs;
    this.sitemaps = [...groups.sitemaps];
    this.optOuts = [...groups.optOuts];
    this.ruleCount = patterns.length;
    this.isTruncated = isTruncated;
    this.#index = new RuleIndex(patterns);
    this.#queryIndex = inQuery.length === 0 ? undefined : new RuleIndex(inQuery);
  }

  /** May we ask for this path and query (`/a?b`, without fragment)? Any spelling of escapes; any text. */
  allows(pathAndQuery: string): boolean {
    if (pathAndQuery === '/robots.txt') return true;
    const path = spellPath(pathAndQuery);
    let best = this.#index.best(path);
    if (this.#queryIndex !== undefined && hasQueryData(path)) {
      best = Math.max(best, this.#queryIndex.best(spellQuery(path)));
    }
    return best < 0 || (best & 1) === 1;
  }
}

/** The rules for our product token (letters, digits, `-`, `_`, `.`; without version) in the bytes of a robots.txt. */
export function readRobots(bytes: Uint8Array, token: string): RobotsRules {
  const groups = new Groups(token);
  readLines(bytes, line => groups.take(line));
  return new RobotsRules(groups, bytes.length > MOST_ROBOTS_BYTES);
}
