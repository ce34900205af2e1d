/** What can go wrong with the question is one exception with a code; what goes wrong with the web is a value of a page. */
import { crawl, Fault, outcomeOf } from 'dowser';
import { folder, question } from './web.js';

for (const slip of [{ maxPages: 0 }, { strategy: 'shrak' }, { maxPage: 10 }]) {
  try {
    await crawl({ ...question, ...slip, out: `${folder}/never` }).end;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    console.log(error.code, error.exitCode, error.message);
  }
}

const ends = new Map();
for await (const page of crawl({ ...question, strategy: 'breadth-first', maxPages: 60, out: `${folder}/ends` })) {
  const { name } = outcomeOf(page.outcome);
  ends.set(name, (ends.get(name) ?? 0) + 1);
}
console.log(ends);
