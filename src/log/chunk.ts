/**
 * Columns to DuckDB's own vectors, at most 2,048 rows at a time. Numbers are written as memory, not value by value:
 * node-api's setters keep the validity mask in BigInts and cost ten times as much (docs/decisions/0080).
 */
import type { DuckDBDataChunk as DataChunk, DuckDBType, DuckDBMapValue as MapValue } from '@duckdb/node-api';
import type { Vector } from '@duckdb/node-bindings';
import { bindings, DuckDBDataChunk, DuckDBMapValue } from './duckdb.js';
import type { Batch, Place, TextLane } from './layout.js';

/** Most rows of a chunk: DuckDB's vector size. */
export const CHUNK_ROWS = 2048;

const LEAST_I32 = -(2 ** 31);
const MOST_I32 = 2 ** 31 - 1;
const MOST_I64 = 2 ** 53;
const HIGH = 2 ** 32;

const doubles = new Float64Array(CHUNK_ROWS);
const integers = new Int32Array(CHUNK_ROWS);
const flags = new Uint8Array(CHUNK_ROWS);
const words = new Int32Array(2 * CHUNK_ROWS);
const validity = new Uint32Array(CHUNK_ROWS / 32);
let nulls = 0;

function startColumn(): void {
  validity.fill(0xffffffff);
  nulls = 0;
}

function setNull(row: number): void {
  validity[row >> 5] = (validity[row >> 5] as number) & ~(1 << (row & 31));
  nulls++;
}

function finish(vector: Vector, data?: { readonly buffer: ArrayBufferLike }, bytes = 0): void {
  if (data !== undefined) bindings.copy_data_to_vector(vector, 0, data.buffer as ArrayBuffer, 0, bytes);
  if (nulls === 0) return;
  bindings.vector_ensure_validity_writable(vector);
  bindings.copy_data_to_vector_validity(vector, 0, validity.buffer, 0, validity.byteLength);
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/** Two's complement of a whole number of at most 2^53, low word first. */
function putWords(row: number, value: number): void {
  words[2 * row] = (value % HIGH) | 0;
  words[2 * row + 1] = Math.floor(value / HIGH);
}

type Fill = (value: number, row: number) => void;

const FILL: Readonly<Partial<Record<Place['type'], Fill>>> = {
  f64: (value, row) => {
    doubles[row] = value;
  },
  i32: (value, row) => {
    integers[row] = clamp(value, LEAST_I32, MOST_I32);
  },
  flag: (value, row) => {
    flags[row] = value;
  },
  i64: (value, row) => putWords(row, Math.trunc(clamp(value, -MOST_I64, MOST_I64))),
  time: (value, row) => putWords(row, Math.round(clamp(value * 1000, -MOST_I64, MOST_I64))),
};

const MEMORY = {
  f64: { data: doubles, bytes: 8 },
  i32: { data: integers, bytes: 4 },
  flag: { data: flags, bytes: 1 },
  i64: { data: words, bytes: 8 },
  time: { data: words, bytes: 8 },
} as const;

function fillNumbers(vector: Vector, place: Place, lane: Float64Array): void {
  const fill = FILL[place.type] as Fill;
  const { data, bytes } = MEMORY[place.type as keyof typeof MEMORY];
  for (let row = 0; row < lane.length; row++) {
    const value = lane[row] as number;
    if (Number.isNaN(value)) setNull(row);
    fill(value, row);
  }
  finish(vector, data, bytes * lane.length);
}

function fillBits(vector: Vector, bits: BigUint64Array, marks: Float64Array): void {
  for (let row = 0; row < marks.length; row++) if (Number.isNaN(marks[row])) setNull(row);
  finish(vector, { buffer: bits.slice().buffer }, 8 * marks.length);
}

function fillTexts(vector: Vector, { bytes, end }: TextLane, from: number, count: number): void {
  const before = from === 0 ? 0 : (end[from - 1] as number);
  let start = before < 0 ? ~before : before;
  for (let row = 0; row < count; row++) {
    const stop = end[from + row] as number;
    if (stop < 0) {
      setNull(row);
      continue;
    }
    bindings.vector_assign_string_element_len(vector, row, bytes.subarray(start, stop));
    start = stop;
  }
  finish(vector);
}

const mapOf = (entries: Readonly<Record<string, number>> | null): MapValue | null =>
  entries === null
    ? null
    : new DuckDBMapValue(Object.entries(entries).map(([key, value]) => ({ key, value })));

function fillColumn(chunk: DataChunk, index: number, place: Place, batch: Batch, from: number): void {
  const count = chunk.rowCount;
  if (place.lanes === 'maps') {
    const maps = batch.maps[place.lane] as Batch['maps'][number];
    chunk.setColumnValues(index, maps.slice(from, from + count).map(mapOf));
    return;
  }
  const vector = bindings.data_chunk_get_vector(chunk.chunk, index);
  startColumn();
  if (place.lanes === 'texts') {
    fillTexts(vector, batch.texts[place.lane] as TextLane, from, count);
    return;
  }
  const start = place.lane * batch.capacity + from;
  if (place.type === 'u64') {
    const marks = start + batch.capacity;
    const bits = new BigUint64Array(batch.numbers.buffer, 8 * start, count);
    fillBits(vector, bits, batch.numbers.subarray(marks, marks + count));
    return;
  }
  fillNumbers(vector, place, batch.numbers.subarray(start, start + count));
}

/** The rows of a batch as chunks for an appender whose columns are `places` in order. */
export function* chunksOf(
  batch: Batch,
  places: readonly Place[],
  types: readonly DuckDBType[],
): Generator<DataChunk> {
  for (let from = 0; from < batch.count; from += CHUNK_ROWS) {
    const chunk = DuckDBDataChunk.create(types, Math.min(CHUNK_ROWS, batch.count - from));
    places.forEach((place, index) => {
      fillColumn(chunk, index, place, batch, from);
    });
    yield chunk;
  }
}
