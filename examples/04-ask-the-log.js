/** Everything that a crawl did lies in DuckDB: rows as objects, views, and files in Parquet. */
import { crawl, openLog } from 'dowser';
import { folder, question } from './web.js';

const { directory } = await crawl({ ...question, maxPages: 50, out: `${folder}/ask` }).end;

const log = await openLog(directory);
try {
  const hosts = await log.all(`
    SELECT host, count(*)::INTEGER AS pages, round(avg(relevance), 3) AS relevance
    FROM fetches GROUP BY host ORDER BY relevance DESC LIMIT 5`);
  console.table(hosts);
  console.table(await log.all('SELECT n::INTEGER AS pages, harvest_rate FROM harvest_steps'));
  await log.all(`COPY (FROM pages) TO '${directory}/pages.parquet' (FORMAT parquet)`);
  console.log(`${directory}/pages.parquet`);
} finally {
  log.close();
}
