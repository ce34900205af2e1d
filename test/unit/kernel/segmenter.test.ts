import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import nodejieba from 'nodejieba';
import { KernelSegmenter } from '../../../src/kernel/segmenter.js';
import { SegmenterStore } from '../../../src/kernel/segmenter-store.js';
import { chineseText } from '../../fuzz/chinese.js';
import { differenceOf } from '../../fuzz/same-words.js';

const store = SegmenterStore.open();
const segmenter = new KernelSegmenter(store.share);

function assertSame(text: string): void {
  assert.equal(differenceOf(text, segmenter.cut(text), nodejieba.cut(text, true)), undefined);
}

const wordsOf = (text: string): string[] => {
  const { count, end } = segmenter.cut(text);
  return Array.from({ length: count }, (_, i) => text.slice(i === 0 ? 0 : end[i - 1], end[i]));
};

const HAND_MADE = [
  '',
  '我',
  '台风暴雨灾害预警信号发布后，南京市长江大桥停止通行。',
  '小明硕士毕业于中国科学院计算所，后在日本京都大学深造',
  '他来到了网易杭研大厦\r\n\t第二行\u3000全角空格',
  'AT&T 的 B超 和 C++、c#、T恤 AT&',
  'IPv6 3.14. 3abc abc3.5 x86_64 1.2.3',
  '，。，。  \t\t\n\n，',
  '𠮷野家😀👨‍👩‍👧是Ａ ｂ１２３全角',
  'ひらがなとカタカナ한국어Русский',
  '\ud800我\udc00\udfff\ud800\udc00爱\ud83d',
  '\0一\0二\0',
  '\ufeff字节序\ufeff',
  '人人人人人人人人人',
  '云计算韩玉鉴赏蓝翔区块链',
  '的的的的。的，的',
];

test('cuts as nodejieba does on mixed scripts, separators, ASCII and broken surrogates', () => {
  for (const text of HAND_MADE) assertSame(text);
});

test('knows the words of a sentence', () => {
  assert.deepEqual(wordsOf('南京市长江大桥，很长。'), ['南京市', '长江大桥', '，', '很长', '。']);
});

test('cuts as nodejieba does on random text', () => {
  fc.assert(fc.property(chineseText(), assertSame), { numRuns: 1200, seed: 20 });
});

test('cuts a text of many chunks as a whole, whatever the size of a chunk', () => {
  const small = new KernelSegmenter(store.share, { chunk: 5, longest: 1 << 16 });
  fc.assert(
    fc.property(chineseText(), text => {
      const whole = segmenter.cut(text);
      const pieces = small.cut(text);
      assert.deepEqual(pieces.end.slice(0, pieces.count), whole.end.slice(0, whole.count));
      assert.deepEqual(pieces.hash.slice(0, 2 * pieces.count), whole.hash.slice(0, 2 * whole.count));
    }),
    { numRuns: 300, seed: 21 },
  );
});

test('cuts a long range without separators as nodejieba does', () => {
  const range = '研究生命起源的科学家abc在人民大会堂3.5演讲'.repeat(2000);
  assertSame(range);
  assertSame(`${range}。${'x'.repeat(50_000)}，${range}`);
});

test('cuts by force only beyond the longest range, and never within a character', () => {
  const tiny = new KernelSegmenter(store.share, { chunk: 4, longest: 8 });
  const text = `中${'😀'.repeat(50)}`;
  const { count, end } = tiny.cut(text);
  assert.equal(end[count - 1], text.length);
  for (let i = 0; i < count; i++) assert.doesNotMatch(text.slice(0, end[i]), /\p{Cs}/u);
  const bytes = Buffer.from(text);
  const ends = tiny.ends(bytes);
  assert.equal(ends.at(-1), bytes.length);
  for (const each of ends) assert.notEqual((bytes[each] ?? 0) & 0xc0, 0x80);
});

test('reads broken UTF-8 as a decoder does', () => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const breakage = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 5 });
  fc.assert(
    fc.property(chineseText(), breakage, (text, broken) => {
      const bytes = Buffer.from(text);
      for (const [at, value] of broken) bytes[at % bytes.length] = value;
      const decoded = decoder.decode(bytes);
      const ends = segmenter.ends(bytes);
      const words = Array.from(ends, (end, i) =>
        decoder.decode(bytes.subarray(i === 0 ? 0 : ends[i - 1], end)),
      );
      assert.deepEqual(words, nodejieba.cut(decoded, true));
    }),
    { numRuns: 500, seed: 22 },
  );
});

test('says where the words of bytes end in chunks of any size', () => {
  const small = new KernelSegmenter(store.share, { chunk: 3, longest: 1 << 16 });
  const bytes = Buffer.from('台风、暴雨。\n洪水，泥石流 '.repeat(50));
  assert.deepEqual(small.ends(bytes).slice(), segmenter.ends(bytes).slice());
});

test('takes a text of a million characters', () => {
  const text = '城市内涝与山洪灾害，'.repeat(100_000);
  const { count, end } = segmenter.cut(text);
  const once = segmenter.cut('城市内涝与山洪灾害，').count;
  assert.equal(count, once * 100_000);
  assert.equal(end[count - 1], text.length);
});
