/**
 * OPIC (METHODS A.8) as a sketch. A waiting link's score is its cash less what the virtual page had given to everybody
 * when it was written, so that a gift to all moves nobody.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KnownLinkBatch, LinkBatch, OfferOut, Slot, Strategy } from '../../../src/contract/strategy.js';
import { crawlPaper } from '../../web/paper.js';

interface Opic extends Strategy {
  readonly history: Map<Slot, number>;
  /** Cash of fetched pages and of the virtual page. */
  readonly kept: { fetched: Map<Slot, number>; virtual: number; given: number };
}

function opic(hasVirtualPage: boolean): Opic {
  const history = new Map<Slot, number>();
  const kept = { fetched: new Map<Slot, number>(), virtual: 0, given: 0 };
  let share = 0;
  const pay = (links: LinkBatch, out: OfferOut, before?: KnownLinkBatch): void => {
    for (let i = 0; i < links.count; i++) out.score[i] = (before?.score[i] ?? -kept.given) + share;
  };
  return {
    history,
    kept,
    wants: { knownLinks: true },
    settle(end) {
      history.set(end.slot, end.score + kept.given);
      kept.fetched.set(end.slot, 0);
    },
    offer(page, links, out) {
      const cash = page.slot < 0 ? 1 : (history.get(page.slot) as number);
      const heirs = page.linkCount + (hasVirtualPage && page.slot >= 0 ? 1 : 0);
      if (heirs === 0 || (page.linkCount === 0 && hasVirtualPage)) kept.virtual += cash;
      share = page.linkCount === 0 ? 0 : cash / heirs;
      if (hasVirtualPage && page.slot >= 0 && page.linkCount > 0) kept.virtual += share;
      pay(links, out);
      for (const slot of page.known) {
        const has = kept.fetched.get(slot);
        if (has !== undefined) kept.fetched.set(slot, has + share);
      }
    },
    reoffer: (_page, links, out) => pay(links, out, links),
  };
}

const web = { A: { links: ['B', 'C'] }, B: { links: ['C'] }, C: { links: ['A'] } };

test('OPIC: after A, B, C the history is 1/3, .5, 1 and all cash lies on A (METHODS A.8)', async () => {
  const strategy = opic(false);
  const crawl = await crawlPaper(web, () => strategy, { seeds: ['A', 'B', 'C'] });
  assert.deepEqual(crawl.order, ['A', 'B', 'C']);
  const rounded = [...strategy.history.values()].map(value => Number(value.toFixed(6)));
  assert.deepEqual(rounded, [0.333333, 0.5, 1]);
  assert.ok(Math.abs((strategy.kept.fetched.get(0) as number) - 1) < 1e-9);
});

test('OPIC: with a virtual page the sum of all cash stays 1', async () => {
  const strategy = opic(true);
  await crawlPaper({ ...web, C: { links: ['A', 'D'] }, D: {} }, () => strategy, { seeds: ['A', 'B', 'C'] });
  const sum = [...strategy.kept.fetched.values()].reduce((a, b) => a + b, strategy.kept.virtual);
  assert.ok(Math.abs(sum - 1) < 1e-9, `${sum}`);
});
