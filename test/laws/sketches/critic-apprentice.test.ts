/**
 * Critic and apprentice (METHODS H.2) as a sketch: the words around a link are kept from discovery to fetch, and the
 * apprentice learns from them what the critic (any model) says of the page behind it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Strategy } from '../../../src/contract/strategy.js';
import { crawlPaper } from '../../web/paper.js';

const CAT = 1;
const X = 2;

function apprentice(vocabulary: number): Strategy {
  const count = [new Map<number, number>(), new Map<number, number>()];
  const total = [0, 0];
  const examples = [0, 0];
  const probability = (terms: Uint32Array): number => {
    const [negative, positive] = count.map((seen, label) =>
      terms.reduce(
        (sum, t) => sum + Math.log(((seen.get(t) ?? 0) + 1) / ((total[label] as number) + vocabulary)),
        0,
      ),
    ) as [number, number];
    return 1 / (1 + Math.exp(negative - positive));
  };
  return {
    keeps: ['anchorTerms'],
    settle(end) {
      const label = end.isRelevant ? 1 : 0;
      if (Number.isNaN(end.relevance) || end.kept('anchorTerms').length === 0) return;
      examples[label] = (examples[label] as number) + 1;
      for (const term of end.kept('anchorTerms')) {
        count[label]?.set(term, (count[label]?.get(term) ?? 0) + 1);
        total[label] = (total[label] as number) + 1;
      }
    },
    offer(page, links, out) {
      const isTrained = examples.every(n => n > 0);
      for (let i = 0; i < links.count; i++) {
        out.score[i] =
          isTrained && page.slot >= 0 ? probability(links.list('anchorTerms', i)) : page.relevance;
      }
    },
  };
}

test('critic–apprentice: P(pos | cat) is .75 after the example, .769231 after one more cat (METHODS H.2)', async () => {
  const to = (name: string, ...terms: number[]) => ({ to: name, list: { anchorTerms: terms } });
  const web = {
    s: { relevance: 1, links: [to('p1', CAT, X), to('p2', CAT), to('n1', X), to('n2', X, X), 'hub'] },
    p1: { relevance: 0.9 },
    p2: { relevance: 0.9 },
    n1: { relevance: 0.1 },
    n2: { relevance: 0.1 },
    hub: { relevance: 1, links: [to('goal', CAT)] },
    goal: { relevance: 0.9, links: [to('next', CAT)] },
    next: {},
  };
  const crawl = await crawlPaper(web, () => apprentice(2), { seeds: ['s'] });
  const scores = new Map(crawl.pages.map(row => [row.url, row.score]));
  assert.equal(scores.get('goal')?.toFixed(6), '0.750000');
  assert.equal(scores.get('next')?.toFixed(6), '0.769231');
});
