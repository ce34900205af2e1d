/**
 * Words of a text, unit by unit: the twin of the kernel of words (kernel-words.ts), and what says which words there are. Han
 * runs go to the segmenter, words of alphabets to the rule of the text's language, scripts without spaces are cut into
 * pairs of characters.
 */
import type { Segmenter } from '../contract/segmenter.js';
import { CLASS, classOf, foldOf, glyphOf, isHan } from './character.js';
import type { CollisionWatch } from './collision.js';
import type { IdSet, Kept } from './id-set.js';
import type { Reading } from './readings.js';
import type { TokenList } from './token-list.js';
import { ABSENT, hashOf, wordScratch } from './word-cache.js';
import { LONGEST_WORD } from './word-rule.js';

/** Lines with Han characters that are this many units apart are cut together. */
const NEAR = 128;
const HAN = /\p{Script=Han}/gu;

/** The first Han character at or behind `from`; the length of the text when there is none. */
function nextHan(text: string, from: number): number {
  HAN.lastIndex = from;
  return HAN.test(text) ? HAN.lastIndex - 1 : text.length;
}

/** End of the line that `at` stands in: its line break, or the end of the text. */
function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found < 0 ? text.length : found;
}

/** How Han runs that no segmenter has cut are read. */
type HanMode = 'pairs' | 'whole';

/** What the words of a text are asked by, whichever way it is read. */
export interface WordTools {
  readonly segmenter: Segmenter;
  readonly watch: CollisionWatch;
  /** Ids that are never dropped. */
  readonly keep: Kept;
  /** Han words that are dropped. */
  readonly idle: IdSet;
}

export class PlainWords {
  readonly #segmenter: Segmenter;
  readonly #watch: CollisionWatch;
  readonly #keep: Kept;
  readonly #idle: IdSet;
  readonly #scratch = wordScratch(LONGEST_WORD);
  #reading: Reading;

  constructor({ segmenter, watch, keep, idle }: WordTools, reading: Reading) {
    this.#segmenter = segmenter;
    this.#watch = watch;
    this.#keep = keep;
    this.#idle = idle;
    this.#reading = reading;
  }

  /** Appends all words of a text to `out`; Han runs that no segmenter is asked for are read in pairs. */
  read(text: string, reading: Reading, out: TokenList): void {
    this.#reading = reading;
    if (reading.isPaired) this.#scan(text, 0, text.length, 'pairs', out);
    else this.#readMixed(text, out);
  }

