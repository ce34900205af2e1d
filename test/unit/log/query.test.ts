import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Fault } from '../../../src/kit/fault.js';
import { askLog } from '../../../src/log/ask.js';
import { exportParquet } from '../../../src/log/parquet.js';
import { type LogReader, openLog } from '../../../src/log/query.js';
import { j1Pages, newFolder, runRow, writeLog } from './logs.js';

async function smallLog(t: TestContext): Promise<{ folder: string; log: LogReader }> {
  const folder = newFolder(t);
  await writeLog(folder, { pages: j1Pages(), runs: [runRow(1)] });
  const log = await openLog(folder, { directories: [] });
  t.after(() => log.close());
  return { folder, log };
}

const faultOf = (code: string, exitCode: number, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Fault, String(error));
  assert.equal(error.code, code);
  assert.equal(error.exitCode, exitCode);
  assert.match(error.message, message);
  return true;
};

test('what is no log is answered with a sentence', async t => {
  const folder = newFolder(t);
  await assert.rejects(openLog(join(folder, 'no')), faultOf('LOG_MISSING', 1, /is not there/));
  await assert.rejects(openLog(folder), faultOf('LOG_MISSING', 1, /holds no crawl\.duckdb/));
  writeFileSync(join(folder, 'crawl.duckdb'), 'no database'.repeat(5000));
  await assert.rejects(openLog(folder), faultOf('LOG_NOT_A_LOG', 1, /not a DuckDB database/));
});

test('bad SQL brings the message of DuckDB and exit code 1', async t => {
  const { log } = await smallLog(t);
  await assert.rejects(log.query('SELEC 1'), faultOf('LOG_QUERY', 1, /^Parser Error: syntax error/));
  await assert.rejects(log.all('FROM nothing'), faultOf('LOG_QUERY', 1, /nothing does not exist/));
  assert.deepEqual(await log.all('SELECT 1 AS one'), [{ one: 1 }]);
});

test('a query that fails on its way fails as a question too', async t => {
  const { log } = await smallLog(t);
  const read = async () => {
    const answer = await log.query(
      `SELECT CASE WHEN range < 5000 THEN 1 ELSE error('stop') END FROM range(10000)`,
    );
    for await (const rows of answer.rows()) assert.ok(rows.length >= 0);
  };
  await assert.rejects(read, faultOf('LOG_QUERY', 1, /stop/));
});

test('a log cannot be changed by a query, nor the disk outside be reached', async t => {
  const { folder, log } = await smallLog(t);
  const outside = newFolder(t);
  const path = join(outside, 'x.csv');
  writeFileSync(path, 'a\n1\n');
  for (const sql of [
    'DELETE FROM pages',
    `FROM '${path}'`,
    `COPY pages TO '${join(outside, 'y.csv')}'`,
    "SELECT * FROM read_text('/etc/hostname')",
    `FROM '${join(folder, '..', '..', 'etc', 'hostname')}'`,
    'SET enable_external_access = true',
    `SET allowed_directories = ['/']`,
    'INSTALL httpfs',
  ]) {
    await assert.rejects(log.query(sql), Fault, sql);
  }
  assert.equal(existsSync(join(outside, 'y.csv')), false);
  await log.all(`COPY pages TO '${join(folder, 'own.csv')}'`);
  assert.deepEqual(await log.all(`SELECT count(*)::INT AS n FROM '${join(folder, 'own.csv')}'`), [{ n: 5 }]);
});

test('a query goes to Parquet whole or not at all', async t => {
  const { folder, log } = await smallLog(t);
  const path = join(folder, 'relevant.parquet');
  const asked = await askLog(folder);
  t.after(() => asked.close());
  assert.equal(await asked.toParquet('FROM pages WHERE is_relevant -- the good ones', path), 3);
  assert.deepEqual(await log.all(`SELECT count(*)::INT AS n FROM '${path}'`), [{ n: 3 }]);
  const bad = join(folder, 'bad.parquet');
  await assert.rejects(asked.toParquet('FROM nothing', bad), faultOf('LOG_QUERY', 1, /nothing/));
  assert.equal(existsSync(bad) || existsSync(`${bad}.tmp`), false);
});

test('all tables leave as Parquet', async t => {
  const { folder, log } = await smallLog(t);
  const out = join(folder, 'parquet');
  const exported = await exportParquet(folder, out);
  assert.deepEqual(
    exported.filter(one => one.rows > 0).map(one => [one.table, one.rows > 1]),
    [
      ['runs', false],
      ['pages', true],
      ['outcomes', true],
    ],
  );
  const found = await log.all(`SELECT max(outcome_name) AS name FROM '${join(out, 'pages.parquet')}'`);
  assert.deepEqual(found, [{ name: 'Ok' }]);
});
