import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Fault } from '../../../../src/kit/fault.js';
import type { LogAsker } from '../../../../src/log/ask.js';
import { asCsv, asJson, asTable } from '../../../../src/log/format.js';
import { ask, openDoor, putPages } from './doors.js';

const isFault = (code: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Fault, String(error));
  assert.deepEqual([error.code, error.exitCode], [code, 1], error.message);
  assert.match(error.message, message);
  return true;
};

async function spelled(log: LogAsker, sql: string): Promise<string[]> {
  const texts: string[] = [];
  for (const format of [asCsv, asJson, asTable]) {
    let text = '';
    for await (const piece of format(await log.query(sql), 100)) text += piece;
    texts.push(text);
  }
  return texts;
}

/** DuckDB's client cannot hand in a union that is NULL. */
const EVERY_TYPE = 'SELECT * EXCLUDE ("union") FROM test_all_types()';

const ALIKE = [
  'FROM test_all_types()',
  'FROM pages ORDER BY seq',
  'FROM harvest_steps',
  'DESCRIBE pages',
  'SUMMARIZE links',
  'SHOW TABLES',
  'PIVOT (SELECT fate FROM links) ON fate IN (1) USING count(*)',
  'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 9) FROM n',
  `SELECT NULL AS z, [{'a': 1.5}] AS l, MAP {'k': [1]} AS m, union_value(u := 2) AS u, '{"a":[1]}'::JSON AS j, 1e300 AS e`,
];

test('an answer through the door is spelled as the one from the file, in every format', async t => {
  const { folder, sink, log } = await openDoor(t, 40);
  assert.equal(log.isRunning, true);
  const before = await Promise.all(ALIKE.map(sql => spelled(log, sql)));
  const rows = await log.toParquet(EVERY_TYPE, join(folder, 'through.parquet'));
  assert.equal(rows, 3);
  await sink.close();
  for (const [i, sql] of ALIKE.entries()) assert.deepEqual(await spelled(log, sql), before[i], sql);
  assert.equal(log.isRunning, false, 'the same asker goes on with the file');
  await log.toParquet(EVERY_TYPE, join(folder, 'file.parquet'));
  const [through, file] = ['through', 'file'].map(name => `FROM '${join(folder, name)}.parquet'`);
  assert.deepEqual(await spelled(log, through as string), await spelled(log, file as string));
});

test('what only reads is answered, everything else is refused with a sentence', async t => {
  const { folder, log } = await openDoor(t, 5);
  for (const sql of [
    'DELETE FROM pages',
    'CREATE TEMP TABLE t AS FROM pages',
    'SELECT 1; SELECT 2',
    'COMMIT',
    'CHECKPOINT',
    'FROM force_checkpoint()',
    `SELECT * FROM (FROM "system".main."CHECKPOINT"())`,
    `FROM query('FROM force_' || 'checkpoint()')`,
    `FROM enable_logging(storage='file', storage_config={'path': '${join(folder, 'x')}'})`,
    `COPY pages TO '${join(folder, 'x')}'`,
    "SELECT 1 FROM read_text('/etc/hostname')",
    'EXPLAIN ANALYZE DELETE FROM pages',
    "ATTACH ':memory:' AS m",
    "SET memory_limit = '1TB'",
    "SELECT lpad('x', 2000000000, 'y')",
    'SELECT max(len(range(seq + 100000000))) FROM pages',
    'PRAGMA enable_profiling',
    'LOAD json',
    'SELECT 1 WHERE EXISTS (FROM glob(getvariable(1)))',
  ])
    await assert.rejects(ask(log, sql), isFault('DOOR_READ_ONLY', /^The crawl still runs, and .*\.$/), sql);
  await assert.rejects(ask(log, 'SELEC 1'), isFault('LOG_QUERY', /^Parser Error: syntax error/));
  await assert.rejects(ask(log, 'FROM nothing'), isFault('LOG_QUERY', /^Catalog Error/));
  await assert.rejects(ask(log, `FROM 'x.parquet'`), isFault('LOG_QUERY', /^Permission Error/));
  await assert.rejects(ask(log, 'SELECT $1'), isFault('LOG_QUERY', /parameter/));
  await assert.rejects(ask(log, `SELECT '${'x'.repeat(70_000)}'`), isFault('DOOR_QUESTION', /65,536 bytes/));
  assert.deepEqual(await ask(log, 'SELECT count(*)::INT FROM pages'), [[5]]);
  assert.equal(existsSync(join(folder, 'x')), false);
});

test('a statement sees one commit, however much is written while it is answered', async t => {
  const { sink, log } = await openDoor(t, 3000);
  const answer = await log.query(
    'SELECT seq::INT, (SELECT count(*) FROM links)::INT FROM pages ORDER BY seq',
  );
  putPages(sink, 3001, 6000);
  await sink.flush();
  const rows: unknown[][] = [];
  for await (const some of answer.rows()) rows.push(...some.map(row => [...row]));
  assert.deepEqual([rows.length, rows.at(-1)], [3000, [3000, 9000]]);
  assert.deepEqual(await ask(log, 'SELECT max(seq)::INT FROM pages'), [[6000]]);
});

test('time has a limit, and the next one is answered', async t => {
  const { log } = await openDoor(t, 5, { mostMs: 1500 });
  await assert.rejects(
    ask(log, 'SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range = 7'),
    isFault('DOOR_TIME', /^A running crawl gives a statement and its answer 1.5 s:/),
  );
  assert.deepEqual(await ask(log, 'SELECT count(*)::INT FROM pages'), [[5]]);
});

test('length and memory have limits; who meets one hears which, and the writer goes on', async t => {
  const { sink, log } = await openDoor(t, 5, { mostBytes: 2 ** 20 });
  await assert.rejects(ask(log, 'FROM range(100000000)'), isFault('DOOR_LENGTH', /at most 1 MiB/));
  await assert.rejects(
    ask(log, 'SELECT list(range) FROM range(1000000000)'),
    // A slow machine may not come as far in that time.
    (error: unknown) => error instanceof Fault && /^DOOR_(MEMORY|TIME)$/.test(error.code),
  );
  putPages(sink, 6, 10);
  await sink.flush();
  assert.deepEqual(await ask(log, 'SELECT count(*)::INT FROM pages'), [[10]]);
});
