/** One directory, one process; a process that is gone holds nothing. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockDirectory } from '../../../src/app/lock.js';
import { Fault } from '../../../src/kit/fault.js';
import { temporaryFolder } from '../../web/tiny.js';

const isLocked = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'CRAWL_LOCKED' && error.exitCode === 2;

test('the second one is refused until the first one gives the directory back', () => {
  const folder = temporaryFolder();
  const release = lockDirectory(folder);
  assert.throws(() => lockDirectory(folder), isLocked);
  release();
  lockDirectory(folder)();
  assert.deepEqual(readdirSync(folder), []);
});

test('the lock of a process that has ended is taken over', () => {
  const folder = temporaryFolder();
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid, started: '1 gone' }));
  lockDirectory(folder)();
  assert.equal(existsSync(join(folder, 'lock')), false);
});

test('a number that was given to another process does not keep the lock', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.pid, started: '1 of-another-boot' }));
  lockDirectory(folder)();
});

test('a torn lock is no lock', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'lock'), '{"pid":');
  lockDirectory(folder)();
});

test('a process that was killed and not yet asked after by its parent holds nothing', {
  skip: process.platform !== 'linux',
}, async () => {
  const folder = temporaryFolder();
  // The shell ends its child and looks after nothing any more.
  const child = spawn('sh', ['-c', 'sleep 60 & echo $!; kill -9 $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: Number(text), started: '' }));
  lockDirectory(folder)();
  child.kill('SIGKILL');
});
