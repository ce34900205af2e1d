import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Segmenter } from '../../../src/contract/segmenter.js';
import { KernelSegmenter } from '../../../src/kernel/segmenter.js';
import { SegmenterStore } from '../../../src/kernel/segmenter-store.js';
import { NodejiebaSegmenter } from '../../../src/text/nodejieba.js';
import { TermReader } from '../../../src/text/term-reader.js';
import { chineseTexts } from '../../fuzz/web-text.js';
import { sharedPath } from '../../shared.js';
import { readerWith, spelled } from './reader.js';

const reader = readerWith();

test('Chinese words are the segmenter’s; single characters, numbers and function words are dropped', () => {
  assert.equal(
    spelled(reader, '台风带来暴雨，风力12级，我们的二十三。', 'zh'),
    '台风 带来 暴雨 风力 (12) (级) (我们) (的) (二十三)',
  );
});

test('words of the dictionary that mix scripts stay whole', () => {
  assert.equal(spelled(reader, 'T恤，B超，Windows系统', 'zh'), 'T恤 B超 Windows 系统');
});

test('English words are stemmed, so that forms of one word are one term', () => {
  const [first] = reader.list('functions', 'en');
  assert.deepEqual([...reader.list('function Functions FUNCTIONAL', 'en')], [first]);
});

test('contractions, numbers and single letters leave nothing; c++ and c# are words', () => {
  assert.equal(
    spelled(reader, "Don't use C++ or C# 3.14 times, utf8 x", 'en'),
    '(Don) (t) use C++ (or) C# (3) (14) times utf8 (x)',
  );
});

test('full-width letters are letters', () => {
  assert.deepEqual(reader.list('Ｗｉｎｄｏｗｓ', 'zh'), reader.list('windows', 'zh'));
});

test('accents stay, and composed and decomposed ones are the same', () => {
  assert.deepEqual(reader.list('caf\u00e9', 'fr'), reader.list('CAFE\u0301', 'fr'));
  assert.notDeepEqual(reader.list('café', 'fr'), reader.list('cafe', 'fr'));
});

test('a soft hyphen inside a word changes nothing', () => {
  assert.deepEqual(reader.list('cen\u00adtral', 'de'), reader.list('central', 'de'));
});

test('a Greek word is one term in capitals and in small letters', () => {
  assert.deepEqual(reader.list('ΟΔΟΣ', 'el'), reader.list('οδός'.normalize('NFC').replace('ό', 'ο'), 'el'));
});

test('German words are not stemmed as English ones, and German function words are dropped', () => {
  assert.notDeepEqual(reader.list('Hauses', 'de'), reader.list('Haus', 'de'));
  assert.equal(spelled(reader, 'der Hund und die Katzen', 'de'), '(der) Hund (und) (die) Katzen');
});

test('Japanese is read in pairs of Han characters and in katakana words', () => {
  assert.equal(spelled(reader, '東京都のコンピューター処理', 'ja'), '東京 京都 コンピューター 処理');
});

test('Korean is read in pairs of syllables', () => {
  assert.equal(spelled(reader, '한국어 처리', 'ko'), '한국 국어 처리');
});

test('a topic word is not dropped, though it be a stop word or a single character', () => {
  const ids = [...readerWith('all').list('the', 'en'), reader.idOf('雪')];
  assert.equal(spelled(readerWith(ids), 'the 雪 a', 'zh'), 'the 雪 (a)');
});

test('words longer than any word are dropped', () => {
  assert.equal(reader.read('x'.repeat(65), 'en').total, 0);
  assert.equal(reader.read('x'.repeat(64), 'en').total, 1);
});

test('ids do not depend on what was read before', () => {
  const words = fc.constantFrom(
    'flood',
    'Floods',
    'FLOODING',
    'café',
    '台风',
    '暴雨',
    'straße',
    'Σας',
    'ΣΑΣ',
    'σασ',
  );
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), before => {
      const used = readerWith();
      for (const word of before) used.read(word, 'en');
      for (const word of before) assert.deepEqual(used.list(word, 'en'), readerWith().list(word, 'en'));
    }),
    { numRuns: 8 },
  );
});

test('any text gives sorted ids without repetition, and counts that add up', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom('zh', 'en', 'ja', 'th', 'und'),
      (text, language) => {
        const { id, count, total } = reader.read(text, language);
        for (let i = 1; i < id.length; i++) assert.ok((id[i] as number) > (id[i - 1] as number));
        assert.equal(
          total,
          count.reduce((sum, value) => sum + value, 0),
        );
        assert.ok(!id.includes(0));
      },
    ),
    { numRuns: 300 },
  );
});

const SAMPLES = [
  '第一章　总则：为了预防和减轻暴雨灾害，保护人民生命财产安全，制定本办法。',
  '小明硕士毕业于中国科学院计算所，后在日本京都大学深造。',
  'LibreOffice Basic 提供了用于创建宏的编程语言；请参阅“函数”一节（共 12 页）。',
  '這個國家的氣象局發布了颱風警報，請民眾做好防颱準備。',
  '𠀀𠀁是扩展区的字，A座3层、B超室和卡拉OK。',
  '',
  '，。！？',
];

test('the segmenter kernel and nodejieba give the same terms', () => {
  const words = ['编程语言', '总则', '警报'];
  const kernel = new KernelSegmenter(SegmenterStore.open({ words }).share);
  const both: Segmenter[] = [kernel, new NodejiebaSegmenter({ words })];
  const [left, right] = both.map(segmenter => new TermReader({ segmenter }));
  for (const text of SAMPLES) {
    assert.deepEqual(left?.sequence(text, 'zh'), right?.sequence(text, 'zh'), text);
  }
});

test('two terms of one id are counted', () => {
  // The upper half of the hash tells terms apart that share the lower one; a segmenter can lie about it.
  const lying = (high: number): Segmenter => ({
    cut: text => ({ count: 1, end: Int32Array.of(text.length), hash: Uint32Array.of(7, high) }),
  });
  let high = 1;
  const watching = new TermReader({ segmenter: { cut: text => lying(high).cut(text) } });
  watching.read('暴雨', 'zh');
  assert.equal(watching.collisions, 0);
  high = 2;
  watching.read('台风', 'zh');
  assert.equal(watching.collisions, 1);
});

test('the segmenter kernel and nodejieba give the same terms on pages of a stored web', t => {
  const path = sharedPath('webs/zhdocs.warc.gz');
  if (path === undefined) {
    t.skip('skipped: ../shared/webs/zhdocs.warc.gz is not there');
    return;
  }
  const [left, right] = [new KernelSegmenter(SegmenterStore.open().share), new NodejiebaSegmenter()].map(
    segmenter => new TermReader({ segmenter }),
  );
  let pages = 0;
  for (const text of chineseTexts(path)) {
    if (pages >= 900) break;
    if (pages++ % 30 !== 0) continue;
    assert.deepEqual(left?.sequence(text, 'zh'), right?.sequence(text, 'zh'));
  }
  assert.equal(pages, 900);
});
