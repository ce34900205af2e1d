/** Pages read by the kernel and by its twin, parse5 with our walk: made ones, and stored ones where they are. */
import { Kernels } from '../../src/kernel/load.js';
import { KernelReader } from '../../src/kernel/reader.js';
import { type Random, randomOf } from '../../src/kit/random.js';
import { decode } from '../../src/parse/charset.js';
import { readPage } from '../../src/parse/reader.js';
import { storedPages, WEBS } from '../../test/fuzz/stored.js';
import type { Case, MakeSubject, Size } from '../subject.js';

const TOKEN = 'dowser';

/** Words of a made page; Chinese ones have no spaces between. */
function wordsOf(random: Random, count: number, isChinese: boolean): string {
  const word = (): string => {
    const length = 1 + random.below(9);
    const char = (): string =>
      String.fromCharCode(isChinese ? 0x4e00 + random.below(4000) : 97 + random.below(26));
    return Array.from({ length }, char).join('');
  };
  return Array.from({ length: count }, word).join(isChinese ? '' : ' ');
}

/** A page as sites have them: a menu, headings, paragraphs left open, a table, references, a script. */
function madePage(random: Random, isChinese: boolean): string {
  const words = (count: number): string => wordsOf(random, count, isChinese);
  const link = (): string =>
    `<a class="menu item" href="/p/${wordsOf(random, 1, false)}?a=1&amp;b=2" title="${words(2)}">${words(2)}</a>`;
  const list = (count: number): string =>
    `<ul>${Array.from({ length: count }, () => `<li>${link()}</li>\n`).join('')}</ul>`;
  const row = (): string => `<tr><td>${words(3)}</td><td align="right"><b>${words(1)}</b></td></tr>\n`;
  const section = (): string =>
    `<h2 id="${wordsOf(random, 1, false)}">${words(4)}</h2>\n<p>${words(40)} &mdash; ${link()}, ${words(30)}&nbsp;<em>${words(3)}</em>.\n` +
    `<table border="1">${Array.from({ length: 4 }, row).join('')}</table>`;
  return (
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${words(5)}</title>` +
    `<script>if (a < b) { ${wordsOf(random, 60, false)} }</script></head><body><div id="menu">${list(25)}</div>` +
    `<!-- main --><div class="main">${Array.from({ length: 8 }, section).join('\n')}</div>${list(10)}</body></html>`
  );
}

function caseOf(name: string, pages: readonly string[]): Case {
  const kernel = new KernelReader(new Kernels(), TOKEN);
  return {
    name,
    units: pages.reduce((sum, page) => sum + page.length, 0),
    target: 3,
    ways: {
      kernel: () => pages.forEach(page => void kernel.read(page)),
      twin: () => pages.forEach(page => void readPage(page, TOKEN)),
    },
  };
}

function storedCase(web: string, size: Size): Case[] {
  const pages = size === 'tiny' ? [] : [...storedPages(web, 61)];
  if (pages.length === 0) return [];
  return [
    caseOf(
      `${web}, ${pages.length} pages`,
      pages.map(page => decode(page.body, page.contentType).text),
    ),
  ];
}

export const subject: MakeSubject = size => {
  const random = randomOf(55);
  const pages = (isChinese: boolean): string[] =>
    Array.from({ length: size === 'full' ? 40 : 2 }, () => madePage(random, isChinese));
  return {
    unit: 'million characters',
    scale: 1e6,
    cases: [
      caseOf('made pages, English', pages(false)),
      caseOf('made pages, Chinese', pages(true)),
      ...WEBS.flatMap(web => storedCase(web, size)),
    ],
  };
};
