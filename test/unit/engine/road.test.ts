import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PAGE_FLAG } from '../../../src/contract/document.js';
import { outcome } from '../../../src/contract/outcome.js';
import type { Strategy } from '../../../src/contract/strategy.js';
import type { Reading, Visit } from '../../../src/contract/visit.js';
import { crawl } from '../../../src/engine/crawl.js';
import { InlineReader } from '../../../src/engine/inline-reader.js';
import { diedReading } from '../../../src/engine/lane-reader.js';
import type { Parts, Road } from '../../../src/engine/road.js';
import type { Fault } from '../../../src/kit/fault.js';
import { randomOf } from '../../../src/kit/random.js';
import { crawlPaper, memoryLog, type PaperWeb, partsOf } from '../../web/paper.js';

/** First in, first out, unless told otherwise. */
const plain =
  (more: Partial<Strategy> = {}) =>
  (): Strategy => ({
    offer(_page, links, out) {
      for (let i = 0; i < links.count; i++) out.score[i] = 0.5;
    },
    ...more,
  });

/** A seeded tangle of pages, some missing, some redirecting. */
function tangle(seed: number, size = 60): PaperWeb {
  const random = randomOf(seed);
  const name = () => `h${random.below(6)}/${random.below(size / 6)}`;
  const web: Record<string, { relevance: number; links: string[]; redirect?: string; status?: number }> = {};
  for (let i = 0; i < size; i++) {
    const links = Array.from({ length: random.below(8) }, name);
    web[name()] = {
      relevance: random.next(),
      links,
      ...(random.next() < 0.1 && { redirect: name() }),
      ...(random.next() < 0.1 && { status: 500 }),
    };
  }
  return web;
}

const seedsOf = (web: PaperWeb): string[] => Object.keys(web).slice(0, 3);

test('entered = waiting + in flight + ended + declined + evicted, after every page of any web', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1000), fc.integer({ min: 1, max: 9 }), async (seed, capacity) => {
      const random = randomOf(seed);
      const picky = plain({
        capacity,
        offer(_page, links, out) {
          for (let i = 0; i < links.count; i++)
            out.score[i] = random.next() < 0.2 ? Number.NaN : random.next();
        },
      });
      const web = tangle(seed);
      await crawlPaper(web, picky, {
        seeds: seedsOf(web),
        maxDepth: 6,
        watch: {
          onSettled: road => assert.equal(road.tally.imbalance(road.parts.frontier.waiting), 0),
        },
      });
    }),
    { numRuns: 60 },
  );
});

test('no address is fetched twice, and every row has its own seq', async () => {
  const web = tangle(3, 200);
  const crawl = await crawlPaper(web, plain(), { seeds: seedsOf(web) });
  assert.ok(crawl.order.length > 50);
  assert.equal(new Set(crawl.order).size, crawl.order.length);
  assert.deepEqual(
    crawl.pages.map(row => row.seq),
    crawl.pages.map((_, i) => i + 1),
  );
});

test('--max-pages is exact, whatever the window', async () => {
  for (const window of [1, 3, 16]) {
    const web = tangle(3, 200);
    const crawl = await crawlPaper(web, plain(), { seeds: seedsOf(web), limits: { maxPages: 11 }, window });
    assert.equal(crawl.pages.length, 11);
    assert.equal(crawl.reason, 'max pages');
  }
});

test('while memory runs short, half of the window is under way', async () => {
  const web = tangle(3, 200);
  const mostUnderWay = async (isShort: boolean): Promise<number> => {
    let most = 0;
    const strategy = plain()();
    const parts = partsOf(web, strategy, { seeds: seedsOf(web), window: 10 }, memoryLog().sink);
    const onSettled = (road: Road): void => {
      most = Math.max(most, road.trips.size);
    };
    await crawl({ ...parts, isShort: () => isShort }, { onSettled });
    return most;
  };
  assert.equal(await mostUnderWay(false), 9);
  assert.equal(await mostUnderWay(true), 4);
});

test('--max-pages-per-host leaves the rest of a host unfetched', async () => {
  const web = { a: { links: ['a/1', 'a/2', 'a/3', 'b/1'] }, 'a/1': {}, 'a/2': {}, 'a/3': {}, 'b/1': {} };
  const crawl = await crawlPaper(web, plain(), { seeds: ['a'], limits: { maxPagesPerHost: 2 } });
  assert.deepEqual(crawl.order, ['a', 'a/1', 'b/1']);
  assert.equal(crawl.reason, 'frontier empty');
  assert.equal(crawl.road.tally.imbalance(0), 0);
});

