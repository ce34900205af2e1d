/** What every strategy of the registry keeps to, walked by the real engine on webs on paper. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strategies } from '../../src/app/registry.js';
import type { Strategy, StrategyEntry } from '../../src/contract/strategy.js';
import { randomOf } from '../../src/kit/random.js';
import { crawlPaper, make, type PaperWeb } from '../web/paper.js';

/** A seeded web: every page is reachable, some are missing, some redirect, relevances are anything from 0 to 1. */
function webOf(seed: number, size = 120, hosts = 5): PaperWeb {
  const random = randomOf(seed);
  const name = (i: number): string => `h${i % hosts}/${i}`;
  const web: Record<
    string,
    { relevance: number; links: { to: string; number: object }[]; redirect?: string }
  > = {};
  for (let i = 0; i < size; i++) {
    const targets = [
      2 * i + 1,
      2 * i + 2,
      ...Array.from({ length: random.below(6) }, () => random.below(size + 5)),
    ];
    const links = targets.map(target => ({
      to: name(target),
      number:
        random.next() < 0.3 ? {} : { anchor: random.next(), context: random.next(), block: random.next() },
    }));
    web[name(i)] = { relevance: random.next() < 0.2 ? 0 : random.next(), links };
    if (i > 3 && random.next() < 0.05)
      web[name(i)] = { relevance: 0, links: [], redirect: name(random.below(size)) };
  }
  return web;
}

const SEEDS = ['h0/0', 'h1/1', 'h2/2'];

/** Draws from the stream that the engine hands in, as `app` does. */
const from = (entry: StrategyEntry) => make(entry as never) as () => Strategy;

for (const entry of strategies) {
  test(`${entry.name}: never fetches a page twice`, async () => {
    const { order } = await crawlPaper(webOf(1), from(entry), { seeds: SEEDS });
    assert.equal(new Set(order).size, order.length);
  });

  test(`${entry.name}: keeps going while links wait`, async () => {
    const { reason, road } = await crawlPaper(webOf(2), from(entry), { seeds: SEEDS });
    assert.equal(reason, 'frontier empty');
    assert.equal(road.parts.frontier.waiting, 0);
    assert.equal(road.tally.imbalance(0), 0);
  });

  test(`${entry.name}: same seed, same crawl`, async () => {
    const walk = async () =>
      (await crawlPaper(webOf(3), from(entry), { seeds: SEEDS, seed: 9 })).pages.map(row => [
        row.url,
        row.score,
      ]);
    assert.deepEqual(await walk(), await walk());
  });

  test(`${entry.name}: a window of many pages loses none`, async () => {
    const narrow = await crawlPaper(webOf(4), from(entry), { seeds: SEEDS });
    const wide = await crawlPaper(webOf(4), from(entry), { seeds: SEEDS, window: 12 });
    assert.equal(wide.road.tally.imbalance(0), 0);
    if (entry.name === 'breadth-first') assert.deepEqual([...wide.order].sort(), [...narrow.order].sort());
  });

  test(`${entry.name}: survives pages without links, a single host and missing seeds`, async () => {
    const { order } = await crawlPaper({ a: {}, b: { links: ['a'] } }, from(entry), {
      seeds: ['b', 'nowhere'],
    });
    assert.ok(order.includes('nowhere'));
    const single = await crawlPaper(webOf(5, 60, 1), from(entry), { seeds: ['h0/0'] });
    assert.ok(single.order.length > 1);
  });

  test(`${entry.name}: every score is a number`, async () => {
    const { pages } = await crawlPaper(webOf(6), from(entry), { seeds: SEEDS });
    for (const row of pages) assert.ok(Number.isFinite(row.score), `${row.url}: ${row.score}`);
  });

  test(`${entry.name}: hears every end, good or bad, once`, async () => {
    const heard: number[] = [];
    const listening = () => {
      const strategy = from(entry)();
      const inner = strategy.settle?.bind(strategy);
      strategy.settle = (end, out) => {
        heard.push(end.seq);
        inner?.(end, out);
      };
      return strategy;
    };
    const { pages } = await crawlPaper(webOf(7), listening, { seeds: SEEDS });
    assert.deepEqual(
      heard,
      pages.map(row => row.seq),
    );
  });

  test(`${entry.name}: restored from its snapshot it has the same future`, async () => {
    const whole = await crawlPaper(webOf(8), from(entry), { seeds: SEEDS });
    let live = from(entry)();
    let count = 0;
    const swapping = (): Strategy =>
      new Proxy({} as Strategy, {
        get: (_, member: keyof Strategy) => {
          if (member === 'done') {
            return () => {
              if (++count === 20) live = reborn(live);
              return live.done?.();
            };
          }
          const value = live[member];
          return typeof value === 'function' ? value.bind(live) : value;
        },
      });
    const reborn = (old: Strategy): Strategy => {
      const fresh = from(entry)();
      if (old.snapshot !== undefined) fresh.restore?.(JSON.parse(JSON.stringify(old.snapshot())));
      return fresh;
    };
    const parted = await crawlPaper(webOf(8), swapping, { seeds: SEEDS });
    assert.ok(count >= 20);
    assert.deepEqual(parted.order, whole.order);
  });

  test(`${entry.name}: its file is named after it and its options explain themselves`, () => {
    assert.match(entry.name, /^[a-z0-9-]+$/);
    assert.ok(entry.summary.endsWith('.') && entry.source.length > 0);
    for (const option of Object.values(entry.options)) assert.ok(option.help.endsWith('.'));
  });
}
