import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Fault } from '../../../src/kit/fault.js';
import { openLog } from '../../../src/log/query.js';
import { newFolder, pageRow, writeLog } from './logs.js';

const child = fileURLToPath(new URL('./writing-child.js', import.meta.url));

/** The first number that the child says from `least` on. */
async function promised(writing: ChildProcess, least: number): Promise<number> {
  if (writing.stdout === null) throw new Error('The child has no output.');
  for await (const line of createInterface({ input: writing.stdout })) {
    if (Number(line) >= least) return Number(line);
  }
  throw new Error('The child ended early.');
}

test('a log killed while it is written holds whole pages, all that were promised, and can be gone on with', async t => {
  const folder = newFolder(t);
  const writing = spawn(process.execPath, [child, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => writing.kill('SIGKILL'));
  const least = await promised(writing, 3000);
  await assert.rejects(
    openLog(folder),
    (error: unknown) =>
      error instanceof Fault &&
      error.code === 'LOG_LOCKED' &&
      error.exitCode === 1 &&
      error.message.includes(`process ${writing.pid}`),
  );
  writing.kill('SIGKILL');
  await once(writing, 'exit');

  const log = await openLog(folder);
  const [found] = await log.all(
    `SELECT count(*)::INT AS pages, max(seq)::INT AS last, count(DISTINCT seq)::INT AS different,
       (SELECT count(*) FROM links)::INT AS links, (SELECT max(seq) FROM links)::INT AS last_link,
       count(*) FILTER (WHERE title <> repeat('title ' || seq || ' ', 20))::INT AS torn FROM pages`,
  );
  log.close();
  const pages = found?.['pages'] as number;
  assert.ok(pages >= least, `${pages} pages, ${least} promised`);
  assert.deepEqual(found, {
    pages,
    last: pages,
    different: pages,
    links: 3 * pages,
    last_link: pages,
    torn: 0,
  });

  await writeLog(folder, { pages: [pageRow(pages + 1)] });
  const again = await openLog(folder);
  assert.deepEqual(await again.all('SELECT count(*)::INT AS n FROM pages'), [{ n: pages + 1 }]);
  again.close();
});

test('a log that cannot grow becomes a pause with exit code 75, and keeps what was promised', async t => {
  const folder = newFolder(t);
  const limited = `ulimit -f 3000; exec "${process.execPath}" "${child}" "${folder}" 200000`;
  const writing = spawn('bash', ['-c', limited], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => writing.kill('SIGKILL'));
  const said: string[] = [];
  for await (const line of createInterface({ input: writing.stdout })) said.push(line);
  if (writing.exitCode === null) await once(writing, 'exit');
  assert.match(said.at(-1) ?? '', /^fault LOG_DISK_FULL The disk is full: /);
  assert.equal(writing.exitCode, 75);
  const least = Number(said.at(-2) ?? 0);
  const log = await openLog(folder);
  const [found] = await log.all('SELECT count(*)::INT AS pages, max(seq)::INT AS last FROM pages');
  log.close();
  assert.ok((found?.['pages'] as number) >= least && least > 0);
  assert.equal(found?.['pages'], found?.['last']);
});