test('a redirect enters by the door with the score and depth of its source', async () => {
  const web = { a: { links: ['r'] }, r: { redirect: 'b' }, b: { redirect: 'c' }, c: {} };
  const crawl = await crawlPaper(web, plain(), { seeds: ['a'] });
  assert.deepEqual(crawl.order, ['a', 'r', 'b', 'c']);
  assert.deepEqual(
    crawl.pages.map(row => row.depth),
    [0, 1, 1, 1],
  );
  assert.equal(crawl.pages[1]?.outcome, outcome('Redirected').code);
});

test('a chain of redirects ends after --max-redirects hops, and a loop by itself', async () => {
  const chain: Record<string, { redirect: string }> = {};
  for (let i = 0; i < 30; i++) chain[`r${i}`] = { redirect: `r${i + 1}` };
  const crawl = await crawlPaper(chain, plain(), { seeds: ['r0'], limits: { maxRedirects: 3 } });
  assert.equal(crawl.order.length, 4);
  assert.equal(crawl.pages[3]?.outcome, outcome('RedirectFailed').code);
  const loop = await crawlPaper({ a: { redirect: 'b' }, b: { redirect: 'a' } }, plain(), { seeds: ['a'] });
  assert.deepEqual(loop.order, ['a', 'b']);
});

test('a link that was too deep is let in when it is found nearer to a seed', async () => {
  const web = {
    s: { links: ['long', 'x'] },
    long: { links: ['deep'] },
    deep: { links: ['goal'] },
    x: { links: ['goal'] },
    goal: {},
  };
  const order = { long: 9, deep: 8, x: 1, goal: 1 } as Record<string, number>;
  let names: string[] = [];
  const byName = plain({
    offer(_page, links, out) {
      for (let i = 0; i < links.count; i++) out.score[i] = order[names[links.slot[i] as number] ?? ''] ?? 0;
    },
  });
  names = ['s', 'long', 'x', 'deep', 'goal'];
  const crawl = await crawlPaper(web, byName, { seeds: ['s'], maxDepth: 2 });
  assert.deepEqual(crawl.order, ['s', 'long', 'deep', 'x', 'goal']);
  assert.equal(crawl.road.tally.imbalance(0), 0);
});

test('a link that looks endless counts as a trap until a nearer page lets it in', async () => {
  const web = {
    s: { links: ['long', 'x'] },
    long: { links: ['deep'] },
    deep: { links: ['goal', 'loop'] },
    x: { links: ['goal'] },
    goal: {},
  };
  // In the order of discovery: s, long, x, deep.
  const score = [0, 9, 1, 8];
  const longFirst = plain({
    offer(_page, links, out) {
      for (let i = 0; i < links.count; i++) out.score[i] = score[links.slot[i] as number] ?? 0;
    },
  })();
  const parts = partsOf(web, longFirst, { seeds: ['s'], maxDepth: 9 }, memoryLog().sink);
  const check: Parts['fence']['check'] = (url, _host, depth) =>
    url === 'loop' || (url === 'goal' && depth > 2)
      ? { code: outcome('Trap').code, reason: 'path-depth' }
      : { code: 0, reason: '' };
  const traps: number[] = [];
  const { road } = await crawl(
    { ...parts, fence: { ...parts.fence, check } },
    { onSettled: ({ tally }) => void traps.push(tally.traps) },
  );
  assert.deepEqual(traps, [0, 0, 2, 1, 1]);
  assert.deepEqual(
    [road.tally.outOfScope, road.hosts.of('loop').traps, road.hosts.of('goal').traps],
    [0, 1, 0],
  );
});

test('a page whose reader dies is asked again, at most twice, one row each time', async () => {
  let deaths = 0;
  const dying = (read: (visit: Visit) => Reading) =>
    new InlineReader(visit =>
      visit.url === 'b' && ++deaths <= 2 ? diedReading(visit.slot, 0) : read(visit),
    );
  const web = { a: { links: ['b'] }, b: { links: ['c'] }, c: {} };
  const crawl = await crawlPaper(web, plain(), { seeds: ['a'], reader: dying });
  assert.deepEqual(
    crawl.pages.map(row => [row.url, row.attempt]),
    [
      ['a', 1],
      ['b', 1],
      ['b', 2],
      ['b', 3],
      ['c', 1],
    ],
  );
  deaths = -99;
  const gone = await crawlPaper(web, plain(), {
    seeds: ['a'],
    reader: read => new InlineReader(v => (v.url === 'b' ? diedReading(v.slot, 0) : read(v))),
  });
  assert.equal(gone.pages.length, 4);
  assert.equal(gone.road.tally.imbalance(0), 0);
});

