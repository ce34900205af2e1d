import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { RequestRecord } from '../../src/serve/request-log.js';
import { crawlStored } from './crawl-stored.js';
import { startLiveServer } from './live-server.js';

/** By hand with 200 (`DOWSER_DELAY_MS=200`), as the road's promise has it; shorter in a hurry. */
const DELAY_MS = Number(process.env['DOWSER_DELAY_MS'] ?? 80);
const PER_IP = 2;

interface Sent {
  readonly url: string;
  readonly host: string;
  readonly kind: string;
  readonly atMs: number;
}

/** Gaps from start to start at each host, ms. */
function gapsOf(starts: readonly { readonly host: string; readonly atMs: number }[]): number[] {
  const last = new Map<string, number>();
  const gaps: number[] = [];
  for (const { host, atMs } of starts.toSorted((a, b) => a.atMs - b.atMs)) {
    const before = last.get(host);
    if (before !== undefined) gaps.push(atMs - before);
    last.set(host, atMs);
  }
  return gaps;
}

const share = (gaps: readonly number[], leastMs: number): number =>
  gaps.filter(gap => gap >= leastMs).length / gaps.length;

/** What the server's clock saw is printed; how busy the machine is decides over single milliseconds, so the test is wide. */
function judgeByServer(t: TestContext, seen: readonly RequestRecord[]): void {
  const gaps = gapsOf(seen.map(({ host, t: atMs }) => ({ host, atMs })));
  const shortest = Math.min(...gaps);
  t.diagnostic(
    `${seen.length} requests; by the server's clock ${(100 * share(gaps, DELAY_MS - 5)).toFixed(2)} % of gaps ≥ ${DELAY_MS - 5} ms, the shortest ${shortest.toFixed(1)} ms`,
  );
  assert.ok(share(gaps, DELAY_MS / 2) > 0.98);
}

test('sixty hosts on twenty addresses: gaps, limits, robots.txt and the log agree with what the server saw', async t => {
  const server = await startLiveServer({
    island: { seed: 5 },
    addresses: 20,
    latencyMs: 5,
    jitterMs: 10,
    slowMs: 400,
  });
  const crawl = await crawlStored({
    topics: ['暴雨灾害'],
    seeds: [server.web.seedUrl],
    connectTo: server.connectTo,
    dropSessionIds: 'false',
    contact: 'you@example.org',
    delayMs: `${DELAY_MS}ms`,
    perIpConcurrency: String(PER_IP),
    adaptsDelay: 'false',
    workers: '2',
  });
  const seen = await server.stop();
  assert.equal(crawl.end.stopReason, 'frontier empty');

  const rows = (await crawl.rows(
    'SELECT url, host, kind, epoch_ms(sent_at)::DOUBLE FROM pages WHERE sent_at IS NOT NULL ORDER BY sent_at',
  )) as [string, string, string, number][];
  const sent: Sent[] = rows.map(([url, host, kind, atMs]) => ({ url, host, kind, atMs }));
  const gaps = gapsOf(sent);
  assert.ok(Math.min(...gaps) >= DELAY_MS, `the shortest gap of the log is ${Math.min(...gaps)} ms`);
  judgeByServer(t, seen);

  const asked = seen.map(({ host, path }) => `http://${host}${path}`);
  assert.deepEqual(
    asked.toSorted(),
    sent.map(one => one.url).toSorted(),
    'the log has every request and no other',
  );
  assert.ok(!asked.some(url => server.web.isClosed(url)), 'nothing that robots.txt closes was asked for');
  const tries = new Map<string, number>();
  for (const { url, kind } of sent) if (kind === 'page') tries.set(url, (tries.get(url) ?? 0) + 1);
  const repeated = [...tries].filter(([, count]) => count > 1).map(([url]) => url);
  assert.deepEqual(
    repeated.filter(url => !url.endsWith('/flaky.html')),
    [],
    'each page was fetched once',
  );
  assert.equal(repeated.length, 12, 'what answered 503 was asked again');

  const [[violations]] = (await crawl.rows('SELECT sum(violations)::INT FROM politeness')) as [[number]];
  assert.equal(violations, 0);
  const [[unplaced]] = (await crawl.rows('SELECT count(*)::INT FROM hosts WHERE ips IS NULL')) as [[number]];
  assert.equal(unplaced, 0, 'every host has its address');
  const [[uncounted]] = (await crawl.rows(
    "SELECT count(*)::INT FROM pages WHERE kind = 'sitemap' AND outcome = 200 AND coalesce(links_found, 0) = 0",
  )) as [[number]];
  assert.equal(uncounted, 0, 'every sitemap says how many addresses it lists');
  const [[open]] = (await crawl.rows(`SELECT max(n)::INT FROM (
    SELECT a.seq, count(*) n FROM pages a JOIN pages b ON a.ip = b.ip AND b.sent_at <= a.sent_at
      AND b.sent_at + to_microseconds((b.first_byte_ms * 1000)::BIGINT) > a.sent_at + INTERVAL 1 MILLISECOND
    WHERE a.sent_at IS NOT NULL GROUP BY a.seq)`)) as [[number]];
  assert.ok(open <= PER_IP, `${open} requests were under way at one address`);
  const listed = asked.filter(url => /\/listed\/\d\.html$/.test(url));
  assert.equal(listed.length, 120, 'pages that only sitemaps list were found');
});
