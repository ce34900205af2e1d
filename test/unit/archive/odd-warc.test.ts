import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { StoredWeb, StoredWebReader } from '../../../src/archive/stored-web.js';
import { Fault } from '../../../src/kit/fault.js';
import { temporaryFolder } from '../../web/tiny.js';
import { canonical, httpBlock, members, openBytes, page, rawRecord, warcFile } from './raw-warc.js';

const three = [page('a'), page('b'), page('c')];
const all = Buffer.concat(three);
const names = ['a', 'b', 'c'];

for (const [how, bytes] of [
  ['plain', all],
  ['one gzip member a record', members(three)],
  [
    'two records in one member and one in the next',
    members([Buffer.concat(three.slice(0, 2)), three[2] as Buffer]),
  ],
  ['one member for all', gzipSync(all)],
  [
    'members cut without regard to records',
    members([all.subarray(0, 150), all.subarray(150, 300), all.subarray(300)]),
  ],
  [
    'line feeds alone',
    Buffer.from(
      all
        .toString()
        .replaceAll('\r', '')
        .replace(/Content-Length: \d+/g, 'Content-Length: 50'),
    ),
  ],
] as const) {
  test(`reads a file packed as ${how}`, async () => {
    const { web, text } = await openBytes(bytes);
    assert.deepEqual(
      names.map(text),
      names.map(name => `body of ${name}`),
    );
    assert.equal(web.summary.pages, 3);
    assert.equal(web.summary.records, 3);
    web.close();
  });
}

test('reads many records of one large gzip member from the spool', async () => {
  const body = 'x'.repeat(100_000);
  const records = Array.from({ length: 120 }, (_, i) => page(`p${i}`, { block: httpBlock(`${i} ${body}`) }));
  const bytes = Buffer.concat([
    gzipSync(page('first')),
    gzipSync(Buffer.concat(records)),
    gzipSync(page('last')),
  ]);
  const { web, reader, text } = await openBytes(bytes);
  assert.equal(web.summary.pages, 122);
  for (const i of [0, 7, 119]) assert.equal(text(`p${i}`), `${i} ${body}`);
  assert.equal(text('last'), 'body of last');
  assert.equal(reader.get('http://h.test/p7')?.offset, gzipSync(page('first')).length);
  web.close();
  const full = await openBytes(bytes, { mostSpoolBytes: 1_000_000 });
  assert.equal(full.web.summary.reasons.spoolFull, 1);
  assert.equal(full.text('last'), 'body of last');
  full.web.close();
});

test('a single record larger than a small member is read from its member, and not when larger than allowed', async () => {
  const body = Buffer.alloc(9 << 20, 'large ');
  const { web, reader } = await openBytes(members([page('large', { block: httpBlock(body) }), page('b')]));
  assert.ok(Buffer.compare(reader.get('http://h.test/large')?.body as Buffer, body) === 0);
  assert.equal(web.handle.spoolFd >= 0, true);
  const strict = StoredWebReader.attach(web.handle, { mostBodyBytes: 1000 }).get('http://h.test/large');
  assert.deepEqual([strict?.status, strict?.tooLarge, strict?.body.length], [200, true, 0]);
  assert.equal(
    StoredWebReader.attach(web.handle, { mostBodyBytes: 1000 }).get('http://h.test/b')?.tooLarge,
    false,
  );
  web.close();
});

test('keeps resource records, skips requests, metadata and warcinfo', async () => {
  const { web, reader } = await openBytes(
    Buffer.concat([
      rawRecord({ type: 'warcinfo', block: 'software: x\r\n' }),
      rawRecord({ type: 'request', url: 'http://h.test/a', block: 'GET /a HTTP/1.1\r\n\r\n' }),
      rawRecord({
        type: 'resource',
        url: '<http://h.test/r>',
        fields: { 'Content-Type': 'text/plain' },
        block: 'plain words',
      }),
      rawRecord({ type: 'response', url: 'dns:h.test', block: '20200101\nh.test. 1 IN A 1.2.3.4' }),
      rawRecord({ type: 'metadata', url: 'http://h.test/a', block: 'x: y' }),
      page('a'),
    ]),
  );
  assert.deepEqual(web.summary, {
    records: 6,
    pages: 2,
    skipped: 4,
    reasons: { otherType: 3, noAddress: 1 },
  });
  const resource = reader.get('http://h.test/r');
  assert.equal(resource?.status, 200);
  assert.equal(resource?.contentType, 'text/plain');
  assert.equal(Buffer.from(resource?.body ?? []).toString(), 'plain words');
  web.close();
});

test('a revisit answers with the capture that it names by id, by address and date, or by digest', async () => {
  const sum = 'sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  const revisit = (name: string, fields: Record<string, string>): Buffer =>
    page(name, { type: 'revisit', date: '2020-03-03T00:00:00Z', fields, block: 'HTTP/1.1 200 OK\r\n\r\n' });
  const { web, text } = await openBytes(
    members([
      revisit('early', { 'WARC-Payload-Digest': sum }),
      page('a', { fields: { 'WARC-Record-ID': '<urn:a>', 'WARC-Payload-Digest': sum } }),
      page('a', { date: '2020-02-02T00:00:00Z', block: httpBlock('newer') }),
      revisit('a', {
        'WARC-Refers-To-Target-URI': 'http://h.test/a',
        'WARC-Refers-To-Date': '2020-01-01T00:00:00Z',
      }),
      revisit('by-id', { 'WARC-Refers-To': '<urn:a>' }),
      revisit('lost', { 'WARC-Refers-To': '<urn:none>' }),
    ]),
  );
  for (const name of ['early', 'a', 'by-id']) assert.equal(text(name), 'body of a', name);
  assert.equal(text('lost'), undefined);
  assert.deepEqual(web.summary, { records: 6, pages: 3, skipped: 1, reasons: { lostRevisit: 1 } });
  web.close();
});

