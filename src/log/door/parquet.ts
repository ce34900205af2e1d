/** How does an answer through the door become a Parquet file? Here, in the process that asked, by a database in memory. */
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import { Fault } from '../../kit/fault.js';
import { CHUNK_ROWS } from '../chunk.js';
import { DuckDBDataChunk, DuckDBInstance } from '../duckdb.js';
import { messageOf } from '../fault.js';
import type { Answer } from '../query.js';
import { quote, quoteName } from '../schema.js';

const MEMORY = '1GiB';

/** A column of NULLs alone has no type that a file could hold. */
const sqlOf = (type: Answer['types'][number]): string => {
  const text = 'sql' in type ? String(type.sql) : String(type);
  return text === 'SQLNULL' || text === '"NULL"' || text === 'NULL' ? 'INTEGER' : text;
};

async function fill(connection: DuckDBConnection, answer: Answer): Promise<number> {
  const columns = answer.names.map(
    (name, k) => `${quoteName(name)} ${sqlOf(answer.types[k] as Answer['types'][number])}`,
  );
  await connection.run(`CREATE TABLE answer (${columns.join(', ')})`);
  const appender = await connection.createAppender('answer');
  const types: DuckDBType[] = answer.names.map((_, column) => appender.columnType(column));
  let count = 0;
  for await (const rows of answer.rows()) {
    for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
      const some = rows.slice(from, from + CHUNK_ROWS) as DuckDBValue[][];
      const chunk = DuckDBDataChunk.create(types, some.length);
      chunk.setRows(some);
      appender.appendDataChunk(chunk);
    }
    count += rows.length;
  }
  appender.closeSync();
  return count;
}

/** Writes the file whole or not at all; resolves to the number of rows. Rejects with a Fault (exit 1). */
export async function answerToParquet(answer: Answer, path: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'dowser-'));
  const torn = `${path}.tmp`;
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: MEMORY,
    temp_directory: folder,
  });
  const connection = await instance.connect();
  try {
    const count = await fill(connection, answer);
    await connection.run(`COPY answer TO ${quote(torn)} (FORMAT parquet, COMPRESSION zstd)`);
    renameSync(torn, path);
    return count;
  } catch (error) {
    rmSync(torn, { force: true });
    throw error instanceof Fault ? error : new Fault('LOG_EXPORT', messageOf(error), 1, error);
  } finally {
    connection.closeSync();
    instance.closeSync();
    rmSync(folder, { recursive: true, force: true });
  }
}
