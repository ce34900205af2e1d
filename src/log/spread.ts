/**
 * A table's columns written out as code, once: `row.seq` by name costs a tenth of `row[name]` over forty names, and this
 * runs for every row on the main thread. The source text is made of our own table of columns and nothing else.
 */
import type { Place } from './layout.js';
import type { TextColumn } from './text-column.js';

type Row = Readonly<Record<string, unknown>>;
type Texts = readonly TextColumn[];

/** What stands in a lane for a value that is no number or no text; throws where there must be one. */
export type Odd = (place: Place, value: unknown) => number;

/** Writes numbers and texts of the row as row `at`; returns how many bytes of text it took. */
export type Spread = (
  row: Row,
  to: { readonly numbers: Float64Array; readonly capacity: number; readonly texts: Texts },
  at: number,
  odd: Odd,
) => number;

const isName = /^[a-z_]\w*$/;

export function spreadOf(numbers: readonly Place[], texts: readonly Place[]): Spread {
  const lines = ['const { numbers, capacity, texts } = to; let bytes = 0, v;'];
  for (const [i, { name, lane, isNullable }] of numbers.entries()) {
    // NaN is the NULL of a lane.
    const isPlain = isNullable ? `typeof v === 'number'` : `typeof v === 'number' && v === v`;
    lines.push(
      `v = row.${checked(name)};`,
      `numbers[${lane} * capacity + at] = ${isPlain} ? v : odd(places[0][${i}], v);`,
    );
  }
  for (const [i, { name, lane }] of texts.entries()) {
    lines.push(
      `v = row.${checked(name)};`,
      `if (v === null || v === undefined) odd(places[1][${i}], v);`,
      `bytes += texts[${lane}].put(v);`,
    );
  }
  const code = `return (row, to, at, odd) => { ${lines.join('\n')} return bytes; };`;
  return new Function('places', code)([numbers, texts]) as Spread;
}

function checked(name: string): string {
  if (!isName.test(name)) throw new Error(`${name} is no name of a column.`);
  return name;
}