test('the latest capture answers; of equal dates the later one; undated ones give way', async () => {
  const at = (date: string, body: string): Buffer => page('a', { date, block: httpBlock(body) });
  const { web, text } = await openBytes(
    Buffer.concat([
      at('2021-01-01T00:00:00Z', 'old'),
      at('2021-01-01T00:00:01.5Z', 'new'),
      at('20200101000000', 'oldest'),
      at('5088968-11-06T12:31:23Z', 'undated'),
    ]),
  );
  assert.equal(text('a'), 'new');
  assert.deepEqual([web.summary.pages, web.summary.skipped, web.summary.reasons], [1, 0, { badDate: 1 }]);
  web.close();
  const again = await StoredWeb.open(
    [warcFile(page('a')), warcFile(page('a', { block: httpBlock('second') }))],
    canonical,
  );
  assert.equal(
    Buffer.from(StoredWebReader.attach(again.handle).get('http://h.test/a')?.body ?? []).toString(),
    'second',
  );
  again.close();
});

for (const [what, middle, reasons] of [
  ['a missing blank line', page('b', { tail: '' }), { noBlankLine: 1 }],
  ['one line end for two', page('b', { tail: '\r\n' }), { noBlankLine: 1 }],
  ['a Content-Length that is too small', page('b', { length: 20 }), { wrongLength: 1 }],
  ['a Content-Length that is too large', page('b', { length: 200 }), { wrongLength: 1 }],
  ['a Content-Length beyond the file', page('b', { length: 1e14 }), { wrongLength: 1 }],
  ['no Content-Length', page('b', { length: null }), { wrongLength: 1 }],
  ['a negative Content-Length', page('b', { fields: { 'Content-Length': '-5' } }), { wrongLength: 1 }],
  [
    'garbage behind a record',
    Buffer.concat([page('b'), Buffer.from('garbage\r\nWARC/ and more\r\n')]),
    { garbage: 1 },
  ],
  [
    'a head without end',
    Buffer.concat([page('b'), Buffer.from('WARC/1.0\r\nWARC-Type: respon\r\n')]),
    { unfinishedHead: 1 },
  ],
] as const) {
  test(`reads on after ${what}`, async () => {
    const { web, text } = await openBytes(Buffer.concat([page('a'), middle, page('c')]));
    assert.deepEqual(
      names.map(text),
      names.map(name => `body of ${name}`),
    );
    assert.deepEqual(web.summary.reasons, reasons);
    web.close();
  });
}

test('a cut tail gives what came, and says so', async () => {
  for (const bytes of [
    all.subarray(0, all.length - 8),
    members(three).subarray(0, members(three).length - 12),
  ]) {
    const { web, reader, text } = await openBytes(bytes);
    assert.equal(text('b'), 'body of b');
    const last = reader.get('http://h.test/c');
    assert.equal(last?.truncated, true);
    assert.match('body of c', new RegExp(`^${Buffer.from(last?.body ?? []).toString()}`));
    assert.equal(web.summary.reasons.cutRecord, 1);
    web.close();
  }
});

test('a damaged gzip member costs its own page only', async () => {
  const packed = three.map(record => gzipSync(record));
  const middle = packed[1] as Buffer;
  middle.fill(0xff, 20, 60);
  const { web, text } = await openBytes(Buffer.concat([packed[0] as Buffer, middle, packed[2] as Buffer]));
  assert.deepEqual([text('a'), text('c')], ['body of a', 'body of c']);
  assert.equal(web.summary.reasons.damagedMember, 1);
  web.close();
});

test('a file that is no WARC is a usage fault that names it', async () => {
  const cases = [
    warcFile(Buffer.from('just text\n'.repeat(1000))),
    warcFile(gzipSync('just text\n'.repeat(1000))),
    warcFile(Buffer.from('')),
    warcFile(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff, 0xff])),
    temporaryFolder(),
    join(temporaryFolder(), 'missing.warc'),
  ];
  for (const path of cases) {
    await assert.rejects(StoredWeb.open([path], canonical), error => {
      assert.ok(error instanceof Fault && error.exitCode === 2, String(error));
      assert.ok(error.message.includes(path) && error.message.endsWith('.'));
      return true;
    });
  }
});

test('any damage to a file ends in a web or in a usage fault', async () => {
  const whole = [all, members(three), gzipSync(all)];
  const damage = fc.record({
    base: fc.constantFrom(...whole),
    places: fc.array(
      fc.record({ at: fc.nat(700), bytes: fc.uint8Array({ maxLength: 6 }), drop: fc.nat(40) }),
      { maxLength: 4 },
    ),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ base, places }) => {
      let bytes = base;
      for (const { at, bytes: put, drop } of places)
        bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + drop)]);
      try {
        const { web, text } = await openBytes(bytes);
        names.map(text);
        web.close();
      } catch (error) {
        assert.ok(error instanceof Fault && error.exitCode === 2, String(error));
      }
    }),
    { numRuns: Number(process.env['DOWSER_FUZZ_RUNS'] ?? 300), seed: 1 },
  );
});
