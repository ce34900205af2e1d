import assert from 'node:assert/strict';
import test from 'node:test';
import type { PageDocument } from '../../../src/contract/document.js';
import { anchorOf, contextOf, leafOffsets } from '../../../src/parse/context.js';
import { readPage } from '../../../src/parse/reader.js';

const contextText = (page: PageDocument, i: number, most?: number): string => {
  const { from, to } = contextOf(page, i, most);
  return page.text.slice(from, to);
};

test('leaves are numbered from the link outward, as METHODS H.2 has it', () => {
  const page = readPage('<li>Deep <a href=c>crawler</a> survey</li>');
  const leaves = leafOffsets(page, 0).map(leaf => [page.text.slice(leaf.start, leaf.end), leaf.offset]);
  assert.deepEqual(leaves, [
    ['Deep', -1],
    ['crawler', 0],
    ['survey', 1],
  ]);
});

test('a link without text has leaves before and after and none of its own', () => {
  const page = readPage('<p>a<b>b</b><a href=c><img alt=pic></a>c<b>d</b>');
  assert.equal(anchorOf(page, 0), 'pic');
  assert.deepEqual(
    leafOffsets(page, 0, 2).map(leaf => leaf.offset),
    [-2, -1, 1, 2],
  );
  assert.equal(contextText(page, 0), 'abcd');
});

test('a context reaches twenty words each side and not beyond its block', () => {
  const words = (from: number): string => Array.from({ length: 30 }, (_, i) => `w${from + i}`).join(' ');
  const page = readPage(`<p>other block</p><p>${words(0)}, <a href=x>anchor text</a>: ${words(30)}<p>third`);
  const context = contextText(page, 0);
  assert.ok(context.startsWith(' w10') || context.startsWith('w10'), context);
  assert.ok(context.trimEnd().endsWith('w49'), context);
  const short = readPage('<p>other block</p><p>before <a href=x>anchor</a> after<br>line<p>third');
  assert.equal(contextText(short, 0), 'before anchor after\nline');
});

test('each Han character counts as a token', () => {
  const page = readPage('<p>一二三四五六七八九十<a href=x>链接</a>甲乙丙丁戊己庚辛');
  assert.equal(contextText(page, 0, 3), '八九十链接甲乙丙');
  const { anchorStart, anchorEnd } = contextOf(page, 0);
  assert.equal(page.text.slice(anchorStart, anchorEnd), '链接');
});

test('characters beyond the first plane are not cut in half', () => {
  const page = readPage('<p>𠀀𠀁𠀂<a href=x>z</a>𠀃𠀄𠀅');
  assert.equal(contextText(page, 0, 2), '𠀁𠀂z𠀃𠀄');
});

test('a link in an empty block has an empty context', () => {
  const page = readPage('<p>before</p><div><a href=x></a></div><p>after');
  assert.equal(contextText(page, 0), '');
  assert.equal(anchorOf(page, 0), '');
});
