/** The worked examples of METHODS C.2 on the sketch beside this file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crawlPaper } from '../../web/paper.js';
import { bestRegion, oldest, wangLandau } from './wang-landau.js';

const to = (name: string, anchor: number) => ({ to: name, number: { anchor } });

test('Wang–Landau: six moves of the worked example give ln g {10:2, 20:3, 31:1} and H {10:3, 20:4, 31:2} (METHODS C.2)', async () => {
  const energies = [0.405, 0.621, 0.405, 0.205, 0.405, 0.405];
  const links = energies.map((energy, i) => to(`h${i}/x`, energy));
  const strategy = wangLandau(1, oldest, () => 0.5);
  const crawl = await crawlPaper({ s: { links } }, () => strategy, { seeds: ['s'], limits: { maxPages: 6 } });
  assert.deepEqual(crawl.order, ['s', 'h0/x', 'h1/x', 'h2/x', 'h3/x', 'h5/x']);
  assert.deepEqual([...strategy.logG].sort(), [
    [10, 2],
    [20, 3],
    [31, 1],
  ]);
  assert.deepEqual([...strategy.visits].sort(), [
    [10, 3],
    [20, 4],
    [31, 2],
  ]);
});

test('Wang–Landau: .62 of the region with mean .46 wins the competition; two walkers share g and H (METHODS C.2)', async () => {
  const links = [
    to('h1/a', 0.62),
    to('h1/b', 0.3),
    to('h2/a', 0.45),
    to('h2/b', 0.44),
    to('h2/c', 0.43),
    to('h3/a', 0.1),
  ];
  const strategy = wangLandau(2, bestRegion, () => 0.01);
  const crawl = await crawlPaper({ s: { links } }, () => strategy, { seeds: ['s'], window: 2 });
  assert.equal(crawl.order[1], 'h1/a');
  assert.equal(crawl.order.length, 7);
});
