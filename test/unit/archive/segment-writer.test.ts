import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { WARCParser } from 'warcio';
import type { PageCapture } from '../../../src/archive/page-records.js';
import { storedHead } from '../../../src/archive/page-records.js';
import { warcDigest } from '../../../src/archive/record-bytes.js';
import { cutArchive, segmentsIn } from '../../../src/archive/segment-files.js';
import { isTrouble } from '../../../src/archive/segment-writer.js';
import { StoredWeb, StoredWebReader } from '../../../src/archive/stored-web.js';
import { verifyArchive } from '../../../src/archive/verify-archive.js';
import { memoryDisk, realDisk } from '../../../src/kit/disk.js';
import { refusingDisk } from '../../web/refusing-disk.js';
import { temporaryFolder } from '../../web/tiny.js';
import { bytesOf, captureOf, DATE_MS, keep, noteOf, writerAt } from './captures.js';
import { canonical } from './raw-warc.js';

const FOLDER = '/archive';
const FIRST = 'dowser-01-00001.warc.gz';

const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n`;

const PAGE_RESPONSE = lines(
  'WARC/1.1',
  'WARC-Type: response',
  'WARC-Target-URI: http://h.test/x',
  'WARC-Date: 2026-11-30T21:00:00.250Z',
  'WARC-IP-Address: 192.0.2.7',
  'WARC-Record-ID: <urn:uuid:8161f090-52c0-5614-a4bd-59c1795f414e>',
  'WARC-Payload-Digest: sha1:WX7EL3PRXBFAPPYUGTJ52ALN4YC3CKIH',
  'WARC-Block-Digest: sha1:NFG3Z2DDAO2GGLGXZNPWQFGWS3YFBJZI',
  'Content-Type: application/http; msgtype=response',
  'Content-Length: 136',
  '',
  'HTTP/1.1 200 OK',
  'Content-Type: text/html',
  'X-Crawler-Content-Encoding: gzip',
  'X-Crawler-Content-Length: 12',
  'Content-Length: 9',
  '',
  'body of x',
  '',
);
const PAGE_REQUEST = lines(
  'WARC/1.1',
  'WARC-Type: request',
  'WARC-Target-URI: http://h.test/x',
  'WARC-Date: 2026-11-30T21:00:00.250Z',
  'WARC-IP-Address: 192.0.2.7',
  'WARC-Record-ID: <urn:uuid:948f9f80-8423-5b68-8167-080d4397437e>',
  'WARC-Concurrent-To: <urn:uuid:8161f090-52c0-5614-a4bd-59c1795f414e>',
  'WARC-Block-Digest: sha1:B6KZWQX2WR5NZFYWVRQOKTDUOQ7LF5TP',
  'Content-Type: application/http; msgtype=request',
  'Content-Length: 33',
  '',
  'GET /x HTTP/1.1',
  'host: h.test',
  '',
  '',
  '',
);
const PAGE_METADATA = lines(
  'WARC/1.1',
  'WARC-Type: metadata',
  'WARC-Target-URI: http://h.test/x',
  'WARC-Date: 2026-11-30T21:00:00.250Z',
  'WARC-Record-ID: <urn:uuid:c418cee8-46b0-513b-b32d-1fd8a36708e6>',
  'WARC-Concurrent-To: <urn:uuid:8161f090-52c0-5614-a4bd-59c1795f414e>',
  'WARC-Block-Digest: sha1:P35IVBVW22N67T6WDCK5VIMFOSGVJ3TL',
  'Content-Type: application/warc-fields',
  'Content-Length: 115',
  '',
  'seq: 5',
  'relevance: 0.5',
  'hopsFromSeed: 2',
  'parent: 3',
  'attempt: 1',
  'topicVersion: 0',
  'outcome: Ok',
  'via: http://h.test/',
  '',
  '',
);

test('a page is a response, a request and a metadata record, written as the standard has it', () => {
  const disk = memoryDisk();
  const { file, offset, length, end } = keep(writerAt(FOLDER, { disk }), captureOf('x'), 5);
  const bytes = bytesOf(disk, join(FOLDER, file));
  assert.deepEqual([file, end], [FIRST, bytes.length]);
  assert.equal(gunzipSync(bytes.subarray(offset, offset + length)).toString(), PAGE_RESPONSE);
  assert.equal(gunzipSync(bytes.subarray(offset + length)).toString(), PAGE_REQUEST + PAGE_METADATA);
  assert.match(gunzipSync(bytes.subarray(0, offset)).toString(), /^WARC\/1\.1\r\nWARC-Type: warcinfo\r\n/);
});

test('a payload that was kept before becomes a revisit record, and our reader follows it', async () => {
  const folder = temporaryFolder();
  const writer = writerAt(folder);
  const { digest } = keep(writer, captureOf('a', { body: Buffer.from('same') }), 1);
  const refersTo = { seq: 1, url: 'http://h.test/a', dateMs: DATE_MS, digest };
  const same = captureOf('b', { body: Buffer.from('same'), requestHead: '' });
  const again = writer.append({ capture: same, seq: 2, note: noteOf(), refersTo });
  const other = writer.append({ capture: captureOf('c'), seq: 3, note: noteOf(), refersTo });
  assert.ok(!isTrouble(again) && !isTrouble(other));
  assert.deepEqual([again.isRevisit, again.digest, other.isRevisit], [true, digest, false]);
  const report = await verifyArchive({ disk: realDisk, folder });
  assert.deepEqual([report.problems, report.records, report.pages], [[], 1 + 3 + 2 + 3, 3]);
  const member = bytesOf(realDisk, join(folder, FIRST)).subarray(again.offset, again.offset + again.length);
  const text = gunzipSync(member).toString();
  assert.match(text, /^WARC-Type: revisit\r$/m);
  assert.match(text, /^WARC-Refers-To-Date: 2026-11-30T21:00:00.250Z\r$/m);
  assert.ok(text.endsWith('\r\nContent-Length: 4\r\n\r\n\r\n\r\n'));
  const web = await StoredWeb.open([join(folder, FIRST)], canonical);
  const reader = StoredWebReader.attach(web.handle);
  assert.equal(Buffer.from(reader.get('http://h.test/b')?.body ?? []).toString(), 'same');
  assert.equal(web.summary.pages, 3);
  web.close();
});

const line = fc
  .tuple(fc.stringMatching(/^[A-Za-z-]{1,12}$/), fc.string({ unit: 'binary', maxLength: 20 }))
  .map(([name, value]) => `${name}: ${value.replace(/[^\t\x20-\xff]/g, '')}\r\n`);
const hostile: fc.Arbitrary<Partial<PageCapture>> = fc.record({
  body: fc.uint8Array({ maxLength: 3000 }),
  status: fc.integer({ min: 200, max: 599 }),
  statusText: fc.string({ unit: 'binary', maxLength: 10 }),
  headers: fc.oneof(
    fc.array(line, { maxLength: 4 }).map(all => all.join('')),
    fc.constantFrom(
      '',
      'Transfer-Encoding: chunked\r\ncontent-encoding: gzip, br\r\n',
      'Content-Length: 7\r\nContent-Length: 8\r\n',
      'X: Ċ\r\n folded\r\n\r\nno colon\r\n',
      'content-length:5\n\n\nHTTP/1.1 200 OK\n\n',
    ),
  ),
  ip: fc.constantFrom('', '::1', '192.0.2.7'),
  dateMs: fc.oneof(fc.nat(), fc.constantFrom(Number.NaN, -1e300, 1e300, Number.NEGATIVE_INFINITY)),
  requestHead: fc.oneof(
    fc.constant(''),
    fc.string({ unit: 'binary' }).map(text => `GET ${text}\r\n\r\n`),
  ),
  truncated: fc.constantFrom(undefined, 'length' as const, 'disconnect' as const),
  source: fc.string({ unit: 'binary' }),
});

test('whatever a page holds, warcio and our reader give its payload back, and the archive is sound', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 4 }), async all => {
      const folder = temporaryFolder();
      const writer = writerAt(folder);
      const note = noteOf({ relevance: Number.NaN, via: 'http://h.test/\r\nx: y', outcome: -9 });
      const pages = all.map((changes, i) => captureOf(`p${i}`, changes));
      for (const [i, capture] of pages.entries())
        assert.ok(!isTrouble(writer.append({ capture, seq: i + 1, note })));
      const lengths = writer.sync();
      assert.ok(!isTrouble(lengths));
      const report = await verifyArchive({ disk: realDisk, folder, lengths });
      assert.deepEqual([report.problems, report.pages], [[], pages.length]);
      let at = 0;
      for await (const record of WARCParser.iterRecords(createReadStream(join(folder, FIRST)))) {
        if (record.warcType !== 'response') continue;
        const page = pages[at++] as PageCapture;
        assert.deepEqual(Buffer.from(await record.readFully(true)), Buffer.from(page.body));
        assert.equal(record.warcHeader('WARC-Payload-Digest'), warcDigest(page.body));
        assert.equal(record.httpHeaders?.statusCode, page.status);
      }
      assert.equal(at, pages.length);
      const web = await StoredWeb.open([join(folder, FIRST)], canonical);
      const reader = StoredWebReader.attach(web.handle);
      for (const { url, body, truncated } of pages) {
        const got = reader.get(url);
        assert.deepEqual(Buffer.from(got?.body ?? []), Buffer.from(body));
        assert.equal(got?.truncated, truncated !== undefined);
      }
      web.close();
    }),
    { numRuns: 40, seed: 3 },
  );
});

test('an archive torn anywhere in its last page is sound again once it is cut', async () => {
  const disk = memoryDisk();
  const writer = writerAt(FOLDER, { disk });
  keep(writer, captureOf('a'), 1);
  const lengths = writer.lengths();
  const { end } = keep(writer, captureOf('b'), 2);
  const bytes = bytesOf(disk, join(FOLDER, FIRST));
  const certain = lengths[0]?.bytes as number;
  for (let torn = certain; torn <= end; torn++) {
    const power = memoryDisk();
    power.create(join(FOLDER, FIRST)).append(bytes.subarray(0, torn));
    if (torn > certain) {
      const before = await verifyArchive({ disk: power, folder: FOLDER, lengths });
      assert.match(before.problems[0]?.text ?? '', /behind the last commit/);
    }
    assert.deepEqual(cutArchive(power, FOLDER, lengths), []);
    const report = await verifyArchive({ disk: power, folder: FOLDER, lengths });
    assert.deepEqual([report.problems, report.pages], [[], 1], String(torn));
  }
});

test('a segment that would grow too large is ended, and the next one begins with a warcinfo record', async () => {
  const disk = memoryDisk();
  const writer = writerAt(FOLDER, { disk, maxBytes: 2500 });
  const large = captureOf('large', {
    body: Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * i) % 251)),
  });
  const files = [captureOf('a'), captureOf('b'), large, captureOf('c')].map(
    (capture, i) => keep(writer, capture, i).file,
  );
  assert.deepEqual(
    files.map(file => file.slice(-13, -8)),
    ['00001', '00001', '00002', '00003'],
  );
  const grown = writer.sync();
  assert.ok(!isTrouble(grown));
  assert.deepEqual(
    grown.map(({ file }) => file),
    segmentsIn(disk, FOLDER),
  );
  keep(writer, captureOf('d'), 5);
  assert.deepEqual(writer.sync(), writer.lengths().slice(-1));
  assert.equal(writer.close(), undefined);
  assert.equal(keep(writerAt(FOLDER, { disk }), captureOf('e'), 6).file, 'dowser-01-00004.warc.gz');
  const report = await verifyArchive({ disk, folder: FOLDER });
  assert.deepEqual([report.problems, report.files, report.pages], [[], 4, 6]);
});

test('a disk that fills anywhere leaves whole pages, and what was refused can be written once there is room', async () => {
  const whole = memoryDisk();
  const { end } = keep(writerAt(FOLDER, { disk: whole }), captureOf('a'), 1);
  for (let room = 0; room <= end + 50; room += 23) {
    const disk = refusingDisk(memoryDisk(), room);
    const writer = writerAt(FOLDER, { disk });
    const page = (name: string, seq: number) =>
      writer.append({ capture: captureOf(name), seq, note: noteOf() });
    const first = page('a', 1);
    const refused = isTrouble(first) ? first : page('b', 2);
    assert.ok(isTrouble(refused) && refused.code === 'ENOSPC', String(room));
    assert.deepEqual(writer.lengths().length, room < 233 ? 0 : 1);
    disk.roomBytes = 1e6;
    for (const [name, seq] of [
      ['b', 2],
      ['c', 3],
    ] as const)
      assert.ok(!isTrouble(page(name, seq)));
    const lengths = writer.sync();
    assert.ok(!isTrouble(lengths));
    const report = await verifyArchive({ disk, folder: FOLDER, lengths });
    assert.deepEqual([report.problems, report.pages], [[], isTrouble(first) ? 2 : 3], String(room));
  }
});

test('a cut removes what no commit knows, and tells of committed bytes that are gone', () => {
  const disk = memoryDisk();
  for (const lane of [1, 2]) keep(writerAt(FOLDER, { disk, lane }), captureOf('a'), lane);
  for (const name of ['dowser-01-00002.warc.gz.part', 'index.cdxj', 'index.cdxj.run-1', 'notes.txt'])
    disk.create(join(FOLDER, name)).append(Buffer.from('x'));
  const known = [
    { file: FIRST, bytes: 300 },
    { file: 'dowser-01-00009.warc.gz', bytes: 5 },
  ];
  assert.deepEqual(cutArchive(disk, FOLDER, known, 1), [
    { file: 'dowser-01-00009.warc.gz', bytes: 5, found: 0 },
  ]);
  assert.deepEqual(disk.list(FOLDER), [
    FIRST,
    'dowser-02-00001.warc.gz',
    'index.cdxj',
    'index.cdxj.run-1',
    'notes.txt',
  ]);
  assert.deepEqual(cutArchive(disk, FOLDER, [{ file: FIRST, bytes: 301 }]), [
    { file: FIRST, bytes: 301, found: 300 },
  ]);
  assert.deepEqual(disk.list(FOLDER), [FIRST, 'notes.txt']);
});

test('a header of the wire stays marked as one, whatever control characters are in it', () => {
  const headers = 'Content-Encoding: gzip\rx\r\nContent-Length : 7\u2028\r\n';
  const head = storedHead({ status: 200, statusText: 'OK', headers }, 3).toString('latin1');
  assert.match(head, /^X-Crawler-Content-Encoding: gzip/m);
  assert.doesNotMatch(head, /^Content-Encoding/m);
  assert.deepEqual(head.match(/^Content-Length.*$/gm), ['Content-Length: 3']);
});

test('a megabyte of headers, an empty body and a body of 100 MB are written and verified', async () => {
  const folder = temporaryFolder();
  const writer = writerAt(folder, { level: 1 });
  const headers = `X-Long: ${'ä'.repeat(1 << 20)}\r\nContent-Length: 0\r\n`;
  const body = Buffer.alloc(100_000_000, 'Bodies may be large. ');
  keep(writer, captureOf('long', { headers, body: Buffer.alloc(0) }), 1);
  keep(writer, captureOf('large', { body }), 2);
  const report = await verifyArchive({ disk: realDisk, folder });
  assert.deepEqual([report.problems, report.pages], [[], 2]);
});
