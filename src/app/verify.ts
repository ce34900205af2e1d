/**
 * Do journal, log and archive of a crawl agree? The road is walked again on paper: with the journal's answers, but without asking
 * or writing, and every row that comes out must be the row of the log. What lies before a snapshot cannot be walked again: there
 * the log is the only witness, and must be without a gap.
 */
import { resolve } from 'node:path';
import type { KeptPage } from '../contract/archive.js';
import type { PageRow } from '../contract/row.js';
import type { LogSink } from '../contract/sink.js';
import { retraced } from '../engine/crawl.js';
import type { Road } from '../engine/road.js';
import { type Chain, surveyChain } from '../journal/chain.js';
import { beginJournal, type Commit } from '../journal/journal.js';
import { memoryDisk, realDisk } from '../kit/disk.js';
import { Fault } from '../kit/fault.js';
import { openLog } from '../log/query.js';
import { compose } from './compose.js';
import type { CrawlConfig } from './config.js';
import { Keeper } from './keeper.js';
import { checkPrint, keptConfig } from './kept-config.js';
import { archiveFolder, keepsOf } from './kept-pages.js';
import { lockDirectory } from './lock.js';
import type { OwnParts } from './own.js';
import { paperDisk } from './paper-disk.js';
import { prepare } from './prepare.js';
import { compareArchive, type PlacedPage } from './verify-archive.js';

/** What was looked at, and everything that is wrong, a sentence each; nothing wrong = the crawl is whole. */
export interface Verified {
  /** Rows of pages in the log that are certain. */
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
  /** In the order of seq, from the first row behind the snapshot. */
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
export async function verifyCrawl(folder: string, own: OwnParts = {}): Promise<Verified> {
  const path = resolve(folder);
  const { config, print } = keptConfig(path, { own }, { forgivesSecrets: true });
  const release = lockDirectory(path);
  try {
    return await verifyLocked({ ...config, workers: 0 }, print);
  } finally {
    release();
  }
}

async function verifyLocked(config: CrawlConfig, print: string): Promise<Verified> {
  const chain = surveyChain({ disk: realDisk, folder: config.out });
  if (chain === undefined) return { rows: 0, kept: 0, commits: 0, isTidy: true, problems: [] };
  try {
    const problems = new Problems();
    const counted = await walkOnPaper({ config, print, chain }, problems).catch((error: Error) => {
      if (error instanceof Fault && error.exitCode === 2) throw error;
      problems.add(`The journal cannot be walked again: ${error.message}`);
      return { rows: 0, kept: 0 };
    });
    return { ...counted, commits: chain.commits, isTidy: chain.isTidy, problems: problems.list };
  } finally {
    chain.close();
  }
}

interface Paper {
  readonly config: CrawlConfig;
  readonly print: string;
  readonly chain: Chain;
}

async function walkOnPaper(
  { config, print, chain }: Paper,
  problems: Problems,
): Promise<Pick<Verified, 'rows' | 'kept'>> {
  const prepared = await prepare(config);
  const log = new PaperLog();
  const composed = compose({
    ...{ config, prepared, log, hooks: {}, ceiling: () => undefined },
    keeperOf: shape => new Keeper(beginJournal(memoryDisk().create('journal'), { startedMs: 0, shape })),
    resumed: {
      pastOf: () => chain.past(commit => log.recall(commit)),
      last: chain.last,
      isFromSnapshot: chain.snapshot !== undefined,
    },
    isPaper: true,
    disk: paperDisk(),
  });
  try {
    checkPrint(prepared, print);
    const road = await retraced(composed.parts);
    checkRoad(road, problems);
    const { rows, kept } = await compareRows(
      { folder: config.out, pages: log.pages, wholeSeq: chain.wholeSeq },
      problems,
    );
    for (const { seq, file, offset } of log.kept.values()) {
      const url = log.pages[seq - chain.wholeSeq - 1]?.url;
      kept.push({ seq, file, offset, url });
    }
    if (keepsOf(config) !== 'none') {
      const found = await compareArchive(archiveFolder(config), chain.lengths, kept);
      for (const problem of found) problems.add(problem);
    }
    return { rows, kept: kept.length };
  } finally {
    await composed.close();
    prepared.web?.close();
  }
}

/** Counts, and whether everything that waits can still be asked for: its address is where the frontier says. */
function checkRoad(
  { tally, waiting, parts: { frontier, fingerprintOf, seen } }: Road,
  problems: Problems,
): void {
  const missing = tally.imbalance(waiting);
  if (missing !== 0) problems.add(`The frontier has lost ${missing} links (negative: has them twice).`);
  for (const slot of frontier.waitingSlots()) {
    const { url } = frontier.recall(slot);
    const { low, high } = fingerprintOf(url);
    if (seen.find(low, high) !== slot)
      problems.add(`Slot ${slot} of the frontier waits, but holds no address of its own.`);
  }
}

interface Rows {
  readonly folder: string;
  /** What came out behind the snapshot. */
  readonly pages: readonly PageRow[];
  readonly wholeSeq: number;
}

/**
 * Counts certain rows, and tells of pages kept before the snapshot. The log may end before the journal does: rows are committed
 * a little later, and resume hands them in again.
 */
async function compareRows(
  { folder, pages, wholeSeq }: Rows,
  problems: Problems,
): Promise<{ readonly rows: number; readonly kept: PlacedPage[] }> {
  const log = await openLog(folder);
  try {
    const kept: PlacedPage[] = [];
    let count = 0;
    for (let from = 0; ; from += BATCH) {
      const rows = await log.all(
        `SELECT ${COMPARED.join(', ')} FROM pages ORDER BY seq LIMIT ${BATCH} OFFSET ${from}`,
      );
      for (const row of rows) {
        if (count < wholeSeq) recallRow(row, ++count, { kept, problems });
        else compareRow(row, pages[count++ - wholeSeq], problems);
      }
      if (rows.length < BATCH) break;
    }
    if (count < wholeSeq) problems.add(`The log ends at row ${count}; it had ${wholeSeq} at the snapshot.`);
    return { rows: Math.min(count, wholeSeq + pages.length), kept };
  } finally {
    log.close();
  }
}

function recallRow(
  row: Record<string, unknown>,
  expected: number,
  { kept, problems }: { readonly kept: PlacedPage[]; readonly problems: Problems },
): void {
  const seq = Number(row['seq']);
  if (seq !== expected) problems.add(`Row ${expected} is not in the log, but row ${seq} in its place.`);
  const file = row['warc_file'];
  if (file == null) return;
  kept.push({ seq, file: String(file), offset: Number(row['warc_offset']), url: String(row['url']) });
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
