/** A strategy that wants PageRank: what is linked to by important pages goes first; a version moves everything that waits. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './tiny.js';

const SOURCE = `
export default {
  name: 'by-rank', summary: 'A test.', source: 'a test', options: {},
  create: ({ random }) => ({
    columns: ['relevance'],
    wants: { measures: ['pagerank', 'in-links', 'topic-pagerank', 'pagerank-drop'] },
    offer(page, links, out) {
      const own = page.measure('pagerank', page.slot) || 0;
      const topic = page.measure('topic-pagerank', page.slot) || 0;
      for (let i = 0; i < links.count; i++) {
        out.column.relevance[i] = page.relevance + random.next() / 1e6;
        out.score[i] = page.relevance + own / 100 + topic / 100;
      }
    },
    refresh(measure, value, view, out) {
      if (measure !== 'pagerank') return;
      for (let slot = 0; slot < view.known; slot++) {
        if (!view.isWaiting(slot)) continue;
        const links = view.measure('in-links', slot) || 0;
        out.score(slot, view.column('relevance', slot) + (value(slot) || 0) / 10 + links / 1000);
      }
    },
  }),
};
`;

/** Path of its module. */
export function byRank(): string {
  const path = join(temporaryFolder(), 'by-rank.mjs');
  writeFileSync(path, SOURCE);
  return path;
}
