/**
 * Finds the most specific of many patterns without trying them all: patterns lie by head, and a path looks up its own
 * beginnings, one for each length that a head has. The lengths that differ add up to at most the size of the file, so
 * the look-ups of one path cost less than reading the file did. Only patterns with `*` or `$` are tried one by one,
 * greatest priority first.
 */
import { matchesBehindHead, type Pattern } from './pattern.js';

interface Shelf {
  /** Greatest priority of the patterns that are the head and nothing else, or −1. */
  plain: number;
  /** The others, greatest priority first. */
  others: Pattern[] | undefined;
}

function add(shelf: Shelf, pattern: Pattern): void {
  const isPlain = pattern.pieces.length === 0 && !pattern.isAnchored;
  if (isPlain) shelf.plain = Math.max(shelf.plain, pattern.priority);
  else if (shelf.others === undefined) shelf.others = [pattern];
  else shelf.others.push(pattern);
}

function bestOn({ plain, others }: Shelf, path: string, best: number): number {
  if (plain > best) best = plain;
  if (others === undefined) return best;
  for (const pattern of others) {
    if (pattern.priority <= best) break;
    if (matchesBehindHead(pattern, path)) return pattern.priority;
  }
  return best;
}

export class RuleIndex {
  readonly #shelves = new Map<string, Shelf>();
  /** Lengths of heads, greatest first. */
  readonly #lengths: readonly number[];

  constructor(patterns: Iterable<Pattern>) {
    const lengths = new Set<number>();
    for (const pattern of patterns) {
      const shelf = this.#shelves.get(pattern.head) ?? { plain: -1, others: undefined };
      if (shelf.plain < 0 && shelf.others === undefined) this.#shelves.set(pattern.head, shelf);
      lengths.add(pattern.head.length);
      add(shelf, pattern);
    }
    for (const { others } of this.#shelves.values()) others?.sort((a, b) => b.priority - a.priority);
    this.#lengths = [...lengths].sort((a, b) => b - a);
  }

  /** Priority of the most specific pattern that matches the path, or −1 when none does. */
  best(path: string): number {
    let best = -1;
    for (const length of this.#lengths) {
      if (length > path.length) continue;
      const shelf = this.#shelves.get(path.slice(0, length));
      if (shelf !== undefined) best = bestOn(shelf, path, best);
    }
    return best;
  }
}
