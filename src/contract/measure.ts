/**
 * Measures of the link graph that a strategy may want (DESIGN §5): numbers for every known link, computed while the crawl goes
 * on. A version that was begun behind row s takes effect behind row s + Δ, so a crawl of a stored web does not depend on how
 * long it took.
 */
export const MEASURES = {
  pagerank: 'PageRank, mean 1: pages not fetched yet are nodes without links, whose rank goes to all.',
  'pagerank-drop':
    'PageRank as printed in seed 000: the rank of pages without links is lost, the mean below 1.',
  'topic-pagerank': 'PageRank among relevant pages and the links between them; NaN for all others.',
  'in-links': 'Number of fetched pages that link to it.',
} as const satisfies Readonly<Record<string, string>>;

export type MeasureName = keyof typeof MEASURES;

export const isMeasure = (name: string): name is MeasureName => Object.hasOwn(MEASURES, name);
