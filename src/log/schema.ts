/**
 * Which tables does a log have? The SQL of DESIGN §7, made from contract/row.ts: tables, their documentation as SQL
 * comments, and the outcome table, so that a log explains itself without this program.
 *
 * `SCHEMA_VERSION` is the number of a fresh log. A change of contract/row.ts adds a migration that turns a log of the
 * version before (migrations.ts) into one of the new version; views and comments are made anew whenever a log is opened for writing.
 */
import { OUTCOMES } from '../contract/outcome.js';
import { type Column, type ColumnType, TABLES, type Table, type TableName } from '../contract/row.js';
import { MIGRATIONS } from './migrations.js';
import { VIEWS } from './views.js';

/** Name of the log inside the directory of a crawl. */
export const LOG_FILE = 'crawl.duckdb';

export const SQL_TYPE: Readonly<Record<ColumnType, string>> = {
  i32: 'INTEGER',
  i64: 'BIGINT',
  u64: 'UBIGINT',
  f64: 'DOUBLE',
  flag: 'BOOLEAN',
  text: 'VARCHAR',
  time: 'TIMESTAMP',
  json: 'JSON',
  numbers: 'MAP(VARCHAR, DOUBLE)',
};

export const SCHEMA_VERSION = 1 + MIGRATIONS.length;

/** Columns that DuckDB computes when they are read; rows never carry them. */
export interface DerivedColumn {
  readonly table: TableName;
  readonly name: string;
  readonly type: string;
  readonly expression: string;
  readonly meaning: string;
}

export const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const outcomeNames = OUTCOMES.map(line => `WHEN ${line.code} THEN ${quote(line.name)}`).join(' ');

export const DERIVED: readonly DerivedColumn[] = [
  {
    table: 'pages',
    name: 'outcome_name',
    type: 'VARCHAR',
    expression: `CASE outcome ${outcomeNames} ELSE 'HttpError' END`,
    meaning: 'Name of `outcome`.',
  },
];

/** Tables whose content is the same in every log. */
export const FIXED_TABLES = {
  meta: {
    meaning: 'Facts about the log itself: `schema_version`.',
    columns: { key: 'What.', value: 'Its value as text.' },
  },
  outcomes: {
    meaning: 'What the codes of `pages.outcome` mean.',
    columns: {
      code: 'HTTP 200, or one of ours below zero.',
      name: 'One word.',
      class: 'ok, drop, retry, host, denied or counted.',
      sentence: 'What it means.',
    },
  },
} as const;

/** Meaning and unit in one line, as the SQL comment shows it. */
export const describe = (column: Column): string =>
  column.unit === '' ? column.meaning : `${column.meaning} [${column.unit.replace(/^\[|\]$/g, '')}]`;

function tableSql(name: TableName, table: Table): string {
  const columns = Object.entries(table.columns).map(
    ([column, { type, isNullable }]) =>
      `${quoteName(column)} ${SQL_TYPE[type]}${isNullable ? '' : ' NOT NULL'}`,
  );
  for (const one of DERIVED.filter(derived => derived.table === name)) {
    columns.push(`${one.name} ${one.type} GENERATED ALWAYS AS (${one.expression}) VIRTUAL`);
  }
  return `CREATE TABLE ${name} (${columns.join(', ')});`;
}

function commentSql(name: TableName, table: Table): string[] {
  const derived = DERIVED.filter(one => one.table === name);
  return [
    `COMMENT ON TABLE ${name} IS ${quote(table.meaning)};`,
    ...Object.entries(table.columns).map(
      ([column, entry]) => `COMMENT ON COLUMN ${name}.${quoteName(column)} IS ${quote(describe(entry))};`,
    ),
    ...derived.map(one => `COMMENT ON COLUMN ${name}.${one.name} IS ${quote(one.meaning)};`),
  ];
}

function outcomeSql(): string {
  const rows = OUTCOMES.map(
    line => `(${line.code}, ${quote(line.name)}, ${quote(line.class)}, ${quote(line.sentence)})`,
  );
  return `CREATE OR REPLACE TABLE outcomes (code INTEGER, name VARCHAR, class VARCHAR, sentence VARCHAR);
    INSERT INTO outcomes VALUES ${rows.join(', ')};
    COMMENT ON TABLE outcomes IS ${quote(FIXED_TABLES.outcomes.meaning)};`;
}

/** Makes every table of a fresh log, empty. */
export function createSql(): string {
  const tables = Object.entries(TABLES) as [TableName, Table][];
  return [
    'CREATE TABLE meta (key VARCHAR NOT NULL, value VARCHAR NOT NULL);',
    `COMMENT ON TABLE meta IS ${quote(FIXED_TABLES.meta.meaning)};`,
    `INSERT INTO meta VALUES ('schema_version', '${SCHEMA_VERSION}');`,
    ...tables.map(([name, table]) => tableSql(name, table)),
  ].join('\n');
}

/** Makes what does not depend on the age of the log: outcome lines, comments and views. */
export function refreshSql(): string {
  const views = VIEWS.map(
    view =>
      `CREATE OR REPLACE VIEW ${view.name} AS ${view.sql};
       COMMENT ON VIEW ${view.name} IS ${quote(view.sentence)};`,
  );
  const comments = (Object.entries(TABLES) as [TableName, Table][]).flatMap(([name, table]) =>
    commentSql(name, table),
  );
  return [outcomeSql(), ...comments, ...views].join('\n');
}
