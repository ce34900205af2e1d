/**
 * What does a report look like in a browser? One file without script and without anything from elsewhere, which its own policy forbids.
 * Whatever came from the web is text: marks of HTML are escaped, characters that turn text around are written out.
 */
import { showText } from '../log/table.js';
import { chartOf } from './chart.js';
import type { Cell, CrawlReport, Section } from './read.js';

const ENTITY: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML that shows it, in an element or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  showText(text).replace(/[&<>"']/g, mark => ENTITY[mark] as string);

/** A cell as text; null is a dash. */
export const cellText = (value: Cell): string => {
  if (value === null) return '–';
  if (typeof value === 'string' || Number.isInteger(value)) return String(value);
  return Math.abs(value) < 100 ? value.toFixed(3) : value.toFixed(1);
};

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}
svg{max-width:100%;height:auto}table{border-collapse:collapse;font-size:.85rem;display:block;overflow-x:auto}
td,th{padding:.1rem .6rem;border-bottom:1px solid #8080804d;text-align:left;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
@media print{section{break-inside:avoid}}`;

function tableOf({ names, rows }: Section): string {
  const head = names.map(name => `<th scope="col">${escapeHtml(name)}</th>`).join('');
  const body = rows.map(
    row => `<tr>${row.map(value => `<td>${escapeHtml(cellText(value))}</td>`).join('')}</tr>`,
  );
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
}

function sectionOf(section: Section): string {
  const isLong = section.rows.length > 12;
  const table = tableOf(section);
  return `<section><h2>${escapeHtml(section.title)}</h2><p>${escapeHtml(section.sentence)}</p>
${chartOf(section)}
${isLong ? `<details><summary>${section.rows.length} rows</summary>${table}</details>` : table}</section>`;
}

function endOf({ isRunning, stopReason, pages }: CrawlReport): string {
  const so = pages === 0 ? 'Nothing has been fetched' : `${pages} pages fetched`;
  if (isRunning) return `${so}; the crawl is running.`;
  return stopReason === null
    ? `${so}; the crawl did not come to its end.`
    : `${so}; it ended: ${stopReason}.`;
}

/** In what state the crawl is, and what its log does not answer, in a sentence or two. */
export function stateOf(report: CrawlReport): string {
  const { unanswered } = report;
  return unanswered.length === 0
    ? endOf(report)
    : `${endOf(report)} Not answered by this log: ${unanswered.join(', ')}.`;
}

export function pageOf(report: CrawlReport): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${escapeHtml(report.name)} – Dowser</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(report.name)}</h1><p>${escapeHtml(stateOf(report))}</p>
${report.sections.map(sectionOf).join('\n')}
</body></html>
`;
}
