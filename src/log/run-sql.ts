/** `dowser sql DIR [QUERY]` without its command line: from options to an exit code. Errors are written, not thrown. */
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, type WriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Fault, usageFault } from '../kit/fault.js';
import { askLog, type LogAsker } from './ask.js';
import { messageOf } from './fault.js';
import { asCsv, asJson, asTable, type Format } from './format.js';
import { pour } from './output.js';
import type { Answer } from './query.js';
import { runShell } from './shell.js';
import { statementsOf } from './statement.js';
import { showLines } from './table.js';

export interface SqlStreams {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly error: Writable;
}

export interface SqlOptions extends SqlStreams {
  /** Directory of a crawl, or its `crawl.duckdb`. */
  readonly folder: string;
  /** Absent: statements are read from the input, with a prompt when it is a terminal. */
  readonly query?: string | undefined;
  readonly format: Format;
  /** A file for the answer instead of the output. */
  readonly path?: string | undefined;
}

/** Some terminals do not know their width and say 0. */
const widthOf = ({ isTTY, columns = 0 }: SqlStreams['output']): number =>
  isTTY !== true ? Number.POSITIVE_INFINITY : columns > 0 ? columns : 80;

async function* shownLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield showLines(piece);
}

/** CSV keeps every byte in a file or pipe; a terminal would obey some of them. */
function piecesOf(
  answer: Answer,
  { format, output, path }: SqlOptions,
  width: number,
): AsyncGenerator<string> {
  if (format === 'csv')
    return path === undefined && output.isTTY === true ? shownLines(asCsv(answer)) : asCsv(answer);
  if (format === 'json') return asJson(answer);
  return asTable(answer, width);
}

/** The statements of the query; only a table can follow another one on the same output. */
function planOf(options: SqlOptions, query: string): readonly string[] {
  const statements = statementsOf(query);
  if (statements.length === 0)
    throw new Fault('LOG_QUERY', 'The query is empty: write for example FROM harvest.', 1);
  if (statements.length > 1 && options.format !== 'table') {
    throw usageFault(
      'SQL_ONE_STATEMENT',
      `--format ${options.format} takes one statement; ${statements.length} were given.`,
    );
  }
  return statements;
}

/** A file for the answer. @throws {Fault} exit code 2 when it cannot be opened. */
async function openFile(path: string): Promise<WriteStream> {
  const file = createWriteStream(path);
  try {
    await once(file, 'open');
  } catch (error) {
    throw usageFault('SQL_OUT', `--out cannot be written: ${messageOf(error)}.`);
  }
  // `finished` tells of later errors; between two answers nobody else listens.
  file.on('error', () => undefined);
  return file;
}

async function answerAll(log: LogAsker, statements: readonly string[], options: SqlOptions): Promise<void> {
  const out = options.path === undefined ? options.output : await openFile(options.path);
  const width = options.path === undefined ? widthOf(options.output) : Number.POSITIVE_INFINITY;
  try {
    for (const sql of statements) {
      const answer = await log.query(sql);
      if (!(await pour(piecesOf(answer, options, width), out))) return;
    }
  } finally {
    if (out !== options.output) {
      out.end();
      await finished(out);
    }
  }
}

async function fileParquet(options: SqlOptions, sql: string, path: string): Promise<number> {
  const log = await askLog(options.folder, { directories: ['.', dirname(path)] });
  try {
    return await log.toParquet(sql, path);
  } finally {
    log.close();
  }
}

/** A file's end is written last and says where everything is: it is made beside, then handed on. */
async function pipeParquet(options: SqlOptions, sql: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dowser-'));
  try {
    const path = join(folder, 'answer.parquet');
    await fileParquet(options, sql, path);
    await pour(createReadStream(path), options.output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeParquet(options: SqlOptions, sql: string): Promise<void> {
  if (options.path !== undefined) {
    const path = resolve(options.path);
    const rows = await fileParquet(options, sql, path);
    options.error.write(`${rows.toLocaleString('en-US')} rows in ${options.path}\n`);
  } else if (options.output.isTTY === true)
    throw usageFault('SQL_PARQUET_FILE', 'Parquet is not text: name a file for it with --out FILE.parquet.');
  else await pipeParquet(options, sql);
}

async function talk(options: SqlOptions): Promise<number> {
  if (options.format !== 'table' || options.path !== undefined) {
    throw usageFault(
      'SQL_NO_QUERY',
      'The prompt answers with tables: give the query as an argument for --format or --out.',
    );
  }
  const log = await askLog(options.folder);
  const isTerminal = options.input.isTTY === true && options.output.isTTY === true;
  if (isTerminal)
    options.output.write(
      `${log.file}${log.isRunning ? ', of a crawl that runs' : ''}, read-only. Try .help, .tables or .views.\n`,
    );
  try {
    const isWell = await runShell({ ...options, log, isTerminal, width: () => widthOf(options.output) });
    return isWell || isTerminal ? 0 : 1;
  } finally {
    log.close();
  }
}

async function obey(options: SqlOptions): Promise<number> {
  if (options.query === undefined) return talk(options);
  const statements = planOf(options, options.query);
  if (options.format === 'parquet') {
    await writeParquet(options, statements[0] as string);
    return 0;
  }
  const log = await askLog(options.folder);
  try {
    await answerAll(log, statements, options);
    return 0;
  } finally {
    log.close();
  }
}

/** Answers a query, or talks. Resolves to 0, 1 (the question was wrong), 2 (usage) or 70 (our fault). */
export async function runSql(options: SqlOptions): Promise<number> {
  try {
    return await obey(options);
  } catch (error) {
    options.error.write(`${showLines(messageOf(error))}\n`);
    return error instanceof Fault ? error.exitCode : 70;
  }
}
