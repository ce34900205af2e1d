/** Eq. (9) (METHODS E.7): sum, count and anchors are columns that every new parent updates. */
import { test } from 'node:test';
import { eq9 } from '../../../src/strategy/eq9.js';
import { crawlPaper, make, near, scoreOf } from '../../web/paper.js';

test('eq9 gives .6 for parents .6 and .2 with anchor .8, and .3 for one parent .6 without (METHODS E.7)', async () => {
  const link = { to: 'x', number: { anchor: 0.8 } };
  const web = { p: { relevance: 0.6, links: [link] }, q: { relevance: 0.2, links: [link] }, x: {} };
  near(scoreOf(await crawlPaper(web, make(eq9), { seeds: ['p', 'q'] }), 'x'), 0.6);
  near(scoreOf(await crawlPaper(web, make(eq9, { anchors: 'best' }), { seeds: ['p', 'q'] }), 'x'), 0.6);
  const bare = { p: { relevance: 0.6, links: ['x'] }, x: {} };
  near(scoreOf(await crawlPaper(bare, make(eq9), { seeds: ['p'] }), 'x'), 0.3);
});
