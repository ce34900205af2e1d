/**
 * How does a log leave DuckDB? As Parquet: a query's answer, or all tables. A file appears under its name only when
 * it is whole, because a torn one would spoil every query over its folder.
 */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { TABLES } from '../contract/row.js';
import { Fault } from '../kit/fault.js';
import { messageOf } from './fault.js';
import { type LogReader, openLog, type ReaderOptions } from './query.js';
import { quote } from './schema.js';

/** Writes the answer of one SELECT to a Parquet file, whole or not at all. */
export async function copyTo(log: LogReader, query: string, path: string): Promise<number> {
  const torn = `${path}.tmp`;
  try {
    const [copied] = await log.all(`COPY (${query}\n) TO ${quote(torn)} (FORMAT parquet, COMPRESSION zstd)`);
    renameSync(torn, path);
    return Number(copied?.['Count'] ?? 0);
  } catch (error) {
    rmSync(torn, { force: true });
    throw error instanceof Fault ? error : new Fault('LOG_EXPORT', messageOf(error), 1, error);
  }
}

export interface Exported {
  readonly table: string;
  readonly path: string;
  readonly rows: number;
}

/** Writes every table of a log to `out/TABLE.parquet`; the directory is made when it is not there. */
export async function exportParquet(
  folder: string,
  out: string,
  options: ReaderOptions = {},
): Promise<readonly Exported[]> {
  mkdirSync(out, { recursive: true });
  const log = await openLog(folder, { ...options, directories: [out] });
  const exported: Exported[] = [];
  try {
    for (const table of [...Object.keys(TABLES), 'outcomes']) {
      const path = resolve(join(out, `${table}.parquet`));
      exported.push({ table, path, rows: await copyTo(log, `FROM ${table}`, path) });
    }
    return exported;
  } finally {
    log.close();
  }
}
