/** The reference page of the log, made of the same data as the log itself. */
import { TABLES, type Table } from '../contract/row.js';
import { DERIVED, FIXED_TABLES, LOG_FILE, SCHEMA_VERSION, SQL_TYPE } from './schema.js';
import { VIEWS } from './views.js';

const cell = (text: string): string => text.replaceAll('|', '\\|');

const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

function tableSection(name: string, table: Table): string[] {
  const columns = Object.entries(table.columns).map(([column, { type, unit, isNullable, meaning }]) =>
    row(`\`${column}\``, SQL_TYPE[type], unit, isNullable ? 'yes' : '', meaning),
  );
  const derived = DERIVED.filter(one => one.table === name).map(one =>
    row(`\`${one.name}\``, one.type, '', '', `${one.meaning} Computed when read.`),
  );
  const key =
    table.key === undefined ? [] : [`One row for each ${table.key.map(one => `\`${one}\``).join(', ')}.`, ''];
  return [
    `### ${name}`,
    '',
    table.meaning,
    '',
    ...key,
    '| column | type | unit | may be NULL | meaning |',
    '| --- | --- | --- | --- | --- |',
    ...columns,
    ...derived,
    '',
  ];
}

const plainSection = (
  name: string,
  sentence: string,
  columns: Readonly<Record<string, string>>,
): string[] => [
  `### ${name}`,
  '',
  sentence,
  '',
  '| column | meaning |',
  '| --- | --- |',
  ...Object.entries(columns).map(([column, meaning]) => row(column === '…' ? '…' : `\`${column}\``, meaning)),
  '',
];

/** Markdown of every table, column and view. */
export function logReference(): string {
  return [
    '# The log',
    '',
    `A crawl writes what it did to \`${LOG_FILE}\` in its directory, a DuckDB database of schema version ${SCHEMA_VERSION}.`,
    'Ask it with `dowser sql DIR "FROM harvest_steps"`, or with `dowser sql DIR` for a prompt.',
    'Times are UTC and real, on a stored web too. NULL means: there was none, or it was not measured.',
    '',
    '## Views',
    '',
    ...VIEWS.flatMap(view => plainSection(view.name, view.sentence, view.columns)),
    '## Tables',
    '',
    ...Object.entries(TABLES).flatMap(([name, table]) => tableSection(name, table)),
    ...Object.entries(FIXED_TABLES).flatMap(([name, table]) =>
      plainSection(name, table.meaning, table.columns),
    ),
  ].join('\n');
}
