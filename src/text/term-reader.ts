/**
 * Text to terms, in one pass: Han runs go to the segmenter, words of alphabets to the rule of the text's language,
 * scripts without spaces are cut into pairs of characters. Ids are hashes of the normalised term, so they do not
 * depend on what was read before. One object serves one thread; Han words make no string.
 */
import type { TermVector } from '../contract/model.js';
import type { Segmenter } from '../contract/segmenter.js';
import { CLASS, classOf, foldOf, glyphOf, isHan, normalise } from './character.js';
import { CollisionWatch } from './collision.js';
import { EVERY_ID, IdSet, type Kept } from './id-set.js';
import { CHINESE_STOP_WORDS } from './stop-words.js';
import { TokenList } from './token-list.js';
import { distinctOf, vectorOf } from './vector.js';
import { ABSENT, WordCache } from './word-cache.js';
import { LONGEST_WORD, WordRule } from './word-rule.js';

export interface TermReaderOptions {
  readonly segmenter: Segmenter;
  /**
   * Ids that are never dropped, though they be stop words or single characters: the topic's own. `all` for reading
   * the words of a topic themselves.
   */
  readonly keep?: Iterable<number> | 'all';
}

/** A rule with the words that it has met. */
interface Reading {
  readonly rule: WordRule;
  readonly cache: WordCache;
}

/** English and what goes with it has most words; a further language gets a smaller cache. */
const FIRST_BITS = 15;
const FURTHER_BITS = 12;
/** Languages whose rules are kept; one more and all are dropped. */
const MOST_RULES = 8;

const isJapaneseOrKorean = (language: string): boolean => language === 'ja' || language === 'ko';

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

export class TermReader {
  readonly #segmenter: Segmenter;
  readonly #keep: Kept;
  readonly #watch = new CollisionWatch();
  readonly #idle: IdSet;
  readonly #rules = new Map<string, Reading>();
  readonly #scratch = new Uint16Array(LONGEST_WORD);
  readonly #own = new TokenList();
  #reading: Reading;

  constructor(options: TermReaderOptions) {
    this.#segmenter = options.segmenter;
    this.#keep = options.keep === 'all' ? EVERY_ID : new IdSet(options.keep ?? []);
    this.#idle = new IdSet([...CHINESE_STOP_WORDS].map(word => this.#watch.idOf(word)));
    this.#reading = this.#readingOf('en');
  }

  /** Times that two different terms were seen to share an id. */
  get collisions(): number {
    return this.#watch.count;
  }

  /** Terms of a text on its own. */
  read(text: string, language: string): TermVector {
    return vectorOf(this.#tokensOf(text, language));
  }

  /** Different terms of a text in order of appearance, at most `most`. */
  list(text: string, language: string, most = 64): Uint32Array {
    return distinctOf(this.#tokensOf(text, language), most);
  }

  /** Terms of a text in order, repetitions among them. */
  sequence(text: string, language: string): Uint32Array {
    return this.#tokensOf(text, language).filter(id => id !== 0);
  }

  /** Id of a term as one word, whatever a segmenter would make of it. */
  idOf(word: string): number {
    return this.#watch.idOf(normalise(word));
  }

  #tokensOf(text: string, language: string): Uint32Array {
    this.#own.clear();
    this.tokenise(text, language, this.#own);
    return this.#own.id.subarray(0, this.#own.count);
  }

  /** Appends all words of a text to `out`, with their places in it. */
  tokenise(text: string, language: string, out: TokenList): void {
    this.#reading = this.#readingOf(language);
    if (isJapaneseOrKorean(language)) this.#scan(text, 0, text.length, 'pairs', out);
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

  #readingOf(language: string): Reading {
    const known = this.#rules.get(language);
    if (known !== undefined) return known;
    if (this.#rules.size >= MOST_RULES) this.#rules.clear();
    const bits = this.#rules.size === 0 ? FIRST_BITS : FURTHER_BITS;
    const made = { rule: new WordRule(language, this.#keep, this.#watch), cache: new WordCache(bits) };
    this.#rules.set(language, made);
    return made;
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
    let hash = 0x811c9dc5;
    let letters = 0;
    let at = from;
    for (; at < to; at++) {
      const glyph = glyphOf(text.charCodeAt(at));
      const kind = glyph & 15;
      if (kind === CLASS.letter) letters++;
      else if (kind === CLASS.gap || (kind > CLASS.mark && kind !== CLASS.trail)) break;
      const folded = glyph >>> 4;
      if (at - from < LONGEST_WORD) scratch[at - from] = folded;
      hash = Math.imul(hash ^ folded, 0x01000193);
    }
    if (letters === 0 || at - from > LONGEST_WORD) out.push(0, from, at);
    else if (at - from === 1) return this.#letter(text, from, to, out);
    else out.push(this.#lookUp(at - from, hash), from, at);
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
    let hash = 0x811c9dc5;
    for (let i = from; i < to; i++) {
      const folded = foldOf(text.charCodeAt(i));
      this.#scratch[i - from] = folded;
      hash = Math.imul(hash ^ folded, 0x01000193);
    }
    out.push(this.#lookUp(to - from, hash), from, to);
  }

  /** The folded word stands in the scratch array. */
  #lookUp(length: number, hash: number): number {
    const { cache, rule } = this.#reading;
    const mixed = hash ^ (hash >>> 15);
    const known = cache.find(this.#scratch, length, mixed);
    if (known !== ABSENT) return known;
    // From the folded units, not from the text: the answer is the same whichever spelling came first.
    const id = rule.idOf(String.fromCharCode(...this.#scratch.subarray(0, length)));
    cache.keep(this.#scratch, length, mixed, id);
    return id;
  }
}
