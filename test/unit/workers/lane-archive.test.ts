import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { gunzipSync, gzipSync } from 'node:zlib';
import { StoredWeb, StoredWebReader } from '../../../src/archive/stored-web.js';
import { verifyArchive } from '../../../src/archive/verify-archive.js';
import type { KeptPage } from '../../../src/contract/archive.js';
import { type LaneAnswer, type LaneOrder, PULSE } from '../../../src/contract/lane.js';
import { realDisk } from '../../../src/kit/disk.js';
import type { ArchiveSetup } from '../../../workers/archive-desk.js';
import runLane from '../../../workers/lane.js';
import type { LaneSetup } from '../../../workers/lane-setup.js';
import type { PageReader } from '../../../workers/page-reader.js';
import { StoredPages } from '../../../workers/stored-pages.js';
import { liveSetup, visitOf } from '../../web/live-lane.js';
import { answer, rawServer } from '../../web/raw-server.js';
import { temporaryFolder, tinyWeb } from '../../web/tiny.js';
import { bytesOf, noteOf } from '../archive/captures.js';
import { canonical } from '../archive/raw-warc.js';

const PAGE = '<title>Flood</title><p>A flood warning for the river.';
const START_MS = Date.UTC(2026, 0, 1);
const archiveAt = (folder: string): ArchiveSetup => ({
  folder,
  keeps: 'all',
  startedAtMs: START_MS,
  info: { software: 'dowser test' },
});

/** A lane on this very thread. `ask` sends an order and waits for so many answers of a kind. */
function laneHere(t: TestContext, setup: LaneSetup) {
  const { port1, port2 } = new MessageChannel();
  const pulse = new Int32Array(new SharedArrayBuffer(4 * PULSE.length));
  const done = runLane({ port: port2, pulse, number: 3, shape: setup.shape, setup });
  t.after(() => port1.close());
  const ask = (order: LaneOrder, isAnswer: (answer: LaneAnswer) => boolean): Promise<LaneAnswer> =>
    new Promise(resolve => {
      const hear = (message: LaneAnswer): void => {
        if (!isAnswer(message)) return;
        port1.off('message', hear);
        resolve(message);
      };
      port1.on('message', hear);
      port1.postMessage(order);
    });
  return { done, ask, end: () => port1.postMessage({ kind: 'end' } satisfies LaneOrder) };
}

async function keptBy(lane: ReturnType<typeof laneHere>, url: string): Promise<KeptPage> {
  await lane.ask({ kind: 'visits', visits: [visitOf(url)] }, ({ packets }) => packets.length > 0);
  const order = { slot: 7, seq: 1, note: noteOf() };
  const { kept } = await lane.ask({ kind: 'keep', pages: [order] }, each => each.kept !== undefined);
  const { synced } = await lane.ask({ kind: 'sync', commit: 1 }, each => each.synced !== undefined);
  const [page] = kept as [KeptPage];
  assert.deepEqual(synced?.lengths, [{ file: page.file, bytes: page.end }]);
  lane.end();
  await lane.done;
  return page;
}

test('a page of the live web is archived with what was sent, unpacked, and as a web of its own', async t => {
  const folder = temporaryFolder();
  const packed = answer(
    gzipSync(PAGE),
    'Content-Type: text/html\r\nContent-Encoding: gzip\r\nX-Odd: \xe9\r\n',
  );
  const server = await rawServer(t, { '/a?b=1': packed });
  const url = `${server.origin}/a?b=1`;
  const fetch = { credentials: { [server.origin]: 'me:secret' } };
  const lane = laneHere(t, { ...liveSetup({ fetch }), archive: archiveAt(folder) });
  const page = await keptBy(lane, url);
  assert.equal(page.file, 'dowser-03-00001.warc.gz');
  const report = await verifyArchive({ disk: realDisk, folder });
  assert.deepEqual([report.problems, report.records], [[], 4]);
  const member = bytesOf(realDisk, join(folder, page.file));
  const records = gunzipSync(member).toString('latin1');
  const [sent = ''] = server.heads;
  assert.match(sent, /authorization: Basic /);
  const shown = sent.replace(/(authorization: ).*/, '$1***');
  assert.ok(records.includes(`\r\n\r\n${shown}\r\n\r\n`), records);
  assert.match(records, /X-Odd: \xe9\r\n/);
  assert.match(records, /X-Crawler-Content-Encoding: gzip\r\n/);
  assert.match(records, /WARC-IP-Address: 127\.0\.0\.1\r\n/);
  const web = await StoredWeb.open([join(folder, page.file)], canonical);
  const stored = StoredWebReader.attach(web.handle).get(url);
  assert.equal(Buffer.from(stored?.body ?? []).toString(), PAGE);
  assert.equal(stored?.offset, page.offset);
  assert.equal(stored?.dateMs, page.dateMs);
  web.close();
});

test('a page of a stored web is copied with its own date, and says where it was', async t => {
  const folder = temporaryFolder();
  const url = 'http://h.test/';
  const path = tinyWeb({ [url]: { body: PAGE, headers: { 'x-own': '1' } } });
  const web = await StoredWeb.open([path], canonical);
  t.after(() => web.close());
  const { live: _none, ...rest } = liveSetup();
  const lane = laneHere(t, { ...rest, web: web.handle, archive: archiveAt(folder) });
  const page = await keptBy(lane, url);
  assert.equal(page.dateMs, Date.UTC(2020, 0, 1));
  const records = gunzipSync(bytesOf(realDisk, join(folder, page.file))).toString();
  assert.match(records, /\r\nx-own: 1\r\nContent-Length: \d+\r\n\r\n<title>/);
  assert.match(records, /\r\nsource: tiny\.warc\.gz \d+\r\n/);
  assert.doesNotMatch(records, /WARC-Type: request/);
  const report = await verifyArchive({ disk: realDisk, folder });
  assert.deepEqual([report.problems, report.records], [[], 3]);
});

test('a stored page whose file has changed since it was read is not there for the archive', () => {
  const changed = {
    get(): never {
      throw new Error('incorrect data check');
    },
  } as unknown as StoredWebReader;
  const pages = new StoredPages(changed, {} as PageReader);
  assert.equal(pages.capture('http://a.test/', 0), undefined);
});
