import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { gzipMember } from '../../../src/archive/record-bytes.js';
import { MOST_PROBLEMS, type SeenRecord, verifyArchive } from '../../../src/archive/verify-archive.js';
import { memoryDisk } from '../../../src/kit/disk.js';
import { bytesOf, captureOf, keep, writerAt } from './captures.js';

const FOLDER = '/archive';
const FIRST = 'dowser-01-00001.warc.gz';

/** An archive of two pages: its bytes, and where its members begin and end. */
async function twoPages(): Promise<{ bytes: Buffer; record: SeenRecord[] }> {
  const disk = memoryDisk();
  const writer = writerAt(FOLDER, { disk });
  for (const [i, name] of ['a', 'b'].entries()) keep(writer, captureOf(name), i + 1);
  const record: SeenRecord[] = [];
  const report = await verifyArchive({ disk, folder: FOLDER, see: seen => record.push(seen) });
  assert.deepEqual(report.problems, []);
  return { bytes: bytesOf(disk, join(FOLDER, FIRST)), record };
}

async function problemsOf(...files: readonly Uint8Array[]): Promise<string[]> {
  const disk = memoryDisk();
  for (const [i, bytes] of files.entries())
    disk.create(join(FOLDER, `dowser-01-0000${i + 1}.warc.gz`)).append(bytes);
  const report = await verifyArchive({ disk, folder: FOLDER });
  return report.problems.map(({ text }) => text);
}

test('every record is shown with its place, its id and its address', async () => {
  const { bytes, record } = await twoPages();
  assert.deepEqual(
    record.map(({ type }) => type),
    ['warcinfo', 'response', 'request', 'metadata', 'response', 'request', 'metadata'],
  );
  assert.deepEqual(
    record.map(({ offset, length }) => offset + length),
    [...record.slice(1).map(({ offset }) => offset), bytes.length],
  );
  assert.equal(new Set(record.map(({ id }) => id)).size, 7);
  assert.equal(record[4]?.url, 'http://h.test/b');
});

test('a byte that changes anywhere is noticed, but for what gzip itself does not read', async () => {
  const { bytes, record } = await twoPages();
  const starts = record.map(({ offset }) => offset);
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, bits) => {
      // Flags, time, level and system of a member's head say nothing of what is in it.
      if (starts.some(start => at >= start + 3 && at < start + 10)) return;
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ bits;
      assert.notDeepEqual(await problemsOf(changed), [], `${at} ${bits}`);
    }),
    { numRuns: 300, seed: 5 },
  );
});

test('records that are missing, repeated or out of place are noticed', async () => {
  const { bytes, record } = await twoPages();
  const member = record.map(({ offset, length }) => bytes.subarray(offset, offset + length));
  const [info, response, request, metadata] = member as [Buffer, Buffer, Buffer, Buffer];
  const told = async (...parts: readonly Buffer[]): Promise<string> =>
    (await problemsOf(Buffer.concat(parts))).join(' ');
  assert.match(
    await told(info, request, metadata),
    /warc-concurrent-to leads to no record.*warc-concurrent-to/,
  );
  assert.match(await told(info, response, response), /^The id <urn:uuid:\S+> is not the only one\.$/);
  assert.match(await told(response, info), /first record.*first record/);
  assert.match(await told(info, Buffer.from('no member'), response), /damaged or not whole/);
  assert.match(await told(Buffer.alloc(0)), /empty/);
  assert.equal(await told(info, metadata, response), '');
  assert.deepEqual(await problemsOf(Buffer.concat([info, metadata]), Buffer.concat([info, response])), [
    `The id ${record[0]?.id} is not the only one.`,
  ]);
});

