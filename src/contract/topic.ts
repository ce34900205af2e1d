/** What a crawl looks for, as every room sees it. Term ids are hashes of the normalised term (see text/terms). */

export interface TopicTerm {
  /** As the topic file has it. */
  readonly text: string;
  /** Importance in (0, 1]. */
  readonly weight: number;
}

/** A topic ready for scoring. `id` is sorted ascending; `weight[i]` belongs to `id[i]`. */
export interface TopicView {
  readonly name: string;
  readonly languages: readonly string[];
  readonly terms: readonly TopicTerm[];
  readonly id: Uint32Array;
  readonly weight: Float64Array;
}
