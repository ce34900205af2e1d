import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { Fault } from '../../../src/kit/fault.js';
import { IslandWeb } from '../../../src/web/island.js';
import { STAY } from '../../../src/web/island-links.js';
import { ASKED, NAMING } from '../../../src/web/words-asked.js';
import { OTHER } from '../../../src/web/words-other.js';
import { headerOf, inDegree, pageRank, type Survey, survey } from './survey.js';

const SIZES = [
  { seed: 1, hosts: 20, pages: 800, islands: 4 },
  { seed: 2, hosts: 20, pages: 800, islands: 4, topic: 'typhoon' },
  { seed: 3, hosts: 24, pages: 1000, islands: 5, topic: 'flood' },
] as const;
const surveys = SIZES.map(survey);

function near(value: number, wanted: number, tolerance: number, what: string): void {
  assert.ok(Math.abs(value - wanted) <= tolerance, `${what}: ${value} and not ${wanted} ± ${tolerance}`);
}
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] as number;
const shapeOf = ({ web }: Survey) => web.plan.shape;
const naming = (seen: Survey): readonly string[] => ASKED[shapeOf(seen).options.topic].words.slice(0, NAMING);

/** All runs of four letters between heading and footer, without addresses. */
function fourLetters(html = ''): Set<string> {
  const text = html.slice(html.indexOf('<h1>'), html.indexOf('class="foot"')).replace(/<[^>]*>/g, '');
  return new Set(Array.from({ length: Math.max(0, text.length - 3) }, (_, i) => text.slice(i, i + 4)));
}

function digest(web: IslandWeb): string {
  const hash = createHash('sha256');
  for (const { url, status, headers, body } of web.pages()) {
    hash.update(`${url}\n${status}\n${headers.map(header => header.join(':')).join('\n')}\n`);
    hash.update(body);
  }
  return hash.digest('hex');
}

test('seed 1 gives the bytes that it has always given, and another seed gives others', () => {
  assert.equal(
    digest(IslandWeb.create({ seed: 1 })),
    'd304dfef5bb54f895dbea406591984a00f0f4bd2dc11ea290432a38def9c2707',
  );
  const small = digest(IslandWeb.create(SIZES[0]));
  assert.equal(digest(surveys[0]?.web as IslandWeb), small);
  assert.notEqual(digest(IslandWeb.create({ ...SIZES[0], seed: 7 })), small);
});

