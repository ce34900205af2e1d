import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { runSql, type SqlOptions } from '../../../src/log/run-sql.js';
import { j1Pages, newFolder, writeLog } from './logs.js';

interface Said {
  readonly code: number;
  readonly output: string;
  readonly error: string;
}

async function sql(folder: string, more: Partial<SqlOptions>, typed = ''): Promise<Said> {
  const input = new PassThrough();
  const output = new PassThrough();
  const error = new PassThrough();
  input.end(typed);
  const heard = Promise.all([text(output), text(error)]);
  const code = await runSql({ folder, format: 'table', input, output, error, ...more });
  output.end();
  error.end();
  const [said, complained] = await heard;
  return { code, output: said, error: complained };
}

async function logFolder(t: TestContext): Promise<string> {
  const folder = newFolder(t);
  await writeLog(folder, { pages: j1Pages() });
  return folder;
}

test('a query is answered in the format asked for', async t => {
  const folder = await logFolder(t);
  const query = 'SELECT seq, relevance FROM pages WHERE seq < 3 ORDER BY seq;';
  assert.deepEqual(await sql(folder, { query }), {
    code: 0,
    output: 'seq  relevance\n───  ─────────\n  1        0.9\n  2        0.2\n(2 rows)\n',
    error: '',
  });
  assert.equal((await sql(folder, { query, format: 'csv' })).output, 'seq,relevance\r\n1,0.9\r\n2,0.2\r\n');
  const json = await sql(join(folder, 'crawl.duckdb'), { query, format: 'json' });
  assert.deepEqual(JSON.parse(json.output), [
    { seq: 1, relevance: 0.9 },
    { seq: 2, relevance: 0.2 },
  ]);
});

test('an answer goes to a file when one is named, Parquet to anything but a terminal', async t => {
  const folder = await logFolder(t);
  const csv = join(folder, 'a.csv');
  assert.equal((await sql(folder, { query: 'SELECT 1 AS one', format: 'csv', path: csv })).code, 0);
  assert.equal(readFileSync(csv, 'utf8'), 'one\r\n1\r\n');
  const parquet = join(folder, 'a.parquet');
  const written = await sql(folder, { query: 'FROM pages;', format: 'parquet', path: parquet });
  assert.equal(written.code, 0);
  assert.match(written.error, /^5 rows in /);
  assert.ok(existsSync(parquet));
  const piped = await sql(folder, { query: 'FROM pages', format: 'parquet' });
  assert.deepEqual([piped.code, piped.error, piped.output.slice(0, 4)], [0, '', 'PAR1']);
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  const refused = await sql(folder, { query: 'FROM pages', format: 'parquet', output: terminal });
  assert.equal(refused.code, 2);
  assert.match(refused.error, /name a file/);
});

test('a wrong question is answered with one message and exit code 1', async t => {
  const folder = await logFolder(t);
  const bad = await sql(folder, { query: 'SELEC 1' });
  assert.equal(bad.code, 1);
  assert.match(bad.error, /^Parser Error: syntax error at or near "SELEC"/);
  assert.equal((await sql(folder, { query: ' ; ' })).code, 1);
  assert.equal((await sql(join(folder, 'no'), { query: 'SELECT 1' })).code, 1);
  assert.equal((await sql(folder, { query: 'SELECT 1; SELECT 2', format: 'json' })).code, 2);
  assert.equal((await sql(folder, { format: 'json' })).code, 2);
});

test('a pipe is answered statement by statement, and an error does not end the talk', async t => {
  const folder = await logFolder(t);
  const typed = `.help\n.schema hosts\nSELECT\n  count(*) AS ";"\nFROM pages; SELEC;\n.nothing\n.schema\nSELECT 7 AS seven`;
  const { code, output, error } = await sql(folder, {}, typed);
  assert.equal(code, 1);
  assert.match(output, /\.tables .*\n/);
  assert.match(output, /bytes +BIGINT +Sum of decoded bodies\. \[bytes\]\n/);
  assert.match(output, /;\n─\n5\n\(1 row\)\n/);
  assert.match(output, /seven\n─────\n {4}7\n\(1 row\)\n$/);
  assert.match(error, /Parser Error(.|\n)*There is no \.nothing(.|\n)*Write \.schema with/);
  assert.ok(!output.includes('dowser>'));
});

test('the words of the prompt answer, and .quit ends the talk', async t => {
  const folder = await logFolder(t);
  const { code, output } = await sql(folder, {}, '.tables\n.views\n.quit\nSELECT 1 AS never;\n');
  assert.equal(code, 0);
  assert.match(output, /\npages +5 +One row for every attempt/);
  assert.match(output, /\ntunnels +Behind how many/);
  assert.ok(!output.includes('never'));
});

test('an answer stops quietly when its reader has gone', async t => {
  const folder = await logFolder(t);
  const output = new PassThrough({ highWaterMark: 100 });
  const input = new PassThrough();
  output.once('data', () => output.destroy());
  const asked = { folder, query: 'FROM range(1000000)', format: 'csv' as const };
  assert.equal(await runSql({ ...asked, input, output, error: new PassThrough() }), 0);
});

test('a page cannot speak to the terminal through an error or through CSV', async t => {
  const folder = await logFolder(t);
  const query = "SELECT error('a' || chr(27) || '[31m' || chr(155) || chr(8238) || chr(10) || 'b')";
  const safe = 'a\\u{1b}[31m\\u{9b}\\u{202e}\nb\n';
  assert.ok((await sql(folder, { query })).error.endsWith(safe));
  assert.ok((await sql(folder, {}, `${query};\n`)).error.endsWith(safe));
  const csv = "SELECT chr(27) || '[2J' AS title";
  const asked = {
    folder,
    format: 'csv',
    query: csv,
    input: new PassThrough(),
    error: new PassThrough(),
  } as const;
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  await runSql({ ...asked, output: terminal });
  assert.equal(await text(terminal.end()), 'title\n\\u{1b}[2J\n');
  assert.equal((await sql(folder, { query: csv, format: 'csv' })).output, 'title\r\n\u001b[2J\r\n');
});

test('a file that cannot be opened for the answer is a wrong command line', async t => {
  const folder = await logFolder(t);
  const said = await sql(folder, { query: 'FROM pages', format: 'csv', path: join(folder, 'no', 'a.csv') });
  assert.equal(said.code, 2);
  assert.match(said.error, /^--out cannot be written: ENOENT.*\.\n$/);
});
