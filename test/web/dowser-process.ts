/** The command line in a process of its own, to be watched, killed and started again; and what a crawl left. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { JOURNAL_FILE, surveyJournal } from '../../src/journal/journal.js';
import { realDisk } from '../../src/kit/disk.js';
import { packageRoot } from '../../src/kit/package-root.js';
import { openLog } from '../../src/log/query.js';

const EXECUTABLE = join(packageRoot, 'dist', 'src', 'cli', 'main.js');

export interface DowserProcess {
  readonly child: ChildProcess;
  /** What it said on stderr so far. */
  readonly said: () => string;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/** `preload`: a module that is loaded first, in lanes too. */
export function startDowser(
  argv: readonly string[],
  { preload, env = {} }: { readonly preload?: string; readonly env?: Record<string, string> } = {},
): DowserProcess {
  const before = preload === undefined ? [] : ['--import', preload];
  const child = spawn(process.execPath, [...before, EXECUTABLE, ...argv], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.on('error', reject).on('close', (code, signal) => resolve(signal ?? code ?? -1));
  });
  return { child, said: () => text, ended };
}

/** Runs to the end. @throws {Error} with what was said, when the exit code is another one. */
export async function dowser(argv: readonly string[], exitCode = 0): Promise<string> {
  const { ended, said } = startDowser(argv);
  const code = await ended;
  if (code !== exitCode) throw new Error(`dowser ${argv[0]} ended with ${code}: ${said()}`);
  return said();
}

/** Row up to which everything was certain when the crawl ended. */
export function certainSeq(folder: string): number {
  const path = join(folder, JOURNAL_FILE);
  if (!existsSync(path)) return 0;
  const file = realDisk.open(path);
  try {
    return surveyJournal(file)?.last?.seq ?? 0;
  } finally {
    file.close();
  }
}

const sizeOf = (folder: string): number =>
  statSync(join(folder, JOURNAL_FILE), { throwIfNoEntry: false })?.size ?? 0;

/** Resolves when the crawl has made so many commits more, or has ended. Those that come in a row count once. */
export async function commitsMore(folder: string, count: number, running: DowserProcess): Promise<void> {
  const isOver = running.ended.then(() => true);
  let size = sizeOf(folder);
  for (let left = count; left > 0; ) {
    if (await Promise.race([isOver, sleep(20, false)])) return;
    if (sizeOf(folder) > size) left--;
    size = sizeOf(folder);
  }
}

/** Rows of a query on the log of a crawl, as arrays. */
export async function rowsOf(folder: string, sql: string): Promise<unknown[][]> {
  const log = await openLog(folder);
  try {
    return (await log.all(sql)).map(row => Object.values(row));
  } finally {
    log.close();
  }
}
