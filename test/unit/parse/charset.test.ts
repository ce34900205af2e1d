import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import fc from 'fast-check';
import { decode } from '../../../src/parse/charset.js';
import { cutUtf8, decodeAs, strictly } from '../../../src/parse/decoder.js';
import { labelIn, nameOfLabel } from '../../../src/parse/label.js';
import { declaredLanguage, prescan } from '../../../src/parse/prescan.js';
import { sharedPath } from '../../shared.js';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');
/** 暴雨灾害预警信号 in GBK. */
const GBK = bytes('\xb1\xa9\xd3\xea\xd4\xd6\xba\xa6\xd4\xa4\xbe\xaf\xd0\xc5\xba\xc5');
const GBK_TEXT = '暴雨灾害预警信号';
const join = (...parts: readonly (string | Uint8Array)[]): Uint8Array =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? bytes(part) : part)));
const decided = (body: Uint8Array, contentType?: string): string => {
  const { charset, source } = decode(body, contentType);
  return `${charset} by ${source}`;
};

test('labels mean what the WHATWG table says, and common misspellings what they meant', () => {
  const meant: Readonly<Record<string, string | undefined>> = {
    ' UTF8 ': 'utf-8',
    gb2312: 'gb18030',
    GBK: 'gb18030',
    latin1: 'windows-1252',
    'iso-8859-9': 'windows-1254',
    'x-user-defined': 'windows-1252',
    'x-sjis': 'shift_jis',
    utf_8: 'utf-8',
    cp936: 'gb18030',
    win1251: 'windows-1251',
    MacCyrillic: 'x-mac-cyrillic',
    'hz-gb-2312': undefined,
    replacement: undefined,
    none: undefined,
    '': undefined,
  };
  for (const [label, name] of Object.entries(meant)) assert.equal(nameOfLabel(label), name, label);
});

test('the label is found in any shape of Content-Type', () => {
  assert.equal(labelIn('text/html; charset=GBK'), 'GBK');
  assert.equal(labelIn('text/html;charset = "utf-8" ; x=y'), 'utf-8');
  assert.equal(labelIn("text/html; CHARSET='big5'"), 'big5');
  assert.equal(labelIn('text/html; charset charset=utf-8'), 'utf-8');
  assert.equal(labelIn('text/html'), undefined);
});

test('the prescan follows the standard', () => {
  const found: Readonly<Record<string, string | undefined>> = {
    '<meta charset=gbk>': 'gb18030',
    '<META\ncontent="text/html; charset=big5" http-equiv=Content-Type>': 'big5',
    '<meta content="text/html; charset=big5">': undefined,
    '<!-- <meta charset=gbk> --><meta charset=euc-kr>': 'euc-kr',
    '<!--><meta charset=gbk>': 'gb18030',
    '<a title="<meta charset=gbk>"><meta charset=koi8-r>': 'koi8-r',
    '</a title="<meta charset=gbk>"><?x <meta charset=gbk><meta charset=koi8-r>': 'koi8-r',
    '<meta charset=utf-16le>': 'utf-8',
    '<meta charset=nonsense><meta charset=gbk>': 'gb18030',
    '<metax charset=gbk>': undefined,
    '<?xml version="1.0" encoding="Shift_JIS"?><p>': 'shift_jis',
    '<?xml version="1.0" encoding="Shift_JIS"?><meta charset=gbk>': 'gb18030',
    '<meta charset="gbk': undefined,
  };
  for (const [html, name] of Object.entries(found)) assert.equal(prescan(bytes(html), 1024), name, html);
});

test('the prescan stops after 1,024 bytes', t => {
  const path = sharedPath('suites/html5lib-encoding/preparsed-boundary.json');
  if (path === undefined) return t.skip('skipped: ../shared/suites/html5lib-encoding is not there');
  const { cases } = JSON.parse(readFileSync(path, 'utf8'));
  for (const { fillerCharsBeforeMeta, meta, expectedAfterPrescan } of cases) {
    const body = bytes('a'.repeat(fillerCharsBeforeMeta) + meta);
    assert.equal(decode(body, undefined).charset, expectedAfterPrescan);
  }
});

test('a declaration further on counts when the bytes need one', () => {
  const body = join('<p>', 'a'.repeat(3000), '<meta charset=iso-8859-5><p>\xbc\xb8\xe0');
  assert.equal(decided(body), 'iso-8859-5 by meta');
});

