import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { outcome } from '../../../src/contract/outcome.js';
import type { Strategy } from '../../../src/contract/strategy.js';
import type { Keepable } from '../../../src/engine/road.js';
import { bestFirst } from '../../../src/strategy/best-first.js';
import { breadthFirst } from '../../../src/strategy/breadth-first.js';
import { make } from '../../web/paper.js';
import {
  crawlLive,
  type LiveCrawl,
  type LivePage,
  type LiveSite,
  type LiveWebOnPaper,
} from '../../web/paper-live.js';

const code = (name: string): number => outcome(name).code;

/** `count` pages of a host, each with a link to the next two. */
function chain(host: string, count: number, page: LivePage = {}): LiveSite['pages'] {
  const url = (n: number): string => `http://${host}/${n}`;
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      url(n),
      { ...page, links: [n + 1, n + 2].filter(next => next < count).map(url) },
    ]),
  );
}

function leastGap(sent: LiveCrawl['sent'], host: string): number {
  const times = sent.filter(one => one.host === host).map(one => one.atMs);
  return Math.min(...times.slice(1).map((at, i) => at - (times[i] as number)));
}

test('robots.txt comes first, and all requests to a host keep its delay', async () => {
  const web = { a: { pages: chain('a', 12) }, b: { pages: chain('b', 12), latencyMs: 300 } };
  const crawl = await crawlLive(web, make(breadthFirst)(), { seeds: ['http://a/0', 'http://b/0'] });
  assert.equal(crawl.reason, 'frontier empty');
  assert.equal(crawl.pages.filter(row => row.kind === 'page').length, 24);
  for (const host of ['a', 'b']) {
    assert.equal(crawl.sent.find(one => one.host === host)?.kind, 'robots');
    assert.equal(crawl.sent.filter(one => one.host === host && one.kind === 'robots').length, 1);
    assert.ok(leastGap(crawl.sent, host) >= 200);
  }
  assert.ok(crawl.endedMs < 1_000_000 + 26 * 310, 'the hosts were asked side by side');
});

test('a link of a host that may not be asked does not keep those of others waiting', async () => {
  const slow = chain('slow', 20, { relevance: 1 });
  const web = { slow: { pages: slow, robots: { delayMs: 5000 } }, fast: { pages: chain('fast', 20) } };
  const crawl = await crawlLive(web, make(bestFirst)(), {
    seeds: ['http://slow/0', 'http://fast/0'],
    window: 2,
  });
  const last = crawl.sent.findLast(one => one.host === 'fast');
  assert.equal(crawl.pages.filter(row => row.kind === 'page').length, 40);
  assert.ok((last?.atMs ?? Infinity) < 1_000_000 + 21 * 230);
  assert.ok(leastGap(crawl.sent.slice(2), 'slow') >= 5000);
});

test('what robots.txt denies is a row without a request, costs no wait and no budget', async () => {
  const pages = {
    'http://a/0': { links: ['http://a/no/1', 'http://a/no/2', 'http://a/yes'] },
    'http://a/yes': {},
  };
  const web = { a: { pages, robots: { closed: ['/no'] } } };
  const crawl = await crawlLive(web, make(breadthFirst)(), {
    seeds: ['http://a/0'],
    limits: { maxPages: 2 },
  });
  assert.ok(crawl.sent.every(one => !one.url.includes('/no')));
  const denied = crawl.pages.filter(row => row.kind === 'denied');
  assert.deepEqual(
    denied.map(row => [row.url, row.outcome, row.attempt]),
    [
      ['http://a/no/1', code('RobotsDenied'), 0],
      ['http://a/no/2', code('RobotsDenied'), 0],
    ],
  );
  assert.equal(crawl.road.tally.pages, 2);
  // Three requests, each a delay and the allowance for jitter behind the one before; the last takes its latency.
  assert.equal(crawl.endedMs, 1_000_000 + 2 * (200 + 5) + 20);
});

test('a robots.txt that moved is followed for the site that asked', async () => {
  const web = {
    a: { pages: chain('a', 3), robots: { redirect: 'http://b/robots.txt' } },
    b: { pages: chain('b', 3), robots: { delayMs: 1000 } },
  };
  const crawl = await crawlLive(web, make(breadthFirst)(), { seeds: ['http://a/0'] });
  assert.deepEqual(
    crawl.sent.slice(0, 3).map(one => one.url),
    ['http://a/robots.txt', 'http://b/robots.txt', 'http://a/0'],
  );
  assert.ok(leastGap(crawl.sent.slice(2), 'a') >= 1000, 'the delay holds for the first site');
});

