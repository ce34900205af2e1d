import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Visit } from '../../../src/contract/visit.js';
import { endOf, linksOf, livePages, visitOf } from '../../web/live-lane.js';
import { answer, rawServer } from '../../web/raw-server.js';

const urlset = (locs: readonly string[]): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs.map(loc => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`;

/** Asks a.test for a sitemap that the loopback server sends as it stands. */
async function ask(t: Parameters<typeof livePages>[0], bytes: string | Buffer, more: Partial<Visit> = {}) {
  const server = await rawServer(t, { '*': bytes });
  const pages = livePages(t, { fetch: { connectTo: [`a.test:80:127.0.0.1:${server.port}`] } });
  return pages.read(visitOf('http://a.test/maps/s.xml', { kind: 'sitemap', ...more }));
}

test('a sitemap lists the pages of its site, each once, by the name that pages have', async t => {
  const locs = [
    'p2',
    '/p1',
    '/p1#x',
    'http://a.test/a?x=1&amp;y=2',
    'https://www.a.test/p3',
    'ftp://a.test/x',
  ];
  const reading = await ask(t, answer(urlset(locs)));
  assert.deepEqual([endOf(reading), reading.kind, reading.detail], ['Ok', 'sitemap', 'urlset']);
  assert.deepEqual(linksOf(reading), [
    'http://a.test/maps/p2',
    'http://a.test/p1',
    'http://a.test/a?x=1&y=2',
    'https://www.a.test/p3',
  ]);
  assert.deepEqual([reading.linksFound, reading.badUrls, reading.trouble], [6, 1, '']);
  assert.deepEqual([...(reading.links.number.sameHost as Float64Array)], [1, 1, 1, 0]);
});

test('a sitemap speaks for other sites only when theirs names it', async t => {
  const bytes = answer(urlset(['http://a.test/p', 'http://b.test/p', 'http://c.test/p']));
  const alone = await ask(t, bytes);
  assert.deepEqual(linksOf(alone), ['http://a.test/p']);
  assert.equal(alone.trouble, '2 addresses of other sites');
  const named = await ask(t, bytes, { namedBy: 'https://b.test' });
  assert.deepEqual(linksOf(named), ['http://a.test/p', 'http://b.test/p']);
});

const index =
  '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>/one.xml</loc></sitemap></sitemapindex>';
const cut = `HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n${urlset(['/p']).slice(0, -12)}`;
const damaged = gzipSync(urlset(Array.from({ length: 5000 }, (_, i) => `/p${(i * 7919) % 10_007}`)));
damaged.fill(7, 3000);
const KINDS: readonly (readonly [string, string | Buffer, string, string, boolean])[] = [
  ['an index of sitemaps', answer(index), 'Ok', 'index', true],
  ['plain lines', answer('http://a.test/p\n'), 'Ok', 'text', true],
  ['gzip under any name', answer(gzipSync(urlset(['/p']))), 'Ok', 'urlset', true],
  ['a page', answer('<!doctype html><p>x', 'Content-Type: text/html\r\n'), 'NotHtml', 'none', false],
  ['nothing', answer(''), 'Empty', '', false],
  ['a listing that broke off', cut, 'Incomplete', 'urlset', true],
  ['damaged gzip', answer(damaged), 'Truncated', 'urlset', true],
  ['a missing file', answer('', '', '404 Not Found'), 'HttpError 404', '', false],
];

for (const [what, bytes, end, kind, hasLinks] of KINDS)
  test(`a sitemap that is ${what} ends as ${end}`, async t => {
    const reading = await ask(t, bytes);
    assert.deepEqual([endOf(reading), reading.detail, reading.links.count > 0], [end, kind, hasLinks]);
  });

test('a redirect of a sitemap goes back to main', async t => {
  const reading = await ask(t, 'HTTP/1.1 301 Moved\r\nLocation: /other.xml\r\nContent-Length: 0\r\n\r\n');
  assert.deepEqual([endOf(reading), reading.target], ['Redirected', 'http://a.test/other.xml']);
});

test('of a sitemap with too many addresses the first 50,000 count, and several may come at once', async t => {
  const many = answer(urlset(Array.from({ length: 60_000 }, (_, i) => `/n/${i}`)));
  const server = await rawServer(t, { '*': many });
  const pages = livePages(t);
  const readings = await Promise.all(
    [1, 2].map(slot => pages.read(visitOf(`${server.origin}/${slot}.xml`, { slot, kind: 'sitemap' }))),
  );
  assert.deepEqual(
    readings.map(({ slot, links, outcome }) => [slot, links.count, outcome]),
    [
      [1, 50_000, 200],
      [2, 50_000, 200],
    ],
  );
});
