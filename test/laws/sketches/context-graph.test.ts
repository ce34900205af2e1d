/** Context graphs (METHODS G.4) as a sketch: one queue per layer, inside it by posterior; both come from extra judges. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Strategy } from '../../../src/contract/strategy.js';
import { crawlPaper } from '../../web/paper.js';

/** Posterior of each layer by naive Bayes, as the lane's judge would compute it (METHODS G.4 example). */
function posterior(document: Record<string, number>): number[] {
  const theta = [
    { dept: 4 / 7, school: 2 / 7, home: 1 / 7 },
    { dept: 2 / 7, school: 2 / 7, home: 3 / 7 },
  ] as Record<string, number>[];
  const weight = theta.map(layer =>
    Object.entries(document).reduce((product, [term, n]) => product * (layer[term] as number) ** n, 1),
  );
  const sum = weight.reduce((a, b) => a + b, 0);
  return weight.map(value => value / sum);
}

const contextGraph = (layers: number, tau: number): Strategy => ({
  wants: { judges: ['layer0', 'layer1'] },
  offer(page, links, out) {
    const posteriors = [page.judge('layer0'), page.judge('layer1')];
    const best = posteriors.indexOf(Math.max(...posteriors));
    const isSure = (posteriors[best] as number) >= tau;
    const layer = isSure ? best : layers;
    for (let i = 0; i < links.count; i++)
      out.score[i] = -layer + (isSure ? (posteriors[best] as number) / 2 : 0);
  },
});

test('context graph: {dept, home} goes to "other", {dept dept} to layer 0, whose links go first (METHODS G.4)', async () => {
  assert.deepEqual(
    posterior({ dept: 1, home: 1 }).map(p => Number(p.toFixed(6))),
    [0.4, 0.6],
  );
  assert.deepEqual(
    posterior({ dept: 2 }).map(p => Number(p.toFixed(6))),
    [0.8, 0.2],
  );
  const web = {
    unsure: { links: ['x'], judges: posterior({ dept: 1, home: 1 }) },
    sure: { links: ['y'], judges: posterior({ dept: 2 }) },
    outer: { links: ['z'], judges: posterior({ home: 2 }) },
  };
  const crawl = await crawlPaper(web, () => contextGraph(2, 0.65), { seeds: ['unsure', 'outer', 'sure'] });
  const scores = new Map(crawl.pages.map(row => [row.url, row.score]));
  assert.equal(scores.get('x'), -2);
  assert.equal(scores.get('y'), 0.4);
  assert.equal(scores.get('z'), -0.55);
});
