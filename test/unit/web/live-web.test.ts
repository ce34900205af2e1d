import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptWeb } from '../../../src/web/kept-web.js';
import { LISTED_ONLY, LiveWeb } from '../../../src/web/live-web.js';

const web = LiveWeb.create({ seed: 5 });
const textOf = (url: string): string => {
  const answer = web.answer(url);
  assert.ok(answer !== undefined && answer.status === 200, url);
  return answer.body.toString('latin1');
};
const linksOf = (url: string): string[] =>
  [...textOf(url).matchAll(/<a [^>]*href="([^"#]*)"/g)].map(([, href = '']) => new URL(href, url).href);

/** Every address that links and redirects reach from the seed, as a crawl without robots.txt would. */
function reach(): Set<string> {
  const seen = new Set([web.seedUrl]);
  for (const url of seen) {
    const answer = web.answer(url);
    const location = answer?.headers.find(([name]) => name === 'Location')?.[1];
    const isPage = answer?.status === 200 && answer.headers[0]?.[1].startsWith('text/html');
    const next = location !== undefined ? [new URL(location, url).href] : isPage ? linksOf(url) : [];
    for (const link of next) if (!link.includes('/calendar?')) seen.add(link);
  }
  return seen;
}
const reached = reach();

test('there are sixty hosts, and one seed reaches all of them', () => {
  assert.equal(web.hosts.length, 60);
  assert.deepEqual(new Set([...reached].map(url => new URL(url).host)), new Set(web.hosts));
});

test('every host redirects to itself and to another host, to pages that nothing else leads to', () => {
  web.hosts.forEach((host, i) => {
    const next = web.hosts[(i + 1) % 60];
    const locations = ['here', 'away', 'next'].map(way => {
      const { status, headers } = web.answer(`http://${host}/go/${way}`) ?? {};
      return [status, headers?.[0]?.[1]];
    });
    assert.deepEqual(locations, [
      [302, '/landed.html'],
      [302, `http://${next}/arrived.html`],
      [301, `http://${next}/`],
    ]);
    for (const page of ['landed', 'arrived']) textOf(`http://${host}/${page}.html`);
  });
});

test('every home page links to what its robots.txt closes', () => {
  for (const host of web.hosts) {
    const robots = textOf(`http://${host}/robots.txt`);
    const [, closed = ''] = /^Disallow: (\/\w+\/)$/m.exec(robots) ?? [];
    const links = linksOf(`http://${host}/`).filter(url => web.isClosed(url));
    assert.ok(
      links.some(url => url === `http://${host}${closed}never.html` && web.answer(url)?.status === 200),
    );
    assert.equal(/^Crawl-delay: 0\.35$/m.test(robots), web.crawlDelayOf(host) === 350);
  }
  assert.equal(web.hosts.filter(host => web.crawlDelayOf(host) > 0).length, 3);
});

test('every sitemap lists pages that are there and that no link leads to', () => {
  for (const host of web.hosts) {
    const listed = [...textOf(`http://${host}/sitemap.xml`).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, url = '']) => url.replaceAll('&amp;', '&'),
    );
    for (const url of listed) textOf(url);
    const alone = listed.filter(url => !reached.has(url) && url.includes('/listed/'));
    assert.equal(alone.length, LISTED_ONLY);
  }
});

test('a few pages are flaky or slow, and linked', () => {
  const troubles = [...reached].flatMap(url => web.troubleAt(url)?.kind ?? []);
  assert.equal(troubles.filter(kind => kind === '503').length, 12);
  assert.equal(troubles.filter(kind => kind === 'slow').length, 5);
});

test('all addresses with an answer are named once, and only those', () => {
  const urls = [...web.urls()];
  assert.equal(new Set(urls).size, urls.length);
  const kept = keptWeb(web, urls);
  for (const url of urls) assert.deepEqual(kept.answer(url), web.answer(url));
  const named = new Set(urls);
  for (const url of reached) assert.equal(named.has(url), web.answer(url) !== undefined, url);
});

test('what is no address of the web has no answer', () => {
  for (const url of ['', 'nothing', 'http://stranger.test/', `http://${web.hosts[1]}/none`, 'https://a/'])
    assert.equal(web.answer(url), undefined);
});
