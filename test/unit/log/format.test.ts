import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { widthOf } from '../../../src/kit/width.js';
import { asCsv, asJson, asTable } from '../../../src/log/format.js';
import { type Answer, type LogReader, openLog } from '../../../src/log/query.js';
import { fitColumns, showText, tableLines } from '../../../src/log/table.js';
import { newFolder, writeLog } from './logs.js';

async function emptyLog(t: TestContext): Promise<LogReader> {
  const folder = newFolder(t);
  await writeLog(folder, {});
  const log = await openLog(folder);
  t.after(() => log.close());
  return log;
}

async function said(
  log: LogReader,
  sql: string,
  as: (answer: Answer) => AsyncGenerator<string>,
): Promise<string> {
  let text = '';
  for await (const piece of as(await log.query(sql))) text += piece;
  return text;
}

test('CSV follows RFC 4180 and tells NULL from an empty text', async t => {
  const log = await emptyLog(t);
  const sql = `SELECT 'a,b' AS "x,y", 'say "hi"' AS q, chr(10) AS line, NULL AS none, '' AS empty, '暴雨' AS zh, 1.5 AS n
    UNION ALL SELECT 'z', NULL, chr(13), 1, ' ', '', NULL`;
  assert.equal(
    await said(log, `SELECT * FROM (${sql}) ORDER BY 1`, asCsv),
    '"x,y",q,line,none,empty,zh,n\r\n"a,b","say ""hi""","\n",,"",暴雨,1.5\r\nz,,"\r",1, ,"",\r\n',
  );
});

test('JSON keeps every kind of value, and whole numbers that a reader would round as text', async t => {
  const log = await emptyLog(t);
  const text = await said(
    log,
    `SELECT 9007199254740991::BIGINT AS safe, 9007199254740992::BIGINT AS big, 18446744073709551615::UBIGINT AS u,
       'NaN'::DOUBLE AS nan, 'Infinity'::DOUBLE AS inf, 0.1::DOUBLE AS f, true AS b, NULL AS none,
       'a"' || chr(27) || chr(155) AS s, MAP {'x': 1.5} AS m, [1, NULL] AS l, {'k': 'v'} AS st,
       '{"a": [1]}'::JSON AS j, TIMESTAMP '2026-11-30 12:00:00.5' AS ts, 1.50 AS d, 12345678901234567.5 AS dd, 1 AS safe`,
    asJson,
  );
  assert.ok(!text.includes('\u009b') && !text.includes('\u001b'));
  assert.deepEqual(JSON.parse(text), [
    {
      safe: 9007199254740991,
      big: '9007199254740992',
      u: '18446744073709551615',
      nan: null,
      inf: null,
      f: 0.1,
      b: true,
      none: null,
      s: 'a"\u001b\u009b',
      m: { x: 1.5 },
      l: [1, null],
      st: { k: 'v' },
      j: { a: [1] },
      ts: '2026-11-30 12:00:00.5',
      d: 1.5,
      dd: '12345678901234567.5',
      'safe:1': 1,
    },
  ]);
});

test('answers without rows are still whole', async t => {
  const log = await emptyLog(t);
  assert.equal(await said(log, 'SELECT 1 AS a WHERE false', asCsv), 'a\r\n');
  assert.deepEqual(JSON.parse(await said(log, 'SELECT 1 AS a WHERE false', asJson)), []);
  assert.equal(await said(log, 'SELECT 1 AS a WHERE false', one => asTable(one, 80)), 'a\n─\n(0 rows)\n');
});

test('a long answer comes whole in CSV and JSON, and a table says what it left out', async t => {
  const log = await emptyLog(t);
  const csv = await said(log, 'FROM range(30000)', asCsv);
  assert.equal(csv.split('\r\n').length, 30_002);
  assert.equal((JSON.parse(await said(log, 'FROM range(30000)', asJson)) as unknown[]).length, 30_000);
  const table = await said(log, 'FROM range(30000)', one => asTable(one, 80));
  assert.match(table, /\(30,000 rows; the first 10,000 rows are shown, --format csv gives all\)\n$/);
});

test('columns line up when characters are two cells wide', () => {
  const lines = tableLines(
    ['title', 'n'],
    [
      ['暴雨灾害', '1'],
      ['rain', '20'],
      [null, '3'],
    ],
    {
      width: 80,
      isRight: [false, true],
    },
  );
  assert.deepEqual(lines, ['title      n', '────────  ──', '暴雨灾害   1', 'rain      20', 'NULL       3']);
});

test('no line is wider than the terminal, and columns that cannot fit become records', () => {
  const row = Array.from({ length: 6 }, (_, i) => '暴雨'.repeat(i * 8));
  const names = row.map((_, i) => `column${i}`);
  for (const width of [60, 80, 120]) {
    const lines = tableLines(names, [row], { width, isRight: [] });
    assert.ok(lines.every(line => widthOf(line) <= width));
    assert.equal(lines.length, 3);
  }
  const records = tableLines(names, [row, row], { width: 40, isRight: [] });
  assert.ok(records.every(line => widthOf(line) <= 40));
  assert.equal(records.length, 14);
  assert.equal(fitColumns([100, 4], 30)?.[1], 4);
});

test('a table shows what would steer a terminal and does not obey it', () => {
  assert.equal(showText('a\n\u001b[2J\u009b\u202eb'), 'a\\n\\u{1b}[2J\\u{9b}\\u{202e}b');
  const [, , line] = tableLines(['t'], [['x'.repeat(10_000_000)]], { width: 20, isRight: [] });
  assert.equal(line, `${'x'.repeat(19)}…`);
});