for (const seen of surveys) {
  const { web, pages, answer } = seen;
  const { shape, roles } = web.plan;
  const { options, islandOf, topicOf, hosts, hostOf } = shape;
  const title = `seed ${options.seed}`;
  const ends = new Set(roles.tunnels.map(({ pages: own, to }) => `${own.at(-1)} ${to}`));

  test(`${title}: as many hosts, pages and islands as asked for, islands on hosts of their own`, () => {
    assert.equal(hosts.length, options.hosts);
    assert.equal(web.labels().size, options.pages);
    assert.equal(new Set(web.plan.address.page).size, options.pages);
    const own = [...web.labels().values()].filter(label => label.topic === web.askedTopic);
    assert.ok(own.every(label => label.island > 0));
    for (let island = 1; island <= options.islands; island++) {
      const members = [...islandOf.keys()].filter(page => islandOf[page] === island);
      assert.ok(members.length >= 15 && members.length <= 60);
      assert.equal(new Set(members.map(page => hostOf[page])).size, 1);
      assert.equal(hosts[hostOf[members[0] as number] as number]?.language, ASKED[options.topic].language);
    }
    assert.equal(hosts.filter(host => host.language === 'zh').length, options.hosts / 2);
    assert.equal(hosts.filter(host => host.isGbk).length, Math.round(options.hosts / 10));
    assert.equal(new Set(topicOf).size, options.topics);
  });

  test(`${title}: out-degrees and the part of links that stay are as drawn`, () => {
    near(median(pages.map(({ links }) => links.length)), 25, 3, 'median of links');
    const stay = { island: 0, rest: 0, ofIsland: 0, ofRest: 0, missing: 0, all: 0 };
    pages.forEach(({ links }, from) => {
      for (const { page, url } of links) {
        stay.all++;
        if (page < 0) {
          stay.missing++;
          assert.equal(answer.has(url), false);
        } else if (islandOf[from] !== 0) {
          stay.ofIsland++;
          if (islandOf[page] === islandOf[from]) stay.island++;
        } else {
          stay.ofRest++;
          if (topicOf[page] === topicOf[from]) stay.rest++;
        }
      }
    });
    near(stay.island / stay.ofIsland, STAY, 0.04, 'staying in the island');
    near(stay.rest / stay.ofRest, STAY + (1 - STAY) / (options.topics - 1), 0.05, 'staying in the topic');
    near(stay.missing / stay.all, 0.025, 0.008, 'missing targets');
  });

  test(`${title}: no link joins two islands, and only the ends of tunnels lead into one`, () => {
    pages.forEach(({ navigation, links }, from) => {
      for (const { page } of [...navigation, ...links]) {
        if (page < 0 || islandOf[page] === 0 || islandOf[page] === islandOf[from]) continue;
        assert.equal(islandOf[from], 0, 'an island links to another');
        assert.ok(ends.has(`${from} ${islandOf[page]}`), `${from} links into an island and ends no tunnel`);
      }
    });
  });

  test(`${title}: tunnels are 1 to 5 pages long, dark inside, silent, and half of them start at hubs`, () => {
    const degree = inDegree(seen, true);
    const rank = pageRank(seen);
    const top = [...degree].sort((a, b) => b - a)[Math.floor(options.pages * 0.02)] as number;
    assert.equal(roles.tunnels.length, 2 * options.islands);
    assert.equal(roles.tunnels.filter(tunnel => tunnel.startsAtHub).length, options.islands);
    assert.deepEqual([...new Set(roles.tunnels.map(tunnel => tunnel.pages.length))].sort(), [1, 2, 3, 4, 5]);
    for (const { from, to, pages: own, startsAtHub } of roles.tunnels) {
      const [start, ...dark] = own as [number, ...number[]];
      assert.ok(own.every(page => topicOf[page] !== 0));
      assert.ok(
        pages.some(({ links }, page) => islandOf[page] === from && links.some(link => link.page === start)),
      );
      dark.forEach((page, i) => {
        assert.equal(degree[page], 1, 'one link leads to a page inside');
        assert.ok(pages[own[i] as number]?.links.some(link => link.page === page));
      });
      const into = pages[own.at(-1) as number]?.links.filter(link => islandOf[link.page] === to) ?? [];
      assert.ok(into.length > 0);
      const inside = dark.flatMap(
        (page, i) => pages[own[i] as number]?.links.filter(link => link.page === page) ?? [],
      );
      for (const { anchor } of [...into, ...inside])
        assert.ok(
          !ASKED[options.topic].words.some(
            word =>
              anchor.toLowerCase().split(' ').includes(word) ||
              (options.topic !== 'flood' && anchor.includes(word)),
          ),
          anchor,
        );
      if (startsAtHub) assert.ok((degree[start] as number) > top && (rank[start] as number) > 2);
      else assert.ok((degree[start] as number) < top);
    }
  });

  test(`${title}: every island can be reached from the seed`, () => {
    const start = web.plan.address.page.indexOf(web.seedUrl);
    assert.equal(islandOf[start], 1);
    assert.match(web.seedUrl, /^http:\/\/[^/]+\/$/);
    const reached = new Set([start]);
    for (const page of reached)
      for (const link of [...(pages[page]?.navigation ?? []), ...(pages[page]?.links ?? [])])
        if (link.page >= 0 && roles.isClosed[link.page] === 0) reached.add(link.page);
    for (let island = 1; island <= options.islands; island++)
      for (const page of shape.islandPages[island] as number[])
        assert.ok(reached.has(page), `island ${island}`);
    assert.ok(reached.size > 0.9 * options.pages);
  });

  test(`${title}: a tenth of the other pages are decoys, and a twentieth of the anchors to them lie`, () => {
    const words = naming(seen);
    const names = (text: string): number => {
      const plain = text.toLowerCase();
      return options.topic === 'flood'
        ? plain.split(/[^a-z-]+/).filter(word => words.includes(word)).length
        : words.reduce((sum, word) => sum + (plain.includes(word) ? 1 : 0), 0);
    };
    const count = { decoys: 0, rest: 0, lying: 0, anchors: 0 };
    pages.forEach(({ html, links }, page) => {
      for (const link of links) {
        if (link.page < 0 || topicOf[link.page] === 0) continue;
        count.anchors++;
        if (names(link.anchor) > 0) count.lying++;
      }
      if (topicOf[page] === 0) return;
      count.rest++;
      const text = html.replace(/<script.*?<\/script>/gs, '').replace(/<a .*?<\/a>/g, ' ');
      const found = names(text);
      if (found > 0) count.decoys++;
      if (roles.copyOf[page] === -1)
        assert.equal(found > 0, roles.isDecoy[page] === 1, web.plan.address.page[page]);
    });
    near(count.decoys / count.rest, 0.1, 0.01, 'decoys');
    near(count.lying / count.anchors, 0.05, 0.01, 'lying anchors');
  });

  test(`${title}: pages have 3 to 60 KB, a charset that decodes, and often none in the header`, () => {
    let metaOnly = 0;
    for (const { answer: one, html } of pages) {
      assert.ok(one.body.length >= 3000 && one.body.length <= 60_000, `${one.url} ${one.body.length}`);
      const charset = /charset=(.*)/.exec(headerOf(one, 'Content-Type'))?.[1];
      if (charset === undefined) metaOnly++;
      assert.ok(charset !== undefined || /<meta charset="(gbk|utf-8)">/.test(html));
      for (const part of ['<head>', '<title>', '<script', 'class="nav"', 'class="foot"'])
        assert.ok(html.includes(part));
    }
    near(metaOnly / pages.length, 0.3, 0.05, 'charset in meta only');
  });

  test(`${title}: hosts have robots.txt with one closed folder, half of them a sitemap that tells no islands`, () => {
    let sitemaps = 0;
    for (const host of hosts) {
      const robots = answer.get(`http://${host.name}/robots.txt`)?.body.toString() ?? '';
      assert.deepEqual(robots.match(/^Disallow: (.*)$/gm), [`Disallow: /${host.closed}/`]);
      const sitemap = answer.get(`http://${host.name}/sitemap.xml`)?.body.toString();
      assert.equal(robots.includes('Sitemap:'), sitemap !== undefined);
      if (sitemap === undefined) continue;
      sitemaps++;
      for (const [, loc = ''] of sitemap.matchAll(/<loc>(.*?)<\/loc>/g))
        assert.equal(web.labels().get(loc)?.island, 0, loc);
    }
    assert.equal(sitemaps, options.hosts / 2);
    const closed = pages.filter(({ answer: { url } }, page) =>
      new URL(url).pathname.startsWith(`/${hosts[hostOf[page] as number]?.closed}/`),
    );
    near(closed.length / options.pages, 0.03, 0.01, 'closed pages');
  });

  test(`${title}: redirects, near copies and one calendar without end`, () => {
    const moved = [...answer.values()].filter(({ status }) => status === 301 || status === 302);
    near(moved.length / options.pages, 0.025, 0.002, 'redirects');
    for (const one of moved) assert.equal(answer.get(headerOf(one, 'Location'))?.status, 200);
    const copies = [...roles.copyOf.keys()].filter(page => roles.copyOf[page] !== -1);
    near(copies.length / options.pages, 0.03, 0.006, 'near copies');
    for (const page of copies) {
      const original = roles.copyOf[page] as number;
      const [own, other] = [fourLetters(pages[page]?.html), fourLetters(pages[original]?.html)];
      const both = [...own].filter(four => other.has(four)).length;
      assert.ok(both / Math.max(own.size, other.size) > 0.8, `${both} ${own.size} ${other.size}`);
      assert.notEqual(pages[page]?.html, pages[original]?.html);
      assert.deepEqual([topicOf[page], islandOf[page]], [topicOf[original], islandOf[original]]);
    }
    const months = [...answer.keys()].filter(url => url.includes('/calendar?'));
    assert.ok(months.length >= 100);
    assert.equal(new Set(months.map(url => new URL(url).host)).size, 1);
    const last = answer.get(months.at(-1) as string)?.body.toString() ?? '';
    const beyond = [...last.matchAll(/href="([^"]+)"/g)].filter(
      ([, href]) => !answer.has(new URL(href as string, months[0]).href),
    );
    assert.ok(beyond.length > 0, 'the calendar goes on');
  });

  test(`${title}: neither pages nor addresses tell the labels`, () => {
    const told = [
      ...OTHER.map(roots => roots.name),
      ...OTHER.flatMap(roots => roots.en),
      ...ASKED.flood.words,
      'rain',
      'typhoon',
      'island',
      'hub',
      'tunnel',
    ];
    for (const { answer: one, html } of pages) {
      assert.doesNotMatch(html, /topic:|island:|class="[^"]*(island|tunnel|hub|decoy)/);
      const parts = new URL(one.url).pathname.split(/[^a-z]+/);
      assert.ok(!told.some(word => parts.includes(word)), one.url);
    }
    for (const host of hosts.filter(one => one.island > 0)) {
      const folders = (from: number, to: number): Set<string> =>
        new Set(web.plan.address.page.slice(from, to).map(url => new URL(url).pathname.split('/')[1] ?? ''));
      const rest = folders(host.middle, host.end);
      const own = [...folders(host.first, host.middle)].filter(folder => folder !== '' && !rest.has(folder));
      assert.ok(own.length <= 1, `${own}`);
    }
  });
}

test('a web that cannot be is refused in a sentence', () => {
  for (const wrong of [
    { pages: 100 },
    { hosts: 10 },
    { islands: 0 },
    { topics: 9 },
    { seed: -1 },
    { pages: 2.5 },
    { topic: 'x' as never },
  ])
    assert.throws(
      () => IslandWeb.create({ seed: 1, ...wrong }),
      error => error instanceof Fault && error.exitCode === 2,
    );
});
