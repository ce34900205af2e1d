import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../web/tiny.js';
import { j1Pages, writeLog } from '../log/logs.js';
import { runMain } from './run-main.js';

test('export writes every table, lists addresses by a condition, and never over a file unasked', async () => {
  const folder = temporaryFolder();
  await writeLog(join(folder, 'one'), { pages: j1Pages() });
  const run = (...argv: string[]) => runMain(['export', 'one', ...argv], { folder });
  assert.equal((await run('-o', 'tables')).code, 0);
  assert.equal(readFileSync(join(folder, 'tables/pages.parquet')).subarray(0, 4).toString(), 'PAR1');
  assert.equal((await run('-o', 'tables')).code, 2);
  assert.equal((await run('-o', 'tables', '--force')).code, 0);
  const all = await run('--format', 'urls');
  assert.equal(all.stdout.trim().split('\n').length, new Set(j1Pages().map(({ url }) => url)).size);
  const first = await run('--format', 'urls', '--where', 'seq = 1', '-o', 'u.txt');
  assert.deepEqual([first.code, readFileSync(join(folder, 'u.txt'), 'utf8')], [0, `${j1Pages()[0]?.url}\n`]);
  for (const wrong of [
    'nothing = 1',
    'true); DROP TABLE pages; SELECT (1',
    'true'.concat('; ', 'FROM runs'),
  ]) {
    assert.equal((await run('--format', 'urls', '--where', wrong, '-o', 'w.txt')).code, 1, wrong);
    assert.ok(!existsSync(join(folder, 'w.txt')), 'a wrong condition leaves no file');
  }
  assert.equal((await run()).code, 2);
});

test('doctor finds this machine able, in words and as JSON', async () => {
  const said = await runMain(['doctor']);
  assert.equal(said.code, 0, said.stdout);
  const { isWell, checks } = JSON.parse((await runMain(['doctor', '--json'])).stdout) as {
    isWell: boolean;
    checks: { name: string; verdict: string }[];
  };
  assert.ok(isWell);
  assert.ok(checks.some(({ name, verdict }) => name === 'DuckDB' && verdict === 'good'));
});
