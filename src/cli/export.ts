/** `dowser export`: the tables of a crawl as Parquet files, or a list of addresses. */
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { TABLES } from '../contract/row.js';
import { Fault, usageFault } from '../kit/fault.js';
import { askLog, type LogAsker } from '../log/ask.js';
import { pour } from '../log/output.js';
import { statementsOf } from '../log/statement.js';
import { choice } from './choice.js';
import type { Io } from './io.js';

export interface ExportFlags {
  readonly format: string;
  readonly out?: string;
  readonly where?: string;
  readonly force?: boolean;
}

/** @throws {Fault} exit code 2: there is something at the path, and nobody said that it may go. */
function checkFree(path: string, force: boolean | undefined): void {
  if (force !== true && existsSync(path))
    throw usageFault('EXPORT_EXISTS', `${path} is there already: give another --out, or --force.`);
}

/** Writes into a directory, a file a table. */
async function tables(folder: string, out: string, { force, where }: ExportFlags, io: Io): Promise<void> {
  if (where !== undefined)
    throw usageFault('EXPORT_WHERE', '--where chooses pages for --format urls; use dowser sql for tables.');
  const names = [...Object.keys(TABLES), 'outcomes'];
  for (const name of names) checkFree(join(out, `${name}.parquet`), force);
  const log = await askLog(folder, { directories: [out] });
  try {
    mkdirSync(out, { recursive: true });
    for (const name of names) {
      const rows = await log.toParquet(`FROM ${name}`, join(out, `${name}.parquet`));
      io.stderr.write(`${rows.toLocaleString('en-US')} rows in ${name}.parquet\n`);
    }
  } finally {
    log.close();
  }
}

/** Addresses, one a line, as they are: a canonical address holds no line break and no control character. */
async function* linesOf(log: LogAsker, where: string | undefined): AsyncGenerator<string> {
  const filter = where === undefined ? '' : `WHERE (${where}\n)`;
  const sql = `SELECT url FROM pages ${filter} GROUP BY url ORDER BY min(seq)`;
  if (statementsOf(sql).length !== 1)
    throw new Fault('LOG_QUERY', '--where takes one condition, such as is_relevant.', 1);
  for await (const rows of (await log.query(sql)).rows())
    yield rows.map(([url]) => `${String(url)}\n`).join('');
}

async function urls(folder: string, { out, where, force }: ExportFlags, io: Io): Promise<void> {
  const path = out === undefined ? undefined : resolve(io.folder, out);
  if (path !== undefined) checkFree(path, force);
  const log = await askLog(folder);
  try {
    const lines = linesOf(log, where);
    const first = await lines.next();
    if (path === undefined) {
      await pour(joined(first, lines), io.stdout);
      return;
    }
    const file = createWriteStream(path);
    await once(file, 'open');
    await pour(joined(first, lines), file);
    file.end();
    await finished(file);
  } finally {
    log.close();
  }
}

/** The first piece was fetched before anything was opened: a wrong condition must not empty a file. */
async function* joined(
  first: IteratorResult<string, unknown>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

/** Exit code 0. @throws {Fault} 1: a wrong condition or no log; 2: usage. */
export async function exportCrawl(folder: string, flags: ExportFlags, io: Io): Promise<number> {
  const path = resolve(io.folder, folder);
  if (choice('--format', flags.format, ['parquet', 'urls']) === 'urls') await urls(path, flags, io);
  else if (flags.out === undefined) throw usageFault('EXPORT_OUT', 'Say where the tables go: -o DIRECTORY.');
  else await tables(path, resolve(io.folder, flags.out), flags, io);
  return 0;
}
