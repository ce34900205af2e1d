// The adapter for cases whose journal is torn: before a crawl is taken up, its journal loses the end of its last commit and gets
// bytes behind it, as a power cut may leave it.
import { appendFileSync, existsSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

const { dataDir } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const journal = join(dataDir, 'crawl', 'journal.bin');
if (existsSync(journal)) {
  truncateSync(journal, Math.max(0, statSync(journal).size - 5));
  appendFileSync(journal, Buffer.alloc(61, 'torn'));
}
await import('./adapter.mjs');
