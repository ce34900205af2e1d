import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { crawlStored } from '../../web/crawl-stored.js';
import { temporaryFolder, tinyWeb } from '../../web/tiny.js';

const crawlWith = (create: string) => {
  const path = join(temporaryFolder(), 'mine.mjs');
  writeFileSync(
    path,
    `export default { name: 'mine', summary: 'A test.', source: 'a test', options: {}, create: ${create} };`,
  );
  const asked = {
    webs: [tinyWeb({ 'http://a.test/': 'a page' })],
    seeds: ['http://a.test/'],
    topics: ['flood-warning'],
  };
  return crawlStored({ ...asked, strategy: path, workers: 0 });
};

test('a strategy that wants a judge or measure that nobody gives is refused before the first fetch', async () => {
  const judge = crawlWith(`() => ({ wants: { judges: ['layer'] }, offer() {} })`);
  await assert.rejects(judge, { exitCode: 2, message: /wants the judge "layer"/ });
  const measure = crawlWith(`() => ({ wants: { measures: ['page-rank'] }, offer() {} })`);
  await assert.rejects(measure, { exitCode: 2, message: /wants the measure "page-rank"/ });
});

test('a strategy that cannot be made is refused in a sentence', async () => {
  await assert.rejects(crawlWith(`() => { throw new Error('no luck'); }`), {
    exitCode: 2,
    message: /cannot be made: no luck/,
  });
});

test('a strategy of a few lines crawls', async () => {
  const crawl = await crawlWith(`() => ({ offer(page, links, out) { out.score.fill(1, 0, links.count); } })`);
  assert.equal(crawl.end.pages, 1);
});
