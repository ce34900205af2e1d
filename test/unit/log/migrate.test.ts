import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { TABLES } from '../../../src/contract/row.js';
import { Fault } from '../../../src/kit/fault.js';
import { migrate, readVersion } from '../../../src/log/migrate.js';
import { openLog } from '../../../src/log/query.js';
import { logReference } from '../../../src/log/reference.js';
import { MIGRATIONS, SCHEMA_VERSION } from '../../../src/log/schema.js';
import { VIEWS } from '../../../src/log/views.js';
import { LogWriter } from '../../../src/log/writer.js';
import { j1Pages, newFolder, writeLog } from './logs.js';

test('a log is brought to the newest version, step by step and once', async t => {
  const folder = newFolder(t);
  await writeLog(folder, { pages: j1Pages() });
  const instance = await DuckDBInstance.create(join(folder, 'crawl.duckdb'));
  const connection = await instance.connect();
  t.after(() => {
    connection.closeSync();
    instance.closeSync();
  });
  const next = SCHEMA_VERSION + 1;
  const steps = [
    ...MIGRATIONS,
    { version: next, sql: 'ALTER TABLE hosts ADD COLUMN mood VARCHAR;' },
    { version: next + 1, sql: "ALTER TABLE hosts ALTER mood SET DEFAULT 'calm';" },
  ];
  assert.equal(await readVersion(connection), SCHEMA_VERSION);
  await migrate(connection, steps);
  await migrate(connection, steps);
  assert.equal(await readVersion(connection), next + 1);
  const read = await connection.runAndReadAll('SELECT count(mood) FROM hosts');
  assert.deepEqual(read.getRows(), [[0n]]);
  const broken = [...steps, { version: next + 2, sql: 'ALTER TABLE hosts DROP COLUMN mood; SELEC;' }];
  await assert.rejects(migrate(connection, broken));
  assert.equal(await readVersion(connection), next + 1);
});

test('a log of a newer program is left alone', async t => {
  const folder = newFolder(t);
  await writeLog(folder, {});
  const instance = await DuckDBInstance.create(join(folder, 'crawl.duckdb'));
  const connection = await instance.connect();
  await connection.run("UPDATE meta SET value = '999' WHERE key = 'schema_version'");
  connection.closeSync();
  instance.closeSync();
  await assert.rejects(
    LogWriter.open(folder),
    (error: unknown) =>
      error instanceof Fault &&
      error.code === 'LOG_NEWER' &&
      error.exitCode === 2 &&
      /999/.test(error.message),
  );
});

test('a log explains itself: every table and column has its comment, every view its question', async t => {
  const folder = newFolder(t);
  await writeLog(folder, {});
  const log = await openLog(folder);
  t.after(() => log.close());
  const undescribed = await log.all(
    `SELECT table_name FROM duckdb_tables() WHERE comment IS NULL
     UNION ALL SELECT view_name FROM duckdb_views() WHERE NOT internal AND comment IS NULL
     UNION ALL SELECT column_name FROM duckdb_columns()
       WHERE comment IS NULL AND table_name IN (${Object.keys(TABLES).map(name => `'${name}'`)})`,
  );
  assert.deepEqual(undescribed, []);
});

test('the reference page names every table, column and view', () => {
  const page = logReference();
  for (const view of VIEWS) assert.ok(page.includes(`### ${view.name}\n\n${view.sentence}`), view.name);
  for (const [name, table] of Object.entries(TABLES)) {
    assert.ok(page.includes(`### ${name}\n\n${table.meaning}`), name);
    for (const [column, { meaning }] of Object.entries(table.columns)) {
      assert.ok(
        page
          .split('\n')
          .some(line => line.startsWith(`| \`${column}\` |`) && line.endsWith(`| ${meaning} |`)),
      );
    }
  }
});
