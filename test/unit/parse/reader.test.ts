import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import fc from 'fast-check';
import { HEADER, LINK, linkAt, PAGE_FLAG, RUN, runAt, sliceAt } from '../../../src/contract/document.js';
import { packageRoot } from '../../../src/kit/package-root.js';
import { randomOf } from '../../../src/kit/random.js';
import { decode } from '../../../src/parse/charset.js';
import { MOST_LINKS } from '../../../src/parse/links.js';
import { readPage, readText } from '../../../src/parse/reader.js';
import { parseRefresh } from '../../../src/parse/refresh.js';
import { MOST_TEXT } from '../../../src/parse/text-flow.js';
import { mutatedWindow, soup } from '../../fuzz/mutate.js';
import { storedPages, WEBS } from '../../fuzz/stored.js';
import { sharedPath } from '../../shared.js';
import { differences } from './differences.js';
import { inWords } from './golden.js';

const GOLDEN = join(packageRoot, 'test', 'golden', 'pages');
const isFull = (records: Int32Array): boolean =>
  ((records[HEADER.flags] as number) & PAGE_FLAG.overflow) !== 0;

for (const file of readdirSync(GOLDEN).filter(name => name.endsWith('.html'))) {
  test(`golden page ${file} reads as its JSON says`, () => {
    const expected = JSON.parse(readFileSync(join(GOLDEN, file.replace('.html', '.json')), 'utf8'));
    assert.deepEqual(inWords(readFileSync(join(GOLDEN, file))), expected);
  });
}

test('golden pages read as the plain walk reads them', () => {
  for (const file of readdirSync(GOLDEN).filter(name => name.endsWith('.html'))) {
    const { text } = decode(readFileSync(join(GOLDEN, file)), undefined);
    assert.deepEqual(differences(text), [], file);
  }
});

test('stored pages and windows of them read as the plain walk reads them', t => {
  if (sharedPath('webs') === undefined) return t.skip('skipped: ../shared/webs is not there');
  const random = randomOf(20);
  for (const web of WEBS) {
    let read = 0;
    for (const page of storedPages(web, 9)) {
      const { text } = decode(page.body, page.contentType);
      assert.deepEqual(differences(text), [], page.url);
      const window = mutatedWindow(text, random);
      assert.deepEqual(differences(window), [], window);
      if (++read === 12) break;
    }
  }
});

test('soups of tags read as the plain walk reads them', () => {
  const random = randomOf(3);
  for (let i = 0; i < 300; i++) {
    const html = soup(random);
    assert.deepEqual(differences(html), [], html);
  }
});

test('a label is cut at 500 characters, wherever its pieces end', () => {
  const words = 'w '.repeat(249);
  for (const last of ['', 'x', 'xy', 'xyz']) {
    const html = `<a href=s><svg><text>${words}${last} z</text><text>tail</text></svg></a>`;
    assert.deepEqual(differences(html), [], last);
  }
});

test('the comparison sees a difference of one character', () => {
  const page = '<p>one <a href=x>two</a>';
  assert.equal(differences(page, page.replace('two', 'twos')).length > 0, true);
  assert.equal(differences(page, page.replace('=x', '=y')).length, 1);
  assert.equal(differences(page, page.replace('<p>', '<div>')).length, 1);
  assert.deepEqual(differences(page, page), []);
});

test('slices lie inside their strings for any input', () => {
  const piece = fc.constantFrom(
    '<a href=1>',
    '</a>',
    '<p>',
    '<table>',
    'x ',
    ' ',
    '<b>',
    '\ud800',
    '<h1>',
    '<img alt=i>',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), parts => {
      const { text, values, records } = readPage(parts.join(''));
      for (let i = 0; i < (records[HEADER.linkCount] as number); i++) {
        const at = linkAt(i);
        assert.ok((records[at + LINK.block] as number) <= (records[at + LINK.block + 1] as number));
        assert.ok((records[at + LINK.block + 1] as number) <= text.length);
        assert.ok((records[at + LINK.href + 1] as number) <= values.length);
      }
      let end = 0;
      for (let i = 0; i < (records[HEADER.runCount] as number); i++) {
        const at = runAt(records, i) + RUN.text;
        assert.ok((records[at] as number) >= end);
        end = records[at + 1] as number;
      }
      assert.equal(end, text.length);
    }),
    { numRuns: 300, seed: 11 },
  );
});

test('a page nested 100,000 deep is read', () => {
  const { text, records } = readPage(`${'<div>'.repeat(100_000)}<a href=deep>deep</a>`);
  assert.equal(text, 'deep');
  assert.equal(sliceAt(text, records, linkAt(0) + LINK.anchor), 'deep');
  assert.equal(isFull(records), false);
});

test('a page that grows without end is cut and says so', () => {
  const fonts = Array.from({ length: 3000 }, (_, i) => `<font a=${i}>`).join('');
  assert.equal(isFull(readPage(`<p>${fonts}${'</p><p>x'.repeat(3000)}`).records), true);
  const links = readPage('<a href=x>y</a> '.repeat(MOST_LINKS + 5));
  assert.equal(links.records[HEADER.linkCount], MOST_LINKS);
  assert.equal(isFull(links.records), true);
  const long = readPage(`<p>${'words '.repeat(700_000)}<p>${'words '.repeat(10)}`);
  assert.ok(long.text.length <= MOST_TEXT);
  assert.equal(isFull(long.records), true);
});

test('a refresh is read as the standard has it', () => {
  const meant: Readonly<Record<string, unknown>> = {
    '5; url=x': { delay: 5, target: 'x' },
    ' 0,URL = "a b" c': { delay: 0, target: 'a b' },
    '.5 x': { delay: 0, target: 'x' },
    '3': { delay: 3, target: undefined },
    '3;url=': { delay: 3, target: undefined },
    "3;'q": { delay: 3, target: 'q' },
    'x;url=y': undefined,
    '3x;url=y': undefined,
  };
  for (const [content, refresh] of Object.entries(meant))
    assert.deepEqual(parseRefresh(content), refresh, content);
});

test('plain text is blocks of lines without links', () => {
  const { text, records } = readText('One line\r\ngoes  on\n\n<a href=x>not a link</a>\n');
  assert.equal(text, 'One line\ngoes on\n<a href=x>not a link</a>');
  assert.equal(records[HEADER.linkCount], 0);
  assert.deepEqual(
    [0, 1, 2].map(i => records[runAt(records, i) + RUN.blockId]),
    [0, 0, 1],
  );
});
