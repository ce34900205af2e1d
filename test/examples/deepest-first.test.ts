import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { strategyOf } from '../../src/app/policy.js';
import { packageRoot } from '../../src/kit/package-root.js';
import { crawlPaper, make } from '../web/paper.js';
import { temporaryFolder } from '../web/tiny.js';

const path = join(packageRoot, 'examples', 'strategy', 'deepest-first.js');
const web = { r: { links: ['a', 'b'] }, a: { links: ['c'] }, b: {}, c: { links: ['d'] }, d: {} };

test('the strategy of the README goes down before it goes on', async () => {
  const crawl = await crawlPaper(web, make(await strategyOf(path)), { seeds: ['r'] });
  assert.deepEqual(crawl.order, ['r', 'a', 'c', 'd', 'b']);
});

test('its option declines what lies deeper', async () => {
  const crawl = await crawlPaper(web, make(await strategyOf(path), { most: 1 }), { seeds: ['r'] });
  assert.deepEqual([crawl.order, crawl.reason], [['r', 'a', 'b'], 'frontier empty']);
});

test('it works from any folder, also where no package says that .js is a module', async () => {
  const copy = join(temporaryFolder(), 'mine.js');
  copyFileSync(path, copy);
  assert.equal((await strategyOf(copy)).name, 'deepest-first');
});
