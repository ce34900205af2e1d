import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { baseOf, canonical } from '../../../src/url/canonical.js';
import { sharedPath } from '../../shared.js';
import { read } from './read.js';
import { saxesLocs } from './saxes-locs.js';

const CATALOG = [
  '',
  'catalog?item=12&desc=vacation_hawaii',
  'catalog?item=73&desc=vacation_new_zealand',
  'catalog?item=74&desc=vacation_newfoundland',
  'catalog?item=83&desc=vacation_usa',
].map(each => `http://www.example.com/${each}`);
const STORM = ['', 'index.html', 'download/index.html', 'getting-started/', 'faq/', 'support/'].map(
  each => `https://stormcrawler.apache.org/${each}`,
);

/** File, kind, addresses. What is not listed here is held against saxes below. */
const LISTED: readonly (readonly [string, string, readonly string[]])[] = [
  ['crawler-commons/sitemaps/atom.xml', 'atom', ['http://example.org/2003/12/13/atom03']],
  ['crawler-commons/sitemaps/do-not-visit.txt', 'text', ['http://www.example.com/do-not-visit-here']],
  [
    'crawler-commons/sitemaps/sitemap-with-bom.txt',
    'text',
    ['http://www.domain.com/page1.html', 'http://www.domain.com/page2.html'],
  ],
  [
    'crawler-commons/sitemaps/sitemap.txt',
    'text',
    ['http://www.domain.com/page1.html', 'http://www.domain.com/page2.html'],
  ],
  [
    'crawler-commons/sitemaps/sitemap.badns.xml',
    'urlset',
    ['http://www.example.com/1', 'http://www.example.com/2'],
  ],
  [
    'crawler-commons/sitemaps/sitemap.ns.xml',
    'urlset',
    ['http://www.example.com/1', 'http://www.example.com/2'],
  ],
  ['crawler-commons/sitemaps/sitemap.txt.gz', 'text', CATALOG],
  ['crawler-commons/sitemaps/xmlSitemap.gz', 'urlset', CATALOG],
  [
    'crawler-commons/sitemaps/extension/sitemap-images.xml',
    'urlset',
    ['http://www.example.com/images/some_image_landing_page.html'],
  ],
  [
    'crawler-commons/sitemaps/extension/sitemap-videos-tvshow.xml',
    'urlset',
    ['https://example.org/my-tv-show/23/13/'],
  ],
  [
    'crawler-commons/sitemaps/extension/sitemap-links.xml',
    'urlset',
    ['english/', 'deutsch/', 'schweiz-deutsch/'].map(each => `http://www.example.com/${each}`),
  ],
  [
    'crawler-commons/rss/feed.rss',
    'rss',
    ['blog/post/1', 'guid.html', 'foo?q=a&l=en', 'foo?q=a&l=fr'].map(
      each => `https://www.example.com/${each}`,
    ),
  ],
  [
    'crawler-commons/rss/xmlRss_pubDate.xml',
    'rss',
    [1, 2, 3, 4, 5, 6, 7].map(each => `http://www.example.com/article_${each}`),
  ],
  ['stormcrawler/stormcrawler.sitemap.xml', 'urlset', STORM],
  ['stormcrawler/stormcrawler.sitemap.xml.gz', 'urlset', STORM],
  [
    'stormcrawler/stormcrawler.sitemap.index.xml',
    'index',
    [1, 2, 3, 4].map(each => `https://stormcrawler.apache.org/sitemap-00${each}.xml.gz`),
  ],
  ['stormcrawler/stormcrawler.sitemap.extensions.all.xml', 'urlset', ['http://www.example.com/', ...STORM]],
  ['stormcrawler/stormcrawler.sitemap.extensions.image.xml', 'urlset', ['http://www.example.com/', ...STORM]],
  ...['links', 'mobile', 'news', 'video'].map(
    each => [`stormcrawler/stormcrawler.sitemap.extensions.${each}.xml`, 'urlset', STORM] as const,
  ),
];

const AGAINST_SAXES = [
  'sitemap-mobile',
  'sitemap-news',
  'shinpaideshou-news-sitemap',
  'hebdenbridgetimes-articles-sitemap',
  'pagemaps-sitemap',
  'sitemap-videos',
];

test('the sitemaps and feeds of crawler-commons and StormCrawler', async t => {
  const path = sharedPath('suites');
  if (path === undefined) return t.skip('skipped: ../shared/suites is not there');
  for (const [file, kind, locs] of LISTED) {
    const body = readFileSync(join(path, file));
    for (const step of [1, 1e9]) {
      const sitemap = await read(body, step);
      assert.deepEqual([sitemap.kind, sitemap.loc], [kind, locs], file);
    }
  }
  for (const name of AGAINST_SAXES) {
    const body: Buffer = readFileSync(join(path, `crawler-commons/sitemaps/extension/${name}.xml`));
    const { loc } = await read(body);
    assert.ok(loc.length > 0);
    assert.deepEqual(loc, saxesLocs(body.toString()), name);
  }
});

test('the index of crawler-commons that has no loc', async t => {
  const path = sharedPath('suites/crawler-commons/sitemaps/sitemap.index.xml');
  if (path === undefined) return t.skip('skipped: ../shared/suites/crawler-commons is not there');
  const { kind, loc } = await read(readFileSync(path));
  assert.deepEqual([kind, loc.length], ['index', 15]);
  assert.equal(loc[0], 'https://example.com/sitemap.jss?portalCode=10260&lang=en');
});

test('dates of feeds', async t => {
  const path = sharedPath('suites/crawler-commons/rss/xmlRss_pubDate.xml');
  if (path === undefined) return t.skip('skipped: ../shared/suites/crawler-commons is not there');
  const { lastmodMs } = await read(readFileSync(path));
  const second = (i: number): number => Date.UTC(2017, 0, 5, 12, 34, 51 + i);
  // The fifth has no zone, which is UTC here; the last two have no date.
  assert.deepEqual(lastmodMs, [
    second(0),
    second(1),
    second(2),
    second(3),
    Date.UTC(2017, 0, 5, 13, 34, 55),
    Number.NaN,
    Number.NaN,
  ]);
});

interface Route {
  readonly path?: string;
  readonly body?: string;
  readonly base64?: string;
}

test('the open cases of sitemaps: what must be fetched is listed, what must not is not', async t => {
  const path = sharedPath('cases/cases');
  if (path === undefined) return t.skip('skipped: ../shared/cases is not there');
  for (const id of ['MAP-02', 'MAP-05', 'MAP-07', 'MAP-08', 'MAP-09', 'MAP-11']) {
    const site = JSON.parse(readFileSync(join(path, id, 'site.json'), 'utf8')) as { routes: Route[] };
    const expect = JSON.parse(readFileSync(join(path, id, 'expect.json'), 'utf8')) as {
      mustFetch: string[];
      mustNotFetch?: string[];
    };
    const listed = new Set<string>();
    for (const route of site.routes) {
      if (!/\.xml|\.php/.test(route.path ?? '')) continue;
      const plain = route.body ?? Buffer.from(route.base64 as string, 'base64').toString();
      const { loc } = await read(plain.replaceAll('@@P@@', ''));
      const base = baseOf(`http://main.test${route.path}`);
      for (const each of loc) listed.add(canonical(each, base) ?? '');
    }
    for (const url of expect.mustFetch) assert.ok(listed.has(url.replaceAll('@@P@@', '')), `${id} ${url}`);
    for (const url of expect.mustNotFetch ?? [])
      assert.ok(!listed.has(url.replaceAll('@@P@@', '')), `${id} ${url}`);
  }
});
