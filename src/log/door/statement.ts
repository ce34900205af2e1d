/**
 * One statement on a connection of its own, in one read-only transaction: what it sees is one commit, so whole pages only. Rows
 * leave a few thousand values at a time, and none is read before the other side has taken the last ones.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type {
  DuckDBDataChunk as DataChunk,
  DuckDBConnection,
  DuckDBType,
  DuckDBValue,
} from '@duckdb/node-api';
import { Fault } from '../../kit/fault.js';
import { type DoorMessage, type DoorType, MOST_FRAME_BYTES, messageFrame } from './frame.js';
import { judge } from './judge.js';
import { pack } from './value.js';

/** So many values are read between two turns of the thread, which writes the log too. */
const VALUES_A_TURN = 4096;
/** A frame is sent from this size on. */
const FRAME_BYTES = 2 ** 18;

export interface Answering {
  /** Resolves once there is room for more; rejects when nobody reads. */
  readonly send: (frame: Uint8Array) => Promise<void>;
  readonly signal: AbortSignal;
  /** Of the whole answer. */
  readonly mostBytes: number;
}

const typeOf = (type: DuckDBType): DoorType => ({
  typeId: type.typeId,
  ...(type.alias === undefined ? {} : { alias: type.alias }),
  sql: String(type),
});

const sizeOf = (values: readonly DuckDBValue[]): number =>
  values.reduce<number>((sum, one) => sum + (typeof one === 'string' ? one.length : 16), 0);

/** Rows of a chunk in lists that make a frame each. */
function* listsOf(chunk: DataChunk): Generator<unknown[][]> {
  const vectors = Array.from({ length: chunk.columnCount }, (_, k) => chunk.getColumnVector(k));
  let [rows, bytes]: [unknown[][], number] = [[], 0];
  for (let at = 0; at < chunk.rowCount; at++) {
    const values = vectors.map(vector => vector.getItem(at) as DuckDBValue);
    bytes += sizeOf(values);
    rows.push(values.map(pack));
    if (bytes < FRAME_BYTES && rows.length * vectors.length < VALUES_A_TURN) continue;
    yield rows;
    [rows, bytes] = [[], 0];
  }
  if (rows.length > 0) yield rows;
}

class Stream {
  readonly #to: Answering;
  #bytes = 0;

  constructor(to: Answering) {
    this.#to = to;
  }

  async send(message: DoorMessage): Promise<void> {
    const frame = messageFrame(message);
    this.#bytes += frame.length;
    const { mostBytes, signal, send } = this.#to;
    if (this.#bytes > mostBytes || frame.length > MOST_FRAME_BYTES) throw tooMuch(mostBytes);
    await send(frame);
    await turn();
    signal.throwIfAborted();
  }
}

const tooMuch = (mostBytes: number): Fault =>
  new Fault(
    'DOOR_LENGTH',
    `A running crawl answers with at most ${Math.round(mostBytes / 2 ** 20)} MiB, and ${MOST_FRAME_BYTES / 2 ** 20} MiB a row: ask for fewer rows or columns, or when it has ended.`,
    1,
  );

/** @throws {Fault} or what DuckDB throws, also when it was interrupted; then the signal's reason says why. */
export async function answerOn(connection: DuckDBConnection, sql: string, to: Answering): Promise<void> {
  const stream = new Stream(to);
  await judge(connection, sql);
  to.signal.throwIfAborted();
  await connection.run('BEGIN TRANSACTION READ ONLY');
  const result = await connection.stream(sql);
  const names = result.deduplicatedColumnNames();
  await stream.send({
    kind: 'head',
    names,
    types: result.columnTypes().map(typeOf),
    hasRows: names.length > 0,
  });
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    for (const rows of listsOf(chunk)) await stream.send({ kind: 'rows', rows });
  }
  await stream.send({ kind: 'end' });
}
