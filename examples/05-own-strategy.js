/** A strategy of one's own: links of good pages first, and of two equals the one whose anchor speaks of the topic. */
import { crawl, defineStrategy } from 'dowser';
import { folder, question } from './web.js';

const anchorFirst = defineStrategy({
  name: 'anchor-first',
  summary: 'Relevance of the page, and more for a good anchor.',
  source: 'an example',
  options: {
    weight: { type: 'number', default: 0.5, min: 0, max: 1, help: 'What the anchor counts.' },
  },
  create: ({ options }) => ({
    reads: ['anchor'],
    offer(page, links, out) {
      const { anchor } = links.number;
      for (let i = 0; i < links.count; i++) {
        out.score[i] = (1 - options.weight) * page.relevance + options.weight * anchor[i];
      }
    },
  }),
});

const { relevant, pages } = await crawl({
  ...question,
  strategy: anchorFirst,
  set: { 'anchor-first': { weight: 0.3 } },
  maxPages: 60,
  out: `${folder}/own-strategy`,
}).end;
console.log(`anchor-first: ${relevant} of ${pages} pages are relevant`);
