/**
 * A strategy of your own: links that lie furthest from a seed go first.
 *
 *   dowser crawl --strategy ./deepest-first.js --set deepest-first.most=20 …
 *
 * `offer` gets the fresh links of a page as arrays of numbers; what it leaves alone is declined.
 * src/contract/strategy.ts describes everything else that a strategy may do.
 */
export default {
  name: 'deepest-first',
  summary: 'Links that lie furthest from a seed first.',
  source: 'an example',
  options: {
    most: { type: 'integer', default: 100, min: 0, max: 65535, help: 'Deeper links are declined.' },
  },
  create({ options }) {
    return {
      offer(page, links, out) {
        for (let i = 0; i < links.count; i++) {
          if (links.depth[i] <= options.most) out.score[i] = links.depth[i];
        }
      },
    };
  },
};
