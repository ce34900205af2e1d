/** Kills while a snapshot is made, each at a named point: the crawl that is taken up is the undisturbed one. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { startCrawl } from '../../src/app/crawl.js';
import { writeIslandWarc } from '../../src/app/island-warc.js';
import { loadConfig } from '../../src/app/load.js';
import { resumeCrawl } from '../../src/app/resume.js';
import { verifyCrawl } from '../../src/app/verify.js';
import { packageRoot } from '../../src/kit/package-root.js';
import { rowsOf } from './dowser-process.js';
import { KILL_POINTS } from './snapshot-killer.js';
import { temporaryFolder } from './tiny.js';

const KILLER = join(packageRoot, 'dist', 'test', 'web', 'snapshot-killer.js');
const PAGES = 120;
const ROWS = `SELECT seq, url, kind, attempt, outcome, score, relevance, depth, parent, links_new, warc_file IS NULL FROM pages ORDER BY seq`;

async function killedAt(point: string, folder: string, flags: object): Promise<void> {
  const child = spawn(process.execPath, [KILLER, point, folder, JSON.stringify(flags)], { stdio: 'inherit' });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  assert.equal(signal, 'SIGKILL', `${point} is never passed: the process ended with ${code}`);
}

describe('a kill while a snapshot is made', { concurrency: 2 }, () => {
  const folder = temporaryFolder();
  let flags: object;
  let calm: unknown[][];

  before(async () => {
    const { warcPath, web } = writeIslandWarc(join(folder, 'island.warc.gz'), {
      ...{ seed: 2, hosts: 12, pages: 300, islands: 3 },
    });
    flags = {
      ...{ webs: [warcPath], seeds: [web.seedUrl], topics: ['暴雨灾害'] },
      ...{ maxPages: PAGES, workers: 1, strategy: 'shark', keep: 'all' },
    };
    const out = join(folder, 'calm');
    await startCrawl(
      loadConfig({ flags: { ...flags, out }, configFile: undefined, env: {}, folder: process.cwd() }),
    );
    calm = await rowsOf(out, ROWS);
    assert.equal(calm.length, PAGES);
  });

  // Each crawl is killed twice, so that the second kill meets what the first one left.
  const half = KILL_POINTS.length / 2;
  KILL_POINTS.slice(0, half).forEach((first, i) => {
    const second = KILL_POINTS[i + half] as string;
    test(`${first}; ${second}`, async () => {
      const out = join(folder, `killed-${i}`);
      await killedAt(first, out, flags);
      await killedAt(second, out, flags);
      await resumeCrawl(out);
      assert.deepEqual(await rowsOf(out, ROWS), calm);
      assert.deepEqual((await verifyCrawl(out)).problems, []);
    });
  });
});
