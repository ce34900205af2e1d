import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import fc from 'fast-check';
import {
  BACKGROUND_LANGUAGES,
  backgroundFile,
  loadBackground,
  PackedFrequency,
  packFrequency,
  TERM_RULE,
  unpackBackground,
} from '../../../src/text/background.js';
import { CrawlFrequency } from '../../../src/text/crawl-frequency.js';
import { FrequencyTable } from '../../../src/text/frequency-table.js';
import { readerWith } from './reader.js';

const reader = readerWith();
const background = loadBackground();
const share = (word: string, language: string): number =>
  background.of(reader.list(word, language)[0] as number) / background.documents;

test('the background knows common and rare words of both languages', () => {
  assert.ok(share('中国', 'zh') > 0.03);
  assert.ok(share('暴雨', 'zh') > 0 && share('暴雨', 'zh') < 0.001);
  assert.ok(share('water', 'en') > 0.02);
  assert.ok(share('hurricane', 'en') > 0 && share('hurricane', 'en') < 0.002);
  assert.equal(share('xyzzyplugh', 'en'), 0);
});

test('a language without a table adds nothing', () => {
  const none = unpackBackground(['de']);
  assert.equal(none.of(reader.list('water', 'en')[0] as number), 0);
  assert.ok(none.documents >= 1);
});

test('the shipped tables are those of the manifest, made for the terms of today', () => {
  const manifest = JSON.parse(readFileSync(join(dirname(backgroundFile('zh')), 'frequency.json'), 'utf8'));
  assert.equal(manifest.termRule, TERM_RULE);
  for (const language of BACKGROUND_LANGUAGES) {
    const bytes = readFileSync(backgroundFile(language));
    const line = manifest.tables[language];
    assert.equal(createHash('sha256').update(bytes).digest('hex'), line.sha256);
    assert.equal(new PackedFrequency(bytes).terms, line.terms);
    assert.ok(line.licence.length > 0);
  }
});

const counts = fc.dictionary(
  fc.integer({ min: 1, max: 0xffffffff }).map(String),
  fc.integer({ min: 1, max: 0xffffffff }),
);

test('a packed table comes back as it was', () => {
  fc.assert(
    fc.property(counts, fc.integer({ min: 0, max: 0xffffffff }), (made, documents) => {
      const map = new Map(Object.entries(made).map(([id, count]) => [Number(id), count]));
      const packed = new PackedFrequency(packFrequency(documents, map));
      const back = new Map<number, number>();
      packed.each((id, count) => back.set(id, count));
      assert.equal(packed.documents, documents);
      assert.deepEqual([...back].sort(), [...map].sort());
    }),
    { numRuns: 100 },
  );
});

test('bytes that are no table are refused', () => {
  const good = packFrequency(10, new Map([[5, 1]]));
  assert.throws(() => new PackedFrequency(new Uint8Array(3)), /is not one/);
  assert.throws(() => new PackedFrequency(good.with(0, 0)), /is not one/);
  assert.throws(() => new PackedFrequency(good.with(7, TERM_RULE + 1)), /build them anew/);
  assert.throws(() => new PackedFrequency(good.subarray(0, good.length - 1)).each(() => {}), /ends early/);
  assert.throws(() => new PackedFrequency(good.with(14, 255)), /ends early/);
});

test('a table answers what was set, here and through its shared memory', () => {
  fc.assert(
    fc.property(counts, made => {
      const entries = Object.entries(made).map(([id, count]) => [Number(id), count] as const);
      const table = FrequencyTable.create(entries.length, 7, 3);
      for (const [id, count] of entries) table.set(id, count);
      const there = FrequencyTable.attach(structuredClone(table.handle));
      for (const [id, count] of entries) assert.equal(there.of(id), count);
      assert.equal(
        there.of(entries.length === 0 ? 9 : ((entries[0]?.[0] as number) ^ 1) >>> 0),
        made[String(((entries[0]?.[0] ?? 8) ^ 1) >>> 0)] ?? 0,
      );
      assert.deepEqual([there.documents, there.version], [7, 3]);
    }),
    { numRuns: 100 },
  );
});

test('a crawl’s frequencies change every so many pages and not between', () => {
  const first = FrequencyTable.create(1, 50, 0);
  const crawl = new CrawlFrequency({ first, every: 2 });
  assert.equal(crawl.current, first);
  assert.equal(crawl.add(Uint32Array.of(1, 2)), undefined);
  assert.equal(crawl.current, first);
  const second = crawl.add(Uint32Array.of(2, 3));
  assert.equal(crawl.current, second);
  assert.deepEqual(
    [second?.version, second?.documents, second?.of(1), second?.of(2), second?.of(9)],
    [1, 2, 1, 2, 0],
  );
  crawl.add(Uint32Array.of(2));
  assert.equal(second?.of(2), 2);
  const third = crawl.add(Uint32Array.of(2));
  assert.deepEqual([third?.version, third?.documents, third?.of(2)], [2, 4, 4]);
});

test('a crawl’s frequencies hold many terms, and no more than they may', () => {
  const crawl = new CrawlFrequency({ first: FrequencyTable.create(1, 1, 0), every: 1, mostTerms: 50_000 });
  const ids = Uint32Array.from({ length: 60_000 }, (_, i) => Math.imul(i + 1, 0x9e3779b1));
  const table = crawl.add(ids);
  let known = 0;
  for (const id of ids) known += table?.of(id) ?? 0;
  assert.equal(known, 50_000);
  assert.equal(crawl.overflow, 10_000);
});

test('the table that the build laid out is the one that the packed files give', () => {
  assert.deepEqual(new Uint32Array(loadBackground().handle), new Uint32Array(unpackBackground().handle));
  assert.equal(FrequencyTable.read(new Uint8Array(40)), undefined);
});
