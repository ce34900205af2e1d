/** Crawls a stored web with the real parts and reads the rows back. */
import { join } from 'node:path';
import { startCrawl } from '../../src/app/crawl.js';
import { loadConfig } from '../../src/app/load.js';
import type { CrawlEnd } from '../../src/contract/crawl.js';
import { openLog } from '../../src/log/query.js';
import { temporaryFolder } from './tiny.js';

export interface StoredCrawl {
  readonly end: CrawlEnd;
  readonly folder: string;
  /** Rows of a query on the log, as arrays. */
  rows(sql: string): Promise<unknown[][]>;
}

/** `flags` as the command line would parse them; `out` is a new folder unless given. */
export async function crawlStored(
  flags: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<StoredCrawl> {
  const folder = join(temporaryFolder(), 'crawl');
  const config = loadConfig({
    flags: { out: folder, ...flags },
    configFile: undefined,
    env: {},
    folder: process.cwd(),
  });
  const end = await startCrawl(config, signal === undefined ? {} : { signal });
  return {
    end,
    folder,
    async rows(sql) {
      const log = await openLog(folder);
      try {
        return (await log.all(sql)).map(row => Object.values(row));
      } finally {
        log.close();
      }
    },
  };
}

/** What must be the same in every run of the same crawl. */
export const SAME = `SELECT seq, url, score, relevance, outcome, depth, parent FROM pages ORDER BY seq`;
