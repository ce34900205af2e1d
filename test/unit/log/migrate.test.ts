import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { TABLES } from '../../../src/contract/row.js';
import { Fault } from '../../../src/kit/fault.js';
import { migrate, readVersion } from '../../../src/log/migrate.js';
import { MIGRATIONS } from '../../../src/log/migrations.js';
import { openLog } from '../../../src/log/query.js';
import { logReference } from '../../../src/log/reference.js';
import { SCHEMA_VERSION } from '../../../src/log/schema.js';
import { VIEWS } from '../../../src/log/views.js';
import { LogWriter } from '../../../src/log/writer.js';
import { j1Pages, newFolder, pageRow, writeLog } from './logs.js';

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

/** The newest tables without what came after version 1. */
const BACK_TO_1 = `DROP TABLE robots;
  ${VIEWS.toReversed()
    .map(view => `DROP VIEW ${view.name};`)
    .join('\n')}
  ${['sent_at', 'sends', 'ip', 'first_byte_ms', 'wire_bytes', 'retry_after_ms', 'trouble', 'detail']
    .map(name => `ALTER TABLE pages DROP COLUMN ${name};`)
    .join('\n')}
  ${['requests', 'ips', 'latency_ms', 'robots', 'crawl_delay_ms', 'failures', 'refusals', 'gone_reason']
    .map(name => `ALTER TABLE hosts DROP COLUMN ${name};`)
    .join('\n')}
  UPDATE meta SET value = '1' WHERE key = 'schema_version';`;

test('a log of version 1 is written on as if it were new', async t => {
  const folder = newFolder(t);
  await writeLog(folder, { pages: j1Pages() });
  const instance = await DuckDBInstance.create(join(folder, 'crawl.duckdb'));
  const connection = await instance.connect();
  await connection.run(BACK_TO_1);
  connection.closeSync();
  instance.closeSync();
  await writeLog(folder, {
    pages: [pageRow(6, { sent_at: 5000, sends: 1, ip: '192.0.2.1', detail: 'x' })],
    hosts: [{ host: 'a.example', pages: 6, relevant: 3, errors: 0, bytes: 9, ips: '192.0.2.1' }],
    robots: [
      {
        ...{ origin: 'http://a.example', seq: 1, fetched_at: 1, url: 'http://a.example/robots.txt' },
        ...{ answer: 'open', agent_group: 'none', rules: 0, is_truncated: false, sitemaps: 0 },
      },
    ],
  });
  const log = await openLog(folder);
  t.after(() => log.close());
  const found = await log.all(
    `SELECT p.seq::INT AS seq, p.ip, p.detail, p.outcome_name, h.ips, r.answer, p.sends,
       (SELECT count(*) FROM pages)::INT AS n
     FROM pages p JOIN hosts h USING (host) JOIN robots r ON r.origin = 'http://a.example' WHERE p.seq = 6`,
  );
  assert.deepEqual(found, [
    {
      ...{ seq: 6, ip: '192.0.2.1', detail: 'x', outcome_name: 'Ok', ips: '192.0.2.1', answer: 'open' },
      ...{ sends: 1, n: 6 },
    },
  ]);
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
