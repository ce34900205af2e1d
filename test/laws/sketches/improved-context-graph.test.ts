/**
 * Improved context graphs (METHODS G.5) as a sketch: the page behind a link is downloaded to predict its priority,
 * Σ P(c | page) · value(c); the link waits on with that, and following it later downloads nothing.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Strategy } from '../../../src/contract/strategy.js';
import { crawlPaper } from '../../web/paper.js';

const VALUE = { near: 1, middle: 0.5, far: 0.25 };
const CLUSTERS = Object.keys(VALUE) as (keyof typeof VALUE)[];
/** Before every predicted priority, so that each link is looked at first. */
const UNSEEN = 2;

const improvedContextGraph = (): Strategy => ({
  wants: { judges: CLUSTERS },
  offer(_page, links, out) {
    out.score.fill(UNSEEN, 0, links.count);
  },
  settle(end, out) {
    if (end.isPrefetch)
      out.score(
        end.slot,
        CLUSTERS.reduce((sum, name) => sum + end.judge(name) * VALUE[name], 0),
      );
  },
  choose(view, out) {
    const [slot] = view.best(1);
    if (slot === undefined) out.wait();
    else if (Number.isNaN(view.prefetched(slot))) out.prefetch(slot);
    else out.fetch(slot);
  },
});

test('improved context graph: P = (.2, .5, .3) predicts .525, and the better page is followed first (METHODS G.5)', async () => {
  const web = {
    s: { judges: [1, 0, 0], links: ['worse', 'better'] },
    worse: { judges: [0, 0, 1], links: ['below'] },
    better: { judges: [0.2, 0.5, 0.3] },
  };
  const crawl = await crawlPaper(web, improvedContextGraph, { seeds: ['s'] });
  assert.deepEqual(
    crawl.pages.map(row => `${row.kind} ${row.url}`),
    [
      'prefetch s',
      'adopted s',
      'prefetch worse',
      'prefetch better',
      'adopted better',
      'adopted worse',
      'prefetch below',
    ],
  );
  assert.equal(crawl.pages[4]?.score?.toFixed(6), '0.525000');
  assert.equal(crawl.road.tally.pages, 4);
});
