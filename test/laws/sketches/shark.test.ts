/** Shark-Search (METHODS B.7): two columns carry the inheritance and the depth. */
import { test } from 'node:test';
import { shark } from '../../../src/strategy/shark.js';
import { crawlPaper, make, near, scoreOf } from '../../web/paper.js';

test('shark gives .45 (γ .8: .36) below a relevant page (METHODS B.7 example 1)', async () => {
  const web = { p: { relevance: 0.6, links: [{ to: 'x', number: { anchor: 0.5 } }] }, x: {} };
  near(scoreOf(await crawlPaper(web, make(shark), { seeds: ['p'] }), 'x'), 0.45);
  near(scoreOf(await crawlPaper(web, make(shark, { gamma: 0.8 }), { seeds: ['p'] }), 'x'), 0.36);
});

test('shark gives .10 (γ .8: .13) two steps below (METHODS B.7 example 2)', async () => {
  const web = {
    p: { relevance: 0.6, links: ['dry'] },
    dry: { relevance: 0, links: [{ to: 'x', number: { context: 0.25 } }] },
    x: {},
  };
  near(scoreOf(await crawlPaper(web, make(shark), { seeds: ['p'] }), 'x'), 0.1);
  near(scoreOf(await crawlPaper(web, make(shark, { gamma: 0.8 }), { seeds: ['p'] }), 'x'), 0.13);
});
