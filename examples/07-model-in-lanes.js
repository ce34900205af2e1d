/** The same model by its path: lanes load the module, so two threads read and judge. The crawl is the same. */
import { fileURLToPath } from 'node:url';
import { crawl } from 'dowser';
import { folder, question } from './web.js';

const { relevant, pages } = await crawl({
  ...question,
  model: fileURLToPath(new URL('./model/title-words.js', import.meta.url)),
  workers: 2,
  maxPages: 40,
  out: `${folder}/model-in-lanes`,
}).end;
console.log(`title-words in two lanes: ${relevant} of ${pages} pages`);