test('a stop request ends the crawl after the pages in flight', async () => {
  const stop = new AbortController();
  const web = tangle(5, 200);
  const crawl = await crawlPaper(web, plain(), {
    seeds: seedsOf(web),
    signal: stop.signal,
    watch: { onSettled: road => road.seq === 5 && stop.abort('SIGTERM') },
  });
  assert.equal(crawl.reason, 'terminated');
  assert.equal(crawl.pages.length, 5);
});

test('a strategy that chooses nothing for ever is our fault, told in a sentence', async () => {
  const lazy = plain({ choose: (_view, out) => out.wait() });
  await assert.rejects(
    crawlPaper({ a: {} }, lazy, { seeds: ['a'] }),
    (fault: Fault) => fault.code === 'STRATEGY_STUCK',
  );
});

test('irrelevant pages in a row are counted along the path', async () => {
  const web = {
    a: { relevance: 0.9, links: ['b'] },
    b: { relevance: 0.1, links: ['c'] },
    c: { relevance: 0.1, links: ['d'] },
    d: { relevance: 0.9, links: ['e'] },
    e: { relevance: 0.2 },
  };
  const crawl = await crawlPaper(web, plain(), { seeds: ['a'] });
  assert.deepEqual(
    crawl.pages.map(row => row.off_topic_steps),
    [0, 0, 1, 2, 0],
  );
  assert.deepEqual(
    crawl.pages.map(row => row.parent),
    [null, 1, 2, 3, 4],
  );
});

test('links leave rows as asked: none, admitted or all', async () => {
  const web = { a: { links: ['b', 'c', 'a'] }, b: { links: ['c', 'a'] }, c: {} };
  const fates = async (linkRows: 'none' | 'admitted' | 'all') =>
    (await crawlPaper(web, plain(), { seeds: ['a'], linkRows })).links.map(
      row => `${row.seq} ${row.url} ${row.fate}`,
    );
  assert.deepEqual(await fates('none'), []);
  assert.deepEqual(await fates('admitted'), ['1 b admitted', '1 c admitted']);
  assert.equal((await fates('all')).length, 5);
});

/** A link is as good as its anchor; one without is declined. */
const byAnchor = (more: Partial<Strategy> = {}): (() => Strategy) =>
  plain({
    reads: ['anchor'],
    offer(page, links, out) {
      for (let i = 0; i < links.count; i++)
        out.score[i] = page.slot < 0 ? 1 : (links.number.anchor[i] as number) || Number.NaN;
    },
    ...more,
  });

test('a redirect to a link that was declined or evicted lets it in again', async () => {
  const to = (name: string, anchor: number) => ({ to: name, number: { anchor } });
  const declined = { s: { links: ['goal', to('r', 0.5)] }, r: { redirect: 'goal' }, goal: {} };
  const crawl = await crawlPaper(declined, byAnchor(), { seeds: ['s'] });
  assert.deepEqual(crawl.order, ['s', 'r', 'goal']);
  assert.deepEqual([crawl.road.tally.declined, crawl.road.tally.imbalance(0)], [0, 0]);
  const evicted = { s: { links: [to('goal', 0.1), to('r', 0.5)] }, r: { redirect: 'goal' }, goal: {} };
  const small = await crawlPaper(evicted, byAnchor({ capacity: 1 }), { seeds: ['s'] });
  assert.deepEqual(small.order, ['s', 'r', 'goal']);
  assert.deepEqual([small.road.tally.evicted, small.road.tally.imbalance(0)], [0, 0]);
});

test('a redirect to a link that was too deep lets it in, and it counts as in scope', async () => {
  const web = {
    s: { links: ['far', 'r'] },
    far: { links: ['goal'] },
    r: { redirect: 'goal' },
    goal: {},
  };
  const crawl = await crawlPaper(web, plain(), { seeds: ['s'], maxDepth: 1 });
  assert.deepEqual(crawl.order, ['s', 'far', 'r', 'goal']);
  assert.equal(crawl.road.tally.outOfScope, 0);
  assert.equal(crawl.road.tally.imbalance(0), 0);
});

