/** Which strategy finds more? The same web, seed and budget; the labels of the web say what there was to find. */
import { crawl } from 'dowser';
import { folder, question, web } from './web.js';

for (const strategy of ['breadth-first', 'eq9']) {
  const run = crawl({ ...question, strategy, maxPages: 120, out: `${folder}/compare-${strategy}` });
  let targets = 0;
  for await (const page of run) if (web.targets.has(page.url)) targets++;
  const { harvest } = await run.end;
  console.log(`${strategy}: ${targets} of ${web.targets.size} targets, harvest ${harvest.toFixed(2)}`);
}