test('a record whose lengths, digests or dates are not so is told by name', async () => {
  const { bytes, record } = await twoPages();
  const info = bytes.subarray(0, record[0]?.length);
  const told = async (head: string, block: string): Promise<string> =>
    (
      await problemsOf(Buffer.concat([info, gzipMember(Buffer.from(`WARC/1.1\r\n${head}\r\n${block}`))]))
    ).join(' ');
  const id = 'WARC-Record-ID: <urn:uuid:c418cee8-46b0-513b-b32d-1fd8a36708e6>\r\n';
  const date = 'WARC-Date: 2026-11-30T21:00:00Z\r\n';
  const sum = 'WARC-Block-Digest: sha1:MYSXXWYKFB775U4PXWMAGKBHGZOGMQNZ\r\n';
  const good = `WARC-Type: metadata\r\n${id}${date}`;
  assert.match(await told(`${good}Content-Length: 9\r\n`, 'hello\r\n\r\n'), /block-digest/);
  assert.match(await told(`${good}Content-Length: 5\r\n`, 'hello\r\n'), /does not end where/);
  assert.match(await told(`${good}Content-Length: 5\r\n`, 'hello\r\n\r\nx'), /does not end where/);
  assert.match(await told(`${good}Content-Length: 99\r\n`, 'hello\r\n\r\n'), /90 bytes more/);
  assert.match(await told(`${good}Content-Length: -5\r\n`, 'hello\r\n\r\n'), /no number/);
  assert.match(await told(`WARC-Type: metadata\r\n${id}WARC-Date: now\r\n`, ''), /no date/);
  assert.match(await told(`WARC-Type: metadata\r\n${date}`, ''), /no UUID/);
  assert.match(await told(`WARC-Type: other\r\n${id}${date}`, ''), /WARC-Type is other/);
  assert.match(await told('no colon\r\n', ''), /no head/);
  assert.match(
    await told(`WARC-Type: response\r\n${id}${date}${sum}Content-Length: 5\r\n`, 'hello\r\n\r\n'),
    /head of the response does not end/,
  );
});

test('a revisit has to lead to a record with its payload', async () => {
  const disk = memoryDisk();
  const writer = writerAt(FOLDER, { disk });
  const first = keep(writer, captureOf('a'), 1);
  const text = (digest: string) =>
    [
      'WARC/1.1',
      'WARC-Type: revisit',
      'WARC-Record-ID: <urn:uuid:c418cee8-46b0-513b-b32d-1fd8a36708e6>',
      'WARC-Date: 2026-11-30T21:00:00Z',
      `WARC-Payload-Digest: ${digest}`,
      'WARC-Block-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ',
      `WARC-Refers-To: ${id}`,
      'Content-Length: 0',
      '\r\n\r\n\r\n',
    ].join('\r\n');
  let id = '';
  const see = (record: SeenRecord) => {
    if (record.type === 'response') id = record.id;
  };
  await verifyArchive({ disk, folder: FOLDER, see });
  const bytes = bytesOf(disk, join(FOLDER, FIRST));
  const withRevisit = (digest: string) =>
    problemsOf(Buffer.concat([bytes, gzipMember(Buffer.from(text(digest)))]));
  assert.deepEqual(await withRevisit(first.digest), []);
  assert.match((await withRevisit('sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ')).join(), /another payload/);
});

test('an archive of nothing but faults is told in a bounded report', async () => {
  const { bytes, record } = await twoPages();
  const info = bytes.subarray(0, record[0]?.length);
  const disk = memoryDisk();
  disk.create(join(FOLDER, FIRST)).append(Buffer.concat(Array.from({ length: 2000 }, () => info)));
  const report = await verifyArchive({ disk, folder: FOLDER });
  assert.equal(report.problems.length, MOST_PROBLEMS);
  assert.equal(report.problemCount, 2 * 1999);
});

test('segments that were committed have to be there, and none else', async () => {
  const { bytes } = await twoPages();
  const disk = memoryDisk();
  disk.create(join(FOLDER, FIRST)).append(bytes);
  const lengths = [
    { file: FIRST, bytes: bytes.length + 5 },
    { file: 'dowser-02-00001.warc.gz', bytes: 10 },
  ];
  const missing = await verifyArchive({ disk, folder: FOLDER, lengths });
  assert.deepEqual(
    missing.problems.map(({ text }) => text),
    ['The file is missing, and it was committed.', '5 committed bytes are missing.'],
  );
  const unknown = await verifyArchive({ disk, folder: FOLDER, lengths: [] });
  assert.match(unknown.problems[0]?.text ?? '', /behind the last commit/);
});
