/**
 * Do journal, log and archive of a crawl agree? The road is walked again on paper: with the journal's answers, but without asking
 * or writing, and every row that comes out must be the row of the log.
 */
import { resolve } from 'node:path';
import type { KeptPage } from '../contract/archive.js';
import type { PageRow } from '../contract/row.js';
import type { LogSink } from '../contract/sink.js';
import { retraced } from '../engine/crawl.js';
import type { Road } from '../engine/road.js';
import { beginJournal, type Commit, pastOf, type Survey, surveyJournal } from '../journal/journal.js';
import { type AppendFile, memoryDisk } from '../kit/disk.js';
import { Fault } from '../kit/fault.js';
import { openLog } from '../log/query.js';
import { compose } from './compose.js';
import type { CrawlConfig } from './config.js';
import { openJournal } from './crawl.js';
import { Keeper } from './keeper.js';
import { checkPrint, keptConfig } from './kept-config.js';
import { archiveFolder, keepsOf } from './kept-pages.js';
import { lockDirectory } from './lock.js';
import { prepare } from './prepare.js';
import { compareArchive } from './verify-archive.js';

/** What was looked at, and everything that is wrong, a sentence each; nothing wrong = the crawl is whole. */
export interface Verified {
  /** Rows of pages that journal and log share. */
  readonly rows: number;
  /** Pages in the archive. */
  readonly kept: number;
  readonly commits: number;
  /** Whether nothing stands behind the last commit: a crawl that was killed has something there, which resume cuts. */
  readonly isTidy: boolean;
  readonly problems: readonly string[];
}

const MOST_PROBLEMS = 100;
const BATCH = 10_000;
/** Columns that must be the same in both. */
const COMPARED = [
  ...([
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
  ] as const),
  ...(['warc_file', 'warc_offset'] as const),
];

class Problems {
  readonly list: string[] = [];

  add(problem: string): void {
    if (this.list.length < MOST_PROBLEMS) this.list.push(problem);
    else if (this.list.length === MOST_PROBLEMS) this.list.push('… and more.');
  }
}

/** A log that remembers what pages came out, and nothing else. */
class PaperLog implements LogSink {
  /** Row n has seq n + 1. */
  readonly pages: PageRow[] = [];
  readonly kept = new Map<number, KeptPage>();
  readonly isFull = false;
  readonly blockedMs = 0;

  /** Tells of the pages that are kept, before their rows come. */
  recall({ archive }: Commit): void {
    for (const page of archive?.kept ?? []) this.kept.set(page.seq, page);
  }

  page(row: PageRow): void {
    const place = this.kept.get(row.seq);
    const placed = place === undefined ? row : { ...row, warc_file: place.file, warc_offset: place.offset };
    this.pages.push(Object.fromEntries(COMPARED.map(name => [name, placed[name]])) as unknown as PageRow);
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

async function verifyLocked(config: CrawlConfig, print: string): Promise<Verified> {
  const file = openJournal(config.out);
  try {
    const survey = surveyJournal(file);
    if (survey === undefined) return { rows: 0, kept: 0, commits: 0, isTidy: true, problems: [] };
    const problems = new Problems();
    const counted = await walkOnPaper({ config, print, file, survey }, problems).catch((error: Error) => {
      if (error instanceof Fault && error.exitCode === 2) throw error;
      problems.add(`The journal cannot be walked again: ${error.message}`);
      return { rows: 0, kept: 0 };
    });
    const isTidy = survey.end === file.length;
    return { ...counted, commits: survey.next - 1, isTidy, problems: problems.list };
  } finally {
    file.close();
  }
}

interface Paper {
  readonly config: CrawlConfig;
  readonly print: string;
  readonly file: AppendFile;
  readonly survey: Survey;
}

async function walkOnPaper(
  { config, print, file, survey }: Paper,
  problems: Problems,
): Promise<Pick<Verified, 'rows' | 'kept'>> {
  const prepared = await prepare(config);
  const log = new PaperLog();
  const composed = compose({
    ...{ config, prepared, log, hooks: {}, ceiling: () => undefined },
    keeperOf: shape => new Keeper(beginJournal(memoryDisk().create('journal'), { startedMs: 0, shape })),
    resumed: { pastOf: () => pastOf(file, survey, commit => log.recall(commit)), last: survey.last },
    isPaper: true,
    disk: memoryDisk(),
  });
  try {
    checkPrint(prepared, print);
    const road = await retraced(composed.parts);
    checkRoad(road, problems);
    const rows = await compareRows(config.out, log.pages, problems);
    if (keepsOf(config) !== 'none') {
      const urlOf = (seq: number): string | undefined => log.pages[seq - 1]?.url;
      const found = await compareArchive(archiveFolder(config), survey.lengths, log.kept.values(), urlOf);
      for (const problem of found) problems.add(problem);
    }
    return { rows, kept: log.kept.size };
  } finally {
    await composed.close();
    prepared.web?.close();
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
