/** DESIGN §8: on a stored web the same seed gives the same crawl, with any number of workers. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { writeIslandWarc } from '../../src/app/island-warc.js';
import { strategies } from '../../src/app/registry.js';
import { byRank } from '../web/by-rank.js';
import { crawlStored, SAME } from '../web/crawl-stored.js';
import { temporaryFolder } from '../web/tiny.js';

const PAGES = 120;
let flags: Record<string, unknown> = {};

before(() => {
  const path = join(temporaryFolder(), 'island.warc');
  const { web } = writeIslandWarc(path, { seed: 5, pages: 500, hosts: 12, islands: 4, topic: 'rainstorm' });
  flags = { webs: [path], seeds: [web.seedUrl], topics: ['暴雨灾害'], maxPages: PAGES };
});

const walk = async (more: Record<string, unknown>): Promise<unknown[][]> => {
  const crawl = await crawlStored({ ...flags, ...more });
  assert.equal(crawl.end.pages, PAGES);
  return crawl.rows(SAME);
};

for (const { name } of strategies) {
  test(`${name}: one thread and two lanes walk the same way`, async () => {
    assert.deepEqual(await walk({ strategy: name, workers: 2 }), await walk({ strategy: name, workers: 0 }));
  });
}

test('document frequencies of the crawl take effect at the same page with any number of lanes', async () => {
  const counted = { idf: 'crawl', strategy: 'shark', maxPages: 450 };
  const crawl = async (workers: number) => (await crawlStored({ ...flags, ...counted, workers })).rows(SAME);
  const alone = await crawl(0);
  assert.deepEqual(await crawl(3), alone);
  const background = await (await crawlStored({ ...flags, ...counted, idf: 'background', workers: 0 })).rows(
    SAME,
  );
  assert.notDeepEqual(background, alone);
});

test('measures of the link graph take effect at the same page with any number of lanes', async () => {
  const strategy = byRank();
  const alone = await walk({ strategy, workers: 0 });
  for (const workers of [1, 4]) assert.deepEqual(await walk({ strategy, workers }), alone);
});

test('an option that draws a page first changes rows, but not from run to run', async () => {
  const target = { strategy: 'best-first', set: { 'best-first': { relMode: 'target' } } };
  const once = await walk({ ...target, workers: 1 });
  assert.deepEqual(await walk({ ...target, workers: 4 }), once);
});
