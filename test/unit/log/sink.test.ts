import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { LogSink } from '../../../src/contract/sink.js';
import { Fault } from '../../../src/kit/fault.js';
import { openLog } from '../../../src/log/query.js';
import { openSink } from '../../../src/log/sink.js';
import { linkRow, newFolder, pageRow, runRow } from './logs.js';

const isFault = (code: string) => (error: unknown) => error instanceof Fault && error.code === code;

/** A sink that a failing test does not leave open. */
async function sinkOf(t: TestContext, folder = newFolder(t)): Promise<LogSink> {
  const sink = await openSink({ folder });
  t.after(() => sink.close().catch(() => undefined));
  return sink;
}

test('rows of every table arrive, in order, by the time it is closed', async t => {
  const folder = newFolder(t);
  const sink = await sinkOf(t, folder);
  sink.run(runRow(1));
  sink.topic({ topic: 0, since_seq: 0, name: '暴雨', languages: 'zh,en', terms: { 暴雨: 1, rain: 0.5 } });
  for (let seq = 1; seq <= 1000; seq++) {
    sink.page(pageRow(seq));
    sink.link(linkRow(seq, 0));
    sink.relevance({ seq, topic: 1, value: seq / 1000 });
    sink.host({ host: `h${seq % 3}`, pages: seq, relevant: 0, errors: 0, bytes: 0 });
  }
  sink.event({ seq: 1000, at: 1, kind: 'note', numbers: { x: 1 } });
  sink.run(runRow(1, { ended_at: 2, stop_reason: 'frontier empty' }));
  await sink.close();
  await sink.close();
  const log = await openLog(folder);
  t.after(() => log.close());
  const [found] = await log.all(
    `SELECT (SELECT list(seq) FROM pages) = range(1, 1001) AS pages,
       (SELECT list(seq) FROM links) = range(1, 1001) AS links,
       (SELECT count(*) FROM relevance)::INT AS relevance, (SELECT count(*) FROM hosts)::INT AS hosts,
       (SELECT stop_reason FROM runs) AS reason, (SELECT terms['rain'] FROM topics) AS rain,
       (SELECT numbers['x'] FROM events) AS x, (SELECT config->>'maxPages' FROM runs) AS config`,
  );
  assert.deepEqual(found, {
    pages: true,
    links: true,
    relevance: 1000,
    hosts: 3,
    reason: 'frontier empty',
    rain: 0.5,
    x: 1,
    config: '5',
  });
});

test('it is full while too much is on its way, and says when there is room again', async t => {
  const sink = await sinkOf(t);
  assert.equal(sink.isFull, false);
  await sink.drained();
  let pages = 0;
  while (!sink.isFull && pages < 100_000) sink.page(pageRow(++pages, { title: 'title '.repeat(50) }));
  assert.ok(pages < 10_000, `${pages} pages went out`);
  await Promise.all([sink.drained(), sink.drained()]);
  assert.equal(sink.isFull, false);
  assert.ok(sink.blockedMs > 0);
  await sink.close();
});

test('a flush is on disk before the log is closed', async t => {
  const folder = newFolder(t);
  const sink = await sinkOf(t, folder);
  sink.page(pageRow(1));
  await sink.flush();
  await sink.flush();
  await assert.rejects(openSink({ folder }), isFault('LOG_LOCKED'));
  await assert.rejects(openLog(folder), isFault('LOG_LOCKED'));
  sink.page(pageRow(2));
  await sink.close();
  assert.throws(() => sink.page(pageRow(3)), isFault('LOG_CLOSED'));
});

test('a folder that cannot hold a log is told at once', async t => {
  const folder = newFolder(t);
  writeFileSync(join(folder, 'file'), '');
  await assert.rejects(openSink({ folder: join(folder, 'file') }), Fault);
  mkdirSync(join(folder, 'other'));
  writeFileSync(join(folder, 'other', 'crawl.duckdb'), 'no database'.repeat(3000));
  await assert.rejects(openSink({ folder: join(folder, 'other') }), isFault('LOG_NOT_A_LOG'));
});

test('a failure of the thread reaches the next row, the flush and the close', async t => {
  const sink = await sinkOf(t);
  sink.topic({
    topic: 0,
    since_seq: 0,
    name: 'odd',
    languages: '',
    terms: { word: 1n as unknown as number },
  });
  await assert.rejects(sink.flush(), isFault('LOG_WRITE'));
  assert.throws(() => sink.page(pageRow(2)), isFault('LOG_WRITE'));
  await assert.rejects(sink.drained(), isFault('LOG_WRITE'));
  await assert.rejects(sink.close(), isFault('LOG_WRITE'));
});
