import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { PageFeed } from '../../../src/app/page-feed.js';
import type { PageRow } from '../../../src/contract/row.js';
import {
  type CrawlOptions,
  crawl,
  defineStrategy,
  Fault,
  type ModelEntry,
  openLog,
  resume,
  verify,
} from '../../../src/index.js';
import { temporaryFolder, tinyWeb } from '../../web/tiny.js';

const PAGES = 150;
const body = (number: number): string =>
  `<title>page ${number}</title><p>flood warning number ${number} ${'river rain '.repeat(number % 7)}</p>
   <a href="/${2 * number + 1}">flood</a> <a href="/${2 * number + 2}">warning</a>`;
const file = tinyWeb(
  Object.fromEntries(Array.from({ length: PAGES }, (_, i) => [`http://a.test/${i}`, body(i)])),
);

const options = (more: Partial<CrawlOptions> = {}): CrawlOptions => ({
  ...{ web: file, seed: 'http://a.test/0', topic: 'flood-warning', workers: 0 },
  out: join(temporaryFolder(), 'crawl'),
  ...more,
});

async function seqsOf(pages: AsyncIterable<PageRow>): Promise<number[]> {
  const seqs: number[] = [];
  for await (const { seq } of pages) seqs.push(seq);
  return seqs;
}

const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  const fault: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(fault instanceof Fault, String(fault));
  return fault.code;
};

const onlyFirst = defineStrategy({
  name: 'first-link',
  summary: 'The first link of every page.',
  source: 'a test',
  options: { most: { type: 'integer', default: 1, min: 1, max: 9, help: 'Links a page.' } },
  create: ({ options: { most } }) => ({
    offer(_page, links, out) {
      for (let i = 0; i < Math.min(most, links.count); i++) out.score[i] = 1;
    },
  }),
});

test('the pages of a crawl are the rows of its log, in order, for one loop, and nothing happens before it', async () => {
  const given = options({ maxPages: 40 });
  const run = crawl(given);
  await sleep(20);
  assert.equal(existsSync(given.out as string), false);
  const pages: PageRow[] = [];
  for await (const page of run) pages.push(page);
  const { directory, pages: count, stopReason } = await run.end;
  assert.deepEqual([count, stopReason], [40, 'max pages']);
  const log = await openLog(directory);
  const rows = await log.all('SELECT seq::INTEGER AS seq, url, relevance FROM fetches ORDER BY seq');
  log.close();
  assert.deepEqual(
    pages.map(({ seq, url, relevance }) => [seq, url, relevance]),
    rows.map(({ seq, url, relevance }) => [seq, url, relevance ?? Number.NaN]),
  );
  await assert.rejects(() => seqsOf(run), { code: 'CRAWL_READ_TWICE' });
});

test('leaving the loop stops in good order; resume wants the same object and brings the pages that come after', async () => {
  const run = crawl(options({ strategy: onlyFirst, set: { 'first-link': { most: 2 } } }));
  const before: number[] = [];
  for await (const { seq } of run) if (before.push(seq) === 7) break;
  const { directory, stopReason, exitCode, pages } = await run.end;
  assert.deepEqual([stopReason, exitCode], ['interrupted', 130]);
  assert.equal(await codeOf(resume(directory, { maxPages: 25 }).end), 'RESUME_OWN');
  assert.equal(await codeOf(verify(directory)), 'RESUME_OWN');
  assert.equal(await codeOf(resume(directory, { strategy: 'shark' }).end), 'RESUME_FIXED');
  const after = await seqsOf(resume(directory, { maxPages: 30, strategy: onlyFirst }));
  assert.deepEqual(
    after,
    Array.from({ length: 30 - pages }, (_, i) => pages + 1 + i),
  );
  assert.deepEqual((await verify(directory, { strategy: onlyFirst })).problems, []);
});

test('an error inside the loop stops the crawl and is the one that is thrown', async () => {
  const run = crawl(options());
  const mine = new Error('mine');
  await assert.rejects(async () => {
    for await (const _page of run) throw mine;
  }, mine);
  assert.equal((await run.end).stopReason, 'interrupted');
});

