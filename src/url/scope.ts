/**
 * The fence: may a link enter the crawl at all? (DESIGN §4 step 4). Answers are shared objects with a code of the outcome
 * table and a reason word, which the engine counts per host. Cheap questions come first.
 */
import { outcome } from '../contract/outcome.js';
import type { WordSpan } from '../contract/words.js';
import { registrableDomainOf } from './domain.js';
import { directoriesOf, hostOf } from './parts.js';
import { compilePattern } from './pattern.js';
import { DEFAULT_TRAPS, mayTrap, type TrapLimits, type TrapReason, trapOf } from './trap.js';

export type ScopeKind = 'page' | 'prefix' | 'host' | 'domain' | 'any';

export type FenceReason = 'depth' | 'scope' | 'exclude' | 'include' | TrapReason;

export interface Verdict {
  /** 0 = may enter, else OutOfScope or Trap of the outcome table. */
  readonly code: number;
  /** Which fence it met; empty when none. */
  readonly reason: FenceReason | '';
}

export interface ScopeOptions {
  readonly scope: ScopeKind;
  /** Canonical addresses. */
  readonly seeds: readonly string[];
  /** Regular expressions, matched anywhere in an address (see pattern-syntax). */
  readonly include?: readonly string[];
  /** Wins over `include`. */
  readonly exclude?: readonly string[];
  /** Absent: no limit. Seeds have depth 0. */
  readonly maxDepth?: number | undefined;
  /** Absent: DEFAULT_TRAPS. */
  readonly traps?: TrapLimits;
}

export interface Scope {
  /**
   * @param url canonical address
   * @param host its `hostOf`
   * @param depth links from the nearest seed
   */
  check(url: string, host: string, depth: number): Verdict;
  /**
   * The same question where the address is still bytes (canonical, hence ASCII): true = it may enter, and `check` would say
   * so; false = make a string and ask `check`.
   */
  letsPass(address: WordSpan, host: string, depth: number): boolean;
  /** Moves the fence to take in one more seed, such as the target of a seed that redirects. */
  addSeed(url: string): void;
}

const IN: Verdict = { code: 0, reason: '' };
const refusal = (name: 'OutOfScope' | 'Trap', reason: FenceReason): Verdict => ({
  code: outcome(name).code,
  reason,
});

const DEPTH = refusal('OutOfScope', 'depth');
const SCOPE = refusal('OutOfScope', 'scope');
const EXCLUDE = refusal('OutOfScope', 'exclude');
const INCLUDE = refusal('OutOfScope', 'include');
const TRAP: Readonly<Record<TrapReason, Verdict>> = {
  'repeated-segments': refusal('Trap', 'repeated-segments'),
  'path-depth': refusal('Trap', 'path-depth'),
  'url-length': refusal('Trap', 'url-length'),
  parameters: refusal('Trap', 'parameters'),
};

/** Throws a usage fault on a pattern that cannot be used. Seeds pass every fence. */
export function createScope(options: ScopeOptions): Scope {
  const include = (options.include ?? []).map(compilePattern);
  const exclude = (options.exclude ?? []).map(compilePattern);
  const traps = options.traps ?? DEFAULT_TRAPS;
  const maxDepth = options.maxDepth ?? Number.POSITIVE_INFINITY;
  const fence = new Fence(options.scope);
  for (const seed of options.seeds) fence.add(seed);

  const readsAddress =
    include.length + exclude.length > 0 || options.scope === 'page' || options.scope === 'prefix';
  const look = (url: string, host: string, depth: number): Verdict => {
    if (depth > maxDepth) return DEPTH;
    if (!fence.holds(url, host)) return SCOPE;
    const trap = trapOf(url, traps);
    if (trap !== undefined) return TRAP[trap];
    if (exclude.some(matches => matches(url))) return EXCLUDE;
    return include.length > 0 && !include.some(matches => matches(url)) ? INCLUDE : IN;
  };
  return {
    check(url, host, depth) {
      return depth === 0 && fence.isSeed(url) ? IN : look(url, host, depth);
    },
    letsPass({ bytes, from, to }, host, depth) {
      const isEasy = !readsAddress && depth <= maxDepth && fence.holds('', host);
      return isEasy && !mayTrap(bytes, from, to, traps);
    },
    addSeed: url => fence.add(url),
  };
}

/** http and https are the same place. */
const withoutScheme = (url: string): string => url.slice(url.indexOf('//'));

/** Which addresses lie near enough to a seed. */
class Fence {
  readonly #kind: ScopeKind;
  readonly #seeds = new Set<string>();
  /** Directories, hosts or domains of the seeds. */
  readonly #places = new Set<string>();

  constructor(kind: ScopeKind) {
    this.#kind = kind;
  }

  add(seed: string): void {
    this.#seeds.add(withoutScheme(seed));
    const host = hostOf(seed);
    if (this.#kind === 'host') this.#places.add(host);
    if (this.#kind === 'domain') this.#places.add(registrableDomainOf(host));
    if (this.#kind === 'prefix') this.#places.add(withoutScheme(directoryOf(seed)));
  }

  isSeed(url: string): boolean {
    return this.#seeds.has(withoutScheme(url));
  }

  holds(url: string, host: string): boolean {
    if (this.#kind === 'any') return true;
    if (this.#kind === 'host') return this.#places.has(host);
    if (this.#kind === 'domain') return this.#places.has(registrableDomainOf(host));
    if (this.#kind === 'page') return this.isSeed(url);
    return directoriesOf(withoutScheme(url)).some(directory => this.#places.has(directory));
  }
}

/** A seed's directory, no deeper than `directoriesOf` looks. */
const directoryOf = (seed: string): string => directoriesOf(seed)[0] as string;