test('while robots.txt cannot be read nothing is asked; it is asked again, and in the end given up', async () => {
  const later = { a: { pages: chain('a', 2), robots: { unreachable: 1 } } };
  const polite = { firstBackoffMs: 100 };
  const crawl = await crawlLive(later, make(breadthFirst)(), { seeds: ['http://a/0'], polite });
  assert.deepEqual(
    crawl.sent.map(one => one.kind),
    ['robots', 'robots', 'page', 'page'],
  );
  assert.deepEqual(
    crawl.pages.filter(row => row.kind !== 'robots').map(row => row.attempt),
    [1, 1],
  );

  const never = { a: { pages: chain('a', 2), robots: { unreachable: 99 } } };
  const lost = await crawlLive(never, make(breadthFirst)(), { seeds: ['http://a/0'], polite });
  assert.equal(lost.pages.at(-1)?.outcome, code('RobotsUnreachable'));
  assert.equal(lost.pages.at(-1)?.kind, 'denied');
  assert.ok(lost.sent.every(one => one.kind === 'robots'));
  assert.equal(lost.reason, 'frontier empty');
});

test('sitemaps that robots.txt names are read between pages, an index and its circle too', async () => {
  const pages = { ...chain('a', 3), 'http://a/hidden/1': {}, 'http://a/hidden/2': {} };
  const sitemaps = {
    'http://a/index.xml': { index: true, links: ['http://a/index.xml', 'http://a/map.xml'] },
    'http://a/map.xml': { links: ['http://a/hidden/1', 'http://a/hidden/2', 'http://a/1'] },
  };
  const web = { a: { pages, sitemaps, robots: { sitemaps: ['http://a/index.xml'] } } };
  const crawl = await crawlLive(web, make(breadthFirst)(), { seeds: ['http://a/0'] });
  assert.equal(new Set(crawl.sent.map(one => one.url)).size, crawl.sent.length);
  assert.equal(crawl.pages.filter(row => row.kind === 'page').length, 5);
  assert.deepEqual(
    crawl.pages.filter(row => row.kind === 'sitemap').map(row => row.url),
    ['http://a/index.xml', 'http://a/map.xml'],
  );
  const hidden = crawl.pages.find(row => row.url === 'http://a/hidden/1');
  assert.equal(hidden?.depth, 1);
  assert.equal(hidden?.parent, crawl.pages.find(row => row.url === 'http://a/map.xml')?.seq);
  const none = await crawlLive(web, make(breadthFirst)(), {
    seeds: ['http://a/0'],
    live: { followsSitemaps: false },
  });
  assert.equal(none.pages.length, 4);
});

test('a sitemap that a page links to before robots.txt names it is still read as one', async () => {
  const pages = {
    'http://b/0': { links: ['http://a/map.xml', 'http://a/0'] },
    ...chain('a', 2),
    'http://a/hidden': {},
  };
  const a = {
    pages,
    sitemaps: { 'http://a/map.xml': { links: ['http://a/hidden'] } },
    robots: { sitemaps: ['http://a/map.xml'] },
  };
  // The page of a is chosen before the link to the sitemap, which waits meanwhile.
  const crawl = await crawlLive({ a, b: { pages } }, make(bestFirst)(), {
    seeds: ['http://b/0', 'http://a/1'],
    window: 1,
  });
  assert.equal(crawl.pages.filter(row => row.kind === 'sitemap').length, 1);
  assert.ok(crawl.order.includes('http://a/hidden'));
  assert.equal(crawl.sent.filter(one => one.url === 'http://a/map.xml').length, 1);
});

test('a failed page is asked again after its wait, and Retry-After is obeyed', async () => {
  const pages = {
    'http://a/0': { links: ['http://a/1'], fails: ['Reset'] },
    'http://a/1': { fails: ['Busy'], retryAfterMs: 7000 },
  };
  const crawl = await crawlLive({ a: { pages } }, make(breadthFirst)(), { seeds: ['http://a/0'] });
  const rows = crawl.pages.filter(row => row.kind === 'page').map(row => [row.url, row.attempt, row.outcome]);
  assert.deepEqual(rows, [
    ['http://a/0', 1, code('Reset')],
    ['http://a/0', 2, 200],
    ['http://a/1', 1, code('Busy')],
    ['http://a/1', 2, 200],
  ]);
  const at = crawl.sent.filter(one => one.kind === 'page').map(one => one.atMs);
  assert.ok((at[1] as number) - (at[0] as number) >= 2000);
  assert.ok((at[3] as number) - (at[2] as number) >= 7000);
});

