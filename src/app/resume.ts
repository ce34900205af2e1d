/** Goes on with a crawl that was stopped, killed or cut short. */
import { resolve } from 'node:path';
import { cutArchive } from '../archive/segment-files.js';
import type { CrawlEnd, CrawlHooks } from '../contract/crawl.js';
import { beginJournal, type Commit, pastOf, reopenJournal, surveyJournal } from '../journal/journal.js';
import { systemClock } from '../kit/clock.js';
import { realDisk } from '../kit/disk.js';
import { reopenSink } from '../log/sink.js';
import type { CrawlConfig } from './config.js';
import { openJournal } from './crawl.js';
import { keeperOf } from './keeper.js';
import { checkPrint, keptConfig } from './kept-config.js';
import { archiveFolder } from './kept-pages.js';
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
  const { config, hooks } = given;
  const file = openJournal(config.out);
  const survey = surveyJournal(file);
  for (const { file: segment, bytes, found } of cutArchive(
    realDisk,
    archiveFolder(config),
    survey?.lengths ?? [],
  ))
    hooks.onMessage?.({
      level: 'error',
      text: `The disk has lost pages that were kept: ${segment} has ${found} bytes of ${bytes}.`,
    });
  const { log, runs } = await reopenSink({ folder: config.out, lastSeq: survey?.last?.seq ?? 0 });
  const resumed = survey && {
    last: survey.last,
    pastOf: (onCommit: (commit: Commit) => void) => pastOf(file, survey, onCommit),
  };
  const reopen: Walkable['keeperOf'] = (shape, sync) => {
    const beginning = { startedMs: systemClock.now(), shape };
    return keeperOf(survey === undefined ? beginJournal(file, beginning) : reopenJournal(file, survey), sync);
  };
  return await walkAndClose({ ...given, log, keeperOf: reopen, resumed }, runs + 1);
}
