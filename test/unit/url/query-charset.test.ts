import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { baseOf, canonical } from '../../../src/url/canonical.js';
import { sharedPath } from '../../shared.js';

const nameOn = (charset: string, href: string): string | undefined =>
  canonical(href, baseOf('http://h.org/d/p', undefined, charset));

test('a query is written in the encoding of its page, a path in UTF-8', () => {
  assert.equal(nameOn('gbk', '/s?k=中文'), 'http://h.org/s?k=%D6%D0%CE%C4');
  assert.equal(nameOn('gbk', '/中文.html?x#中'), 'http://h.org/%E4%B8%AD%E6%96%87.html?x');
  assert.equal(nameOn('gbk', '/s?u=%E4%B8%AD'), 'http://h.org/s?u=%E4%B8%AD');
  assert.equal(nameOn('utf-8', '/s?k=中'), 'http://h.org/s?k=%E4%B8%AD');
});

test('each encoding has its own bytes', () => {
  const rows: [string, string, string][] = [
    ['gbk', '丂€', '%81@%80'],
    ['gb18030', '€😀㐂', '%A2%E3%949%FC6%819%EF1'],
    ['big5', '中十', '%A4%A4%A4Q'],
    ['shift_jis', 'ﾖ表−', '%D6%95\\%81|'],
    ['euc-jp', '日ｱ', '%C6%FC%8E%B1'],
    ['euc-kr', '한', '%C7%D1'],
    ['windows-1252', 'é€’', '%E9%80%92'],
    ['windows-1251', 'Ж', '%C6'],
    ['koi8-u', 'Ж', '%F6'],
  ];
  for (const [charset, text, wanted] of rows)
    assert.equal(nameOn(charset, `?${text}`), `http://h.org/d/p?${wanted}`);
});

test('letters that the encoding lacks become references, unknown encodings UTF-8', () => {
  assert.equal(nameOn('windows-1251', '?é'), 'http://h.org/d/p?%26%23233%3B');
  assert.equal(nameOn('gbk', '?😀\ud800'), 'http://h.org/d/p?%26%23128512%3B%26%2365533%3B');
  for (const charset of ['x-user-defined', 'iso-2022-jp', 'replacement', 'nonsense'])
    assert.equal(nameOn(charset, '?é'), 'http://h.org/d/p?%C3%A9');
});

test('equals the Web Platform Tests but for iso-2022-jp', t => {
  const path = sharedPath('suites/wpt-url/percent-encoding.json');
  if (path === undefined) return t.skip('skipped: ../shared/suites/wpt-url is not there');
  const cases: (string | { input: string; output: Record<string, string> })[] = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  for (const one of cases) {
    if (typeof one === 'string') continue;
    for (const [charset, wanted] of Object.entries(one.output))
      if (charset !== 'iso-2022-jp')
        assert.equal(nameOn(charset, `?${one.input}`), `http://h.org/d/p?${wanted}`, charset);
  }
});
