/** A real crawl of the live web that is asked while it crawls, and killed or ended while it answers. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Fault } from '../../src/kit/fault.js';
import { packageRoot } from '../../src/kit/package-root.js';
import { askLog, type LogAsker } from '../../src/log/ask.js';
import { askDoor } from '../../src/log/door/ask.js';
import { commitsMore, type DowserProcess, dowser, rowsOf, startDowser } from './dowser-process.js';
import { endlessFlags } from './endless-web.js';
import { temporaryFolder } from './tiny.js';

const EXECUTABLE = join(packageRoot, 'dist', 'src', 'cli', 'main.js');
const run = promisify(execFile);

const flagsOf = async (t: TestContext): Promise<string[]> => [
  ...(await endlessFlags(t, '10ms')),
  ...['--workers', '1', '--quiet'],
];

/** A crawl that has committed something to its log, and who asks it. */
async function asked(t: TestContext, out: string, crawl: DowserProcess): Promise<LogAsker> {
  await commitsMore(out, 1, crawl);
  while (!existsSync(join(out, 'door', 'socket'))) await sleep(20);
  const log = await askLog(out);
  t.after(() => log.close());
  assert.equal(log.isRunning, true);
  return log;
}

/** The only row of an answer, which is read to its end: one that is not holds the file. */
async function first(log: LogAsker, sql: string): Promise<readonly unknown[]> {
  const all: (readonly unknown[])[] = [];
  for await (const rows of (await log.query(sql)).rows()) all.push(...rows);
  return all[0] ?? [];
}

/** What is true of whole pages only: no row is missing before the last one, and each has all of its links. */
const WHOLE = `SELECT count(*)::INT, max(seq)::INT, coalesce(sum(links_new), 0)::INT,
  (SELECT count(*) FROM links WHERE fate = 'admitted')::INT FROM pages`;

function checkWhole([count, last, promised, links]: readonly unknown[], text: string): void {
  assert.equal(count, last ?? 0, text);
  assert.equal(links, promised, text);
}

test('a running crawl is asked fifty times, in every format, and shows whole pages only', async t => {
  const out = join(temporaryFolder(), 'crawl');
  const crawl = startDowser(['crawl', ...(await flagsOf(t)), '--out', out]);
  t.after(() => crawl.child.kill('SIGKILL'));
  const log = await asked(t, out, crawl);
  let [least, different] = [0, 0];
  for (let i = 0; i < 50 || (different < 2 && i < 500); i++) {
    const row = await first(log, WHOLE);
    checkWhole(row, `question ${i}`);
    const count = row[0] as number;
    assert.ok(count >= least, `${count} after ${least}`);
    if (count > least) different++;
    least = count;
    await sleep(60);
  }
  assert.ok(different > 1 && least > 0, `${least} pages, seen to grow ${different} times`);
  const file = join(out, '..', 'pages.parquet');
  const sql = (...argv: string[]) => run(process.execPath, [EXECUTABLE, 'sql', out, ...argv]);
  const { stdout } = await sql('SELECT count(*) AS n FROM pages', '--format', 'json');
  assert.ok((JSON.parse(stdout) as { n: number }[])[0]!.n >= least);
  const { stderr } = await sql('FROM pages', '--format', 'parquet', '-o', file);
  assert.match(stderr, /^[\d,]+ rows in /);
  assert.equal(readFileSync(file).subarray(0, 4).toString(), 'PAR1');
  crawl.child.kill('SIGTERM');
  assert.equal(await crawl.ended, 143, crawl.said());
  checkWhole((await rowsOf(out, WHOLE))[0] as unknown[], 'the end');
  assert.equal(existsSync(join(out, 'door')), false);
});

const ENDLESS = 'SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range = 7';

/** Reaches the point, and gives what comes of the answer once nobody is there to give it. */
const POINTS: Record<string, (out: string) => Promise<() => Promise<unknown>>> = {
  'while it computes': async out => {
    const answer = askDoor(out, ENDLESS);
    await Promise.race([answer, sleep(400)]);
    return () => answer;
  },
  'between rows': async out => {
    const answer = await askDoor(out, 'FROM range(1000000000)');
    const rows = answer?.rows();
    await rows?.next();
    return async () => {
      for await (const some of rows ?? []) assert.ok(some.length > 0);
    };
  },
};

test('a crawl that is killed while it answers, at each of these points, leaves whole pages and goes on', async t => {
  const out = join(temporaryFolder(), 'crawl');
  let crawl = startDowser(['crawl', ...(await flagsOf(t)), '--out', out]);
  t.after(() => crawl.child.kill('SIGKILL'));
  let seen = 0;
  for (const [point, reach] of Object.entries(POINTS)) {
    const log = await asked(t, out, crawl);
    while (((await first(log, WHOLE))[0] as number) < seen + 10) await sleep(100);
    const rest = await reach(out);
    crawl.child.kill('SIGKILL');
    assert.equal(await crawl.ended, 'SIGKILL', point);
    const came = await rest().catch((error: unknown) => error);
    assert.ok(came === undefined || (came instanceof Fault && came.code === 'DOOR_CLOSING'), String(came));
    assert.ok(existsSync(join(out, 'door', 'socket')), 'a process that was killed leaves its door');
    const row = await first(log, WHOLE);
    checkWhole(row, `the file is asked after the kill ${point}`);
    assert.equal(log.isRunning, false);
    log.close();
    seen = row[0] as number;
    if (point === Object.keys(POINTS)[0]) crawl = startDowser(['resume', out, '--quiet']);
  }
  await dowser(['resume', out, '--max-pages', String(seen + 20), '--quiet']);
  const row = (await rowsOf(out, WHOLE))[0] as [number];
  checkWhole(row, 'after the resume');
  assert.ok(row[0] >= seen + 20, `${row[0]} pages, ${seen} before`);
  await dowser(['verify', out]);
  assert.equal(existsSync(join(out, 'door')), false);
});
