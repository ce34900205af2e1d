/**
 * Which statements may a running crawl be asked? One that only reads: the tree that DuckDB's own parser makes of it is a
 * SELECT (which DESCRIBE, SHOW, SUMMARIZE and PIVOT are too), reads from tables, views and functions known to be
 * harmless, and calls no function that takes memory past DuckDB's limit. The transaction is read-only beside that.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { Fault } from '../../kit/fault.js';

/** Others write files, change the engine, read memory by address or hide a statement in a text. */
const SOURCES = new Set([
  ...['range', 'generate_series', 'unnest', 'repeat', 'json_each', 'json_tree', 'test_all_types', 'summary'],
  ...['pragma_table_info', 'pragma_show', 'pragma_storage_info', 'pragma_version', 'pragma_database_size'],
  ...['icu_calendar_names', 'pg_timezone_names'],
  ...['columns', 'tables', 'views', 'schemas', 'databases', 'types', 'functions'].map(one => `duckdb_${one}`),
  ...['constraints', 'indexes', 'keywords', 'settings', 'memory'].map(one => `duckdb_${one}`),
]);

/** Each makes a text or list as long as a number says, outside the memory limit (measured in docs/decisions/0136). */
const GREEDY = new Set([
  ...['repeat', 'lpad', 'rpad', 'range', 'generate_series', 'list_resize', 'array_resize'],
  ...['write_log', 'json_execute_serialized_sql'],
]);

interface Tree {
  readonly error?: boolean;
  readonly error_type?: string;
  readonly statements?: readonly unknown[];
}

const refuse = (why: string): Fault =>
  new Fault('DOOR_READ_ONLY', `The crawl still runs, and ${why}; ask again when it has ended.`, 1);

interface Node {
  readonly type?: unknown;
  readonly function?: { readonly function_name?: unknown; readonly children?: unknown };
  readonly function_name?: unknown;
}

/** Nothing, or why not. */
function judgeNode(node: Node): string | undefined {
  if (node.type === 'TABLE_FUNCTION') {
    const name = String(node.function?.function_name).toLowerCase();
    return SOURCES.has(name) ? undefined : `${name} is no table or view that can be read now`;
  }
  if (typeof node.function_name !== 'string') return undefined;
  const name = node.function_name.toLowerCase();
  return GREEDY.has(name) ? `${name} may take any amount of its memory` : undefined;
}

/** What hangs below: of a function that stands for a table only its arguments. */
const below = (node: Node): unknown[] =>
  node.type === 'TABLE_FUNCTION'
    ? Object.values({ ...node, function: node.function?.children })
    : Object.values(node);

/** @throws {Fault} for the first thing in the tree that is not allowed. */
export function judgeTree(tree: Tree): void {
  const open: unknown[] = [tree.statements];
  for (;;) {
    const node = open.pop();
    if (node === undefined && open.length === 0) return;
    if (typeof node !== 'object' || node === null) continue;
    const why = judgeNode(node);
    if (why !== undefined) throw refuse(why);
    for (const one of below(node)) open.push(one);
  }
}

/** @throws {Fault} exit code 1 for a statement that is wrong or not allowed. */
export async function judge(connection: DuckDBConnection, sql: string): Promise<void> {
  const read = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql]);
  const tree = JSON.parse(String(read.getRows()[0]?.[0])) as Tree;
  if (tree.error === true) {
    // Says itself what is wrong, in the words that a file's reader hears too.
    await connection.extractStatements(sql);
    throw refuse('its log can be read (SELECT, FROM, DESCRIBE, SHOW, SUMMARIZE), not changed');
  }
  if (tree.statements?.length !== 1) throw refuse('takes one statement at a time');
  judgeTree(tree);
}
