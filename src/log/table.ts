/**
 * How does an answer look on a terminal? Aligned columns, cut to the width there is; when the columns do not fit even
 * when cut, one record after the other. Hostile titles and addresses are shown, never obeyed: control and direction
 * characters are written out.
 */
import { fit, padEnd, padStart, widthOf } from '../kit/width.js';

export interface TableShape {
  /** Terminal columns; Infinity = no limit. */
  readonly width: number;
  /** Columns to be aligned on the right. */
  readonly isRight: readonly boolean[];
}

/** Most columns of a cell where the terminal sets no limit. */
const MOST_CELL = 200;
/** Below this a cut cell says nothing any more. */
const LEAST_CELL = 8;
const GAP = '  ';
const NULL = 'NULL';
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text as one line that a terminal shows and does not obey. */
export const showText = (text: string): string =>
  text.replace(
    UNSAFE,
    character => NAMED[character] ?? `\\u{${(character.codePointAt(0) as number).toString(16)}}`,
  );

const KEPT = new Set(['\n', '\t']);

/** The same for a text of several lines, such as a message of DuckDB that quotes a title, or CSV. */
export const showLines = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(UNSAFE, one => (KEPT.has(one) ? one : showText(one)));

/** Only the part that can be shown is looked at: a cell may hold megabytes. */
const cell = (value: string | null): string =>
  value === null ? NULL : fit(showText(value.slice(0, 4 * MOST_CELL)), MOST_CELL);

/** Cuts the widest columns until all fit; undefined when they would say nothing any more. */
export function fitColumns(natural: readonly number[], width: number): readonly number[] | undefined {
  const room = width - GAP.length * Math.max(0, natural.length - 1);
  const sum = (most: number): number => natural.reduce((total, one) => total + Math.min(one, most), 0);
  let most = Math.max(...natural, 0);
  if (sum(most) <= room) return natural;
  while (most > LEAST_CELL && sum(most) > room) most--;
  return sum(most) > room ? undefined : natural.map(one => Math.min(one, most));
}

function line(cells: readonly string[], widths: readonly number[], isRight: readonly boolean[]): string {
  return cells
    .map((text, i) => {
      const width = widths[i] as number;
      const pad = isRight[i] === true ? padStart : padEnd;
      return pad(fit(text, width), width);
    })
    .join(GAP)
    .trimEnd();
}

function records(names: readonly string[], rows: readonly (readonly string[])[], width: number): string[] {
  const label = Math.max(...names.map(widthOf));
  const room = Math.max(LEAST_CELL, width - label - GAP.length);
  return rows.flatMap((row, i) => [
    `— ${i + 1} —`,
    ...row.map((text, k) => `${padEnd(names[k] as string, label)}${GAP}${fit(text, room)}`),
  ]);
}

/** Lines of a table of texts, heading included; null is a NULL. */
export function tableLines(
  names: readonly string[],
  rows: readonly (readonly (string | null)[])[],
  shape: TableShape,
): string[] {
  const heads = names.map(showText);
  const cells = rows.map(row => row.map(cell));
  const natural = heads.map((head, k) =>
    cells.reduce((most, row) => Math.max(most, widthOf(row[k] as string)), widthOf(head)),
  );
  const widths = fitColumns(natural, shape.width);
  if (widths === undefined) return records(heads, cells, shape.width);
  return [
    line(heads, widths, shape.isRight),
    widths.map(one => '─'.repeat(one)).join(GAP),
    ...cells.map(row => line(row, widths, shape.isRight)),
  ];
}
