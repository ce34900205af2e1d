/** DuckDB's client, loaded once for all files of this room; see kit/require.ts. */
import { requirePackage } from '../kit/require.js';

type Client = typeof import('@duckdb/node-api');

export const duckdb = requirePackage('@duckdb/node-api') as Client;

export const {
  DuckDBArrayValue,
  DuckDBDataChunk,
  DuckDBDecimalValue,
  DuckDBInstance,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTypeId,
  DuckDBUnionValue,
  DuckDBVariantValue,
} = duckdb;

type Bindings = typeof import('@duckdb/node-bindings');

export const bindings = requirePackage('@duckdb/node-bindings') as Bindings;
