import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { type ColumnType, TABLES, type Table, type TableName } from '../../../src/contract/row.js';
import { Fault } from '../../../src/kit/fault.js';
import { BatchBuilder } from '../../../src/log/batch.js';
import { openLog } from '../../../src/log/query.js';
import { newFolder, pageRow, writeLog } from './logs.js';

type Row = Record<string, unknown>;

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('', '\0', 'a\0b', '\ud800', 'x\udfff\ud800y', '暴雨'.repeat(200), '\'"\\\n\r\t'),
);
const number = fc.double({ noNaN: true });

const VALUE: Readonly<Record<ColumnType, fc.Arbitrary<unknown>>> = {
  i32: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  i64: fc.maxSafeInteger(),
  u64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  f64: number,
  flag: fc.boolean(),
  text,
  time: fc.integer({ min: -9_000_000_000_000, max: 9_000_000_000_000 }),
  json: fc.json({ maxDepth: 2 }),
  numbers: fc.dictionary(fc.string({ maxLength: 5, unit: 'grapheme' }), number, { maxKeys: 4 }),
};

const rowOf = (table: Table): fc.Arbitrary<Row> =>
  fc.record(
    Object.fromEntries(
      Object.entries(table.columns).map(([name, { type, isNullable }]) => [
        name,
        isNullable ? fc.option(VALUE[type], { nil: undefined }) : VALUE[type],
      ]),
    ),
  );

/** A lone surrogate has no UTF-8: Buffer puts U+FFFD there, and so must the log. */
const wellFormed = (one: string): string => Buffer.from(one).toString();

function expected(type: ColumnType, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (type === 'i64') return BigInt(value as number);
  if (type === 'time') return new Date(value as number).getTime();
  if (type === 'text' || type === 'json') return wellFormed(value as string);
  if (type === 'numbers') return Object.entries(value as Row).map(([key, one]) => [wellFormed(key), one]);
  return value;
}

function read(type: ColumnType, value: unknown): unknown {
  if (value === null) return null;
  if (type === 'time') return (value as Date).getTime();
  if (type === 'numbers') return (value as { key: string; value: number }[]).map(one => [one.key, one.value]);
  return value;
}

async function readBack(t: TestContext, name: TableName, rows: readonly object[]): Promise<Row[]> {
  const folder = newFolder(t);
  await writeLog(folder, { [name]: rows });
  const log = await openLog(folder);
  const found = await log.all(`FROM ${name}`);
  log.close();
  return found;
}

for (const name of ['pages', 'links', 'relevance', 'events'] as const) {
  test(`every value of ${name} comes back as it was written`, async t => {
    const table: Table = TABLES[name];
    const rows = fc.sample(rowOf(table), { numRuns: 300, seed: 7 });
    const found = await readBack(t, name, rows);
    assert.equal(found.length, rows.length);
    rows.forEach((row, i) => {
      for (const [column, { type }] of Object.entries(table.columns)) {
        assert.deepEqual(
          read(type, found[i]?.[column]),
          expected(type, row[column]),
          `${column} of row ${i}`,
        );
      }
    });
  });
}

test('a batch of many chunks keeps its order and its gaps', async t => {
  const rows = Array.from({ length: 5000 }, (_, i) =>
    pageRow(i, { relevance: i % 3 === 0 ? Number.NaN : i / 5000, title: i % 7 === 0 ? null : `t${i}` }),
  );
  const found = await readBack(t, 'pages', rows);
  assert.deepEqual(
    found.map(row => [row['seq'], row['relevance'], row['title']]),
    rows.map(row => [BigInt(row.seq), Number.isNaN(row.relevance) ? null : row.relevance, row.title ?? null]),
  );
});

test('a text of 5 million characters comes back whole', async t => {
  const title = '灾'.repeat(5_000_000);
  const [found] = await readBack(t, 'pages', [pageRow(1, { title })]);
  assert.equal(found?.['title'], title);
});

test('whole numbers beyond their column are clamped, fractions cut', async t => {
  const [found] = await readBack(t, 'pages', [
    pageRow(1, { depth: 1e12, status: -1e12, bytes: Number.POSITIVE_INFINITY, attempt: 2.9, rank: 3.7 }),
  ]);
  assert.equal(found?.['depth'], 2 ** 31 - 1);
  assert.equal(found?.['status'], -(2 ** 31));
  assert.equal(found?.['bytes'], 2n ** 53n);
  assert.equal(found?.['attempt'], 2);
  assert.equal(found?.['rank'], 3n);
});

test('a time keeps its microseconds', async t => {
  const folder = newFolder(t);
  await writeLog(folder, { pages: [pageRow(1, { fetched_at: 1_700_000_000_000.25 })] });
  const log = await openLog(folder);
  t.after(() => log.close());
  const [row] = await log.all('SELECT epoch_us(fetched_at) AS us FROM pages');
  assert.equal(row?.['us'], 1_700_000_000_000_250n);
});

test('a row without a value that must be there is our fault', () => {
  const builder = new BatchBuilder('pages');
  const { url: _, ...rest } = pageRow(1);
  const names = (error: unknown): boolean =>
    error instanceof Fault && error.code === 'LOG_MISSING_VALUE' && /url/.test(error.message);
  assert.throws(() => builder.push(rest), names);
  assert.throws(() => new BatchBuilder('pages').push({ ...pageRow(1), seq: Number.NaN }), Fault);
});

test('a row of a table with a key replaces the older one', async t => {
  const folder = newFolder(t);
  const host = (name: string, pages: number) => ({ host: name, pages, relevant: 0, errors: 0, bytes: 0 });
  await writeLog(folder, { hosts: [host('a', 1), host('b', 1), host('a', 2)] });
  await writeLog(folder, { hosts: [host('b', 5), host('c', 1)] });
  const log = await openLog(folder);
  t.after(() => log.close());
  const found = await log.all('SELECT host, pages FROM hosts ORDER BY host');
  assert.deepEqual(
    found.map(row => [row['host'], row['pages']]),
    [
      ['a', 2n],
      ['b', 5n],
      ['c', 1n],
    ],
  );
});
