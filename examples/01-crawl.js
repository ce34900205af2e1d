/** A crawl, page by page: what is relevant is printed as soon as it is settled. */
import { crawl } from 'dowser';
import { folder, question } from './web.js';

const run = crawl({ ...question, strategy: 'shark', maxPages: 60, out: `${folder}/crawl` });

for await (const page of run) {
  if (page.is_relevant) console.log(page.relevance.toFixed(2), page.title, page.url);
}

const { pages, relevant, harvest, stopReason } = await run.end;
console.log(`${relevant} of ${pages} pages are relevant (${(100 * harvest).toFixed(0)} %): ${stopReason}.`);
