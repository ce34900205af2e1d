/**
 * What kind of character is this UTF-16 unit, and what does it fold to? Two tables of 65,536 entries, filled as
 * characters are met, so that reading a text costs one load a unit.
 */

export const CLASS = {
  /** Not looked up yet. */
  unknown: 0,
  /** Ends a word. */
  gap: 1,
  letter: 2,
  digit: 3,
  /** Continues a word and cannot start one: combining marks, soft hyphen, joiners. */
  mark: 4,
  han: 5,
  /** A Han character that is a numeral: a word of these alone is a number. */
  numeral: 6,
  hiragana: 7,
  katakana: 8,
  hangul: 9,
  /** Scripts that put no space between words: Thai, Lao, Khmer, Myanmar, Tibetan. */
  unspaced: 10,
  /** Low surrogate: belongs with the unit before it. */
  trail: 11,
} as const;

const table = new Uint8Array(65_536);
const folded = new Uint16Array(65_536);

const NUMERALS = '〇零一二三四五六七八九十百千万萬亿億两兩壹贰叁肆伍陆柒捌玖拾佰仟';
/** Half-width katakana fold to full-width ones; ー belongs to no script. */
const KATAKANA = /[\p{Script=Katakana}\u30fc\uff70\uff9e\uff9f]/u;
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

function classOfSurrogate(unit: number): number {
  if (unit >= 0xdc00) return CLASS.trail;
  // Planes 2 and 3 hold Han characters only; from U+1F000 on plane 1 holds pictures; the rest are rare letters.
  if (unit >= 0xd840 && unit <= 0xd8bf) return CLASS.han;
  return unit < 0xd83c ? CLASS.letter : CLASS.gap;
}

function findClass(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return classOfSurrogate(unit);
  const character = String.fromCharCode(unit);
  if (NUMERALS.includes(character)) return CLASS.numeral;
  if (/\p{Script=Han}/u.test(character)) return /[\p{L}\p{N}]/u.test(character) ? CLASS.han : CLASS.gap;
  if (/\p{Script=Hangul}/u.test(character)) return CLASS.hangul;
  if (KATAKANA.test(character)) return CLASS.katakana;
  if (/\p{Script=Hiragana}/u.test(character)) return CLASS.hiragana;
  if (UNSPACED.test(character)) return CLASS.unspaced;
  if (/[\p{M}\u00ad\u200c-\u200d\u2060\ufeff]/u.test(character)) return CLASS.mark;
  if (/\p{L}/u.test(character)) return CLASS.letter;
  return /\p{N}/u.test(character) ? CLASS.digit : CLASS.gap;
}

/** One of CLASS, never `unknown`. */
export function classOf(unit: number): number {
  const known = table[unit] as number;
  if (known !== CLASS.unknown) return known;
  const found = findClass(unit);
  table[unit] = found;
  return found;
}

function findFold(unit: number): number {
  // A final sigma is a sigma: lower-casing alone makes one or the other of it.
  if (unit === 0x3c2) return 0x3c3;
  const character = String.fromCharCode(unit);
  const lower = character.normalize('NFKC').toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
}

/** The lower-case, half-width unit where that is one unit, else the unit itself. */
export function foldOf(unit: number): number {
  const known = folded[unit] as number;
  if (known !== 0 || unit === 0) return known;
  const found = findFold(unit);
  folded[unit] = found;
  return found;
}

const glyphs = new Uint32Array(65_536);

/** Class and fold of a unit at once: fold × 16 + class, never 0. */
export function glyphOf(unit: number): number {
  const known = glyphs[unit] as number;
  if (known !== 0) return known;
  const found = foldOf(unit) * 16 + classOf(unit);
  glyphs[unit] = found;
  return found;
}

/** True for Han characters, numerals among them. */
export const isHan = (kind: number): boolean => kind === CLASS.han || kind === CLASS.numeral;

const IGNORED = /[\u00ad\u200c-\u200d\u2060\ufeff]|\p{Variation_Selector}/gu;

/** The form under which a word is counted before stemming: NFKC, lower case, without invisible characters. */
export function normalise(word: string): string {
  return word.normalize('NFKC').toLowerCase().normalize('NFKC').replace(IGNORED, '');
}