test('the language is found that decides the default', () => {
  assert.equal(declaredLanguage(bytes('<html xmlns="x" xml:lang="zh-CN">')), 'zh-cn');
  assert.equal(declaredLanguage(bytes('<meta http-equiv="Content-Language" content="de">')), 'de');
  assert.equal(declaredLanguage(bytes('<p>')), '');
});

test('a byte order mark wins over everything and is not text', () => {
  assert.deepEqual(decode(join('\xef\xbb\xbf', utf8('中')), 'text/html; charset=gbk'), {
    text: '中',
    charset: 'utf-8',
    source: 'bom',
    confidence: 1,
  });
  assert.equal(decode(bytes('\xff\xfe\x2d\x4e'), undefined).text, '中');
  assert.equal(decode(bytes('\xfe\xff\x4e\x2d'), undefined).text, '中');
  assert.equal(decode(bytes('\xff\xfe\0\0\x2d\x4e\0\0'), undefined).text, '中');
});

test('a declaration that the bytes bear out is followed, header first', () => {
  assert.equal(decided(GBK, 'text/html; charset=gb2312'), 'gb18030 by header');
  assert.equal(decided(join('<meta charset=gbk>', GBK)), 'gb18030 by meta');
  assert.equal(
    decided(join('<meta charset=big5><p>', utf8('中文')), 'text/html; charset=utf-8'),
    'utf-8 by header',
  );
  assert.equal(
    decided(bytes('<meta charset=iso-8859-2>\xe9'), 'text/html; charset=iso-8859-1'),
    'windows-1252 by header',
  );
});

test('a declaration that the bytes contradict loses', () => {
  assert.equal(decided(join('<meta charset=gb2312><p>', utf8(GBK_TEXT))), 'utf-8 by bytes');
  assert.equal(decided(join('<meta charset=utf-8><p>', GBK)), 'gb18030 by bytes');
  assert.equal(decided(join('<meta charset=gbk><p>', GBK), 'text/html; charset=utf-8'), 'gb18030 by meta');
  assert.equal(
    decided(join('<meta charset=gbk><p>', GBK), 'text/html; charset=iso-8859-1'),
    'gb18030 by meta',
  );
  assert.equal(decided(join('<p>', GBK, GBK), 'text/html; charset=windows-1252'), 'gb18030 by bytes');
  assert.equal(decided(bytes('<p>caf\xe9 cr\xe8me'), 'text/html; charset=utf-8'), 'windows-1252 by bytes');
  assert.equal(decided(utf8('<meta charset=iso-8859-1><p>©')), 'utf-8 by bytes');
  assert.equal(decided(bytes('<p>plain'), 'text/html; charset=utf-16'), 'windows-1252 by default');
});

test('two Chinese characters that happen to be valid UTF-8 stay what they are declared to be', () => {
  assert.equal(
    decode(join('<meta charset=gbk><p>', bytes('\xc1\xaa\xcd\xa8')), undefined).text.slice(-2),
    '联通',
  );
});

test('a few broken characters do not overturn a declaration', () => {
  const body = join('<meta charset=utf-8>', utf8('破损的网页'.repeat(5)), '\xe4', utf8('仍然是网页'));
  assert.equal(decided(body), 'utf-8 by meta');
  const gbk = join('<meta charset=gbk>', GBK, GBK, '\xff', GBK);
  assert.equal(decided(gbk), 'gb18030 by meta');
});

test('a body cut inside a character is read up to it', () => {
  const whole = utf8('<p>中文');
  assert.deepEqual(decode(whole.subarray(0, whole.length - 1), undefined).text, '<p>中');
  assert.equal(cutUtf8(whole), 0);
  assert.equal(cutUtf8(whole.subarray(0, whole.length - 2)), 1);
  const gbk = join('<meta charset=gbk>', GBK).subarray(0, -1);
  assert.equal(decode(gbk, undefined).text.slice(-7), GBK_TEXT.slice(0, 7));
});

