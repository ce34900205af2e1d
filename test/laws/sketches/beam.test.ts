/** Best-K-first (METHODS B.5) as a sketch: a round is chosen at once, and nothing else until it is out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Slot, Strategy } from '../../../src/contract/strategy.js';
import { crawlPaper } from '../../web/paper.js';

function beam(k: number): Strategy {
  let round: Slot[] = [];
  return {
    reads: ['anchor'],
    offer(_page, links, out) {
      for (let i = 0; i < links.count; i++) out.score[i] = links.number.anchor[i] as number;
    },
    choose(view, out) {
      if (round.length === 0 && view.inFlight === 0) round = view.best(k);
      if (round.length === 0) out.wait();
      while (round.length > 0 && out.room > 0) out.fetch(round.shift() as Slot);
    },
  };
}

const to = (name: string, anchor: number) => ({ to: name, number: { anchor } });
const web = {
  s: { links: [to('.9', 0.9), to('.8', 0.8), to('.7', 0.7)] },
  '.9': { links: [to('.95', 0.95)] },
};

test('beam: with K = 2 the page revealed by .9 waits for the next round, with K = 1 it goes first (METHODS B.5)', async () => {
  for (const window of [1, 4]) {
    const two = await crawlPaper(web, () => beam(2), { seeds: ['s'], window });
    assert.deepEqual(two.order, ['s', '.9', '.8', '.95', '.7']);
  }
  const one = await crawlPaper(web, () => beam(1), { seeds: ['s'] });
  assert.deepEqual(one.order, ['s', '.9', '.95', '.8', '.7']);
});
