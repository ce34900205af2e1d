/** A live crawl that is killed: what the server, whose clock and count nobody touches, saw of it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestRecord } from '../../src/serve/request-log.js';
import { certainSeq, dowser, rowsOf } from './dowser-process.js';
import { crawlThrough, type Kill } from './killing.js';
import { startLiveServer } from './live-server.js';
import { temporaryFolder } from './tiny.js';

const DELAY_MS = 2000;
const PAGES = 100;
const CONCURRENCY = 16;
const PLAN: readonly Kill[] = [
  { signal: 'SIGKILL', afterCommits: 5, afterMs: 300 },
  { signal: 'SIGKILL', afterCommits: 4, afterMs: 100 },
];

interface Stop {
  readonly atMs: number;
  /** Rows up to this one were certain then. */
  readonly seq: number;
}

const urlOf = ({ host, path }: RequestRecord): string => `http://${host}${path}`;

function countOf(urls: readonly string[]): Map<string, number> {
  const count = new Map<string, number>();
  for (const url of urls) count.set(url, (count.get(url) ?? 0) + 1);
  return count;
}

/** Gaps at a host from the last request before a stop to the first one after it, ms. */
function gapsAcross(seen: readonly RequestRecord[], stops: readonly Stop[]): number[] {
  const last = new Map<string, number>();
  const gaps: number[] = [];
  for (const { host, t } of seen) {
    const before = last.get(host);
    if (before !== undefined && stops.some(({ atMs }) => before < atMs && atMs <= t)) gaps.push(t - before);
    last.set(host, t);
  }
  return gaps;
}

test('a live crawl that is killed asks again only for what was not certain, and keeps the delays', async t => {
  const server = await startLiveServer({ island: { seed: 5, hosts: 40, pages: 600 }, latencyMs: 5 });
  const folder = join(temporaryFolder(), 'crawl');
  const flags = ['--topic', '暴雨灾害', '--contact', 'you@example.org'];
  flags.push(...server.web.hosts.flatMap(host => ['--seed', `http://${host}/`]));
  flags.push(...server.connectTo.flatMap(rule => ['--connect-to', rule]), '--delay', `${DELAY_MS}ms`);
  flags.push('--no-adaptive-delay', '--concurrency', String(CONCURRENCY), '--workers', '2');
  flags.push('--max-pages', String(PAGES), '--strategy', 'best-first');
  const stops: Stop[] = [];
  const killed = await crawlThrough({ folder, flags }, PLAN, async () => {
    // What it had sent comes to the server a moment later.
    await sleep(200);
    stops.push({ atMs: performance.timeOrigin + performance.now(), seq: certainSeq(folder) });
  });
  const seen = (await server.stop()).toSorted((a, b) => a.t - b.t);
  assert.ok(killed.length > 0, 'no kill met the crawl');
  const rows = (await rowsOf(
    folder,
    "SELECT seq::INT, url, kind FROM pages WHERE sent_at IS NOT NULL AND kind <> 'robots' ORDER BY seq",
  )) as [number, string, string][];
  // A redirect's hops and retries are rows of their own.
  const pages = await rowsOf(folder, 'SELECT count(*)::INT FROM fetches');
  assert.deepEqual(pages, [[PAGES]], 'the budget is exact');

  const asked = seen.filter(({ path }) => path !== '/robots.txt');
  let again = 0;
  for (const [i, { atMs, seq }] of stops.entries()) {
    const after = countOf(asked.filter(one => one.t > atMs).map(urlOf));
    const stillToCome = new Set(rows.filter(row => row[0] > seq).map(row => row[1]));
    const certain = rows.filter(row => row[0] <= seq).map(row => row[1]);
    const twice = certain.filter(url => after.has(url) && !stillToCome.has(url));
    assert.deepEqual(twice, [], `after kill ${i + 1} nothing that was certain is asked for again`);
    const before = asked.filter(one => one.t <= atMs && one.t > (stops[i - 1]?.atMs ?? 0)).map(urlOf);
    const lost = before.filter(url => after.has(url) && !certain.includes(url));
    again += lost.length;
    t.diagnostic(`kill ${i + 1} at row ${seq}: ${lost.length} of ${before.length} requests were made again`);
    // What is under way, and what half a second between two commits may hold, with room for a slow machine.
    assert.ok(lost.length <= 3 * CONCURRENCY);
  }
  const extra = asked.length - rows.length;
  assert.ok(extra <= again, `${extra} requests without a row, ${again} made again`);
  const gaps = gapsAcross(seen, stops);
  const shortest = Math.min(...gaps);
  t.diagnostic(`${gaps.length} gaps across a restart, the shortest ${shortest.toFixed(0)} ms of ${DELAY_MS}`);
  assert.ok(gaps.length > 0 && shortest >= 0.9 * DELAY_MS);
  const twice = 'SELECT url, attempt FROM fetches GROUP BY ALL HAVING count(*) > 1';
  assert.deepEqual(await rowsOf(folder, twice), []);
  await dowser(['verify', folder]);
});
