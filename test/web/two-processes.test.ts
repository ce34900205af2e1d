/** One directory, one process; and a crawl that was killed before it had got anywhere. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commitsMore, dowser, rowsOf, startDowser } from './dowser-process.js';
import { endlessFlags } from './endless-web.js';
import { temporaryFolder, tinyWeb } from './tiny.js';

const PAGES = 40;
const addresses = Array.from({ length: PAGES }, (_, i) => `http://a.test/${i}`);
const all = addresses.map(url => `<a href="${url}">flood warning</a>`).join(' ');

/** Flags of a crawl of a few pages that all lead to each other. */
function tinyFlags(): string[] {
  const web = tinyWeb(Object.fromEntries(addresses.map(url => [url, `<title>${url}</title><p>${all}</p>`])));
  return ['--web', web, '--seed', 'http://a.test/0', '--topic', 'flood-warning', '--workers', '1'];
}

const ROWS = 'SELECT seq, url, outcome, score, relevance FROM pages ORDER BY seq';

test('the second process on a directory is refused with one sentence, and does not disturb the first', async t => {
  const out = join(temporaryFolder(), 'crawl');
  const live = await endlessFlags(t, '200ms');
  const first = startDowser(['crawl', ...live, '--out', out, '--quiet']);
  await commitsMore(out, 1, first);
  const refused = await dowser(['resume', out], 2);
  assert.equal(
    refused,
    `dowser: ${out} is being crawled by process ${first.child.pid}; wait until it ends, or stop it.\n`,
  );
  assert.match(await dowser(['crawl', ...live, '--out', out], 2), /^dowser: --out .* dowser resume .*\.\n$/);
  assert.match(await dowser(['verify', out], 2), /^dowser: .* is being crawled by process \d+;.*\.\n$/);
  first.child.kill('SIGKILL');
  assert.equal(await first.ended, 'SIGKILL');
  assert.ok(existsSync(join(out, 'lock')), 'a process that was killed leaves its lock');
  const next = startDowser(['resume', out, '--quiet']);
  await commitsMore(out, 1, next);
  assert.equal(next.child.exitCode, null, `the lock was not taken over: ${next.said()}`);
  next.child.kill('SIGTERM');
  assert.equal(await next.ended, 143);
});

test('a crawl that was killed while it made its files is taken up, whichever of them were there', async () => {
  const folder = temporaryFolder();
  const flags = tinyFlags();
  const whole = join(folder, 'whole');
  await dowser(['crawl', ...flags, '--out', whole, '--quiet']);
  const rows = await rowsOf(whole, ROWS);
  assert.equal(rows.length, PAGES);
  const states: Record<string, (path: string) => void> = {
    'settings only': () => undefined,
    'an empty journal': path => writeFileSync(join(path, 'journal.bin'), ''),
    'a journal whose first frame is torn': path => {
      writeFileSync(join(path, 'journal.bin'), readFileSync(join(whole, 'journal.bin')).subarray(0, 33));
    },
    'a log and no journal': path => cpSync(join(whole, 'crawl.duckdb'), join(path, 'crawl.duckdb')),
    'a journal and no log': path => cpSync(join(whole, 'journal.bin'), join(path, 'journal.bin')),
    'everything, and a torn tail': path => {
      cpSync(whole, path, { recursive: true });
      truncateSync(join(path, 'journal.bin'), readFileSync(join(path, 'journal.bin')).length - 1);
    },
  };
  for (const [name, make] of Object.entries(states)) {
    const path = join(folder, name.replaceAll(/\W+/g, '-'));
    mkdirSync(path);
    cpSync(join(whole, 'crawl.json'), join(path, 'crawl.json'));
    make(path);
    await dowser(['resume', path, '--quiet']);
    assert.deepEqual(await rowsOf(path, ROWS), rows, name);
  }
});

test('settings that were being written when the process was killed do not keep the directory', async () => {
  const out = join(temporaryFolder(), 'crawl');
  mkdirSync(out);
  writeFileSync(join(out, 'crawl.json.new'), '{"ver');
  await dowser(['crawl', ...tinyFlags(), '--out', out, '--quiet']);
  assert.equal((await rowsOf(out, ROWS)).length, PAGES);
});
