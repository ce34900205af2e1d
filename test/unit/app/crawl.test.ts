import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcome } from '../../../src/contract/outcome.js';
import { crawlStored } from '../../web/crawl-stored.js';
import { tinyWeb } from '../../web/tiny.js';

const page = (text: string, ...links: string[]): string =>
  `<html><title>${text}</title><p>${text}</p>${links.map(link => `<a href="${link}">to ${link}</a>`).join(' ')}`;

const FLOOD = 'the flood warning of the river and the storm was for rain and evacuation '.repeat(20);
const code = (name: string): number => outcome(name).code;

const HOME = page(
  FLOOD,
  '/odd',
  '/moved',
  '/gone',
  '/image',
  '/big',
  '/empty',
  '/twin',
  '/zh',
  'mailto:x@y',
  'http://b.test/',
);

const WEB = {
  'http://a.test/': HOME,
  'http://a.test/odd': {
    body: Uint8Array.from({ length: 3000 }, (_, i) => (i * 7919) & 255),
    headers: { 'content-type': 'text/html' },
  },
  'http://a.test/moved': { status: 301, headers: { location: '/target' } },
  'http://a.test/target': page('elsewhere'),
  'http://a.test/image': {
    body: Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10, 0, 0),
    headers: { 'content-type': 'image/png' },
  },
  'http://a.test/big': { body: 'x'.repeat(20_000) },
  'http://a.test/empty': '',
  'http://a.test/twin': HOME,
  'http://a.test/zh': page('暴雨 灾害 预警 洪水'),
};

const crawlWeb = (more: Record<string, unknown> = {}) =>
  crawlStored({
    ...{ webs: [tinyWeb(WEB)], seeds: ['http://a.test/'], topics: ['flood-warning'], scope: 'host' },
    ...{ strategy: 'breadth-first', workers: 1, maxBodyBytes: 10_000, ...more },
  });

test('every way a stored page can end is an outcome of its row, and none ends the crawl', async () => {
  const crawl = await crawlWeb();
  assert.equal(crawl.end.stopReason, 'frontier empty');
  const rows = await crawl.rows('SELECT url, outcome FROM pages');
  const found = Object.fromEntries(
    rows.map(([url, end]) => [(url as string).slice('http://a.test'.length), end]),
  );
  assert.equal(found['/'], 200);
  assert.equal(found['/moved'], code('Redirected'));
  assert.equal(found['/target'], 200);
  assert.equal(found['/gone'], code('HttpError'));
  assert.equal(found['/image'], code('NotHtml'));
  assert.equal(found['/big'], code('TooLarge'));
  assert.equal(found['/empty'], code('Empty'));
  assert.equal(found['/twin'], code('Duplicate'));
  assert.ok('/odd' in found);
  const [run] = await crawl.rows('SELECT out_of_scope, bad_urls, pages FROM runs');
  assert.deepEqual(run?.map(Number), [1, 2, 10]);
});

test('the row of a page tells what was read, and where its bytes lie', async () => {
  const crawl = await crawlWeb();
  const [row] = await crawl.rows(
    `SELECT title, language, charset, relevance > 0.2, links_found, links_new, depth, parent, warc_offset > 0 FROM pages WHERE seq = 1`,
  );
  assert.deepEqual(
    row?.map(value => (typeof value === 'bigint' ? Number(value) : value)),
    [...[FLOOD.trim(), 'en', 'utf-8', true, 10, 9, 0, null, true]],
  );
});

test('pages in languages that were not asked for get relevance 0', async () => {
  const crawl = await crawlWeb({ languages: ['en'], topics: ['暴雨灾害'] });
  assert.deepEqual(await crawl.rows(`SELECT relevance FROM pages WHERE url LIKE '%/zh'`), [[0]]);
});

test('nodejieba as the segmenter gives the same rows as the kernel', async () => {
  const rows = async (segmenter: string) =>
    (await crawlWeb({ segmenter, topics: ['暴雨灾害'] })).rows(
      'SELECT url, relevance, terms FROM pages ORDER BY seq',
    );
  assert.deepEqual(await rows('nodejieba'), await rows('kernel'));
});

test('parse5 as the reader gives the same rows as the kernel', async () => {
  const rows = async (reader: string) =>
    (await crawlWeb({ reader })).rows(
      'SELECT url, title, relevance, terms, links_found, simhash FROM pages ORDER BY seq',
    );
  assert.deepEqual(await rows('parse5'), await rows('wasm'));
});

test('a request to stop ends the crawl with its own reason and exit code, and the log can be read', async () => {
  const stop = new AbortController();
  stop.abort('SIGTERM');
  const crawl = await crawlStored(
    { webs: [tinyWeb(WEB)], seeds: ['http://a.test/'], topics: ['flood-warning'] },
    stop.signal,
  );
  assert.equal(crawl.end.exitCode, 143);
  assert.deepEqual(await crawl.rows('SELECT stop_reason FROM runs'), [['terminated']]);
});

test('two topics give every page a relevance for each', async () => {
  const crawl = await crawlWeb({ topics: ['flood-warning', '暴雨灾害'] });
  const rows = await crawl.rows('SELECT topic, count(*) FROM relevance GROUP BY topic ORDER BY topic');
  assert.equal(rows.length, 2);
  assert.deepEqual(rows[0]?.[1], rows[1]?.[1]);
});

test('a crawl of one host follows its seed to the host that it redirects to', async () => {
  const web = tinyWeb({
    'http://c.test/': { status: 301, headers: { location: 'http://www.c.test/' } },
    'http://www.c.test/': page('home', '/more', 'http://other.test/'),
    'http://www.c.test/more': page('more'),
  });
  const crawl = await crawlStored({
    webs: [web],
    seeds: ['http://c.test/'],
    topics: ['flood-warning'],
    scope: 'host',
    workers: 0,
  });
  assert.equal(crawl.end.pages, 3);
});

test('--drop-session-ids fetches a page once whatever session its links name', async () => {
  const links = ['/p?a=1&sid=1', '/p?a=1&sid=2', '/p?a=1&utm_source=x', '/p?a=1'];
  const webs = [tinyWeb({ 'http://d.test/': page('home', ...links), 'http://d.test/p?a=1': page('one') })];
  const asked = { webs, seeds: ['http://d.test/'], topics: ['flood-warning'], scope: 'host', workers: 0 };
  assert.equal((await crawlStored(asked)).end.pages, 5);
  assert.equal((await crawlStored({ ...asked, dropSessionIds: true })).end.pages, 2);
});
