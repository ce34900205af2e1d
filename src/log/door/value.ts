/**
 * How do DuckDB's values cross a socket? Plain ones as they are, all others as a list of their kind and what they hold. They come
 * out as the classes they were, so that an answer through the door is spelled as one from the file.
 */
import type { DuckDBMapEntry, DuckDBValue } from '@duckdb/node-api';
import {
  DuckDBArrayValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBUnionValue,
  DuckDBVariantValue,
  duckdb,
} from '../duckdb.js';

/** Fields of the classes that hold no other values, in the order in which their constructors take them. */
const FIELDS = {
  Bit: ['data'],
  Blob: ['bytes'],
  Date: ['days'],
  Decimal: ['value', 'width', 'scale'],
  Geometry: ['bytes'],
  Interval: ['months', 'days', 'micros'],
  Time: ['micros'],
  TimeNS: ['nanos'],
  TimeTZ: ['bits', 'micros', 'offset'],
  Timestamp: ['micros'],
  TimestampMilliseconds: ['millis'],
  TimestampNanoseconds: ['nanos'],
  TimestampSeconds: ['seconds'],
  TimestampTZ: ['micros'],
  UUID: ['hugeint'],
} as const;

type Kind = keyof typeof FIELDS;
type Build = new (...fields: unknown[]) => DuckDBValue;

const classOf = (kind: Kind): Build => duckdb[`DuckDB${kind}Value`] as unknown as Build;

const kindOf = new Map((Object.keys(FIELDS) as Kind[]).map(kind => [classOf(kind) as unknown, kind]));

const packAll = (values: readonly DuckDBValue[]): unknown[] => values.map(pack);

/** Something that v8.serialize keeps. */
export function pack(value: DuckDBValue): unknown {
  if (value === null || typeof value !== 'object') return value;
  const kind = kindOf.get(value.constructor);
  if (kind !== undefined)
    return [kind, ...FIELDS[kind].map(field => (value as unknown as Record<string, unknown>)[field])];
  if (value instanceof DuckDBListValue) return ['List', packAll(value.items)];
  if (value instanceof DuckDBArrayValue) return ['Array', packAll(value.items)];
  if (value instanceof DuckDBStructValue)
    return ['Struct', Object.keys(value.entries), packAll(Object.values(value.entries))];
  if (value instanceof DuckDBMapValue)
    return [
      'Map',
      packAll(value.entries.map(entry => entry.key)),
      packAll(value.entries.map(entry => entry.value)),
    ];
  if (value instanceof DuckDBUnionValue) return ['Union', value.tag, pack(value.value)];
  // A variant says its type value by value; its text is what is shown.
  if (value instanceof DuckDBVariantValue) return String(value);
  return String(value);
}

const unpackAll = (values: unknown): DuckDBValue[] => (values as readonly unknown[]).map(unpack);

/** The value that was packed. @throws {TypeError} for what no `pack` made. */
export function unpack(packed: unknown): DuckDBValue {
  if (!Array.isArray(packed)) return packed as DuckDBValue;
  const [kind, first, second] = packed as [string, unknown, unknown];
  switch (kind) {
    case 'List':
      return new DuckDBListValue(unpackAll(first));
    case 'Array':
      return new DuckDBArrayValue(unpackAll(first));
    case 'Struct': {
      const values = unpackAll(second);
      return new DuckDBStructValue(
        Object.fromEntries((first as string[]).map((name, k) => [name, values[k] as DuckDBValue])),
      );
    }
    case 'Map': {
      const values = unpackAll(second);
      const entries = unpackAll(first).map((key, k) => ({ key, value: values[k] }) as DuckDBMapEntry);
      return new DuckDBMapValue(entries);
    }
    case 'Union':
      return new DuckDBUnionValue(first as string, unpack(second));
    default:
      return new (classOf(kind as Kind))(...packed.slice(1));
  }
}
