/** `dowser explain`: the whole road of one address, as text or JSON. */
import { resolve } from 'node:path';
import { type Explained, explain as explainUrl, type LogFacts } from '../app/explain.js';
import { showText } from '../log/table.js';
import type { Io } from './io.js';

/** What comes from the web must not steer a terminal. */
const shown = (value: unknown): string =>
  showText(typeof value === 'object' ? JSON.stringify(value) : String(value));

function factLine(facts: LogFacts): string {
  const said = Object.entries(facts).filter(([, value]) => value !== null && value !== '');
  return said.map(([name, value]) => `${name} ${shown(value)}`).join(', ');
}

function section(title: string, rows: readonly LogFacts[]): string {
  if (rows.length === 0) return '';
  return `\n${title}\n${rows.map(row => `  ${factLine(row)}\n`).join('')}`;
}

function textOf({ url, sentence, road, attempts, sightings, robots, run, alike }: Explained): string {
  return [
    `${shown(url)}\n${shown(sentence)}\n`,
    section('Road to it, from a seed', road),
    section('Rows', attempts),
    section('Links to it', sightings),
    section('Rules of its site (robots.txt)', robots === undefined ? [] : [robots]),
    section('Judged by', run === undefined ? [] : [run]),
    section(
      'Known addresses that look alike',
      alike.map(one => ({ url: one })),
    ),
  ].join('');
}

/** Exit code: 0, 1 when the crawl does not know the address. */
export async function explain(
  folder: string,
  url: string,
  { json = false }: { readonly json?: boolean },
  io: Io,
): Promise<number> {
  const found = await explainUrl(resolve(io.folder, folder), url);
  io.stdout.write(json ? `${JSON.stringify(found)}\n` : textOf(found));
  return found.state === 'unknown' ? 1 : 0;
}
