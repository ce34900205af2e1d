/**
 * A disk that is really full: a small tmpfs, where mounting is allowed. A crawl that meets its end pauses with exit code 75 and one
 * sentence, and goes on where it was once there is room.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { writeIslandWarc } from '../../src/app/island-warc.js';
import { commitsMore, dowser, rowsOf, startDowser } from './dowser-process.js';
import { temporaryFolder } from './tiny.js';

const MIB = 2 ** 20;
const ROWS = 'SELECT seq, url, attempt, outcome, score, relevance FROM pages ORDER BY seq';

/** A disk of its own, or undefined where none may be mounted; it goes with the test. */
function smallDisk(t: TestContext, bytes: number): string | undefined {
  const folder = join(temporaryFolder(), 'disk');
  mkdirSync(folder);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'dowser-test', folder]);
  if (status !== 0) return undefined;
  t.after(() => spawnSync('umount', ['-l', folder]));
  return folder;
}

/** Leaves so many bytes of the disk; a ballast of before goes first. */
function leave(disk: string, bytes: number): void {
  const path = join(disk, 'ballast');
  rmSync(path, { force: true });
  const { bavail, bsize } = statfsSync(disk);
  try {
    writeFileSync(path, new Uint8Array(Math.max(0, bavail * bsize - bytes)));
  } catch (error) {
    // The crawl was faster: full is full.
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  }
}

function islandFlags(): string[] {
  const path = join(temporaryFolder(), 'island.warc.gz');
  const { web, warcPath } = writeIslandWarc(path, { seed: 3, hosts: 12, pages: 500, islands: 3 });
  const flags = ['--web', warcPath, '--seed', web.seedUrl, '--topic', '暴雨灾害', '--strategy', 'best-first'];
  return [...flags, '--workers', '1', '--keep', 'all', '--max-pages', '400'];
}

test('a disk that fills, and one that is suddenly full: the crawl pauses, gets room, and has lost nothing', async t => {
  const disk = smallDisk(t, 64 * MIB);
  if (disk === undefined) return t.skip('skipped: no tmpfs may be mounted here');
  const flags = islandFlags();
  const calm = join(temporaryFolder(), 'calm');
  await dowser(['crawl', ...flags, '--out', calm, '--quiet']);
  const expected = await rowsOf(calm, ROWS);

  const out = join(disk, 'crawl');
  // Room for the reserve and a little more: the crawl sees it coming.
  leave(disk, 18 * MIB);
  await dowser(['crawl', ...flags, '--out', out, '--quiet'], 75);
  const [[reason, pages]] = (await rowsOf(out, 'SELECT stop_reason, pages::INT FROM runs')) as [
    [string, number],
  ];
  assert.equal(reason, 'disk full');
  t.diagnostic(`nearly full: paused after ${pages} pages`);
  // No room at all, from one moment to the next, three times: wherever it is then, a write fails.
  for (let i = 0; i < 3; i++) {
    rmSync(join(disk, 'ballast'));
    const running = startDowser(['resume', out, '--quiet']);
    await commitsMore(out, 1, running);
    leave(disk, 0);
    const code = await running.ended;
    t.diagnostic(`suddenly full: ${code} ${running.said().trim()}`);
    if (code === 0) break;
    assert.equal(code, 75, running.said());
  }
  rmSync(join(disk, 'ballast'));
  await dowser(['resume', out, '--quiet']);
  assert.deepEqual(await rowsOf(out, ROWS), expected);
  await dowser(['verify', out]);
});
