/**
 * Do journal, log and archive of a crawl agree? The road is walked again on paper: with the journal's answers, but without asking
 * or writing, and every row that comes out must be the row of the log.
 */
import { resolve } from 'node:path';
import type { PageRow } from '../contract/row.js';
import type { LogSink } from '../contract/sink.js';
import { retraced } from '../engine/crawl.js';
import type { Road } from '../engine/road.js';
import { beginJournal, pastOf, surveyJournal } from '../journal/journal.js';
import { memoryDisk } from '../kit/disk.js';
import { openLog } from '../log/query.js';
import { compose } from './compose.js';
import { openJournal } from './crawl.js';
import { Keeper } from './keeper.js';
import { checkPrint, keptConfig } from './kept-config.js';
import { lockDirectory } from './lock.js';
import { prepare } from './prepare.js';

/** What was looked at, and everything that is wrong, a sentence each; nothing wrong = the crawl is whole. */
export interface Verified {
  /** Rows of pages that journal and log share. */
  readonly rows: number;
  readonly commits: number;
  /** Whether nothing stands behind the last commit: a crawl that was killed has something there, which resume cuts. */
  readonly isTidy: boolean;
  readonly problems: readonly string[];
}

const MOST_PROBLEMS = 100;
const BATCH = 10_000;
/** Columns that must be the same in both. */
const COMPARED = [
  'seq',
  'url',
  'kind',
  'attempt',
  'outcome',
  'status',
  'depth',
  'bytes',
  'score',
  'relevance',
] as const;

class Problems {
  readonly list: string[] = [];

  add(problem: string): void {
    if (this.list.length < MOST_PROBLEMS) this.list.push(problem);
    else if (this.list.length === MOST_PROBLEMS) this.list.push('… and more.');
  }
}

/** A log that remembers what pages came out, and nothing else. */
class PaperLog implements LogSink {
  readonly pages: PageRow[] = [];
  readonly isFull = false;
  readonly blockedMs = 0;

  page(row: PageRow): void {
    this.pages.push(Object.fromEntries(COMPARED.map(name => [name, row[name]])) as unknown as PageRow);
  }

  run(): void {}
  link(): void {}
  links(): void {}
  host(): void {}
  robots(): void {}
  topic(): void {}
  relevance(): void {}
  event(): void {}
  async drained(): Promise<void> {}
  async flush(): Promise<void> {}
  async close(): Promise<void> {}
}

/** @throws {Fault} exit code 2: no crawl there, another process crawls there, or its files were changed. */
export async function verifyCrawl(folder: string): Promise<Verified> {
  const path = resolve(folder);
  const { config, print } = keptConfig(path, {}, { forgivesSecrets: true });
  const release = lockDirectory(path);
  try {
    return await verifyLocked({ ...config, workers: 0 }, print);
  } finally {
    release();
  }
}

async function verifyLocked(config: Parameters<typeof prepare>[0], print: string): Promise<Verified> {
  const problems = new Problems();
  const file = openJournal(config.out);
  const survey = surveyJournal(file);
  if (survey === undefined) {
    file.close();
    return { rows: 0, commits: 0, isTidy: true, problems: [] };
  }
  const prepared = await prepare(config);
  const log = new PaperLog();
  const composed = compose({
    ...{ config, prepared, log, hooks: {}, ceiling: () => undefined },
    keeperOf: shape => new Keeper(beginJournal(memoryDisk().create('journal'), { startedMs: 0, shape })),
    resumed: { past: pastOf(file, survey), last: survey.last },
    disk: memoryDisk(),
  });
  try {
    checkPrint(prepared, print);
    const road = await retraced(composed.parts);
    checkRoad(road, problems);
    const rows = await compareRows(config.out, log.pages, problems);
    return { rows, commits: survey.next - 1, isTidy: survey.end === file.length, problems: problems.list };
  } catch (error) {
    problems.add(`The journal cannot be walked again: ${(error as Error).message}`);
    return { rows: 0, commits: survey.next - 1, isTidy: survey.end === file.length, problems: problems.list };
  } finally {
    await composed.close();
    prepared.web?.close();
    file.close();
  }
}

function checkRoad({ tally, waiting }: Road, problems: Problems): void {
  const missing = tally.imbalance(waiting);
  if (missing !== 0) problems.add(`The frontier has lost ${missing} links (negative: has them twice).`);
}

/** The log may end before the journal does: rows are committed a little later, and resume hands them in again. */
async function compareRows(folder: string, pages: readonly PageRow[], problems: Problems): Promise<number> {
  const log = await openLog(folder);
  try {
    let count = 0;
    for (let from = 0; ; from += BATCH) {
      const rows = await log.all(
        `SELECT ${COMPARED.join(', ')} FROM pages ORDER BY seq LIMIT ${BATCH} OFFSET ${from}`,
      );
      for (const row of rows) compareRow(row, pages[count++], problems);
      if (rows.length < BATCH) return Math.min(count, pages.length);
    }
  } finally {
    log.close();
  }
}

function compareRow(row: Record<string, unknown>, page: PageRow | undefined, problems: Problems): void {
  const seq = Number(row['seq']);
  if (page === undefined) {
    problems.add(
      `Row ${seq} of the log is behind the last commit of the journal; dowser resume takes it out.`,
    );
    return;
  }
  const differs = COMPARED.find(name => textOf(row[name]) !== textOf(page[name]));
  if (differs !== undefined)
    problems.add(
      `Row ${seq}: ${differs} is ${textOf(row[differs])} in the log, ${textOf(page[differs])} in the journal.`,
    );
}

/** NULL, and what becomes NULL in the log, read alike. */
const textOf = (value: unknown): string =>
  value === null || value === undefined || Number.isNaN(value) ? 'nothing' : String(value);
