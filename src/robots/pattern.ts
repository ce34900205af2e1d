/**
 * A rule's path as the matcher uses it: the literal head before the first `*`, the pieces behind it, and whether the
 * end is anchored by `$` (RFC 9309 §2.2.3). Matching takes each piece at its first place, which is right because a `*`
 * takes anything; it looks at each character of the path a bounded number of times.
 */
import { spellPattern } from './octets.js';

export interface Pattern {
  readonly head: string;
  /** What follows each `*`; empty when there is none. */
  readonly pieces: readonly string[];
  readonly isAnchored: boolean;
  /** The rule's weight: twice its octets as spelled, `*` and `$` counted, and one more for allow, which wins ties. */
  readonly priority: number;
}

const ANCHORED_ANYWHERE = /\*\$$/;

/** The pattern of a rule's value, or undefined when it can match no path: paths begin with a slash. */
export function patternOf(value: string, isAllow: boolean): Pattern | undefined {
  if (!value.startsWith('/') && !value.startsWith('*')) return undefined;
  const hasDollar = value.endsWith('$');
  const spelling = spellPattern(hasDollar ? value.slice(0, -1) : value);
  const priority = 2 * (spelling.length + (hasDollar ? 1 : 0)) + (isAllow ? 1 : 0);
  return patternFrom(spelling, hasDollar && !ANCHORED_ANYWHERE.test(value), priority);
}

const NO_PIECES: readonly string[] = [];

/** The pattern of a spelling without `$`. */
export function patternFrom(spelling: string, isAnchored: boolean, priority: number): Pattern {
  if (!spelling.includes('*')) return { head: spelling, pieces: NO_PIECES, isAnchored, priority };
  const [head = '', ...pieces] = spelling.split('*');
  return { head, pieces, isAnchored, priority };
}

/** Does the pattern match a path that begins with its head? */
export function matchesBehindHead({ head, pieces, isAnchored }: Pattern, path: string): boolean {
  const last = pieces.length - 1;
  if (last < 0) return !isAnchored || path.length === head.length;
  let at = head.length;
  for (let i = 0; i <= last; i++) {
    const piece = pieces[i] as string;
    if (i === last && isAnchored) return path.length - piece.length >= at && path.endsWith(piece);
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}
