/** Goes on with a crawl that was stopped, killed or cut short. */
import { resolve } from 'node:path';
import { cutArchive } from '../archive/segment-files.js';
import type { CrawlEnd, CrawlHooks } from '../contract/crawl.js';
import { beginChain, surveyChain } from '../journal/chain.js';
import type { Commit } from '../journal/journal.js';
import { systemClock } from '../kit/clock.js';
import { realDisk } from '../kit/disk.js';
import { reopenSink } from '../log/sink.js';
import type { CrawlConfig } from './config.js';
import { KEEPING, type KeepingPorts, tellRefused } from './crawl.js';
import { Keeper } from './keeper.js';
import { checkPrint, keptConfig } from './kept-config.js';
import { archiveFolder } from './kept-pages.js';
import { lockDirectory } from './lock.js';
import { prepare } from './prepare.js';
import { tapped } from './tap.js';
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
  ports: KeepingPorts = KEEPING,
): Promise<CrawlEnd> {
  const { config, print } = keptConfig(resolve(folder), changes);
  checkTogether(config);
  const release = lockDirectory(config.out);
  try {
    const prepared = await prepare(config);
    try {
      checkPrint(prepared, print);
      return await goOn({ config, prepared, hooks }, ports);
    } finally {
      prepared.web?.close();
    }
  } finally {
    release();
  }
}

async function goOn(
  given: Pick<Walkable, 'config' | 'prepared' | 'hooks'>,
  { disk, rhythm }: KeepingPorts,
): Promise<CrawlEnd> {
  const { config, hooks } = given;
  const complain = (text: string): void => hooks.onMessage?.({ level: 'error', text });
  const files = { disk, folder: config.out };
  const chain = surveyChain(files);
  try {
    for (const lost of cutArchive(realDisk, archiveFolder(config), chain?.lengths ?? []))
      complain(
        `The disk has lost pages that were kept: ${lost.file} has ${lost.found} bytes of ${lost.bytes}.`,
      );
    const wholeSeq = chain?.wholeSeq ?? 0;
    const { log: rest, cut } = await reopenSink({
      folder: config.out,
      lastSeq: chain?.last?.seq ?? 0,
      wholeSeq,
    });
    const log = tapped(rest, hooks.pages, (chain?.last?.seq ?? 0) + 1);
    if (cut.hasLost) complain(`The disk has lost rows of the log; row ${wholeSeq} should be there.`);
    const resumed = chain && {
      last: chain.last,
      isFromSnapshot: chain.snapshot !== undefined,
      pastOf: (onCommit: (commit: Commit) => void) => chain.past(onCommit),
    };
    const reopen: Walkable['keeperOf'] = (shape, sync) =>
      new Keeper(
        chain?.reopen() ?? beginChain(files, { startedMs: systemClock.now(), shape }),
        rhythm,
        sync,
        () => tellRefused(hooks),
      );
    return await walkAndClose({ ...given, log, keeperOf: reopen, resumed, disk }, cut.runs + 1);
  } finally {
    chain?.close();
  }
}
