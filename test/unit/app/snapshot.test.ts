/** A crawl that writes snapshots is the crawl that it would be without; taken up from one, it goes on as if nothing had been. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { type KeepingPorts, startCrawl } from '../../../src/app/crawl.js';
import { writeIslandWarc } from '../../../src/app/island-warc.js';
import { RHYTHM } from '../../../src/app/keeper.js';
import { loadConfig } from '../../../src/app/load.js';
import { resumeCrawl } from '../../../src/app/resume.js';
import { verifyCrawl } from '../../../src/app/verify.js';
import { type Disk, realDisk } from '../../../src/kit/disk.js';
import { byRank } from '../../web/by-rank.js';
import { rowsOf } from '../../web/dowser-process.js';
import { temporaryFolder } from '../../web/tiny.js';

const PAGES = `SELECT seq, url, kind, attempt, outcome, score, relevance, depth, parent, links_new FROM pages ORDER BY seq`;
const LINKS = 'SELECT seq, position, slot, url, anchor, score, fate FROM links ORDER BY seq, position';
const EVENTS = 'SELECT seq, kind, CAST(numbers AS VARCHAR) FROM events ORDER BY ALL';

const often = (snapshotAnswers: number): KeepingPorts => ({
  disk: realDisk,
  rhythm: { ...RHYTHM, mostAnswers: 7, snapshotAnswers, snapshotShare: 0 },
});
const journals = (folder: string): string[] =>
  readdirSync(folder).filter(name => /journal|snapshot/.test(name));
const tablesOf = async (folder: string) => [
  await rowsOf(folder, PAGES),
  await rowsOf(folder, LINKS),
  await rowsOf(folder, EVENTS),
];

describe('a stored web', () => {
  let web: Record<string, unknown>;
  const folder = temporaryFolder();
  before(() => {
    const { warcPath, web: island } = writeIslandWarc(join(folder, 'island.warc.gz'), {
      ...{ seed: 2, hosts: 12, pages: 300, islands: 3 },
    });
    web = { webs: [warcPath], seeds: [island.seedUrl], topics: ['暴雨灾害'], maxPages: 150, workers: 0 };
  });
  const configOf = (name: string, flags: Record<string, unknown>) =>
    loadConfig({
      flags: { ...web, ...flags, out: join(folder, name) },
      configFile: undefined,
      env: {},
      folder: process.cwd(),
    });

  for (const flags of [
    { strategy: 'best-first', idf: 'crawl' },
    { strategy: byRank(), keep: 'all' },
  ]) {
    test(`${basename(flags.strategy)} comes out the same with snapshots, and from one`, async () => {
      const name = basename(flags.strategy);
      await startCrawl(configOf(`${name}-calm`, flags), {}, often(Number.POSITIVE_INFINITY));
      const calm = await tablesOf(join(folder, `${name}-calm`));
      assert.equal(calm[0]?.length, 150);

      const many = configOf(`${name}-many`, flags);
      await startCrawl(many, {}, often(25));
      assert.deepEqual(await tablesOf(many.out), calm);
      const [journal, snapshot, ...others] = journals(many.out);
      assert.match(journal ?? '', /^journal-[4-6]\.bin$/);
      assert.equal(snapshot, journal?.replace('journal', 'snapshot'));
      assert.deepEqual(others, [], 'what lies before a snapshot is deleted');
      assert.deepEqual((await verifyCrawl(many.out)).problems, []);

      const cut = configOf(`${name}-cut`, { ...flags, maxPages: 90 });
      await startCrawl(cut, {}, often(25));
      assert.deepEqual((await verifyCrawl(cut.out)).problems, []);
      await resumeCrawl(cut.out, { maxPages: 91 }, {}, often(1));
      await resumeCrawl(cut.out, { maxPages: 150 }, {}, often(25));
      assert.deepEqual(await tablesOf(cut.out), calm);
      const verified = await verifyCrawl(cut.out);
      assert.deepEqual(verified.problems, []);
      assert.equal(verified.rows, 150);
      if (flags.keep === 'all') assert.ok(verified.kept > 120);
    });
  }

  test('a disk that takes no snapshot is told of, and the crawl goes on', async () => {
    const told: string[] = [];
    const refuse = async (): Promise<void> => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    };
    const disk: Disk = {
      ...realDisk,
      create(path) {
        const file = realDisk.create(path);
        return path.endsWith('snapshot.part') ? Object.assign(file, { appended: refuse }) : file;
      },
    };
    const config = configOf('refused', { strategy: 'breadth-first', maxPages: 60 });
    const hooks = { onMessage: ({ text }: { readonly text: string }) => void told.push(text) };
    const { pages } = await startCrawl(config, hooks, { ...often(25), disk });
    assert.equal(pages, 60);
    assert.match(told.join(), /did not take a snapshot/);
    assert.deepEqual(journals(config.out), ['journal.bin']);
  });
});