test('a link found again nearer to a seed takes the smaller depth, also where its score stays', async () => {
  const web = {
    s: { links: ['a', 'x'] },
    a: { links: ['b'] },
    b: { links: ['goal'] },
    x: { links: ['goal'] },
    goal: {},
  };
  const rank: Record<string, number> = { s: 5, a: 4, b: 3, x: 2, goal: 1 };
  const names = ['s', 'a', 'x', 'b', 'goal'];
  const crawl = await crawlPaper(
    web,
    plain({
      offer(_page, links, out) {
        for (let i = 0; i < links.count; i++) out.score[i] = rank[names[links.slot[i] as number] ?? ''] ?? 0;
      },
    }),
    { seeds: ['s'] },
  );
  assert.deepEqual(crawl.order, ['s', 'a', 'b', 'x', 'goal']);
  assert.equal(crawl.pages[4]?.depth, 2);
});

test('links that a full host leaves behind count once, however often they are found', async () => {
  const web = {
    a: { links: ['a/1', 'b/1', 'b/2', 'b/3'] },
    ...Object.fromEntries([1, 2, 3].map(i => [`b/${i}`, { links: ['a/1'] }])),
  };
  const crawl = await crawlPaper(web, plain(), { seeds: ['a'], limits: { maxPagesPerHost: 1 } });
  assert.deepEqual(crawl.order, ['a', 'b/1']);
  const { tally } = crawl.road;
  assert.deepEqual([tally.outOfScope, tally.entered, tally.declined, tally.imbalance(0)], [3, 2, 0, 0]);
});

const prefetching = plain({
  choose(view, out) {
    const [slot] = view.best(1);
    if (slot === undefined) out.wait();
    else if (Number.isNaN(view.prefetched(slot))) out.prefetch(slot);
    else out.fetch(slot);
  },
});

test('a prefetched page is adopted although its host has had its share', async () => {
  const web = { a: { links: ['b/1'] }, 'b/1': { links: ['a/2'] } };
  const crawl = await crawlPaper(web, prefetching, { seeds: ['a'], limits: { maxPagesPerHost: 1 } });
  assert.deepEqual(
    crawl.pages.map(row => `${row.kind} ${row.url}`),
    ['prefetch a', 'adopted a', 'prefetch b/1', 'adopted b/1'],
  );
  assert.equal(crawl.road.tally.imbalance(0), 0);
});

test('a prefetched page stays one when only the robots.txt of its site is missing', async () => {
  let asked = 0;
  const forgetful = (read: (visit: Visit) => Reading) =>
    new InlineReader(visit => {
      const unruled = { ...diedReading(visit.slot, 0), outcome: outcome('RobotsUnreachable').code };
      return ++asked === 2 ? unruled : read(visit);
    });
  const { pages } = await crawlPaper({ a: {} }, prefetching, { seeds: ['a'], reader: forgetful });
  assert.deepEqual(
    pages.map(row => `${row.kind} ${row.url} ${row.attempt}`),
    ['prefetch a 1', 'adopted a 0'],
  );
  assert.equal(asked, 3);
});

test('a page that asks not to be followed is offered without its links, and they are counted', async () => {
  const offered: number[] = [];
  const web = { a: { links: ['b', 'c'] }, b: {}, c: {} };
  const closed = (read: (visit: Visit) => Reading) =>
    new InlineReader(visit => ({ ...read(visit), pageFlags: PAGE_FLAG.nofollow }));
  const crawl = await crawlPaper(
    web,
    plain({
      offer(page, links, out) {
        offered.push(page.linkCount);
        out.score.fill(1, 0, links.count);
      },
    }),
    { seeds: ['a'], reader: closed },
  );
  assert.deepEqual(offered, [1, 0]);
  assert.deepEqual([crawl.order.length, crawl.road.tally.nofollow], [1, 2]);
});

test('with rows of all links, one that leads out of scope a second time has a row too', async () => {
  const web = { a: { links: ['b', 'c'] }, b: { links: ['deep'] }, c: { links: ['deep'] } };
  const crawl = await crawlPaper(web, plain(), { seeds: ['a'], maxDepth: 1, linkRows: 'all' });
  assert.deepEqual(
    crawl.links.filter(row => row.url === 'deep').map(row => row.fate),
    ['fenced', 'known'],
  );
});
