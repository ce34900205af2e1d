/**
 * Finds the most specific of many patterns without trying them all: patterns lie by head, and a path looks up its own
 * beginnings, one for each length that a head has. The lengths that differ add up to at most the size of the file, so
 * the look-ups of one path cost less than reading the file did. Only patterns with `*` or `$` are tried one by one,
 * greatest priority first.
 */
import { matchesBehindHead, type Pattern } from './pattern.js';

/** Greatest priority first, each once: files repeat themselves. */
function inOrder(patterns: readonly Pattern[]): Pattern[] {
  const once = new Map(
    patterns.map(each => [`${each.priority}*${each.isAnchored}*${each.pieces.join('*')}`, each]),
  );
  return [...once.values()].sort((a, b) => b.priority - a.priority);
}

export class RuleIndex {
  /** Greatest priority of the patterns that are a head and nothing else. */
  readonly #plain = new Map<string, number>();
  /** The others by head. */
  readonly #others = new Map<string, Pattern[]>();
  /** Lengths of heads, greatest first. */
  readonly #lengths: readonly number[];

  constructor(patterns: Iterable<Pattern>) {
    const lengths = new Set<number>();
    for (const pattern of patterns) {
      lengths.add(pattern.head.length);
      this.#add(pattern);
    }
    for (const [head, others] of this.#others) if (others.length > 1) this.#others.set(head, inOrder(others));
    this.#lengths = [...lengths].sort((a, b) => b - a);
  }

  /** Priority of the most specific pattern that matches the path, or −1 when none does. */
  best(path: string): number {
    let best = -1;
    for (const length of this.#lengths) {
      if (length > path.length) continue;
      const head = path.slice(0, length);
      best = Math.max(best, this.#plain.get(head) ?? -1);
      const others = this.#others.get(head);
      if (others !== undefined) best = bestOf(others, path, best);
    }
    return best;
  }

  #add(pattern: Pattern): void {
    const { head, pieces, isAnchored, priority } = pattern;
    if (pieces.length === 0 && !isAnchored) {
      const before = this.#plain.get(head);
      if (before === undefined || before < priority) this.#plain.set(head, priority);
      return;
    }
    const others = this.#others.get(head);
    if (others === undefined) this.#others.set(head, [pattern]);
    else others.push(pattern);
  }
}

function bestOf(others: readonly Pattern[], path: string, best: number): number {
  for (const pattern of others) {
    if (pattern.priority <= best) break;
    if (matchesBehindHead(pattern, path)) return pattern.priority;
  }
  return best;
}
