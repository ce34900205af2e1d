/** One directory, one process; a process that is gone holds nothing. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
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
