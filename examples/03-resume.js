/** A crawl in two parts. The second may be another process, another day: all it needs is the directory. */
import { crawl, resume, verify } from 'dowser';
import { folder, question } from './web.js';

const directory = `${folder}/resume`;
await crawl({ ...question, maxPages: 20, out: directory }).end;

let pages = 0;
for await (const page of resume(directory, { maxPages: 40 })) {
  pages++;
  if (pages === 1) console.log(`goes on with page ${page.seq}`);
}
console.log(`${pages} more pages`);

const { rows, problems } = await verify(directory);
console.log(`${rows} rows of pages are certain; ${problems.length} problems`);
