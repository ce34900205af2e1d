import assert from 'node:assert/strict';
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { WARCParser, type WARCRecord } from 'warcio';
import { warcDigest } from '../../../src/archive/record-bytes.js';
import { StoredWeb, StoredWebReader } from '../../../src/archive/stored-web.js';
import { responseRecord, WarcFile, warcinfoRecord } from '../../../src/archive/write-warc.js';
import { sharedPath } from '../../shared.js';
import { temporaryFolder, tinyWeb } from '../../web/tiny.js';
import { canonical } from './raw-warc.js';

/** warcio is the judge here: our index and our records have to mean the same to it. */
async function judge(path: string, see: (record: WARCRecord) => void | Promise<void>): Promise<void> {
  for await (const record of WARCParser.iterRecords(createReadStream(path))) await see(record);
}

test('the WARC samples open and hold the records that warcio finds', async t => {
  const folder = sharedPath('suites/warc-samples');
  if (folder === undefined) return t.skip('skipped: ../shared/suites is not there');
  for (const name of readdirSync(folder).filter(file => /\.warc(\.gz)?$/.test(file))) {
    const path = join(folder, name);
    const expected = { records: 0, pages: new Set<string>() };
    await judge(path, record => {
      expected.records++;
      if (record.warcType === 'response') expected.pages.add(record.warcTargetURI as string);
      if (record.warcType === 'revisit') expected.pages.add(record.warcTargetURI as string);
    });
    const web = await StoredWeb.open([path], canonical);
    const http = [...expected.pages].filter(url => canonical(url) !== undefined);
    assert.equal(web.summary.records, expected.records, name);
    assert.equal(web.summary.pages, http.length, name);
    const reader = StoredWebReader.attach(web.handle);
    for (const url of http) assert.ok(reader.get(url) !== undefined, `${name} ${url}`);
    web.close();
  }
});

test('the records that we write are those that warcio and our reader give back', async () => {
  const path = join(temporaryFolder(), 'own.warc.gz');
  const shape = fc.array(
    fc.record({
      body: fc.uint8Array({ maxLength: 3000 }),
      status: fc.integer({ min: 200, max: 599 }),
      words: fc.string(),
    }),
    { maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(shape, async answers => {
      const file = new WarcFile(path);
      file.write(warcinfoRecord('own.warc.gz', 0, { software: 'dowser' }));
      const url = (i: number): string => `http://h.test/${i}?q=%E9%9B%A8`;
      const places = answers.map(({ body, status, words }, i) => {
        const headers: [string, string][] = [
          ['X-Words', words],
          ['Content-Type', 'text/html'],
        ];
        return file.write(responseRecord({ url: url(i), status, headers, body, dateMs: 1e12 + i }));
      });
      file.close();
      let i = -1;
      await judge(path, async record => {
        const answer = answers[i++];
        if (answer === undefined) return;
        assert.deepEqual(Buffer.from(await record.readFully(true)), Buffer.from(answer.body));
        assert.equal(record.httpHeaders?.statusCode, answer.status);
        assert.equal(record.warcHeader('WARC-Payload-Digest'), warcDigest(answer.body));
        assert.equal(record.warcTargetURI, url(i - 1));
      });
      assert.equal(i, answers.length);
      const web = await StoredWeb.open([path], canonical);
      const reader = StoredWebReader.attach(web.handle);
      for (const [k, { body, status }] of answers.entries()) {
        const got = reader.get(url(k));
        assert.deepEqual([got?.status, got?.offset], [status, places[k]?.offset]);
        assert.deepEqual(Buffer.from(got?.body ?? []), Buffer.from(body));
      }
      web.close();
    }),
    { numRuns: 30, seed: 1 },
  );
});

test('digests are SHA-1 in base 32', () => {
  assert.equal(warcDigest(Buffer.from('')), 'sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ');
});

test('a value cannot smuggle a line into a record', async () => {
  const path = tinyWeb({
    'http://h.test/': { headers: { 'x-a': '1\r\nx-b: 2\r\n\r\nbody' }, body: 'true body' },
  });
  const web = await StoredWeb.open([path], canonical);
  const got = StoredWebReader.attach(web.handle).get('http://h.test/');
  assert.equal(got?.headers.has('x-b'), false);
  assert.equal(Buffer.from(got?.body ?? []).toString(), 'true body');
  web.close();
});

test('another thread reads through the handle what main reads', async () => {
  const pages = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`http://h.test/${i}`, `page ${i}`]),
  );
  const web = await StoredWeb.open([tinyWeb(pages)], canonical);
  const url = [...Object.keys(pages), 'http://h.test/none'];
  const worker = new Worker(new URL('./lane-reader.js', import.meta.url), {
    workerData: { handle: web.handle, url },
  });
  const bodies = await new Promise<(Uint8Array | undefined)[]>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await worker.terminate();
  assert.deepEqual(
    bodies.map(body => body && Buffer.from(body).toString()),
    [...Object.values(pages), undefined],
  );
  web.close();
});
