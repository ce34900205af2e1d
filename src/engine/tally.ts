/**
 * What is counted while a crawl runs. At any moment:
 *
 *   entered = waiting + in flight + ended + declined + evicted
 */

import { outcomeOf } from '../contract/outcome.js';
import type { Loaded, Savable, Saved } from '../contract/snapshot.js';

/** Counts in a snapshot. */
interface TallyFacts {
  readonly numbers: Readonly<Record<string, number>>;
  readonly outcomes: ReadonlyMap<string, number>;
  /** Judged pages, their mean relevance and summed squares. */
  readonly judged: readonly [count: number, mean: number, squares: number];
}

export class Tally implements Savable {
  /** Links that passed the fence, each once. */
  entered = 0;
  /** Roads that ended with a row. */
  ended = 0;
  /** Links now declined or evicted; a readmitted one is counted back. */
  declined = 0;
  evicted = 0;
  inFlight = 0;
  outOfScope = 0;
  traps = 0;
  badUrls = 0;
  nofollow = 0;
  linksFound = 0;
  /** Fetches that count against --max-pages. */
  pages = 0;
  relevant = 0;
  bytes = 0;
  readonly outcomes = new Map<string, number>();
  #judged = 0;
  #mean = 0;
  #squares = 0;

  save(): Saved {
    const own = Object.entries(this).filter(([, value]) => typeof value === 'number');
    const facts: TallyFacts = {
      numbers: Object.fromEntries(own),
      outcomes: this.outcomes,
      judged: [this.#judged, this.#mean, this.#squares],
    };
    return { facts };
  }

  load({ facts }: Loaded): void {
    const { numbers, outcomes, judged } = facts as TallyFacts;
    Object.assign(this, numbers);
    for (const [name, count] of outcomes) this.outcomes.set(name, count);
    [this.#judged, this.#mean, this.#squares] = judged;
  }

  end(code: number): void {
    const { name } = outcomeOf(code);
    this.outcomes.set(name, (this.outcomes.get(name) ?? 0) + 1);
  }

  /** Welford's running mean and variance. */
  judge(relevance: number): void {
    const delta = relevance - this.#mean;
    this.#mean += delta / ++this.#judged;
    this.#squares += delta * (relevance - this.#mean);
  }

  /** NaN when nothing was judged. */
  get averageRelevance(): number {
    return this.#judged === 0 ? Number.NaN : this.#mean;
  }

  /** Population form (METHODS J.1). */
  get deviation(): number {
    return this.#judged === 0 ? Number.NaN : Math.sqrt(this.#squares / this.#judged);
  }

  get harvest(): number {
    return this.pages === 0 ? 0 : this.relevant / this.pages;
  }

  /** What the law misses: 0, or a link was lost or counted twice. */
  imbalance(waiting: number): number {
    const somewhere = waiting + this.inFlight + this.ended + this.declined + this.evicted;
    return this.entered - somewhere;
  }
}
