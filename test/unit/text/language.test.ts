import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { languageOf, primaryTag } from '../../../src/text/language.js';

const ENGLISH =
  'The river is expected to rise over its banks, and the people of the town are advised to leave it.';
const GERMAN =
  'Der Fluss steigt über die Ufer, und die Bewohner der Stadt werden gebeten, das Gebiet zu verlassen.';

const CASES: readonly (readonly [string, string | undefined, string])[] = [
  ['今天有台风和暴雨，气象台发布预警。', undefined, 'zh'],
  ['今天有台风和暴雨，气象台发布预警。', 'en', 'zh'],
  ['東京都の天気予報です。明日は雨が降るでしょう。', 'zh', 'ja'],
  ['这是日文的“の”字，在中文里偶尔出现，但是整篇文字是中文写成的。', undefined, 'zh'],
  ['오늘은 태풍과 폭우가 있습니다.', undefined, 'ko'],
  ['Сегодня ожидается сильный дождь и ветер, объявлено предупреждение.', undefined, 'ru'],
  ['Сьогодні очікується сильний дощ і вітер, її оголошено.', undefined, 'uk'],
  ['Днес се очаква силен дъжд и вятър.', 'bg', 'bg'],
  ['Σήμερα αναμένεται δυνατή βροχή', undefined, 'el'],
  ['היום צפוי גשם חזק', undefined, 'he'],
  ['วันนี้คาดว่าจะมีฝนตกหนัก', undefined, 'th'],
  ['آج شدید بارش متوقع ہے', undefined, 'ur'],
  ['من المتوقع هطول أمطار غزيرة اليوم', undefined, 'ar'],
  [ENGLISH, undefined, 'en'],
  [ENGLISH, 'en-US', 'en'],
  [ENGLISH, 'de', 'en'],
  [ENGLISH, 'zh-CN', 'en'],
  [GERMAN, undefined, 'de'],
  [GERMAN, 'en', 'de'],
  ["L'eau de la rivière monte et les habitants de la ville doivent quitter le quartier.", undefined, 'fr'],
  ['El río sube y los vecinos de la ciudad tienen que dejar el barrio por la lluvia.', undefined, 'es'],
  ['Flood warning', undefined, 'und'],
  ['Flood warning', 'en', 'en'],
  ['Flood warning', 'x-unknown', 'und'],
  ['', undefined, 'und'],
  ['', 'zh_CN', 'zh'],
  ['12345 67890 +++', 'ja', 'ja'],
  ['暴雨', undefined, 'zh'],
  ['暴雨', 'ja', 'zh'],
];

test('the language is told by script, declaration and words', () => {
  for (const [text, declared, expected] of CASES) {
    assert.equal(languageOf(text, declared), expected, `${text} (${declared})`);
  }
});

test('a Chinese page with much Latin in it is Chinese', () => {
  const text = 'LibreOffice Basic 提供了 Sub 和 Function 语句，用于定义 macro 的 parameters。';
  assert.equal(languageOf(text), 'zh');
});

test('tags are reduced to what the registry knows', () => {
  assert.equal(primaryTag('zh-Hant-TW'), 'zh');
  assert.equal(primaryTag('EN_us'), 'en');
  assert.equal(primaryTag(' jp '), 'ja');
  assert.equal(primaryTag('en-US, fr'), 'en');
  assert.equal(primaryTag('utf-8'), 'utf');
  assert.equal(primaryTag('{{lang}}'), undefined);
  assert.equal(primaryTag(''), undefined);
});

test('any text has a language, however long or odd', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.option(fc.string(), { nil: undefined }),
      (text, declared) => {
        assert.match(languageOf(text, declared), /^[a-z]{2,3}$/);
      },
    ),
    { numRuns: 200 },
  );
  assert.equal(languageOf(`${ENGLISH} `.repeat(20_000)), 'en');
});
