/** Fish-Search (METHODS B.6) as a sketch: three insert positions are three scores and an order inside each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Strategy } from '../../../src/contract/strategy.js';
import { crawlPaper } from '../../web/paper.js';

function fish(width: number, depth: number, alpha = 1.5): Strategy {
  let block = 0;
  let tail = 0;
  return {
    columns: ['depth'],
    reads: ['sameHost'],
    offer(page, links, out) {
      const left = page.slot < 0 ? depth : page.column('depth');
      const isFood = page.isRelevant;
      const first = isFood ? Math.floor(alpha * width) : left > 0 ? width : 0;
      block++;
      const byHost = [...links.slot.subarray(0, links.count).keys()].sort(
        (a, b) => (links.number.sameHost[a] as number) - (links.number.sameHost[b] as number) || a - b,
      );
      byHost.forEach((i, rank) => {
        const isFirst = page.slot < 0 || rank < first;
        out.score[i] = isFirst ? (isFood ? 1 : 0.5) : 0;
        out.order[i] = isFirst && isFood ? rank - block * 65536 : tail++;
        (out.column['depth'] as Float64Array)[i] = isFood ? depth : Math.max(0, left - 1);
      });
    },
    reoffer(page, links, out) {
      this.offer(page, links, out);
      for (let i = 0; i < links.count; i++) {
        if ((links.score[i] as number) >= (out.score[i] as number)) out.score[i] = Number.NaN;
      }
    },
  };
}

test('fish: width 2, depth 2: the queue after P and a is b, c, e, f, d, g (METHODS B.6)', async () => {
  const web = {
    P: { relevance: 1, links: ['a', 'b', 'c', 'd'] },
    a: { relevance: 0, links: ['e', 'f', 'g'] },
  };
  const crawl = await crawlPaper(web, () => fish(2, 2), { seeds: ['P'] });
  assert.deepEqual(crawl.order, ['P', 'a', 'b', 'c', 'e', 'f', 'd', 'g']);
});