test('a crawl waits for a slow loop, and a signal ends it also then', async () => {
  const cancel = new AbortController();
  let settled = 0;
  const onProgress: CrawlOptions['onProgress'] = ({ pages }) => {
    settled = pages;
  };
  const run = crawl(options({ signal: cancel.signal, onProgress }));
  let taken = 0;
  for await (const _page of run) {
    if (++taken > 1) continue;
    await sleep(300);
    assert.ok(settled <= 1 + 64 + 1, `${settled} pages`);
    cancel.abort();
    await run.end;
  }
  const { pages, stopReason } = await run.end;
  assert.deepEqual([taken, stopReason], [pages, 'interrupted']);
});

const unsendable = join(temporaryFolder(), 'unsendable.mjs');
writeFileSync(
  unsendable,
  `export default { name: 'fn', options: {}, relevantFrom: () => 0, prepare: () => () => 1, bind: () => ({}) };`,
);

test('whatever is wrong is a fault with a code, for the loop and for the end', async () => {
  const slips: readonly [Record<string, unknown>, string][] = [
    [{ maxPage: 1 }, 'CONFIG_UNKNOWN_KEY'],
    [{ quiet: true }, 'CONFIG_UNKNOWN_KEY'],
    [{ __proto__: null, constructor: 1 }, 'CONFIG_UNKNOWN_KEY'],
    [{ maxPages: '3 pages' }, 'CONFIG_BAD_VALUE'],
    [{ topic: [] }, 'CONFIG_NO_TOPIC'],
    [{ strategy: {} }, 'CONFIG_BAD_STRATEGY'],
    [{ model: null }, 'CONFIG_BAD_MODEL'],
    [{ strategy: { ...onlyFirst, create: () => ({}) } }, 'CONFIG_BAD_STRATEGY'],
    [{ model: unsendable }, 'CONFIG_BAD_MODEL'],
    [{ strategy: { ...onlyFirst, name: 'shark' } }, 'CONFIG_BAD_NAME'],
    [{ strategy: { ...onlyFirst, name: '../x' } }, 'CONFIG_BAD_STRATEGY'],
    [{ strategy: onlyFirst, set: { 'first-link': { most: 10 } } }, 'CONFIG_BAD_VALUE'],
  ];
  for (const [slip, code] of slips) {
    const given = { ...options(), ...slip };
    assert.equal(await codeOf(seqsOf(crawl(given))), code, JSON.stringify(slip));
    assert.equal(await codeOf(crawl(given).end), code);
    assert.equal(existsSync(given.out as string), false);
  }
  assert.throws(() => crawl(undefined as unknown as CrawlOptions), { code: 'CONFIG_BAD_OPTIONS' });
  assert.throws(() => crawl(options({ signal: {} as AbortSignal })), { code: 'CONFIG_BAD_OPTIONS' });
});

test('a model that is an object judges in this thread, and says so where lanes are asked for', async () => {
  const half: ModelEntry = {
    ...{ name: 'half', summary: 'Half of everything.', source: 'a test', options: {} },
    relevantFrom: () => 0.4,
    prepare: topics => topics.length,
    bind: () => ({ score: (_document, _level, out) => out.fill(0.5) }),
  };
  const { workers: _workers, ...rest } = options({ model: half, maxPages: 5 });
  assert.equal((await crawl(rest).end).averageRelevance, 0.5);
  assert.equal(await codeOf(crawl(options({ model: half, workers: 2 })).end), 'CONFIG_CONTRADICTION');
});

test('a feed keeps what waits in order, and nothing before somebody reads', async () => {
  const feed = new PageFeed(3);
  const row = (seq: number): PageRow => ({ seq }) as PageRow;
  feed.take(row(1));
  feed.open();
  const taken: (number | undefined)[] = [];
  for (let seq = 2; seq <= 20; seq++) {
    feed.take(row(seq));
    if (seq % 3 === 0) taken.push((await feed.next())?.seq);
  }
  assert.equal(feed.isFull, true);
  let hasRoom = false;
  const room = feed.drained().then(() => {
    hasRoom = true;
  });
  feed.finish();
  for (;;) {
    const next = await feed.next();
    if (next === undefined) break;
    taken.push(next.seq);
  }
  await room;
  assert.deepEqual([taken, hasRoom], [Array.from({ length: 19 }, (_, i) => i + 2), true]);
});
