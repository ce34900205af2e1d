/**
 * How does an answer leave the program: as a table for people, as CSV (RFC 4180) or JSON for others? Each is a stream
 * of text, so an answer of any length costs little memory; a table shows at most 10,000 rows and counts the rest.
 */
import type { DuckDBValue } from '@duckdb/node-api';
import { DuckDBTypeId } from './duckdb.js';
import type { Answer, AnswerType } from './query.js';
import { tableLines } from './table.js';
import { jsonOf, textOf } from './value.js';

export const FORMATS = ['table', 'csv', 'json', 'parquet'] as const;
export type Format = (typeof FORMATS)[number];

const MOST_TABLE_ROWS = 10_000;

const NUMERIC = new Set<number>([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DECIMAL,
]);

const isNumeric = (type: AnswerType): boolean => NUMERIC.has(type.typeId);

/** Up to six digits after the point: a table is read, not computed with. */
function shown(value: DuckDBValue): string | null {
  if (typeof value === 'number' && !Number.isInteger(value)) return String(Number(value.toPrecision(6)));
  return textOf(value);
}

const count = (rows: number): string => `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;

/** A table and a footer with the number of rows. `width`: terminal columns. */
export async function* asTable(answer: Answer, width: number): AsyncGenerator<string> {
  const kept: (string | null)[][] = [];
  let total = 0;
  for await (const rows of answer.rows()) {
    total += rows.length;
    for (const row of rows.slice(0, MOST_TABLE_ROWS - kept.length)) kept.push(row.map(shown));
  }
  const lines = tableLines(answer.names, kept, { width, isRight: answer.types.map(isNumeric) });
  const rest =
    total > kept.length ? `; the first ${count(kept.length)} are shown, --format csv gives all` : '';
  yield `${lines.join('\n')}\n(${count(total)}${rest})\n`;
}

const SPECIAL = /[",\r\n]/;

/** NULL is an empty field, an empty text is `""`. */
function field(value: DuckDBValue): string {
  const text = textOf(value);
  if (text === null) return '';
  return text === '' || SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const record = (values: readonly DuckDBValue[]): string => `${values.map(field).join(',')}\r\n`;

export async function* asCsv(answer: Answer): AsyncGenerator<string> {
  yield record(answer.names);
  for await (const rows of answer.rows()) yield rows.map(record).join('');
}

/** An array of objects, one a line. */
export async function* asJson(answer: Answer): AsyncGenerator<string> {
  const keys = answer.names.map(name => `${jsonOf(name)}:`);
  const object = (row: readonly DuckDBValue[]): string =>
    `{${row.map((value, k) => (keys[k] as string) + jsonOf(value, answer.types[k])).join(',')}}`;
  let isFirst = true;
  yield '[';
  for await (const rows of answer.rows()) {
    if (rows.length === 0) continue;
    yield `${isFirst ? '\n' : ',\n'}${rows.map(object).join(',\n')}`;
    isFirst = false;
  }
  yield isFirst ? ']\n' : '\n]\n';
}
