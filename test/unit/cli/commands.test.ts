import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { models, strategies } from '../../../src/app/registry.js';
import { shippedTopics } from '../../../src/topic/find.js';
import { temporaryFolder } from '../../web/tiny.js';
import { j1Pages, writeLog } from '../log/logs.js';
import { runMain } from './run-main.js';

test('sql answers in every format, from a directory given relative to here', async () => {
  const folder = temporaryFolder();
  await writeLog(join(folder, 'first'), { pages: j1Pages() });
  const ask = (...more: string[]) =>
    runMain(['sql', 'first', 'SELECT count(*) AS n FROM pages', ...more], { folder });
  const n = j1Pages().length;
  assert.match((await ask()).stdout, new RegExp(`n[\\s\\S]*${n}`));
  assert.equal((await ask('--format', 'csv')).stdout.trim().replaceAll('\r', ''), `n\n${n}`);
  assert.deepEqual(JSON.parse((await ask('--format', 'json')).stdout), [{ n }]);
  const parquet = await ask('--format', 'parquet', '-o', 'n.parquet');
  assert.equal(parquet.code, 0);
  assert.equal(readFileSync(join(folder, 'n.parquet')).subarray(0, 4).toString(), 'PAR1');
});

test('sql without a query reads statements from the input', async () => {
  const folder = temporaryFolder();
  await writeLog(join(folder, 'first'), { pages: j1Pages() });
  const ran = await runMain(['sql', 'first'], { folder, input: 'SELECT 6 *\n7 AS answer;\n' });
  assert.deepEqual([ran.code, ran.stderr], [0, '']);
  assert.match(ran.stdout, /answer[\s\S]*42/);
});

test('a wrong question exits with 1 and says what DuckDB said; so does a directory without a log', async () => {
  const folder = temporaryFolder();
  await writeLog(join(folder, 'first'), {});
  const wrong = await runMain(['sql', 'first', 'SELECT relevence FROM pages'], { folder });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /relevence/);
  const nothing = await runMain(['sql', 'second', 'SELECT 1'], { folder });
  assert.equal(nothing.code, 1);
  assert.match(nothing.stderr, /second/);
  const format = await runMain(['sql', 'first', 'SELECT 1', '--format', 'jsn'], { folder });
  assert.deepEqual([format.code, format.stdout], [2, '']);
  assert.match(format.stderr, /--format must be table, csv, json, parquet, not "jsn"\. Did you mean json\?/);
});

test('web writes the file, its labels and its seed, and never over a file that is there', async () => {
  const folder = temporaryFolder();
  const argv = ['web', '--seed', '3', '--pages', '780', '--topic', '台风灾害', '-o', 'sea.warc.gz'];
  const first = await runMain(argv, { folder });
  assert.equal(first.code, 0, first.stderr);
  for (const name of ['sea.warc.gz', 'sea.labels.tsv', 'sea.seeds.txt'])
    assert.ok(existsSync(join(folder, name)));
  assert.match(first.stdout, /--web sea\.warc\.gz --seeds sea\.seeds\.txt --topic 台风灾害/);
  const second = await runMain(argv, { folder });
  assert.deepEqual([second.code, second.stderr.includes('is there already')], [2, true]);
});

for (const [title, argv, sentence] of [
  ['no file', ['web'], /Say where the web goes: -o FILE\.warc\.gz/],
  ['an unknown kind', ['web', '--kind', 'university', '-o', 'a.warc'], /--kind must be island/],
  ['too few pages', ['web', '--pages', '5', '-o', 'a.warc'], /--pages must be a whole number from 780/],
  ['a folder that is not there', ['web', '-o', 'no/a.warc'], /cannot be written/],
  ['a demo of no page', ['demo', '--max-pages', '0'], /--max-pages must be a whole number from 1/],
  ['a command that help does not know', ['help', 'crwal'], /no command crwal\. Did you mean crawl\?/],
  ['sql without a directory', ['sql'], /needs its DIR; see dowser sql --help/],
] as const) {
  test(`${title}: one sentence and exit code 2`, async () => {
    const { code, stdout, stderr } = await runMain(argv);
    assert.match(stderr, sentence);
    assert.match(stderr, /^dowser: [^\n]*[.?]\n$/);
    assert.deepEqual([code, stdout], [2, '']);
  });
}

test('the lists name everything that can be named', async () => {
  const list = async (name: string) => (await runMain([name])).stdout;
  for (const name of shippedTopics()) assert.ok((await list('topics')).includes(name));
  for (const { name } of strategies) assert.ok((await list('strategies')).includes(`${name}\n`));
  for (const { name } of models) assert.ok((await list('models')).includes(`${name}\n`));
});

test('every command has help of its own, on stdout, by --help and by help', async () => {
  for (const name of ['crawl', 'sql', 'web', 'demo', 'topics', 'strategies', 'models']) {
    const { code, stdout, stderr } = await runMain([name, '--help']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, new RegExp(`Usage: dowser ${name}`));
    assert.equal((await runMain(['help', name])).stdout, stdout);
    for (const line of stdout.split('\n')) assert.ok(line.length <= 110, line);
  }
});
