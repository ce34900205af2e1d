/** Law over the kernel of words: it gives the same words, places, ids and collisions as its twin on any text. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Segmenter } from '../../src/contract/segmenter.js';
import { Kernels } from '../../src/kernel/load.js';
import { KernelSegmenter } from '../../src/kernel/segmenter.js';
import { SegmenterStore } from '../../src/kernel/segmenter-store.js';
import { MOST_UNITS } from '../../src/kernel/words.js';
import { languageOf } from '../../src/text/language.js';
import { TermReader, type TermReaderOptions } from '../../src/text/term-reader.js';
import { TokenList } from '../../src/text/token-list.js';
import { WordBag } from '../../src/text/word-bag.js';
import { chineseTexts } from '../fuzz/web-text.js';
import { sharedPath } from '../shared.js';

const SEED = { seed: 20261130, numRuns: 400 };
const store = SegmenterStore.open({ words: ['编程语言', '暴雨灾害'] });
const segmenter = new KernelSegmenter(store.share);
const kernels = new Kernels();

class Pair {
  readonly kernel: TermReader;
  readonly twin: TermReader;
  readonly #left: TokenList;
  readonly #right: TokenList;

  constructor(options: Omit<TermReaderOptions, 'segmenter'> & { segmenter?: Segmenter } = {}) {
    this.kernel = new TermReader({ segmenter, kernels, ...options });
    this.twin = new TermReader({ segmenter, ...options });
    this.#left = this.kernel.newList();
    this.#right = this.twin.newList();
  }

  /** Reads texts one behind the other, as a page and its title are. */
  agree(texts: readonly string[], language: string): void {
    this.#left.clear();
    this.#right.clear();
    for (const text of texts) {
      this.kernel.tokenise(text, language, this.#left);
      this.twin.tokenise(text, language, this.#right);
    }
    assert.equal(this.#left.count, this.#right.count);
    for (const name of ['id', 'start', 'end'] as const) {
      const [left, right] = [this.#left, this.#right].map(list => list[name].slice(0, list.count));
      assert.deepEqual(left, right, `${name} in ${language}`);
    }
    assert.equal(this.kernel.collisions, this.twin.collisions);
  }
}

const LANGUAGES = ['en', 'zh', 'ja', 'ko', 'fr', 'th', 'und', 'de', 'ru', 'el', 'pl'];
const PIECES = [
  ...'The floods of C++ and c# in f#, x+ +y # + don’t caf\u00e9 cafe\u0301 co\u00adop stra\u00dfe ΟΔΟΣ Σας'.split(
    ' ',
  ),
  ...'台风 暴雨灾害 一二三 〇 々 我们 的 T恤 A座 编程语言 ，。！ \u2e80 ⼀ 豈 コンピューター ﾃﾚﾋﾞ の処理 한국어 แม่น้ำ'.split(
    ' ',
  ),
  ...'𠀀𠀁 𝐀𝐁 😀 \ud840 \udc00 \ud800 𖿢 Ⅷ ² 12 3.14 utf8 ＡＢｃ \u200d \ufe0f \u0301 \0'.split(' '),
  'x'.repeat(29),
  'y'.repeat(30),
  'z'.repeat(64),
  'w'.repeat(65),
  '漢'.repeat(70),
  ' '.repeat(140),
  '\n',
  '\n\n',
  ' ',
  '\t',
];
const ofPieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map(pieces => pieces.join(''));
const ofUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 80 })
  .map(units => String.fromCharCode(...units));
const anyText = fc.oneof(ofPieces, ofPieces, ofUnits, fc.string({ unit: 'binary', maxLength: 200 }));

test('any texts in any order of languages give the same words', () => {
  const pair = new Pair();
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 3 }), fc.constantFrom(...LANGUAGES), (texts, language) => {
      pair.agree(texts, language);
    }),
    SEED,
  );
});

