/**
 * How many bits does a text cost in a writing system? The charset whose reading of the same bytes costs least is the best
 * guess (minimum description length). Costs are rough −log2 probabilities of a character given the class of the one
 * before it; only characters beyond ASCII cost anything, since ASCII reads alike in every candidate.
 */
import { type Alphabet, LATIN, OTHER } from './alphabets.js';
import { HANGUL, KANJI, SIMPLIFIED, TRADITIONAL } from './han.js';

export interface Script {
  readonly languages: string;
  readonly charsets: readonly string[];
  readonly isLatin: boolean;
  /** Han, kana and Hangul: how characters follow each other says nothing here. */
  readonly isWide: boolean;
  /** Bits of each listed character. */
  readonly bits: ReadonlyMap<number, number>;
  /** Bits of a letter that is not listed. */
  readonly otherLetter: number;
}

const IMPOSSIBLE = 24;
const UNIT = 32;
const COMMON_MARKS = '\u00a0’‘“”–—…•«»©';
const RARER_MARKS = '®™°·€£§№';
const SPANISH_MARKS = '¿¡ºª';
const WIDE_MARKS = '，。、：；！？（）《》“”「」『』【】…—·　・ー々';

const put = (bits: Map<number, number>, text: string, cost: (rank: number) => number): void => {
  let rank = 0;
  for (const char of text) {
    const code = char.codePointAt(0) as number;
    if (!bits.has(code)) bits.set(code, cost(rank));
    rank++;
  }
};

/** Fits cppjieba's counts: p(rank) = 0.25 / (rank + 25) holds within a factor 1.5 from rank 0 to 1,000. */
const wideCost = (rank: number): number => 2 + Math.log2(rank + 25);

function range(bits: Map<number, number>, first: number, last: number, cost: number): void {
  for (let code = first; code <= last; code++) if (!bits.has(code)) bits.set(code, cost);
}

interface Wide {
  readonly languages: string;
  readonly charsets: readonly string[];
  readonly common: string;
  /** Bits of a hiragana. */
  readonly kana: number;
  /** Bits of a Han character that is not listed. */
  readonly han: number;
  /** Bits by which a listed character costs more than its rank says, since others take a share of the text. */
  readonly share: number;
}

/** In Japanese kana are over half of the text; in Korean a Han character is an exception. */
function wide({ languages, charsets, common, kana, han, share }: Wide): Script {
  const bits = new Map<number, number>();
  put(bits, common, rank => wideCost(rank) + share);
  put(bits, WIDE_MARKS, () => 7);
  range(bits, 0x3041, 0x3093, kana);
  range(bits, 0x30a1, 0x30fc, kana + 1.5);
  range(bits, 0xff01, 0xff5e, 12);
  range(bits, 0x4e00, 0x9fa5, han);
  if (languages === 'ko') range(bits, 0xac00, 0xd7a3, 14);
  return { languages, charsets, isLatin: false, isWide: true, bits, otherLetter: 20 };
}

const CHINESE = { kana: 16, han: 15.5, share: 0 };
const WIDE: readonly Wide[] = [
  { ...CHINESE, languages: 'zh zh-cn zh-hans zh-sg', charsets: ['gb18030'], common: SIMPLIFIED },
  {
    ...CHINESE,
    languages: 'zh zh-tw zh-hk zh-mo zh-hant',
    charsets: ['big5', 'gb18030'],
    common: TRADITIONAL,
  },
  {
    languages: 'ja',
    charsets: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
    common: KANJI,
    kana: 6,
    han: 16.7,
    share: 1.2,
  },
  { languages: 'ko', charsets: ['euc-kr'], common: HANGUL, kana: 16, han: 19, share: 0 },
];

