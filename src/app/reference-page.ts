/** The shape that all reference pages share: a title, where it comes from, sections, tables. */

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A table in Markdown. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |\n`;
  return line(heads) + line(heads.map(() => '---')) + rows.map(line).join('');
}

/** A page; `npm run docs` writes it, so it says that nobody should edit it. */
export function page(title: string, lead: string, sections: readonly string[]): string {
  return [
    `# ${title}`,
    '<!-- Made from the code by `npm run docs`. -->',
    lead,
    ...sections.map(one => one.trimEnd()),
  ]
    .join('\n\n')
    .concat('\n');
}
