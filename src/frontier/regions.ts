/**
 * Waiting links grouped by a key, with count, mean score and best link of each group, kept as links come and go.
 * Built when a strategy first asks for it; then 8 bytes a waiting link and O(log n) a change.
 */
import type { Region, RegionKind } from '../contract/strategy.js';
import { intervalOf } from '../kit/energy.js';
import { fitting } from '../kit/growing.js';
import { Places, SlotHeap } from './heap.js';

/** What is asked of the frontier. */
interface Waiting {
  isBetter(a: number, b: number): boolean;
  isWaiting(slot: number): boolean;
  waitingSlots(): Iterable<number>;
  score(slot: number): number;
  host(slot: number): number;
  recall(slot: number): { readonly parent: number };
  column(index: number, slot: number): number;
}

/** Which links are grouped, and how. */
export interface Grouping {
  readonly kind: RegionKind;
  /** Only links in which this column is not 0; -1 for all. */
  readonly column: number;
}

const NOBODY: ReadonlySet<number> = new Set();

/** A group in a snapshot. */
export interface GroupFacts {
  readonly key: number;
  readonly sum: number;
}

interface Group {
  readonly key: number;
  readonly heap: SlotHeap;
  sum: number;
}

export class Regions {
  readonly grouping: Grouping;
  readonly #column: number;
  readonly #frontier: Waiting;
  readonly #keyOf: (slot: number) => number;
  readonly #groups = new Map<number, Group>();
  /** A slot is in one group only, so the groups share it. */
  readonly #places = new Places();
  /** Group key + 1 and score that a slot was last counted with. */
  #counted = new Uint32Array(1024);
  #score = new Float64Array(1024);

  /** `before`: groups as they were, when it is built anew. */
  constructor(frontier: Waiting, grouping: Grouping, before: readonly GroupFacts[] = []) {
    const { kind, column } = grouping;
    this.grouping = grouping;
    this.#column = column;
    this.#frontier = frontier;
    this.#keyOf = keyFunction(frontier, kind, column);
    for (const { key } of before) this.#groupOf(key);
    const waiting = [...frontier.waitingSlots()].sort((a, b) => a - b);
    for (const slot of waiting) this.update(slot);
    for (const { key, sum } of before) this.#groupOf(key).sum = sum;
  }

  /** Sums are kept as they are: what was added and taken away leaves its rounding in them. */
  get facts(): GroupFacts[] {
    return Array.from(this.#groups.values(), ({ key, sum }) => ({ key, sum }));
  }

  /** Regions that have links, in the order in which they came to have some; `except`: links that count as gone. */
  list(except = NOBODY): Region[] {
    const spared = except.size === 0 ? undefined : this.#sparedOf(except);
    const found: Region[] = [];
    for (const { key, heap, sum } of this.#groups.values()) {
      const gone = spared?.get(key);
      const count = heap.size - (gone?.count ?? 0);
      if (count === 0) continue;
      const best = gone === undefined ? heap.top : heap.first(gone.count + 1).find(slot => !except.has(slot));
      found.push({ key, count, meanScore: (sum - (gone?.sum ?? 0)) / count, best: best as number });
    }
    return found;
  }

  #sparedOf(except: ReadonlySet<number>): Map<number, { count: number; sum: number }> {
    const spared = new Map<number, { count: number; sum: number }>();
    for (const slot of except) {
      const key = (this.#counted[slot] ?? 0) - 1;
      if (key < 0) continue;
      const gone = spared.get(key) ?? { count: 0, sum: 0 };
      gone.count++;
      gone.sum += this.#score[slot] as number;
      spared.set(key, gone);
    }
    return spared;
  }

  /** Counts a slot anew after any change. */
  update(slot: number): void {
    this.#counted = fitting(this.#counted, slot);
    this.#score = fitting(this.#score, slot);
    const before = this.#counted[slot] as number;
    if (before !== 0) this.#drop(slot, this.#groups.get(before - 1) as Group);
    if (this.#belongs(slot)) this.#count(slot);
  }

  #belongs(slot: number): boolean {
    if (!this.#frontier.isWaiting(slot)) return false;
    return this.#column < 0 || this.#frontier.column(this.#column, slot) !== 0;
  }

  #drop(slot: number, group: Group): void {
    group.heap.remove(slot);
    group.sum -= this.#score[slot] as number;
    if (group.heap.size === 0) this.#groups.delete(group.key);
    this.#counted[slot] = 0;
  }

  #count(slot: number): void {
    const key = this.#keyOf(slot);
    const group = this.#groupOf(key);
    group.heap.add(slot);
    group.sum += this.#frontier.score(slot);
    this.#score[slot] = this.#frontier.score(slot);
    this.#counted[slot] = key + 1;
  }

  #groupOf(key: number): Group {
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { key, heap: new SlotHeap((a, b) => this.#frontier.isBetter(a, b), this.#places), sum: 0 };
      this.#groups.set(key, group);
    }
    return group;
  }
}

function keyFunction(frontier: Waiting, kind: RegionKind, column: number): (slot: number) => number {
  switch (kind) {
    case 'host':
      return slot => frontier.host(slot);
    case 'source':
      return slot => frontier.recall(slot).parent + 1;
    case 'among':
      return slot => frontier.column(column, slot);
    case 'energy':
      return slot => intervalOf(frontier.score(slot));
  }
}
