/** Runs one crawl from configuration to end. */
import type { CrawlEnd, CrawlHooks } from '../contract/crawl.js';
import { beginChain } from '../journal/chain.js';
import { systemClock } from '../kit/clock.js';
import { type Disk, realDisk } from '../kit/disk.js';
import { openSink } from '../log/sink.js';
import type { CrawlConfig } from './config.js';
import { Keeper, RHYTHM, type Rhythm } from './keeper.js';
import { keepConfig } from './kept-config.js';
import { checkDirectory, claimDirectory } from './out.js';
import { prepare } from './prepare.js';
import { tapped } from './tap.js';
import { type Walkable, walkAndClose } from './walk.js';
import { webMessages } from './web-messages.js';

/** How a crawl is kept: on which disk, how often. A test has others. */
export interface KeepingPorts {
  readonly disk: Disk;
  readonly rhythm: Rhythm;
}

/** A crawl can do without a snapshot, but whoever runs it should know. */
export const tellRefused = (hooks: CrawlHooks): void =>
  hooks.onMessage?.({
    level: 'warn',
    text: 'The disk did not take a snapshot; the crawl goes on, and a resume will take longer.',
  });

export const KEEPING: KeepingPorts = { disk: realDisk, rhythm: RHYTHM };

/**
 * Crawls. @throws {Fault} exit code 2 before anything is touched when the configuration cannot be used, 70 when the
 * fault is ours; the log is closed in both cases.
 */
export async function startCrawl(
  config: CrawlConfig,
  hooks: CrawlHooks = {},
  ports: KeepingPorts = KEEPING,
): Promise<CrawlEnd> {
  checkDirectory(config.out);
  const prepared = await prepare(config);
  try {
    for (const message of webMessages(prepared)) hooks.onMessage?.(message);
    const release = claimDirectory(config.out);
    try {
      keepConfig(config, prepared);
      const log = tapped(await openSink({ folder: config.out }), hooks.pages);
      const begin: Walkable['keeperOf'] = (shape, sync) =>
        new Keeper(
          beginChain({ disk: ports.disk, folder: config.out }, { startedMs: systemClock.now(), shape }),
          ports.rhythm,
          sync,
          () => tellRefused(hooks),
        );
      return await walkAndClose({ config, prepared, log, hooks, keeperOf: begin, disk: ports.disk }, 1);
    } finally {
      release();
    }
  } finally {
    prepared.web?.close();
  }
}
