/**
 * Breadth-first: links in the order in which they were found.
 * Baseline of three of the sources (METHODS B.2): high coverage, low harvest.
 */
import { defineStrategy } from '../contract/strategy.js';

export const breadthFirst = defineStrategy({
  name: 'breadth-first',
  summary: 'Links in the order in which they were found; the topic plays no part.',
  source: 'METHODS B.2',
  options: {},
  create: () => ({
    /** Depths never fall in order of discovery, so this is first in, first out. */
    offer(_page, links, out) {
      for (let i = 0; i < links.count; i++) out.score[i] = 1 / (1 + (links.depth[i] as number));
    },
    /** The first discovery counts: a score once given stays. */
    reoffer(_page, links, out) {
      for (let i = 0; i < links.count; i++) out.score[i] = links.score[i] as number;
    },
  }),
});
