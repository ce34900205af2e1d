/** The real thing: the executable in a process of its own, and the demo from end to end. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startCrawl } from '../../../src/app/crawl.js';
import { writeIslandWarc } from '../../../src/app/island-warc.js';
import { packageRoot } from '../../../src/kit/package-root.js';
import { openLog } from '../../../src/log/query.js';
import { temporaryFolder } from '../../web/tiny.js';
import { runMain } from './run-main.js';

const executable = join(packageRoot, 'dist', 'src', 'cli', 'main.js');

function start(argv: readonly string[], cwd: string) {
  const child = spawn(process.execPath, [executable, ...argv], { cwd });
  const ran = { child, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ran.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ran.stderr += text;
  });
  return ran;
}

test('SIGINT ends a crawl with exit code 130 and a whole log', async () => {
  const folder = temporaryFolder();
  const { web, warcPath } = writeIslandWarc(join(folder, 'a.warc.gz'), {
    seed: 2,
    hosts: 12,
    pages: 400,
    islands: 3,
  });
  const argv = ['crawl', '--topic', '暴雨灾害', '--web', warcPath, '--seed', web.seedUrl, '--out', 'out'];
  const ran = start(argv, folder);
  ran.child.stderr.once('data', () => ran.child.kill('SIGINT'));
  const [code] = (await once(ran.child, 'close')) as [number];
  assert.equal(code, 130, ran.stderr);
  assert.match(ran.stdout, /stopped {4}interrupted/);
  const log = await openLog(join(folder, 'out'));
  const [run] = await log.all('SELECT stop_reason, pages, (SELECT count(*) FROM fetches) AS found FROM runs');
  log.close();
  assert.deepEqual([run?.['stop_reason'], run?.['pages']], ['interrupted', run?.['found']]);
});

test('a wrong command line leaves the process with exit code 2 and one line on stderr', async () => {
  const ran = start(['crawl', '--topik', 'a'], temporaryFolder());
  const [code] = (await once(ran.child, 'close')) as [number];
  assert.deepEqual(
    [code, ran.stdout, ran.stderr],
    [2, '', 'dowser: There is no option --topik. Did you mean --topic?\n'],
  );
});

test('an answer that does not fit on the disk is one sentence and exit code 75', {
  skip: !existsSync('/dev/full'),
}, async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [executable, '--help'], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = (await once(child, 'close')) as [number];
  assert.equal(code, 75);
  assert.match(said, /^dowser: The output could not be written: ENOSPC.*\.\n$/);
});

test('what cannot be said on stderr changes no exit code', { skip: !existsSync('/dev/full') }, async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [executable, 'crawl', '--topik'], {
    stdio: ['ignore', 'ignore', full],
  });
  closeSync(full);
  assert.deepEqual(await once(child, 'close'), [2, null]);
});

test('the demo compares three strategies, draws them and says what to try next', async () => {
  const folder = temporaryFolder();
  const { code, stdout, stderr } = await runMain(['demo', '--max-pages', '40', '-o', 'demo'], {
    folder,
    startCrawl,
  });
  assert.equal(code, 0, stderr);
  for (const name of ['breadth-first', 'best-first', 'shark'])
    assert.match(stdout, new RegExp(`^${name} +40 +\\d+ +[01]\\.\\d{3}`, 'm'));
  assert.match(stdout, /harvest rate\n/);
  assert.match(stdout, /dowser sql demo\/shark "FROM relevant_pages LIMIT 10"/);
  const asked = await runMain(['sql', 'demo/shark', 'SELECT count(*) AS n FROM pages', '--format', 'csv'], {
    folder,
  });
  assert.match(asked.stdout, /40/);
});