test('the archive hears of every attempt with its number, of a page before its row', async () => {
  const pages = { 'http://a/0': { fails: ['Busy', 'Busy'], retryAfterMs: 10 } };
  const heard: (readonly [seq: number, attempt: number, outcome: number])[] = [];
  const archive = {
    settled: ({ seq, note }: Keepable) => void heard.push([seq, note.attempt, note.outcome]),
  };
  const crawl = await crawlLive({ a: { pages } }, make(breadthFirst)(), { seeds: ['http://a/0'], archive });
  const rows = crawl.pages.filter(row => row.kind === 'page');
  assert.equal(rows.length, 3);
  assert.deepEqual(
    heard,
    rows.map(row => [row.seq, row.attempt, row.outcome]),
  );
});

test('a host that stays dead is given up, and its links end as rows without a request', async () => {
  const links = Array.from({ length: 30 }, (_, n) => `http://dead/${n}`);
  const dead = Object.fromEntries(
    links.map(url => [url, { fails: Array(9).fill('ConnectFailed') as string[] }]),
  );
  const web: LiveWebOnPaper = { a: { pages: { 'http://a/0': { links } } }, dead: { pages: dead } };
  const crawl = await crawlLive(web, make(breadthFirst)(), {
    seeds: ['http://a/0'],
    polite: { giveUpAfter: 3, firstBackoffMs: 10 },
  });
  const gone = crawl.pages.filter(row => row.outcome === code('HostGone'));
  assert.ok(crawl.sent.filter(one => one.host === 'dead' && one.kind === 'page').length < 12);
  assert.ok(gone.length >= 20 && gone.every(row => row.kind === 'denied' && row.attempt === 0));
  assert.equal(crawl.reason, 'frontier empty');
});

test('names are looked up before the first request where addresses are paced', async () => {
  const web = { a: { pages: chain('a', 4), ip: '1.2.3.4' }, b: { pages: chain('b', 4), ip: '1.2.3.4' } };
  const polite = { delayMs: 0, perIpDelayMs: 500, perIpConcurrency: 1 };
  const options = { seeds: ['http://a/0', 'http://b/0'], polite, live: { resolvesFirst: true } };
  const { sent, reason } = await crawlLive(web, make(breadthFirst)(), options);
  assert.equal(reason, 'frontier empty');
  const at = sent.map(one => one.atMs);
  assert.equal(sent.length, 10);
  assert.ok(at.slice(1).every((ms, i) => ms - (at[i] as number) >= 500));
});

test('a crawl that stops gives back what it holds and sends nothing more', async () => {
  const abort = new AbortController();
  const web = { a: { pages: chain('a', 50) }, b: { pages: chain('b', 50) } };
  let settled = 0;
  const onSettled = (): void => {
    if (++settled === 9) abort.abort('SIGINT');
  };
  const options = { seeds: ['http://a/0', 'http://b/0'], signal: abort.signal, watch: { onSettled } };
  const { road, sent } = await crawlLive(web, make(breadthFirst)(), options);
  assert.equal(road.trips.size, 0);
  assert.equal(road.tally.imbalance(road.waiting), 0);
  assert.ok(sent.length <= 12);
});

test('a page that finds no rules while the crawl stops is given back, not waited for', async () => {
  const abort = new AbortController();
  const web = { a: { pages: chain('a', 2) }, b: { pages: chain('b', 2) } };
  // The first answer says that a has no rules; that of b is under way.
  const watch = { onSettled: () => abort.abort('SIGINT') };
  const options = { seeds: ['http://a/0', 'http://b/0'], signal: abort.signal, watch };
  const { reason, road, sent } = await crawlLive(web, make(breadthFirst)(), options);
  assert.equal(reason, 'interrupted');
  assert.equal(road.trips.size, 0);
  assert.equal(road.parts.frontier.waiting, 2);
  assert.ok(sent.every(one => one.url === 'http://a/robots.txt'));
});

test('when the time is up the crawl sleeps until what is under way has come', async () => {
  const web = { a: { pages: chain('a', 9), latencyMs: 5000 } };
  const options = { seeds: ['http://a/0'], limits: { maxTimeMs: 12_000 } };
  const { reason, endedMs, sent } = await crawlLive(web, make(breadthFirst)(), options);
  assert.equal(reason, 'max time');
  assert.equal(sent.length, 3);
  assert.equal(endedMs, 1_015_000);
});

