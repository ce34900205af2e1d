import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openLog } from '../../../src/log/query.js';
import { VIEWS } from '../../../src/log/views.js';
import { J1, j1Pages, linkRow, newFolder, pageRow, type RowsByTable, runRow, writeLog } from './logs.js';

type Ask = (sql: string) => Promise<unknown[][]>;

/** Answers with rows of plain values: whole numbers as number. */
async function logOf(t: TestContext, rows: RowsByTable): Promise<Ask> {
  const folder = newFolder(t);
  await writeLog(folder, rows);
  const log = await openLog(folder);
  t.after(() => log.close());
  return async sql => {
    const found = await log.all(sql);
    return found.map(row =>
      Object.values(row).map(value => (typeof value === 'bigint' ? Number(value) : value)),
    );
  };
}

const near = (found: unknown, wanted: number): void => {
  assert.ok(Math.abs((found as number) - wanted) < 1e-6, `${found} is not ${wanted}`);
};

test('the harvest of METHODS J.1 comes out of SQL', async t => {
  const ask = await logOf(t, { pages: j1Pages() });
  const [row] = await ask(
    'SELECT n, harvest_rate, average_relevance, relevance_deviation, targets FROM harvest',
  );
  const [n, rate, average, deviation, targets] = row as number[];
  assert.equal(n, 5);
  near(rate, J1.harvestRate);
  near(average, J1.averageRelevance);
  near(deviation, J1.deviation);
  near((targets as number) / J1.knownTargets, J1.targetRecall);
});

test('the harvest curve runs page by page and passes over what is no fetch', async t => {
  const pages = [
    pageRow(1, { relevance: 0.8, is_relevant: true }),
    pageRow(2, { kind: 'denied', attempt: 0, outcome: -40 }),
    pageRow(3, { outcome: -6, status: 404 }),
    pageRow(4, { relevance: 0.4, kind: 'prefetch' }),
    pageRow(5, { kind: 'robots' }),
  ];
  const ask = await logOf(t, { pages });
  assert.deepEqual(await ask('SELECT n, seq, relevant, harvest_rate FROM harvest_curve ORDER BY n'), [
    [1, 1, 1, 1],
    [2, 3, 1, 0.5],
    [3, 4, 1, 1 / 3],
  ]);
  const curve = await ask('SELECT average_relevance, relevance_deviation FROM harvest_curve ORDER BY n');
  near(curve[1]?.[0], 0.8);
  near(curve[2]?.[0], 0.6);
  near(curve[2]?.[1], 0.2);
});

test('an empty log answers every view', async t => {
  const ask = await logOf(t, {});
  assert.deepEqual(await ask('SELECT n, relevant, harvest_rate FROM harvest'), [[0, 0, 0]]);
  for (const view of VIEWS) await ask(`FROM ${view.name}`);
});

test('every view has the columns that its documentation names', async t => {
  const ask = await logOf(t, {});
  for (const view of VIEWS) {
    const columns = (await ask(`DESCRIBE ${view.name}`)).map(row => row[0]);
    const named = Object.keys(view.columns).filter(name => name !== '…');
    if (named.length === Object.keys(view.columns).length)
      assert.deepEqual(columns.toSorted(), named.toSorted());
    else assert.deepEqual(columns.slice(0, named.length), named);
  }
});

test('harvest steps are 1, 2 and 5 times a power of ten, and the end', async t => {
  const ask = await logOf(t, { pages: Array.from({ length: 123 }, (_, i) => pageRow(i + 1)) });
  assert.deepEqual(await ask('SELECT n FROM harvest_steps'), [[10], [20], [50], [100], [123]]);
});

test('throughput counts by second', async t => {
  const pages = [1, 2, 3, 4, 5].map(seq => pageRow(seq, { bytes: 10, is_relevant: seq > 3 }));
  const ask = await logOf(t, { pages });
  assert.deepEqual(await ask('SELECT epoch_ms(second), pages, relevant, bytes FROM throughput'), [
    [0, 2, 0, 20],
    [1000, 2, 1, 20],
    [2000, 1, 1, 10],
  ]);
});

test('outcomes are named, counted and shared', async t => {
  const pages = [
    pageRow(1, { status: 200 }),
    pageRow(2, { outcome: -6, status: 404 }),
    pageRow(3, { outcome: 503 }),
  ];
  const ask = await logOf(t, { pages: [...pages, pageRow(4, { status: 200 })] });
  assert.deepEqual(await ask('SELECT outcome, name, class, status, pages, share FROM outcome_counts'), [
    [200, 'Ok', 'ok', 200, 2, 0.5],
    [-6, 'HttpError', 'drop', 404, 1, 0.25],
    [503, 'HttpError', 'drop', null, 1, 0.25],
  ]);
});

