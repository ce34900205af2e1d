/** The worked examples of METHODS B.2, B.3 and A.3, and Shark's depths,, walked by the real engine on a web on paper. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestFirst } from '../../../src/strategy/best-first.js';
import { breadthFirst } from '../../../src/strategy/breadth-first.js';
import { shark } from '../../../src/strategy/shark.js';
import { crawlPaper, make, near, scoreOf } from '../../web/paper.js';

test('breadth-first visits the tree r→(a,b), a→(c), b→(d) as r, a, b, c, d (METHODS B.2)', async () => {
  const web = {
    r: { links: ['a', 'b'] },
    a: { links: ['c'], relevance: 0.1 },
    b: { links: ['d'], relevance: 0.9 },
  };
  const crawl = await crawlPaper({ ...web, c: {}, d: {} }, make(breadthFirst), { seeds: ['r'] });
  assert.deepEqual(crawl.order, ['r', 'a', 'b', 'c', 'd']);
  assert.equal(crawl.reason, 'frontier empty');
});

test('best-first queues x, y of a page of relevance .9 before z of one of .4 (METHODS B.3)', async () => {
  const web = {
    p: { relevance: 0.9, links: ['x', 'y'] },
    q: { relevance: 0.4, links: ['z'] },
    x: {},
    y: {},
    z: {},
  };
  const crawl = await crawlPaper(web, make(bestFirst), { seeds: ['q', 'p'] });
  assert.deepEqual(crawl.order, ['q', 'p', 'x', 'y', 'z']);
  near(scoreOf(crawl, 'y'), 0.9);
});

test('best-first keeps the better score of a link found twice', async () => {
  const web = { p: { relevance: 0.2, links: ['x', 'q'] }, q: { relevance: 0.8, links: ['x'] }, x: {} };
  const crawl = await crawlPaper(web, make(bestFirst), { seeds: ['p', 'q'] });
  near(scoreOf(crawl, 'x'), 0.8);
});

test('the mix of page and anchor gives .60 and .52, and (1 − λ) R(P) without an anchor (METHODS A.3)', async () => {
  const web = {
    p: { relevance: 0.4, links: [{ to: 'x', number: { anchor: 0.8 } }, 'empty'] },
    x: {},
    empty: {},
  };
  for (const [lambda, expected] of [
    [0.5, 0.6],
    [0.3, 0.52],
  ] as const) {
    const crawl = await crawlPaper(web, make(bestFirst, { lambda, emptyAnchor: 'zero' }), { seeds: ['p'] });
    near(scoreOf(crawl, 'x'), expected);
    near(scoreOf(crawl, 'empty'), (1 - lambda) * 0.4);
    const other = await crawlPaper(web, make(bestFirst, { lambda }), { seeds: ['p'] });
    near(scoreOf(other, 'empty'), 0.4);
  }
});

test('relMode target looks at every page before it follows it, and each look costs a fetch', async () => {
  const web = {
    p: { relevance: 0.5, links: ['low', 'high'] },
    low: { relevance: 0.1, links: ['under-low'] },
    high: { relevance: 0.9, links: ['under-high'] },
    'under-low': { relevance: 0 },
    'under-high': { relevance: 0 },
  };
  const crawl = await crawlPaper(web, make(bestFirst, { relMode: 'target' }), { seeds: ['p'] });
  const steps = crawl.pages.map(row => `${row.kind} ${row.url}`);
  assert.deepEqual(steps.slice(0, 5), [
    'prefetch p',
    'adopted p',
    'prefetch low',
    'prefetch high',
    'adopted high',
  ]);
  assert.equal(crawl.road.tally.pages, 5);
  assert.equal(crawl.reason, 'frontier empty');
});

test('shark gives up after `depth` dry pages, and a relevant one gives the depth back', async () => {
  const chain = (relevances: number[]) =>
    Object.fromEntries(relevances.map((relevance, i) => [`p${i}`, { relevance, links: [`p${i + 1}`] }]));
  const dry = await crawlPaper(chain([0.9, 0, 0, 0, 0, 0]), make(shark, { depth: 2 }), { seeds: ['p0'] });
  assert.deepEqual(dry.order, ['p0', 'p1', 'p2', 'p3']);
  const wet = await crawlPaper(chain([0.9, 0, 0, 0.9, 0, 0]), make(shark, { depth: 2 }), { seeds: ['p0'] });
  assert.equal(wet.order.length, 7);
});

test('a similarity below the floor counts as none for shark', async () => {
  const web = {
    p: { relevance: 0.009, links: [{ to: 'x', number: { anchor: 0.009, context: 0.009 } }] },
    x: {},
  };
  near(scoreOf(await crawlPaper(web, make(shark), { seeds: ['p'] }), 'x'), 0.25);
});
