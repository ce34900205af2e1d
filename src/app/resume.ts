/** Goes on with a crawl that was stopped, killed or cut short. */
import { resolve } from 'node:path';
import type { CrawlEnd, CrawlHooks } from '../contract/crawl.js';
import type { PacketShape } from '../contract/packet.js';
import { beginJournal, pastOf, reopenJournal, surveyJournal } from '../journal/journal.js';
import { systemClock } from '../kit/clock.js';
import { reopenSink } from '../log/sink.js';
import type { CrawlConfig } from './config.js';
import { openJournal } from './crawl.js';
import { Keeper } from './keeper.js';
import { checkPrint, keptConfig } from './kept-config.js';
import { lockDirectory } from './lock.js';
import { prepare } from './prepare.js';
import { checkTogether } from './together.js';
import { type Walkable, walkAndClose } from './walk.js';

/**
 * Goes on with the crawl in `folder`, however it ended: what was in flight is asked again, everything else stays as it was
 * at the last commit. `changes`: budgets and how to run. @throws {Fault} as startCrawl.
 */
export async function resumeCrawl(
  folder: string,
  changes: Partial<CrawlConfig> = {},
  hooks: CrawlHooks = {},
): Promise<CrawlEnd> {
  const { config, print } = keptConfig(resolve(folder), changes);
  checkTogether(config);
  const release = lockDirectory(config.out);
  try {
    const prepared = await prepare(config);
    try {
      checkPrint(prepared, print);
      return await goOn({ config, prepared, hooks });
    } finally {
      prepared.web?.close();
    }
  } finally {
    release();
  }
}

async function goOn(given: Pick<Walkable, 'config' | 'prepared' | 'hooks'>): Promise<CrawlEnd> {
  const { config } = given;
  const file = openJournal(config.out);
  const survey = surveyJournal(file);
  const { log, runs } = await reopenSink({ folder: config.out, lastSeq: survey?.last?.seq ?? 0 });
  const resumed = survey && { past: pastOf(file, survey), last: survey.last };
  const keeperOf = (shape: PacketShape): Keeper =>
    new Keeper(
      survey === undefined
        ? beginJournal(file, { startedMs: systemClock.now(), shape })
        : reopenJournal(file, survey),
    );
  return await walkAndClose({ ...given, log, keeperOf, resumed }, runs + 1);
}
