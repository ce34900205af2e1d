/** Runs one crawl from configuration to end. */
import { join } from 'node:path';
import type { CrawlEnd, CrawlHooks } from '../contract/crawl.js';
import { beginJournal, JOURNAL_FILE } from '../journal/journal.js';
import { systemClock } from '../kit/clock.js';
import { type AppendFile, realDisk } from '../kit/disk.js';
import { openSink } from '../log/sink.js';
import type { CrawlConfig } from './config.js';
import { keeperOf } from './keeper.js';
import { keepConfig } from './kept-config.js';
import { checkDirectory, claimDirectory } from './out.js';
import { prepare } from './prepare.js';
import { type Walkable, walkAndClose } from './walk.js';
import { webMessages } from './web-messages.js';

/**
 * Crawls. @throws {Fault} exit code 2 before anything is touched when the configuration cannot be used, 70 when the
 * fault is ours; the log is closed in both cases.
 */
export async function startCrawl(config: CrawlConfig, hooks: CrawlHooks = {}): Promise<CrawlEnd> {
  checkDirectory(config.out);
  const prepared = await prepare(config);
  try {
    for (const message of webMessages(prepared)) hooks.onMessage?.(message);
    const release = claimDirectory(config.out);
    try {
      keepConfig(config, prepared);
      const log = await openSink({ folder: config.out });
      const begin: Walkable['keeperOf'] = (shape, sync) =>
        keeperOf(beginJournal(openJournal(config.out), { startedMs: systemClock.now(), shape }), sync);
      return await walkAndClose({ config, prepared, log, hooks, keeperOf: begin }, 1);
    } finally {
      release();
    }
  } finally {
    prepared.web?.close();
  }
}

/** The file, as it is. */
export const openJournal = (folder: string): AppendFile => realDisk.open(join(folder, JOURNAL_FILE));
