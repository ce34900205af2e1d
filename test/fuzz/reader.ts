/**
 * The reader against the plain walk, by hand and for as long as it takes:
 *   node dist/test/fuzz/reader.js all [web …]          every page of the stored webs
 *   node dist/test/fuzz/reader.js windows COUNT [SEED]  mutated windows of stored pages, and as many token soups
 *   node dist/test/fuzz/reader.js trees COUNT [SEED]    the same with finer soups, tree against parse5's own tree
 * and the kernel's reader against parse5's, whole documents:
 *   node dist/test/fuzz/reader.js kernel-all [web …]
 *   node dist/test/fuzz/reader.js kernel COUNT [SEED]   windows and all kinds of soup
 */
import { writeFileSync } from 'node:fs';
import { randomOf } from '../../src/kit/random.js';
import { decode } from '../../src/parse/charset.js';
import { differences } from '../unit/parse/differences.js';
import { declinedCount, pageDifference } from '../unit/parse/same-page.js';
import { treeDifference } from '../unit/parse/same-tree.js';
import { mutatedWindow, soup, tokenSoup } from './mutate.js';
import { storedPages, WEBS } from './stored.js';
import { tagSoup } from './tag-soup.js';

const tally = { read: 0, different: 0 };

type Differ = (html: string) => string[];
const treeDifferences: Differ = html => [treeDifference(html) ?? []].flat();
const pageDifferences: Differ = html => [pageDifference(html) ?? []].flat();

function compare(name: string, html: string, differ: Differ = differences): void {
  const found = differ(html);
  tally.read++;
  if (found.length === 0) return;
  tally.different++;
  if (tally.different > 20) return;
  console.log(`${name}\n  ${found.slice(0, 3).join('\n  ')}`);
  writeFileSync(`reader-difference-${tally.different}.html`, html);
}

function compareAll(webs: readonly string[], differ: Differ): void {
  for (const web of webs) {
    for (const page of storedPages(web)) compare(page.url, decode(page.body, page.contentType).text, differ);
    console.log(
      `${web}: ${tally.read} pages so far, ${tally.different} different, ${declinedCount()} declined`,
    );
  }
}

function compareWindows(count: number, seed: number, differ: Differ): void {
  const random = randomOf(seed);
  const texts = WEBS.flatMap(web =>
    [...storedPages(web, 37)].map(page => decode(page.body, page.contentType).text),
  );
  for (let i = 0; i < count; i++) {
    compare(`window ${i}`, mutatedWindow(texts[random.below(texts.length)] as string, random), differ);
    if (differ !== treeDifferences) compare(`soup ${i}`, soup(random), differ);
    if (differ !== differences) compare(`token soup ${i}`, tokenSoup(random), differ);
    if (differ !== differences) compare(`tag soup ${i}`, tagSoup(random), differ);
  }
}

const [mode, ...rest] = process.argv.slice(2);
const DIFFERS: Readonly<Record<string, Differ>> = { trees: treeDifferences, kernel: pageDifferences };
if (mode === 'all' || mode === 'kernel-all') {
  compareAll(rest.length > 0 ? rest : WEBS, mode === 'all' ? differences : pageDifferences);
} else {
  compareWindows(Number(rest[0] ?? 1000), Number(rest[1] ?? 1), DIFFERS[mode ?? ''] ?? differences);
}
console.log(`${tally.read} read, ${tally.different} different, ${declinedCount()} declined`);
process.exitCode = tally.different > 0 ? 1 : 0;