test('slow hosts, wait and work, tunnels and ranks equal hand-made numbers', async t => {
  const pages = [
    pageRow(1, {
      host: 'a',
      fetch_ms: 10,
      waited_ms: 1,
      rank: 1,
      off_topic_steps: 0,
      is_relevant: true,
      relevance: 1,
    }),
    pageRow(2, { host: 'a', fetch_ms: 30, waited_ms: 3, rank: 9, off_topic_steps: 0, relevance: 0 }),
    pageRow(3, {
      host: 'b',
      fetch_ms: 50,
      waited_ms: 5,
      rank: 10,
      off_topic_steps: 2,
      is_relevant: true,
      outcome: -9,
    }),
    pageRow(4, { host: 'b', judge_ms: 2, rank: 99, outcome: -6 }),
  ];
  const ask = await logOf(t, { pages });
  assert.deepEqual(await ask('FROM slow_hosts'), [
    ['b', 2, 50, 50, 50, 1],
    ['a', 2, 20, 30, 40, 0],
  ]);
  assert.deepEqual(await ask('FROM wait_and_work'), [
    ['waited', 3, 3, 3, 9],
    ['fetch', 3, 30, 30, 90],
    ['judge', 1, 2, 2, 2],
  ]);
  assert.deepEqual(await ask('FROM tunnels'), [
    [0, 2, 1, 0.5],
    [2, 1, 1, 1],
  ]);
  assert.deepEqual(await ask('FROM rank_and_wait'), [
    [1, 9, 2, 2, 0.5, 0.5],
    [10, 99, 2, 5, null, 0.5],
  ]);
});

test('links are counted by their fate', async t => {
  const links = [
    linkRow(1, 0, { score: 0.5 }),
    linkRow(1, 1, { score: 1.5, anchor_relevance: 0.2 }),
    linkRow(1, 2, { fate: 'fenced', reason: 'depth' }),
  ];
  const ask = await logOf(t, { links });
  assert.deepEqual(await ask('FROM link_fates'), [
    ['admitted', null, 2, 0.2, null, 1],
    ['fenced', 'depth', 1, null, null, null],
  ]);
});

test('relevant pages leave near duplicates out', async t => {
  const pages = [
    pageRow(1, { is_relevant: true, relevance: 0.6, title: 'one' }),
    pageRow(2, { is_relevant: true, relevance: 0.9, title: 'two' }),
    pageRow(3, { is_relevant: true, relevance: 0.9, outcome: -1, duplicate_of: 2 }),
  ];
  const ask = await logOf(t, { pages });
  assert.deepEqual(await ask('SELECT seq, title FROM relevant_pages'), [
    [2, 'two'],
    [1, 'one'],
  ]);
});

test('diversity of hosts goes by hundreds', async t => {
  const pages = Array.from({ length: 120 }, (_, i) =>
    pageRow(i + 1, { host: i < 50 ? 'a.x.test' : i < 100 ? 'b.x.test' : 'c.test' }),
  );
  const counts = { pages: 1, relevant: 0, errors: 0, bytes: 0 };
  const hosts = ['a.x.test', 'b.x.test'].map(host => ({ host, domain: 'x.test', ...counts }));
  const ask = await logOf(t, { pages: [...pages, pageRow(121, { kind: 'robots', host: 'd.test' })], hosts });
  assert.deepEqual(await ask('FROM host_diversity'), [
    [1, 100, 2, 1, 0.5, 2],
    [101, 120, 1, 1, 1, 1],
  ]);
});

test('gaps between requests of every kind are held against what was asked for', async t => {
  const sent = (seq: number, host: string, ip: string, atMs: number, more = {}) =>
    pageRow(seq, { host, ip, sent_at: atMs, ...more });
  const pages = [
    sent(1, 'a', '192.0.2.1', 1000, { kind: 'robots' }),
    sent(2, 'a', '192.0.2.1', 1200),
    sent(3, 'b', '192.0.2.1', 1250, { kind: 'sitemap' }),
    sent(4, 'a', '192.0.2.1', 1399.5, { outcome: -22 }),
    sent(5, 'b', '192.0.2.2', 1500),
    pageRow(6, { host: 'a', kind: 'denied', attempt: 0 }),
  ];
  const counts = { pages: 1, relevant: 0, errors: 0, bytes: 0 };
  const hosts = [{ host: 'b', crawl_delay_ms: 300, ...counts }];
  const config = '{"delayMs":200,"perIpDelayMs":50}';
  const ask = await logOf(t, { pages, hosts, runs: [runRow(1, { config })] });
  assert.deepEqual(await ask('FROM politeness ORDER BY host'), [
    ['a', 3, 200, 199.5, 199.75, 1],
    ['b', 2, 300, 250, 250, 1],
  ]);
  assert.deepEqual(await ask('FROM politeness_ip ORDER BY ip'), [
    ['192.0.2.1', 2, 4, 50, 50, 149.5, 0],
    ['192.0.2.2', 1, 1, 50, null, null, 0],
  ]);
});
