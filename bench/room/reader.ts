/**
 * The parse room on pages of the stored webs: MB/s of CPU for the charset decision with its decode, parse5's tree alone
 * and the whole reader; median of the rounds. One JSON line.
 *
 *   node dist/bench/room/reader.js [ROUNDS] [WEB…]
 */
import { cpus } from 'node:os';
import { decode } from '../../src/parse/charset.js';
import { readPage } from '../../src/parse/reader.js';
import { treeOf } from '../../src/parse/tree.js';
import { storedPages, WEBS } from '../../test/fuzz/stored.js';

const MOST_PAGES = 300;

const median = (numbers: number[]): number =>
  numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function measure(web: string, rounds: number): Record<string, unknown> {
  const pages = [...storedPages(web, 19)].slice(0, MOST_PAGES);
  const texts = pages.map(page => decode(page.body, page.contentType).text);
  const bytes = pages.reduce((sum, page) => sum + page.body.length, 0);
  const parts: Readonly<Record<string, () => void>> = {
    decode: () => pages.forEach(page => void decode(page.body, page.contentType)),
    tree: () => texts.forEach(text => void treeOf(text)),
    reader: () => texts.forEach(text => void readPage(text)),
  };
  const seconds: Record<string, number[]> = { decode: [], tree: [], reader: [] };
  for (let round = -1; round < rounds; round++) {
    for (const [name, work] of Object.entries(parts)) {
      const time = cpuSeconds(work);
      if (round >= 0) seconds[name]?.push(time);
    }
  }
  const speed = Object.entries(seconds).map(([name, times]) => [
    name,
    Number((bytes / 1e6 / median([...times])).toFixed(1)),
  ]);
  const pagesPerSecond = Math.round(
    pages.length / (median(seconds['decode'] ?? []) + median(seconds['reader'] ?? [])),
  );
  return { web, pages: pages.length, bytes, megabytesPerSecond: Object.fromEntries(speed), pagesPerSecond };
}

const rounds = Number(process.argv[2] ?? 5);
const webs = process.argv.length > 3 ? process.argv.slice(3) : WEBS;
const results = webs.map(web => measure(web, rounds));
console.log(
  JSON.stringify(
    { bench: 'room/reader', node: process.version, cpu: cpus()[0]?.model, rounds, results },
    null,
    1,
  ),
);