const siteOf = (host: string) =>
  fc.record({
    latencyMs: fc.integer({ min: 1, max: 700 }),
    unreachable: fc.integer({ min: 0, max: 1 }),
    closed: fc.boolean(),
    sitemap: fc.boolean(),
    fails: fc.array(fc.constantFrom('Reset', 'Busy', 'ConnectFailed', 'Incomplete', 'DnsTimeout'), {
      maxLength: 2,
    }),
    links: fc.array(fc.tuple(fc.nat(2), fc.nat(7)), { minLength: 3, maxLength: 25 }),
    host: fc.constant(host),
  });

test('whatever the servers do: each page ends once, gaps hold, budgets are exact, nothing is lost', async () => {
  const hosts = ['a', 'b', 'c'];
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(siteOf('a'), siteOf('b'), siteOf('c')),
      fc.integer({ min: 1, max: 6 }),
      fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
      async (sites, window, maxPages) => {
        const web = Object.fromEntries(
          sites.map(site => {
            const pages: Record<string, LivePage> = {};
            for (let n = 0; n < 8; n++) {
              const links = site.links
                .filter((_, i) => i % 8 === n)
                .map(([h, p]) => `http://${hosts[h]}/${p}`);
              pages[`http://${site.host}/${n}`] = {
                links,
                relevance: n / 8,
                fails: n % 3 === 0 ? site.fails : [],
              };
            }
            const map = `http://${site.host}/map.xml`;
            const robots = {
              unreachable: site.unreachable,
              closed: site.closed ? ['/7'] : [],
              sitemaps: site.sitemap ? [map] : [],
            };
            const sitemaps = { [map]: { links: Object.keys(pages) } };
            return [site.host, { latencyMs: site.latencyMs, robots, pages, sitemaps }];
          }),
        );
        const limits = maxPages === undefined ? {} : { maxPages };
        const crawl = await crawlLive(web, make(bestFirst)(), {
          seeds: hosts.map(host => `http://${host}/0`),
          window,
          limits,
          polite: { firstBackoffMs: 50, giveUpAfter: 99, giveUpAfterRefusals: 99 },
        });
        const { pages, road, sent } = crawl;
        for (const host of hosts)
          if (sent.some(one => one.host === host)) assert.ok(leastGap(sent, host) >= 200);
        const tries = pages.filter(row => row.kind === 'page').map(row => `${row.url} ${row.attempt}`);
        assert.equal(new Set(tries).size, tries.length);
        const ok = pages.filter(row => row.kind === 'page' && row.outcome === 200).map(row => row.url);
        assert.equal(new Set(ok).size, ok.length);
        assert.ok(
          sent.every(
            one =>
              one.kind !== 'page' ||
              !(one.url.endsWith('/7') && (web[one.host] as LiveSite).robots?.closed?.length),
          ),
        );
        assert.equal(road.tally.imbalance(road.waiting), 0);
        assert.equal(road.trips.size, 0);
        if (maxPages !== undefined) assert.ok(road.tally.pages <= maxPages);
        if (crawl.reason === 'max pages') assert.equal(road.tally.pages, maxPages);
        else assert.equal(crawl.reason, 'frontier empty');
      },
    ),
    { numRuns: 60, seed: 7 },
  );
});

test('a sitemap whose link was declined or fenced is read once, though it lists itself', async () => {
  const map = 'http://a/map.xml';
  const a: LiveSite = {
    pages: { 'http://a/0': { links: [map] }, 'http://a/1': {}, 'http://a/2': {} },
    sitemaps: { [map]: { index: true, links: [map] } },
    robots: { sitemaps: [map], unreachable: 0 },
  };
  const refusing: Strategy = {
    offer(page, links, out) {
      for (let i = 0; i < links.count; i++) out.score[i] = page.slot < 0 ? 1 : Number.NaN;
    },
  };
  const b: LiveSite = { pages: { 'http://b/0': { links: [map, 'http://a/0'] } } };
  for (const [strategy, maxDepth] of [
    [refusing, undefined],
    [make(breadthFirst)(), 0],
  ] as const) {
    const crawl = await crawlLive({ b, a }, strategy, {
      seeds: ['http://b/0', 'http://a/1', 'http://a/2'],
      window: 1,
      ...(maxDepth !== undefined && { maxDepth }),
    });
    assert.equal(crawl.sent.filter(one => one.url === map).length, 1);
    assert.equal(crawl.road.tally.imbalance(crawl.road.waiting), 0);
  }
});