function narrow(alphabet: Alphabet, isLatin: boolean): Script {
  const bits = new Map<number, number>();
  const letters = [...alphabet.letters];
  const offset = isLatin ? 1 : 3;
  const total = letters.reduce((sum, _, rank) => sum + 1 / (rank + offset), 0);
  put(bits, alphabet.letters, rank => Math.log2(total * (rank + offset)));
  put(bits, COMMON_MARKS, () => 4);
  put(bits, RARER_MARKS, () => 7);
  put(bits, SPANISH_MARKS, () => (isLatin ? 6 : 12));
  const { languages, charsets } = alphabet;
  return { languages, charsets, isLatin, isWide: false, bits, otherLetter: 10 };
}

let made: readonly Script[] | undefined;

/** All writing systems, made at the first call. */
export function scripts(): readonly Script[] {
  made ??= [
    ...WIDE.map(wide),
    ...LATIN.map(alphabet => narrow(alphabet, true)),
    ...OTHER.map(alphabet => narrow(alphabet, false)),
  ];
  return made;
}

const APOSTROPHE = 0x2019;
const NONE = 0;
const MARK = 1;
const LOWER = 2;
const UPPER = 3;
const ASCII_LOWER = 4;
const ASCII_UPPER = 5;
const isLetter = (kind: number): boolean => kind >= LOWER;

function asciiKind(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return ASCII_LOWER;
  if (code >= 0x41 && code <= 0x5a) return ASCII_UPPER;
  return NONE;
}

/** Bits for how a letter stands after the one before: a capital inside a word and two scripts in one word are rare. */
function stepCost(script: Script, kind: number, before: number): number {
  const isCapital = kind === UPPER;
  if (script.isLatin) {
    if (isCapital) return before === LOWER || before === ASCII_LOWER ? 9 : before === UPPER ? 5 : 4;
    return before === LOWER || before === UPPER ? 4 : 0;
  }
  if (before >= ASCII_LOWER) return 6;
  if (!isCapital) return 0;
  return before === LOWER ? 9 : before === UPPER ? 2 : 3;
}

const pack = (bits: number, kind: number): number => (Math.round(bits * UNIT) << 3) | kind;

/** A character's own bits, in 1/UNIT, times 8, plus its class: one small integer a character. */
function weigh(script: Script, code: number): number {
  const char = String.fromCodePoint(code);
  const small = char.toLowerCase();
  if (small !== char) {
    return pack(script.bits.get(small.codePointAt(0) as number) ?? script.otherLetter, UPPER);
  }
  const isMark = !/[\p{L}\p{M}]/u.test(char);
  const listed = script.bits.get(code);
  if (listed !== undefined) return pack(listed, isMark ? MARK : LOWER);
  if (code < 0xa0 || code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff)) return pack(IMPOSSIBLE, MARK);
  return isMark ? pack(12, MARK) : pack(script.otherLetter, LOWER);
}

/** Weights are kept per script: a text repeats few characters, and a lookup is cheaper than a Unicode test. */
const kept = new WeakMap<Script, Map<number, number>>();

function weightsOf(script: Script): Map<number, number> {
  const found = kept.get(script);
  if (found !== undefined && found.size < 20_000) return found;
  const fresh = new Map<number, number>();
  kept.set(script, fresh);
  return fresh;
}

/** Bits of a text in a script; stops early and gives what it has once that exceeds `most`. */
export function bitsOf(text: string, script: Script, most: number): number {
  const weights = weightsOf(script);
  let sum = 0;
  let before = NONE;
  let wasInWord = false;
  for (let i = 0; i < text.length && sum <= most; i++) {
    const code = text.codePointAt(i) as number;
    if (code > 0xffff) i++;
    if (code < 0x80) {
      before = asciiKind(code);
      wasInWord = false;
      continue;
    }
    let weight = weights.get(code);
    if (weight === undefined) {
      weight = weigh(script, code);
      weights.set(code, weight);
    }
    const kind = weight & 7;
    sum += (weight >> 3) / UNIT;
    if (!script.isWide && isLetter(kind)) sum += wasInWord ? 6 : stepCost(script, kind, before);
    wasInWord = kind === MARK && code !== APOSTROPHE && isLetter(before);
    before = kind;
  }
  return sum;
}
