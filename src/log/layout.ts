/**
 * Where does each column of a table travel between the threads? In memory that both see, which the main thread fills again once
 * it was answered (docs/decisions/0098). Numbers share one Float64Array, one lane a column; the texts of a column are bytes end to end (text-column.ts); maps are arrays. NaN is the NULL of a lane; a u64 takes two lanes,
 * its bits and 0 or NaN for "there" or "NULL".
 */
import { type ColumnType, TABLES, type TableName } from '../contract/row.js';

/** The texts of one column, UTF-8 end to end. */
export interface TextLane {
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  /** Where row r's text ends; the complement (~) of that where the row has none. */
  readonly end: Int32Array<SharedArrayBuffer>;
}

/** Rows of one table on their way to the log's thread. */
export interface Batch {
  readonly table: TableName;
  readonly count: number;
  /** Lane k's value of row r stands at `k * capacity + r`. */
  readonly numbers: Float64Array<SharedArrayBuffer>;
  readonly capacity: number;
  readonly texts: readonly TextLane[];
  readonly maps: readonly (readonly (Readonly<Record<string, number>> | null)[])[];
}

export type Lanes = 'numbers' | 'texts' | 'maps';

export interface Place {
  readonly name: string;
  readonly type: ColumnType;
  readonly isNullable: boolean;
  readonly lanes: Lanes;
  /** Place among the lanes of that kind. */
  readonly lane: number;
}

export interface Layout {
  readonly table: TableName;
  readonly places: readonly Place[];
  /** Number of lanes by kind. */
  readonly count: Readonly<Record<Lanes, number>>;
}

const lanesOf = (type: ColumnType): Lanes =>
  type === 'text' || type === 'json' ? 'texts' : type === 'numbers' ? 'maps' : 'numbers';

function layout(table: TableName): Layout {
  const count = { numbers: 0, texts: 0, maps: 0 };
  const places = Object.entries(TABLES[table].columns).map(([name, { type, isNullable }]) => {
    const lanes = lanesOf(type);
    const lane = count[lanes];
    count[lanes] += type === 'u64' ? 2 : 1;
    return { name, type, isNullable, lanes, lane };
  });
  return { table, places, count };
}

export const LAYOUTS = Object.fromEntries(
  (Object.keys(TABLES) as TableName[]).map(name => [name, layout(name)]),
) as Readonly<Record<TableName, Layout>>;