test('bytes alone tell Chinese, Japanese, Korean, Russian, Greek, Hebrew, Polish and French', () => {
  const told: readonly (readonly [string, string])[] = [
    ['\xd5\xe2\xca\xc7\xd2\xbb\xb8\xf6\xb6\xce\xc2\xe4', '这是一个段落'],
    ['\xb3o\xacO\xa4@\xad\xd3\xba\xf4\xad\xb6', '這是一個網頁'],
    ['\x82\xb1\x82\xea\x82\xcd\x93\xfa\x96{\x8c\xea', 'これは日本語'],
    ['\xa4\xb3\xa4\xec\xa4\xcf\xc6\xfc\xcb\xdc\xb8\xec', 'これは日本語'],
    ['\xc0\xcc\xb0\xcd\xc0\xba \xc7\xd1\xb1\xb9\xbe\xee', '이것은 한국어'],
    ['\xdd\xf2\xee \xf0\xf3\xf1\xf1\xea\xe8\xe9 \xf2\xe5\xea\xf1\xf2', 'Это русский текст'],
    ['\xfc\xd4\xcf \xd2\xd5\xd3\xd3\xcb\xc9\xca \xd4\xc5\xcb\xd3\xd4', 'Это русский текст'],
    ['\xc1\xf5\xf4\xfc \xe5\xdf\xed\xe1\xe9 \xea\xe5\xdf\xec\xe5\xed\xef', 'Αυτό είναι κείμενο'],
    ['\xe6\xe4\xe5 \xe8\xf7\xf1\xe8 \xe1\xf2\xe1\xf8\xe9\xfa', 'זהו טקסט בעברית'],
    ['za\xbf\xf3\xb3\xe6 g\xea\x9cl\xb9 ja\x9f\xf1', 'zażółć gęślą jaźń'],
    ['l\x92\xe9t\xe9 \xe0 la for\xeat', 'l’été à la forêt'],
  ];
  for (const [raw, text] of told) assert.equal(decode(bytes(raw), undefined).text, text);
});

test('seven-bit and wide charsets are told by their escapes and zeros', () => {
  assert.equal(decode(bytes('\x1b$B$3$l\x1b(B'), undefined).text, 'これ');
  assert.equal(decode(bytes('\x1b$)C\x0e0!\x0f a'), undefined).text, '가 a');
  const wide = Buffer.from('<html><body>plain words</body></html>', 'utf16le');
  assert.equal(decode(wide, undefined).charset, 'utf-16le');
  assert.equal(decode(wide.swap16(), undefined).charset, 'utf-16be');
  const wider = Buffer.from([...'<html><p>ab'].flatMap(char => [0, 0, 0, char.charCodeAt(0)]));
  assert.equal(decode(wider, undefined).text, '<html><p>ab');
});

test('windows-1252 is decoded by the standard table, which Node 20 gets wrong', () => {
  assert.equal(decodeAs('windows-1252', bytes('\x93\x80\xe9\x81')), '“€é\x81');
});

test('EUC-KR has the syllables of windows-949', () => {
  assert.equal(decodeAs('euc-kr', bytes('\xb0\xa1\x8c\x63a\x81\x41\xc6\x52')), '가똠a갂힣');
  assert.equal(strictly('euc-kr', bytes('\xb0')), '');
  assert.equal(strictly('euc-kr', bytes('\xb0 ')), undefined);
});

test('IBM855 covers its 128 characters', () => {
  const high = decodeAs(
    'ibm855',
    Uint8Array.from({ length: 128 }, (_, i) => 128 + i),
  );
  assert.equal(new Set(high).size, 128);
  assert.equal(decodeAs('ibm855', bytes('\xe1\xe0')), 'рЯ');
});

test('any bytes under any header give text, a known source and a confidence', () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc
      .constantFrom(
        '<meta charset=',
        'gbk>',
        'utf-8>',
        '<?xml encoding="',
        '\x1b$B',
        '\xff\xfe',
        '\0',
        '\x0e',
      )
      .map(bytes),
  );
  const header = fc.option(
    fc.oneof(fc.string(), fc.constantFrom('text/html; charset=euc-kr', 'x;charset=utf-16')),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), header, (parts, contentType) => {
      const decoded = decode(Buffer.concat(parts), contentType ?? undefined);
      assert.ok(decoded.confidence >= 0 && decoded.confidence <= 1, `confidence ${decoded.confidence}`);
      assert.match(decoded.source, /^(bom|header|meta|bytes|default)$/);
      assert.equal(typeof decoded.text, 'string');
    }),
    { numRuns: 400, seed: 7 },
  );
});
