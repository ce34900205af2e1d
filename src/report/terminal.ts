/** What does a report say in a terminal? The short sections as tables. */
import { showText, tableLines } from '../log/table.js';
import { cellText, stateOf } from './page.js';
import type { CrawlReport, Section } from './read.js';

function linesOf({ title, sentence, names, rows }: Section, width: number): string[] {
  const cells = rows.map(row => row.map(cellText));
  const isRight = names.map((_, i) => typeof rows[0]?.[i] === 'number');
  return ['', title, sentence, ...tableLines(names, cells, { width, isRight })];
}

/** Text for `width` terminal columns; Infinity = no limit. */
export function reportText(report: CrawlReport, width: number): string {
  const sections = report.sections.map(section => {
    if (section.isShort) return section;
    return section.title === 'Recall' ? { ...section, rows: section.rows.slice(-1) } : undefined;
  });
  const lines = sections.flatMap(section => (section === undefined ? [] : linesOf(section, width)));
  return `${[showText(report.name), showText(stateOf(report)), ...lines].join('\n')}\n`;
}
