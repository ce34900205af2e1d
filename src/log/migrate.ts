/** Is this log fresh, of this version, older or newer? Brings it to the version of this program, in one transaction. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { Fault } from '../kit/fault.js';
import { MIGRATIONS, type Migration } from './migrations.js';
import { createSql, refreshSql, SCHEMA_VERSION } from './schema.js';

/** The version of a log; 0 = it has no tables yet. */
export async function readVersion(connection: DuckDBConnection): Promise<number> {
  const known = await connection.runAndReadAll(
    "SELECT 1 FROM duckdb_tables() WHERE table_name = 'meta' AND database_name = current_database()",
  );
  if (known.currentRowCount === 0) return 0;
  const read = await connection.runAndReadAll("SELECT value FROM meta WHERE key = 'schema_version'");
  return Number(read.getRows()[0]?.[0] ?? 0);
}

function steps(version: number, migrations: readonly Migration[]): string[] {
  if (version === 0) return [createSql()];
  return migrations
    .filter(step => step.version > version)
    .flatMap(step => [step.sql, `UPDATE meta SET value = '${step.version}' WHERE key = 'schema_version';`]);
}

/** Afterwards the log has this program's tables and views. Throws a Fault for a log of a newer program. */
export async function migrate(
  connection: DuckDBConnection,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const version = await readVersion(connection);
  const newest = migrations.at(-1)?.version ?? SCHEMA_VERSION;
  if (version > newest) {
    throw new Fault(
      'LOG_NEWER',
      `This log was written by a newer Dowser (its version is ${version}, this one knows ${newest}): use that one.`,
      2,
    );
  }
  await connection.run('BEGIN');
  try {
    for (const sql of [...steps(version, migrations), refreshSql()]) await connection.run(sql);
    await connection.run('COMMIT');
  } catch (error) {
    await connection.run('ROLLBACK');
    throw error;
  }
}
