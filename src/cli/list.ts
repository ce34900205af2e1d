/** `dowser strategies` and `dowser models`: everything that can be named, with its options. */
import { rangeOf } from '../app/set.js';
import { defaultsOf, type OptionTable, type OptionValues } from '../contract/option.js';
import { wrap } from '../kit/width.js';
import { entryText } from './help.js';

interface Entry {
  readonly name: string;
  readonly summary: string;
  readonly source: string;
  readonly options: OptionTable;
  relevantFrom?(options: OptionValues<OptionTable>): number;
}

const LINE_CELLS = 98;

function optionText(name: string, table: OptionTable): string {
  return Object.entries(table)
    .map(([key, option]) =>
      entryText(`  ${name}.${key}=${option.default}`, `${option.help} [${rangeOf(option)}]`),
    )
    .join('');
}

/** Every entry with summary, source and options. */
export function listText(entries: readonly Entry[]): string {
  return entries
    .map(entry => {
      const { name, summary, source, options } = entry;
      const from = entry.relevantFrom?.(defaultsOf(options));
      const threshold = from === undefined ? [] : [`A page counts as relevant from ${from} on.`];
      const lines = [summary, ...threshold, `Source: ${source}`].flatMap(line => wrap(line, LINE_CELLS));
      const body = lines.map(line => `  ${line}\n`).join('');
      return `${name}\n${body}${optionText(name, options)}`;
    })
    .join('\n');
}
