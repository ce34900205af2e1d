/** Limited memory search (METHODS B.4) as a sketch: best-first that may keep only N links. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Strategy } from '../../../src/contract/strategy.js';
import { crawlPaper } from '../../web/paper.js';

const limitedMemory = (capacity: number): Strategy => ({
  capacity,
  reads: ['anchor'],
  offer(_page, links, out) {
    for (let i = 0; i < links.count; i++) out.score[i] = links.number.anchor[i] as number;
  },
});

const to = (name: string, anchor: number) => ({ to: name, number: { anchor } });

test('limited memory: N = 3, push .9 .1 .5 .7 keeps .9 .7 .5 (METHODS B.4)', async () => {
  const web = { s: { links: [to('a', 0.9), to('b', 0.1), to('c', 0.5), to('d', 0.7)] } };
  const crawl = await crawlPaper(web, () => limitedMemory(3), { seeds: ['s'] });
  assert.deepEqual(crawl.order, ['s', 'a', 'd', 'c']);
  assert.equal(crawl.road.tally.evicted, 1);
});

test('limited memory: an evicted link that is found again may come back', async () => {
  const links = [to('a', 0.9), to('b', 0.1), to('c', 0.5), to('d', 0.7)];
  const web = { s: { links }, c: { links: [to('b', 0.6)] } };
  const crawl = await crawlPaper(web, () => limitedMemory(3), { seeds: ['s'] });
  assert.deepEqual(crawl.order, ['s', 'a', 'd', 'c', 'b']);
  assert.equal(crawl.road.tally.evicted, 0);
});
