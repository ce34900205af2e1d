/** What does the log of a crawl, running or not, answer to the questions of a report? Sections without rows are left out. */
import { Fault } from '../kit/fault.js';
import { askLog, type LogAsker } from '../log/ask.js';
import { QUESTIONS, type Question } from './section.js';

export type Cell = string | number | null;

export interface Section extends Omit<Question, 'sql'> {
  readonly names: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface CrawlReport {
  /** Strategy, model and topic of the last run. */
  readonly name: string;
  readonly isRunning: boolean;
  /** Why the last run ended; null while it runs or when it was killed. */
  readonly stopReason: string | null;
  /** Fetches. */
  readonly pages: number;
  readonly sections: readonly Section[];
  /** Titles of the questions that this log does not answer: it is of an older version, or the answer took too long. */
  readonly unanswered: readonly string[];
}

/** Points of the curve of recall. */
const MOST_POINTS = 200;

const cellOf = (value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return value;
  return typeof value === 'bigint' ? Number(value) : String(value);
};

async function ask(log: LogAsker, sql: string): Promise<{ names: readonly string[]; rows: Cell[][] }> {
  const answer = await log.query(sql);
  const rows: Cell[][] = [];
  for await (const chunk of answer.rows()) for (const row of chunk) rows.push(row.map(cellOf));
  return { names: answer.names, rows };
}

/** Undefined where the database refuses: one question must not cost the others their answers. */
async function askOrMiss(log: LogAsker, sql: string): Promise<Awaited<ReturnType<typeof ask>> | undefined> {
  try {
    return await ask(log, sql);
  } catch (error) {
    if (error instanceof Fault && error.code === 'LOG_QUERY') return undefined;
    throw error;
  }
}

/** Target recall = targets found / all known (METHODS J.1). The addresses stream by; a few hundred points are kept. */
async function recall(log: LogAsker, pages: number, targets: ReadonlySet<string>): Promise<Section> {
  const missing = new Set(targets);
  const step = Math.max(1, Math.floor(pages / MOST_POINTS));
  const rows: Cell[][] = [];
  let n = 0;
  const put = (): void => {
    const found = targets.size - missing.size;
    rows.push([n, found, targets.size === 0 ? null : found / targets.size]);
  };
  for await (const chunk of (await log.query('SELECT url FROM fetches ORDER BY n')).rows()) {
    for (const [url] of chunk) {
      missing.delete(String(url));
      n++;
      if (n % step === 0) put();
    }
  }
  if (n > 0 && n % step !== 0) put();
  return {
    title: 'Recall',
    sentence: `Share of the ${targets.size} pages that the labels call targets.`,
    chart: { shape: 'line', series: ['recall'] },
    isShort: false,
    names: ['pages', 'targets', 'recall'],
    rows,
  };
}

/** Rejects with a Fault (exit code 1) where there is no log. `targets`: addresses of all known targets, for recall. */
export async function readReport(folder: string, targets?: ReadonlySet<string>): Promise<CrawlReport> {
  const log = await askLog(folder);
  try {
    const [run] = (
      await ask(log, 'SELECT strategy, model, topic, stop_reason FROM runs ORDER BY run DESC LIMIT 1')
    ).rows;
    const pages = Number((await ask(log, 'SELECT n FROM harvest')).rows[0]?.[0] ?? 0);
    const sections: Section[] = [];
    const unanswered: string[] = [];
    if (pages > 0) {
      for (const { sql, ...question } of QUESTIONS) {
        const answer = await askOrMiss(log, sql);
        if (answer === undefined) unanswered.push(question.title);
        else if (answer.rows.length > 0) sections.push({ ...question, ...answer });
      }
      if (targets !== undefined) sections.splice(2, 0, await recall(log, pages, targets));
    }
    const name = run === undefined ? 'crawl' : `${run[0]}, ${run[1]}, ${run[2]}`;
    return {
      name,
      isRunning: log.isRunning,
      stopReason: (run?.[3] ?? null) as string | null,
      pages,
      sections,
      unanswered,
    };
  } finally {
    log.close();
  }
}
