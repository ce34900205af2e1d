/** How is one value of DuckDB written: as text for tables and CSV, as JSON for programs? */
import type { DuckDBDecimalValue as DecimalValue, DuckDBValue } from '@duckdb/node-api';
import {
  DuckDBArrayValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
} from './duckdb.js';

/** DuckDB's own spelling; null stays null. */
export const textOf = (value: DuckDBValue): string | null => (value === null ? null : String(value));

const isSafe = (value: bigint): boolean =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);

/** A decimal of more digits would be rounded by a reader. */
const MOST_DIGITS = 15;

function decimal(value: DecimalValue): string {
  const text = String(value);
  return text.replace(/\D/g, '').length <= MOST_DIGITS ? text : `"${text}"`;
}

const list = (values: readonly DuckDBValue[]): string => `[${values.map(value => jsonOf(value)).join(',')}]`;

const pairs = (entries: readonly (readonly [string, DuckDBValue])[]): string =>
  `{${entries.map(([key, value]) => `${quoted(key)}:${jsonOf(value)}`).join(',')}}`;

/** C1 and DEL can steer a terminal as well as C0, which JSON escapes by itself. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * JSON text of a value. Whole numbers beyond ±(2^53 − 1) are strings, because most readers would round them; NaN and
 * infinities, which JSON lacks, are null; a column of type JSON is put in as it is.
 */
export function jsonOf(value: DuckDBValue, type?: { readonly alias?: string | undefined }): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'bigint') return isSafe(value) ? String(value) : `"${value}"`;
  if (typeof value === 'string') return type?.alias === 'JSON' && isJson(value) ? value : quoted(value);
  if (value instanceof DuckDBDecimalValue) return decimal(value);
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) return list(value.items);
  if (value instanceof DuckDBStructValue) return pairs(Object.entries(value.entries));
  if (value instanceof DuckDBMapValue) {
    return pairs(value.entries.map(({ key, value: inner }) => [String(key), inner] as const));
  }
  return quoted(String(value));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
