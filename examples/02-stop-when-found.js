/** Leaving the loop ends the crawl in good order: pages in flight are settled and the log is closed before the next line runs. */
import { crawl } from 'dowser';
import { folder, question } from './web.js';

const run = crawl({ ...question, strategy: 'eq9', out: `${folder}/stop-when-found` });

const found = [];
for await (const page of run) {
  if (page.is_relevant) found.push(page.url);
  if (found.length === 5) break;
}

const { pages, stopReason } = await run.end;
console.log(`${found.length} relevant pages after ${pages} fetches, then ${stopReason}:`);
console.log(found.join('\n'));
