/**
 * Real kills of a real process. Each strategy crawls once undisturbed; then the same crawl is killed at random moments and taken
 * up until it ends, and its log must be the same. `DOWSER_KILLS=200`: by hand, with the largest stored web that is there,
 * as many kills, and `DOWSER_RECORD=FILE` for what came out.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { writeIslandWarc } from '../../src/app/island-warc.js';
import { packageRoot } from '../../src/kit/package-root.js';
import { randomOf } from '../../src/kit/random.js';
import { sharedPath } from '../shared.js';
import { dowser, rowsOf } from './dowser-process.js';
import { crawlThrough, type Killed, killsBy } from './killing.js';
import { temporaryFolder } from './tiny.js';

const KILLS = Number(process.env['DOWSER_KILLS'] ?? 0);
const IS_LONG = KILLS > 0;
const MOST_TRIES = 8;
const LANE_KILLER = pathToFileURL(join(packageRoot, 'dist', 'test', 'web', 'lane-killer.js')).href;

/** What must be the same, row by row. */
const PAGES = `SELECT seq, url, final_url, kind, attempt, outcome, score, relevance, depth, parent, links_new
  FROM pages ORDER BY seq`;
const LINKS = 'SELECT seq, position, slot, url, anchor, score, fate FROM links ORDER BY seq, position';
/** How each address ended, whatever the order was. */
const ENDS = `SELECT url, max_by(outcome, seq), max_by(relevance, seq) FROM pages WHERE kind = 'page' GROUP BY url ORDER BY url`;
const TWICE = `SELECT url, attempt FROM pages WHERE kind = 'page' GROUP BY ALL HAVING count(*) > 1`;

/** Flags of a web with `pages` pages or more, all of which can be reached. */
function webFlags(pages: number): string[] {
  const large = IS_LONG ? sharedPath('webs/lohelp-opaque.warc.gz') : undefined;
  if (large !== undefined) {
    const seed = 'http://help.libreoffice.org/p/2277dc3061eca218';
    return ['--web', large, '--seed', seed, '--topic', 'sbasic-zh', '--scope', 'host'];
  }
  const path = join(temporaryFolder(), 'island.warc.gz');
  const { web, warcPath } = writeIslandWarc(path, { seed: 2, hosts: 12, pages, islands: 3 });
  return ['--web', warcPath, '--seed', web.seedUrl, '--topic', '暴雨灾害'];
}

async function tablesOf(folder: string) {
  return { pages: await rowsOf(folder, PAGES), links: await rowsOf(folder, LINKS) };
}

const numberOf = (killed: readonly Killed[], signal: Killed['signal']): number =>
  killed.filter(one => one.signal === signal).length;

interface Result {
  readonly strategy: string;
  readonly crawls: number;
  readonly rows: number;
  readonly links: number;
  readonly kills: number;
  readonly terms: number;
}

const results: Result[] = [];
const lanes: { readonly deaths: number; readonly met: number }[] = [];

for (const strategy of ['best-first', 'shark']) {
  test(`${strategy}: however often the crawl is killed, its log is that of the undisturbed one`, async t => {
    const budget = IS_LONG ? '1000' : '250';
    const unlimited = [...webFlags(400), '--strategy', strategy, '--workers', '2'];
    const flags = [...unlimited, '--max-pages', budget];
    const folder = temporaryFolder();
    const before = process.hrtime.bigint();
    await dowser(['crawl', ...unlimited, '--max-pages', '1', '--out', join(folder, 'start'), '--quiet']);
    const startMs = Number(process.hrtime.bigint() - before) / 1e6;
    const calm = join(folder, 'calm');
    await dowser(['crawl', ...flags, '--out', calm, '--quiet']);
    const expected = await tablesOf(calm);
    const all: Killed[] = [];
    const random = randomOf(IS_LONG ? Number(process.hrtime.bigint() % 4294967296n) : 7).fork(strategy);
    let crawls = 0;
    // A kill is aimed at a moment, and a fast machine may be done by then: another crawl is tried.
    const [kills, terms] = [KILLS / 2, KILLS / 8];
    const isEnough = (): boolean =>
      IS_LONG
        ? numberOf(all, 'SIGKILL') >= kills && numberOf(all, 'SIGTERM') >= terms
        : all.length > 0 || crawls === MOST_TRIES;
    for (; crawls === 0 || !isEnough(); crawls++) {
      const killed = join(folder, `killed-${crawls}`);
      all.push(...(await crawlThrough({ folder: killed, flags }, killsBy(random, IS_LONG ? 9 : 4, startMs))));
      assert.deepEqual(await tablesOf(killed), expected);
      assert.deepEqual(await rowsOf(killed, TWICE), []);
      await dowser(['verify', killed]);
    }
    assert.ok(all.length > 0, 'no kill met the crawl');
    const met = { kills: numberOf(all, 'SIGKILL'), terms: numberOf(all, 'SIGTERM') };
    t.diagnostic(
      `${met.kills} × SIGKILL, ${met.terms} × SIGTERM in ${crawls} crawls; a start takes ${startMs.toFixed(0)} ms`,
    );
    const { pages, links } = expected;
    results.push({ strategy, crawls, ...met, rows: pages.length, links: links.length });
  });
}

test('lanes that are ended in the middle of their work, with kills between, change no end of any address', async t => {
  const flags = [...webFlags(300), '--strategy', 'best-first', '--workers', '2', '--max-pages', '5000'];
  const folder = temporaryFolder();
  const calm = join(folder, 'calm');
  await dowser(['crawl', ...flags, '--out', calm, '--quiet']);
  const plan = [{ signal: 'SIGKILL', afterCommits: 2, afterMs: 100 }] as const;
  const all = { deaths: 0, met: 0 };
  for (let crawls = 0; all.deaths < (IS_LONG ? KILLS / 4 : 1) && (IS_LONG || crawls < MOST_TRIES); crawls++) {
    const killed = join(folder, `killed-${crawls}`);
    const env = { DOWSER_LANE_DEATHS: '8', DOWSER_LANE_MS: String(60 + 45 * (crawls % 3)) };
    await crawlThrough({ folder: killed, flags, preload: LANE_KILLER, env }, plan);
    const [[deaths, met]] = (await rowsOf(
      killed,
      `SELECT (SELECT count(*) FROM events WHERE kind = 'lane-replaced')::INT, (SELECT count(*) FROM pages WHERE outcome_name = 'WorkerDied')::INT`,
    )) as [[number, number]];
    all.deaths += deaths;
    all.met += met;
    assert.deepEqual(await rowsOf(killed, ENDS), await rowsOf(calm, ENDS));
    assert.deepEqual(await rowsOf(killed, TWICE), []);
    await dowser(['verify', killed]);
  }
  t.diagnostic(`${all.deaths} lanes ended, ${all.met} of them while they read a page`);
  assert.ok(all.deaths > 0, 'no lane was met');
  lanes.push(all);
});

after(() => {
  const record = process.env['DOWSER_RECORD'];
  if (record !== undefined)
    writeFileSync(record, `${JSON.stringify({ test: 'killed crawl', results, lanes: lanes[0] })}\n`);
});
