/**
 * Text on which a segmenter may go wrong: pieces of words, equal paths, ASCII that is half a dictionary word, every
 * separator, scripts without a model, broken surrogates. Words are drawn from jieba's dictionary.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import nodejieba from 'nodejieba';

const dictionaryPath = (nodejieba as unknown as { DEFAULT_DICT: string }).DEFAULT_DICT;

export const dictionaryWords: readonly string[] = readFileSync(dictionaryPath, 'utf8')
  .split('\n')
  .filter(line => line !== '')
  .map(line => line.split(' ')[0] as string);
const characters = [...new Set(dictionaryWords.join(''))];

const word = fc.nat(dictionaryWords.length - 1).map(i => dictionaryWords[i] as string);
const character = fc.nat(characters.length - 1).map(i => characters[i] as string);
const part = fc
  .tuple(word, fc.nat(7), fc.nat(7))
  .map(([each, from, to]) => each.slice(from % each.length, to + 1));
const between = (low: number, high: number): fc.Arbitrary<string> =>
  fc.integer({ min: low, max: high }).map(code => String.fromCodePoint(code));
const oneOf = (...text: string[]): fc.Arbitrary<string> => fc.constantFrom(...text);

/** Equal paths: only the order of candidates and the last bit of a sum decide. */
const tie = fc.oneof(
  fc.tuple(word, fc.nat(5)).map(([each, to]) => each + each.slice(0, to + 1)),
  fc.tuple(character, fc.integer({ min: 2, max: 5 })).map(([each, times]) => each.repeat(times)),
  word.map(each => each.slice(-1) + each + each.slice(0, 1)),
  oneOf('看看看', '零零零', '天天天天', '一一一', '试试看看', '人人人', '三三三三', '大大大', '相王之相'),
);
const separator = oneOf(' ', '\t', '\n', '，', '。');
const nearSeparator = oneOf(
  '\r',
  '\r\n',
  '\u3000',
  '\u00a0',
  '\0',
  '\ufeff',
  '\ufffd',
  '\u2028',
  '、',
  '；',
  '．',
);
const punctuation = oneOf(
  ...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
  '…',
  '“',
  '”',
  '！',
  '？',
  '《',
  '》',
  '·',
  '—',
);
const latin = fc.oneof(
  between(0x20, 0x7e),
  oneOf(
    'AT&T',
    'B超',
    'c#',
    'C#',
    'c++',
    'C++',
    'T恤',
    'AT',
    'T&T',
    '++',
    'Unicode',
    'node.js',
    'IPv6',
    'x86_64',
  ),
  fc.nat(999999).map(String),
  fc.tuple(fc.nat(99), fc.nat(99), oneOf('', '.', '%', 'kg')).map(([a, b, end]) => `${a}.${b}${end}`),
  fc.tuple(between(0x61, 0x7a), between(0x41, 0x5a), fc.nat(9)).map(each => each.join('')),
);
const foreign = fc.oneof(
  between(0xff01, 0xff5e),
  between(0x3400, 0x4dbf),
  between(0x4e00, 0x9fff),
  between(0x20000, 0x2a6df),
  between(0x30000, 0x323af),
  between(0x1f300, 0x1faff),
  between(0xe0000, 0xe007f),
  between(0x10fff0, 0x10ffff),
  between(0x3041, 0x30fe),
  between(0xac00, 0xd7a3),
  between(0x400, 0x4ff),
  between(0x80, 0x7ff),
  between(0xe000, 0xf8ff),
  between(0, 0x1f),
);
const surrogate = fc.integer({ min: 0xd800, max: 0xdfff }).map(unit => String.fromCharCode(unit));

const common = [
  { arbitrary: word, weight: 6 },
  { arbitrary: character, weight: 4 },
  { arbitrary: part, weight: 4 },
  { arbitrary: tie, weight: 4 },
  { arbitrary: latin, weight: 2 },
];
const all = [
  ...common,
  { arbitrary: separator, weight: 2 },
  { arbitrary: nearSeparator, weight: 1 },
  { arbitrary: punctuation, weight: 2 },
  { arbitrary: foreign, weight: 4 },
  { arbitrary: surrogate, weight: 1 },
];

const joined = (piece: fc.WeightedArbitrary<string>[], most: number): fc.Arbitrary<string> =>
  fc.array(fc.oneof(...piece), { minLength: 1, maxLength: most, size: 'max' }).map(each => each.join(''));

/** Texts of up to 40 pieces, some of up to 400; some without a separator. `more` are words that shall occur. */
export function chineseText(more: readonly string[] = []): fc.Arbitrary<string> {
  const extra = more.length === 0 ? [] : [{ arbitrary: fc.constantFrom(...more), weight: 8 }];
  return fc.oneof(
    { arbitrary: joined([...all, ...extra], 40), weight: 12 },
    { arbitrary: joined([...common, ...extra], 40), weight: 12 },
    { arbitrary: joined([...all, ...extra], 400), weight: 1 },
    { arbitrary: joined([...common, ...extra], 400), weight: 1 },
  );
}

/** Text without a separator, many times as long as a chunk. */
export const longRange: fc.Arbitrary<string> = fc
  .array(joined(common.slice(0, 4), 40), { minLength: 200, maxLength: 800, size: 'max' })
  .map(each => each.join(''));

/** Lines of a user dictionary: pieces of dictionary words, new words and characters, ASCII, all forms of a line. */
export const userLine: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      word,
      character,
      part,
      fc.tuple(part, part).map(each => each.join('')),
      fc.tuple(word, word).map(each => each.join('')),
      fc.tuple(character, character).map(each => each.join('')),
      fc.tuple(between(0x61, 0x7a), character).map(each => each.join('')),
      fc.tuple(between(0x1f300, 0x1f5ff), character).map(each => each.join('')),
      between(0x20000, 0x2a6df),
      fc.nat(9).map(digit => `x${digit}`),
      fc.tuple(between(0x61, 0x63), between(0x61, 0x63)).map(each => each.join('')),
    ),
    oneOf('', ' nz', ' 10 nz', ' 100000 n', ' 1 x', ' 0 n', ' 3 n', ' -5 n', ' 5n n', ' 99999999999 n'),
  )
  .map(each => each.join(''));
/** Lines that are easily read differently. */
export const oddLines: readonly string[] = [
  'z',
  '7 nz',
  '，',
  '. 5 x',
  'é 4 x',
  `${'长'.repeat(600)} 5 n`,
  '多 列 太 多',
  `很长${'的'.repeat(300)} 1000 n`,
  '回车\r',
  '回车 10 n\r',
  ' 空列 n',
  '',
  '终',
];
