/**
 * How good was a crawl after n pages (METHODS J.1)? Harvest rate = relevant / fetched; average relevance and its
 * population standard deviation are taken over the pages that were judged; target recall = targets found / all known.
 * The twin of the view `harvest_curve`, kept page by page so that any n can be asked for.
 */

export interface HarvestPoint {
  /** Pages fetched. */
  readonly pages: number;
  readonly relevant: number;
  /** In [0, 1]; 0 before the first page. */
  readonly harvestRate: number;
  /** In [0, 1]; NaN when no page was judged. */
  readonly averageRelevance: number;
  /** NaN when no page was judged. */
  readonly deviation: number;
  readonly targets: number;
  /** In [0, 1]; NaN when it is not known how many targets there are. */
  readonly targetRecall: number;
}

export class HarvestCurve {
  readonly name: string;
  /** Targets that exist; NaN = unknown. */
  readonly knownTargets: number;
  readonly #relevant: number[] = [];
  readonly #targets: number[] = [];
  readonly #mean: number[] = [];
  readonly #deviation: number[] = [];
  #judged = 0;
  /** Sum of squared distances from the running mean (Welford). */
  #spread = 0;

  constructor(name: string, knownTargets = Number.NaN) {
    this.name = name;
    this.knownTargets = knownTargets;
  }

  /** Pages added. */
  get pages(): number {
    return this.#relevant.length;
  }

  /** One fetch more. `relevance`: NaN when it was not judged. */
  add(relevance: number, isRelevant: boolean, isTarget = false): void {
    let mean = this.#mean.at(-1) ?? Number.NaN;
    if (!Number.isNaN(relevance)) {
      this.#judged++;
      const before = Number.isNaN(mean) ? 0 : mean;
      mean = before + (relevance - before) / this.#judged;
      this.#spread += (relevance - before) * (relevance - mean);
    }
    this.#relevant.push((this.#relevant.at(-1) ?? 0) + Number(isRelevant));
    this.#targets.push((this.#targets.at(-1) ?? 0) + Number(isTarget));
    this.#mean.push(mean);
    this.#deviation.push(this.#judged === 0 ? Number.NaN : Math.sqrt(this.#spread / this.#judged));
  }

  /** The measures after the first n pages, 0 ≤ n; after all of them when n is larger. */
  at(n: number): HarvestPoint {
    const pages = Math.min(n, this.pages);
    const relevant = this.#relevant[pages - 1] ?? 0;
    const targets = this.#targets[pages - 1] ?? 0;
    return {
      pages,
      relevant,
      harvestRate: pages === 0 ? 0 : relevant / pages,
      averageRelevance: this.#mean[pages - 1] ?? Number.NaN,
      deviation: this.#deviation[pages - 1] ?? Number.NaN,
      targets,
      targetRecall: targets / this.knownTargets,
    };
  }
}