test('the language of any text is the same', () => {
  const pair = new Pair();
  const sentence = fc.constantFrom(
    'The flood of the year is not over and you can see it. ',
    'Der Hund und die Katze sind auf dem Dach für den Tag. ',
    'được không những của một với ',
    'İstanbul ve bir bu da de için ',
    'KELVIN of the \u212a and ſtadt ＴＨＥ the ',
    'що їх ґанок ',
    'کے لیے ہیں ',
    'の台風は ',
    '台风带来暴雨 ',
    'Ǆ ǅ ﬁn of ',
  );
  const long = fc
    .tuple(
      fc.array(fc.oneof(sentence, anyText), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 60 }),
    )
    .map(([parts, times]) => parts.join('').repeat(times));
  const declared = fc.constantFrom(undefined, 'en', 'de-AT', 'zh_CN', 'ja', 'sr', 'ru', 'ca', 'x');
  fc.assert(
    fc.property(fc.oneof(anyText, long), declared, (text, tag) => {
      assert.equal(pair.kernel.languageOf(text, tag), languageOf(text, tag));
    }),
    SEED,
  );
});

test('vectors of ranges of words are the same', () => {
  const list = new TermReader({ segmenter, kernels }).newList();
  const heap = new TokenList();
  const [kernel, twin] = [new WordBag(list), new WordBag(heap)];
  const word = fc.oneof(
    fc.constantFrom(0, 1, 7, 0xffffffff, 0x80000000),
    fc.integer({ min: 0, max: 90 }),
    fc.integer({ min: 0, max: 0xffffffff }),
  );
  const place = fc.integer({ min: 0, max: 320 });
  const ranges = fc.array(fc.tuple(place, place), { maxLength: 80 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 300 }), ranges, (ids, chosen) => {
      for (const each of [list, heap]) {
        each.clear();
        for (const id of ids) each.push(id, 0, 0);
      }
      for (const bag of [kernel, twin]) {
        bag.clear();
        for (const [from, to] of chosen) bag.add(Math.min(from, ids.length), Math.min(to, ids.length));
      }
      assert.deepEqual(kernel.toVector(), twin.toVector());
      assert.deepEqual(kernel.toList(64), twin.toList(64));
    }),
    SEED,
  );
  assert.ok(list.room !== undefined);
});

test('nothing depends on what was met before: a new reader agrees on its first text, too', () => {
  for (const [i, text] of PIECES.entries())
    new Pair().agree([text], LANGUAGES[i % LANGUAGES.length] as string);
});

test('words that are kept for a topic are kept alike', () => {
  const ids = new Pair().twin.sequence('the floods', 'zh');
  for (const keep of [[...ids, new Pair().twin.idOf('我们')], 'all' as const]) {
    const pair = new Pair({ keep });
    fc.assert(
      fc.property(ofPieces, fc.constantFrom('en', 'zh', 'ja'), (text, language) => {
        pair.agree([text, 'the 我们 的 floods'], language);
      }),
      { ...SEED, numRuns: 60 },
    );
  }
});

test('a segmenter that cuts anywhere and lies about hashes is answered alike, collisions too', () => {
  const wild: Segmenter = {
    cut: text => {
      const end: number[] = [];
      for (let i = 1; i < text.length; i++) if (text.charCodeAt(i) % 3 === 0) end.push(i);
      if (text.length > 0) end.push(text.length);
      const hash = Uint32Array.from({ length: 2 * end.length }, (_, i) => (i % 2 === 0 ? i % 7 : i % 5));
      return { count: end.length, end: Int32Array.from(end), hash };
    },
  };
  const pair = new Pair({ segmenter: wild });
  fc.assert(
    fc.property(anyText, fc.constantFrom('en', 'zh'), (text, language) =>
      pair.agree([text, '台风'], language),
    ),
    { ...SEED, numRuns: 200 },
  );
  assert.ok(pair.twin.collisions > 0);
});

test('a text longer than the kernel takes is read, and the next page by the kernel again', () => {
  const pair = new Pair();
  const long = '台风 warning 12\n'.repeat(MOST_UNITS / 8);
  assert.ok(long.length > MOST_UNITS);
  pair.agree([long, 'title'], 'en');
  pair.agree(['warning', '台风'], 'en');
});

test('pages of a stored web have the same words', t => {
  const path = sharedPath('webs/zhdocs.warc.gz');
  if (path === undefined) {
    t.skip('skipped: ../shared/webs/zhdocs.warc.gz is not there');
    return;
  }
  const pair = new Pair();
  let pages = 0;
  for (const text of chineseTexts(path)) {
    if (pages >= 900) break;
    if (pages++ % 6 !== 0) continue;
    pair.agree([text, text.slice(0, 60)], pages % 4 === 0 ? 'ja' : 'zh');
  }
  assert.equal(pages, 900);
});
