// Dowser in the throughput harness of ../shared/throughput: node bench/peer.mjs SEEDS LOG CONCURRENCY, from a built
// checkout. Scoring, best-first and the DuckDB log are on, as in any crawl; the rows are then read from that log.
// All requests go to loopback, without a delay, and sitemaps are left alone, as every peer of the harness does.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, openLog, startCrawl } from '../dist/src/index.js';

const [seeds, rowsFile, concurrency] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'dowser-peer-'));

const config = loadConfig({
  flags: {
    topics: [process.env.DOWSER_TOPIC ?? 'flood-warning'],
    seedFiles: [seeds],
    scope: 'host',
    strategy: 'best-first',
    contact: 'https://example.org/bot',
    concurrency,
    perHostConcurrency: String(Math.max(1, Math.ceil(Number(concurrency) / 8))),
    delayMs: '0',
    adaptsDelay: 'false',
    sitemaps: 'ignore',
    keep: 'none',
    allowPrivate: ['127.0.0.0/8'],
    workers: process.env.DOWSER_WORKERS ?? '0',
    out: join(folder, 'crawl'),
  },
  env: {},
  folder: process.cwd(),
});

const ROWS = `SELECT url, coalesce(status, 0), bytes, coalesce(terms, 0), coalesce(links_found, 0),
  coalesce(regexp_replace(title, '\\s+', ' ', 'g'), '') FROM pages WHERE kind = 'page'`;

try {
  await startCrawl(config, { onMessage: ({ text }) => process.stderr.write(`${text}\n`) });
  const log = await openLog(config.out);
  const answer = await log.all(ROWS);
  writeFileSync(rowsFile, `${answer.map(row => Object.values(row).join('\t')).join('\n')}\n`);
  log.close();
} finally {
  rmSync(folder, { recursive: true });
}
