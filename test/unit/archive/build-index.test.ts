import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { CDXIndexer } from 'warcio';
import { buildIndex } from '../../../src/archive/build-index.js';
import { surtOf } from '../../../src/archive/cdxj.js';
import { segmentName } from '../../../src/archive/segment-files.js';
import { isTrouble } from '../../../src/archive/segment-writer.js';
import { SortedLines } from '../../../src/archive/sorted-lines.js';
import { memoryDisk, realDisk } from '../../../src/kit/disk.js';
import { temporaryFolder } from '../../web/tiny.js';
import { bytesOf, captureOf, DATE_MS, keep, noteOf, writerAt } from './captures.js';

const FOLDER = '/archive';

/** The index of the files as warcio writes it, sorted. */
async function judged(folder: string, names: readonly string[]): Promise<string[]> {
  let text = '';
  const out = new Writable({
    write(piece, _encoding, done) {
      text += String(piece);
      done();
    },
  });
  const files = names.map(filename => ({ filename, reader: createReadStream(join(folder, filename)) }));
  const indexer = new CDXIndexer({ format: 'cdxj' });
  await indexer.writeAll(files as never, out as never);
  return text.trim().split('\n').sort();
}

test('the index holds the lines that warcio makes of the segments, sorted', async () => {
  const folder = temporaryFolder();
  const lanes = [1, 2].map(lane => writerAt(folder, { lane, maxBytes: 3000 }));
  const url = (path: string): string => `http://www2.h.test:8080/${path}`;
  const paths = ['', 'B/a?z=1&a=2', 'b/A', '%E9%9B%A8?', 'b?a=%20b&&c', '~x/../y'];
  for (const [i, path] of paths.entries()) {
    const changes = { url: url(path), status: 200 + i, dateMs: DATE_MS + 1000 * i };
    keep(lanes[i % 2] as (typeof lanes)[number], captureOf('', changes), i);
  }
  const bare = captureOf('x', { headers: '', body: Buffer.from('same') });
  const { digest } = keep(lanes[0] as (typeof lanes)[number], bare, 10);
  const refersTo = { seq: 10, url: bare.url, dateMs: DATE_MS, digest };
  const again = lanes[1]?.append({ capture: { ...bare, status: 304 }, seq: 11, note: noteOf(), refersTo });
  assert.ok(again !== undefined && !isTrouble(again) && again.isRevisit);
  assert.equal(await buildIndex({ disk: realDisk, folder, runLines: 3 }), 8);
  const lines = bytesOf(realDisk, join(folder, 'index.cdxj')).toString('latin1').trim().split('\n');
  const segments = realDisk.list(folder).filter(name => name.endsWith('.warc.gz'));
  assert.deepEqual(realDisk.list(folder), [...segments, 'index.cdxj']);
  assert.ok(segments.length > 2);
  const plain = (line: string): unknown[] => {
    const [key, date, ...json] = line.split(' ');
    return [key, date, JSON.parse(json.join(' '))];
  };
  assert.deepEqual(lines.map(plain), (await judged(folder, segments)).map(plain));
});

test('only what was committed is indexed', async () => {
  const disk = memoryDisk();
  const writer = writerAt(FOLDER, { disk });
  keep(writer, captureOf('a'), 1);
  const lengths = writer.lengths();
  keep(writer, captureOf('b'), 2);
  assert.equal(await buildIndex({ disk, folder: FOLDER, lengths }), 1);
  assert.match(
    bytesOf(disk, join(FOLDER, 'index.cdxj')).toString(),
    /^test,h\)\/a 20261130210000 \{"url".*\}\n$/,
  );
  assert.equal(await buildIndex({ disk, folder: FOLDER, lengths: [] }), 2);
});

test('a damaged segment is indexed up to the damage', async () => {
  const disk = memoryDisk();
  const writer = writerAt(FOLDER, { disk });
  const { offset, end } = keep(writer, captureOf('a'), 1);
  keep(writer, captureOf('b'), 2);
  const name = join(FOLDER, segmentName(1, 1));
  const bytes = bytesOf(disk, name);
  for (let at = offset; at < bytes.length; at += 41) {
    const damaged = Buffer.from(bytes);
    damaged.fill(0xff, at, Math.min(at + 30, bytes.length));
    disk.create(name).append(damaged);
    assert.ok((await buildIndex({ disk, folder: FOLDER })) >= (at < end ? 0 : 1), String(at));
  }
});

test('an archive without pages has an empty index', async () => {
  const disk = memoryDisk();
  assert.equal(await buildIndex({ disk, folder: FOLDER }), 0);
  assert.equal(bytesOf(disk, join(FOLDER, 'index.cdxj')).length, 0);
});

test('any lines come out sorted and whole, in runs of any length', () => {
  const line = fc
    .string({ unit: 'binary', maxLength: 12 })
    .map(text => text.replace(/[\n\u0100-\u{10ffff}]/gu, ''));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 80 }), fc.integer({ min: 1, max: 20 }), (lines, runLines) => {
      const disk = memoryDisk();
      const sorted = new SortedLines(disk, FOLDER, 'sorted', runLines);
      for (const each of lines) sorted.add(each);
      assert.equal(sorted.finish(), lines.length);
      const text = bytesOf(disk, join(FOLDER, 'sorted')).toString('latin1');
      assert.deepEqual(text.split('\n').slice(0, -1), [...lines].sort());
      assert.deepEqual(disk.list(FOLDER), ['sorted']);
    }),
    { numRuns: 100, seed: 7 },
  );
});

test('a line longer than the window of a merge comes out whole', () => {
  const disk = memoryDisk();
  const sorted = new SortedLines(disk, FOLDER, 'sorted', 1);
  const lines = ['b'.repeat(200_000), 'a', 'c'.repeat(70_000)];
  for (const each of lines) sorted.add(each);
  sorted.finish();
  assert.equal(bytesOf(disk, join(FOLDER, 'sorted')).toString(), `${[...lines].sort().join('\n')}\n`);
});

test('keys turn the host round, sort the query, and leave alone what is no address', () => {
  assert.equal(surtOf('https://WWW3.Example.com:444/A/?c=2&B=1'), 'com,example:444)/a/?b=1&c=2');
  assert.equal(surtOf('http://127.0.0.1/'), '1,0,0,127)/');
  assert.equal(surtOf('http://'), 'http://');
  assert.equal(surtOf('urn:x y'), 'urn:x y');
});
