/**
 * The reader against the plain walk, by hand and for as long as it takes:
 *   node dist/test/fuzz/reader.js all [web …]          every page of the stored webs
 *   node dist/test/fuzz/reader.js windows COUNT [SEED]  mutated windows of stored pages, and as many token soups
 *   node dist/test/fuzz/reader.js trees COUNT [SEED]    the same with finer soups, tree against parse5's own tree
 */
import { writeFileSync } from 'node:fs';
import { randomOf } from '../../src/kit/random.js';
import { decode } from '../../src/parse/charset.js';
import { differences } from '../unit/parse/differences.js';
import { treeDifference } from '../unit/parse/same-tree.js';
import { mutatedWindow, soup, tokenSoup } from './mutate.js';
import { storedPages, WEBS } from './stored.js';

const tally = { read: 0, different: 0 };

const treeDifferences = (html: string): string[] => [treeDifference(html) ?? []].flat();

function compare(name: string, html: string, differ = differences): void {
  const found = differ(html);
  tally.read++;
  if (found.length === 0) return;
  tally.different++;
  if (tally.different > 20) return;
  console.log(`${name}\n  ${found.slice(0, 3).join('\n  ')}`);
  writeFileSync(`reader-difference-${tally.different}.html`, html);
}

function compareAll(webs: readonly string[]): void {
  for (const web of webs) {
    for (const page of storedPages(web)) compare(page.url, decode(page.body, page.contentType).text);
    console.log(`${web}: ${tally.read} pages so far, ${tally.different} different`);
  }
}

function compareWindows(count: number, seed: number, differ = differences): void {
  const random = randomOf(seed);
  const texts = WEBS.flatMap(web =>
    [...storedPages(web, 37)].map(page => decode(page.body, page.contentType).text),
  );
  for (let i = 0; i < count; i++) {
    compare(`window ${i}`, mutatedWindow(texts[random.below(texts.length)] as string, random), differ);
    compare(`soup ${i}`, differ === differences ? soup(random) : tokenSoup(random), differ);
  }
}

const [mode, ...rest] = process.argv.slice(2);
if (mode === 'all') compareAll(rest.length > 0 ? rest : WEBS);
else
  compareWindows(
    Number(rest[0] ?? 1000),
    Number(rest[1] ?? 1),
    mode === 'trees' ? treeDifferences : differences,
  );
console.log(`${tally.read} read, ${tally.different} different`);
process.exitCode = tally.different > 0 ? 1 : 0;