  /** Lines with Han characters go to the segmenter, which no word crosses the end of; most pages have other lines too. */
  #readMixed(text: string, out: TokenList): void {
    let done = 0;
    for (let han = nextHan(text, 0); han < text.length; ) {
      const from = text.lastIndexOf('\n', han) + 1;
      let to = from;
      do {
        to = lineEnd(text, han);
        han = nextHan(text, to);
      } while (han < Math.min(to + NEAR, text.length));
      if (done < from) this.#scan(text, done, from, 'whole', out);
      this.#cut(text, from, to, out);
      done = to;
    }
    if (done < text.length) this.#scan(text, done, text.length, 'whole', out);
  }

  /** Chinese and what stands between: words with a Han character are the segmenter's, the rest is scanned. */
  #cut(text: string, start: number, stop: number, out: TokenList): void {
    const isWhole = start === 0 && stop === text.length;
    const { count, end, hash } = this.#segmenter.cut(isWhole ? text : text.slice(start, stop));
    let done = start;
    let from = start;
    for (let i = 0; i < count; i++) {
      const to = start + (end[i] as number);
      if (isHan(classOf(text.charCodeAt(from))) || isHan(classOf(text.charCodeAt(to - 1)))) {
        if (done < from) this.#scan(text, done, from, 'whole', out);
        const id = this.#watch.check(hash[2 * i] as number, hash[2 * i + 1] as number);
        this.#hanWord(text, from, to, id, out);
        done = to;
      }
      from = to;
    }
    if (done < stop) this.#scan(text, done, stop, 'whole', out);
  }

  #hanWord(text: string, from: number, to: number, id: number, out: TokenList): void {
    let numerals = 0;
    let others = 0;
    let gaps = 0;
    for (let i = from; i < to; i++) {
      const kind = classOf(text.charCodeAt(i));
      if (kind === CLASS.numeral) numerals++;
      else if (kind === CLASS.gap) gaps++;
      else if (kind !== CLASS.han && kind !== CLASS.trail) others++;
    }
    if (gaps > 0) {
      this.#scan(text, from, to, 'whole', out);
      return;
    }
    if (others > 0) {
      this.#emit(text, from, to, out);
      return;
    }
    const isIdle = to - from === 1 || numerals === to - from || this.#idle.has(id);
    out.push(isIdle && !this.#keep.has(id) ? 0 : id, from, to);
  }

  #scan(text: string, from: number, to: number, han: HanMode, out: TokenList): void {
    for (let i = from; i < to; ) {
      const kind = classOf(text.charCodeAt(i));
      if (kind === CLASS.gap || kind === CLASS.mark || kind === CLASS.trail) i++;
      else if (kind === CLASS.letter || kind === CLASS.digit) i = this.#word(text, i, to, out);
      else i = this.#run(text, i, to, han, out);
    }
  }

  /** Letters and digits up to the next other character. Folds while it looks. */
  #word(text: string, from: number, to: number, out: TokenList): number {
    const scratch = this.#scratch;
    let letters = 0;
    let at = from;
    for (; at < to; at++) {
      const glyph = glyphOf(text.charCodeAt(at));
      const kind = glyph & 15;
      if (kind === CLASS.letter) letters++;
      else if (kind === CLASS.gap || (kind > CLASS.mark && kind !== CLASS.trail)) break;
      if (at - from < LONGEST_WORD) scratch[at - from] = glyph >>> 4;
    }
    if (letters === 0 || at - from > LONGEST_WORD) out.push(0, from, at);
    else if (at - from === 1) return this.#letter(text, from, to, out);
    else out.push(this.#lookUp(at - from), from, at);
    return at;
  }

  /** One letter alone: a name of a programming language keeps its sign (c++, c#, f#). */
  #letter(text: string, from: number, to: number, out: TokenList): number {
    const sign = text.charCodeAt(from + 1);
    let end = from + 1;
    if (end < to && sign === 0x23) end = from + 2;
    else if (end + 1 < to && sign === 0x2b && text.charCodeAt(from + 2) === 0x2b) end = from + 3;
    this.#emit(text, from, end, out);
    return end;
  }

  /** A run of one script without spaces. Hiragana are endings and particles: no terms. */
  #run(text: string, from: number, to: number, han: HanMode, out: TokenList): number {
    const kind = classOf(text.charCodeAt(from));
    const isOfHan = isHan(kind);
    let end = from + 1;
    for (; end < to; end++) {
      const next = classOf(text.charCodeAt(end));
      if (next !== kind && next !== CLASS.trail && !(isOfHan && isHan(next)) && next !== CLASS.mark) break;
    }
    if (kind === CLASS.hiragana) return end;
    if (kind === CLASS.katakana || (isOfHan && han === 'whole')) this.#emit(text, from, end, out);
    else this.#pairs(text, from, end, out);
    return end;
  }

  #pairs(text: string, from: number, to: number, out: TokenList): void {
    const step = (at: number): number => at + ((text.codePointAt(at) as number) > 0xffff ? 2 : 1);
    let next = step(from);
    if (next >= to) this.#emit(text, from, to, out);
    for (let at = from; next < to; at = step(at), next = step(next)) this.#emit(text, at, step(next), out);
  }

  #emit(text: string, from: number, to: number, out: TokenList): void {
    if (to - from > LONGEST_WORD) {
      out.push(0, from, to);
      return;
    }
    for (let i = from; i < to; i++) {
      this.#scratch[i - from] = foldOf(text.charCodeAt(i));
    }
    out.push(this.#lookUp(to - from), from, to);
  }

  /** The folded word stands in the scratch array. */
  #lookUp(length: number): number {
    const { cache, rule } = this.#reading;
    const hash = hashOf(this.#scratch, length);
    const known = cache.find(this.#scratch, length, hash);
    if (known !== ABSENT) return known;
    // From the folded units, not from the text: the answer is the same whichever spelling came first.
    const id = rule.idOf(String.fromCharCode(...this.#scratch.subarray(0, length)));
    cache.keep(this.#scratch, length, hash, id);
    return id;
  }
}
