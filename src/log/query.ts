/**
 * How do I ask a log? Opens `crawl.duckdb` read-only; a statement reads and writes files only below the crawl's
 * directory and the current one, so that a query pasted from elsewhere can neither reach the network nor the disk.
 */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { DuckDBConnection, DuckDBValue, DuckDBInstance as Instance } from '@duckdb/node-api';
import { Fault } from '../kit/fault.js';
import { DuckDBInstance } from './duckdb.js';
import { messageOf, openFault } from './fault.js';
import { checkFree } from './held.js';
import { LOG_FILE, quote } from './schema.js';

/** Of a column. */
export interface AnswerType {
  /** Of DuckDB, see `DuckDBTypeId`. */
  readonly typeId: number;
  /** A name that it has beside, such as JSON. */
  readonly alias?: string | undefined;
}

export interface Answer {
  /** Column names, unique. */
  readonly names: readonly string[];
  readonly types: readonly AnswerType[];
  /** False for a statement that answers nothing worth showing, such as SET. */
  readonly hasRows: boolean;
  /** Rows, a few thousand at a time. Rejects with a Fault (exit 1) when the query fails on its way. */
  rows(): AsyncGenerator<readonly (readonly DuckDBValue[])[]>;
}

export interface LogReader {
  /** Full path of the database. */
  readonly file: string;
  /** Runs one statement. Rejects with a Fault (exit 1) that has DuckDB's message. */
  query(sql: string): Promise<Answer>;
  /** All rows as plain objects of JavaScript values: BIGINT as bigint, TIMESTAMP as Date. */
  all(sql: string): Promise<Record<string, unknown>[]>;
  /** Stops the statement that is running. */
  interrupt(): void;
  close(): void;
}

export interface ReaderOptions {
  /** Most memory of DuckDB, bytes. Default 1 GB. */
  readonly memoryBytes?: number;
  /** Directories beside the log's own in which statements may read and write. Default: the current one. */
  readonly directories?: readonly string[];
}

const queryFault = (error: unknown): Fault =>
  error instanceof Fault ? error : new Fault('LOG_QUERY', messageOf(error), 1, error);

/** DuckDB may stop a running statement only at a chunk; so does this. */
async function* rowsOf(result: {
  yieldRows(): AsyncIterableIterator<DuckDBValue[][]>;
}): AsyncGenerator<readonly (readonly DuckDBValue[])[]> {
  try {
    for await (const rows of result.yieldRows()) yield rows;
  } catch (error) {
    throw queryFault(error);
  }
}

class FileReader implements LogReader {
  readonly file: string;
  readonly #instance: Instance;
  readonly #connection: DuckDBConnection;

  constructor(file: string, instance: Instance, connection: DuckDBConnection) {
    this.file = file;
    this.#instance = instance;
    this.#connection = connection;
  }

  async query(sql: string): Promise<Answer> {
    try {
      const result = await this.#connection.stream(sql);
      return {
        names: result.deduplicatedColumnNames(),
        types: result.columnTypes(),
        hasRows: result.columnCount > 0,
        rows: () => rowsOf(result),
      };
    } catch (error) {
      throw queryFault(error);
    }
  }

  async all(sql: string): Promise<Record<string, unknown>[]> {
    try {
      const result = await this.#connection.run(sql);
      return await result.getRowObjectsJS();
    } catch (error) {
      throw queryFault(error);
    }
  }

  interrupt(): void {
    this.#connection.interrupt();
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

/** The database of a crawl's directory, or of a path to the file itself. @throws {Fault} exit code 1 where there is none. */
export function locate(path: string): string {
  const full = resolve(path);
  const file =
    basename(full) === LOG_FILE || !existsSync(full) || statSync(full).isFile() ? full : join(full, LOG_FILE);
  if (existsSync(file) && statSync(file).isFile()) return realpathSync(file);
  throw new Fault(
    'LOG_MISSING',
    existsSync(full)
      ? `${path} holds no ${LOG_FILE}: name the directory that a crawl was given with --out.`
      : `${path} is not there: name the directory that a crawl was given with --out.`,
    1,
  );
}

/** Opens the log of a crawl that does not run. Rejects with a Fault (exit 1) that says why it cannot. */
export async function openLog(path: string, options: ReaderOptions = {}): Promise<LogReader> {
  const file = locate(path);
  checkFree(file);
  const memory = Math.round((options.memoryBytes ?? 2 ** 30) / 2 ** 20);
  const directories = [dirname(file), ...(options.directories ?? ['.'])].map(one => quote(resolve(one)));
  try {
    const instance = await DuckDBInstance.create(file, {
      access_mode: 'READ_ONLY',
      memory_limit: `${memory}MiB`,
    });
    const connection = await instance.connect();
    await connection.run(
      `SET allowed_directories = [${directories.join(', ')}];
       SET enable_external_access = false;
       SET lock_configuration = true;`,
    );
    return new FileReader(file, instance, connection);
  } catch (error) {
    throw openFault(error, file);
  }
}
