/** A relevance model of one's own, as an object: it judges in this thread, so the crawl has no lanes. */
import { crawl } from 'dowser';
import titleWords from './model/title-words.js';
import { folder, question } from './web.js';

const { relevant, pages, threshold } = await crawl({
  ...question,
  model: titleWords,
  maxPages: 40,
  out: `${folder}/own-model`,
}).end;
console.log(`title-words: ${relevant} of ${pages} pages reach ${threshold}`);
