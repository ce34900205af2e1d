/** What a person wants to know when a crawl is over, and a question to ask its log next. */
import { type CrawlEnd, STOPS } from '../contract/crawl.js';
import { OUTCOMES } from '../contract/outcome.js';
import { padEnd } from '../kit/width.js';
import { grouped, speed } from './progress.js';

const MEGABYTE = 1e6;
const FEW_PAGES = 100;
const POOR_HARVEST = 0.01;

const number = (value: number): string => (Number.isNaN(value) ? 'none judged' : value.toFixed(3));

function outcomeText(outcomes: CrawlEnd['outcomes']): string {
  const sorted = Object.entries(outcomes).sort(([, a], [, b]) => b - a);
  return sorted.map(([name, count]) => `${name} ${grouped(count)}`).join(' · ') || 'none';
}

/** When nothing came home: what the ends mean, each in a line. */
function whyText({ outcomes }: CrawlEnd): string {
  const ends = OUTCOMES.filter(({ name }) => outcomes[name] !== undefined);
  if (ends.length === 0 || ends.some(one => one.class === 'ok')) return '';
  return `\n${ends.map(({ name, sentence }) => `${name}: ${sentence}\n`).join('')}`;
}

/** The path as a shell takes it. */
export const shellText = (path: string): string =>
  /^[\p{L}\p{N}_./-]+$/u.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

/** How the person would write it. */
export interface Place {
  readonly program: string;
  readonly directory: string;
}

/** With hardly a relevant page the threshold is the first suspect. */
function hintText(end: CrawlEnd, { program, directory }: Place): string {
  if (end.pages < FEW_PAGES || end.harvest >= POOR_HARVEST) return '';
  const query = 'SELECT quantile_cont(relevance, [0.5, 0.9, 0.99]) FROM pages';
  return `\nHardly a page reached --relevance-threshold ${end.threshold}. See what is usual and choose:
           ${program} sql ${shellText(directory)} "${query}"\n`;
}

/** The table at the end of a crawl. */
export function summaryText(end: CrawlEnd, place: Place): string {
  const seconds = Math.max(end.durationMs, 1) / 1000;
  const stop = STOPS.find(line => line.reason === end.stopReason);
  const lines = [
    ['stopped', stop === undefined ? end.stopReason : `${end.stopReason}: ${stop.sentence}`],
    [
      'pages',
      `${grouped(end.pages)} in ${seconds.toFixed(1)} s, ${speed(end.pages / seconds)} pages/s, ${(end.bytes / MEGABYTE).toFixed(1)} MB`,
    ],
    ['relevant', `${grouped(end.relevant)} from ${end.threshold} on, harvest ${end.harvest.toFixed(3)}`],
    [
      'relevance',
      `average of judged pages ${number(end.averageRelevance)}, deviation ${number(end.deviation)}`,
    ],
    ['outcomes', outcomeText(end.outcomes)],
    ['log', `${place.directory}/crawl.duckdb`],
  ] as const;
  const table = lines.map(([name, value]) => `${padEnd(name, 11)}${value}\n`).join('');
  const query = 'SELECT relevance, url, title FROM pages ORDER BY relevance DESC LIMIT 10';
  const next = `\nAsk it:    ${place.program} sql ${shellText(place.directory)} "${query}"\n`;
  const more = end.exitCode === 0 ? '' : `Go on:     ${place.program} resume ${shellText(place.directory)}\n`;
  return table + whyText(end) + next + more + hintText(end, place);
}
