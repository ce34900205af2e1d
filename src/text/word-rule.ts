/**
 * How a word outside Chinese becomes a term in texts of one language: English is stemmed, other languages in Latin
 * script are not; words of other scripts go as they are. Stop words, numbers and single letters are dropped unless
 * a topic asks for them.
 */
import type stemmer from 'wink-porter2-stemmer';
import { requirePackage } from '../kit/require.js';
import { normalise } from './character.js';
import type { CollisionWatch } from './collision.js';
import type { Kept } from './id-set.js';
import { isEnglishStemmed } from './language.js';
import { CHINESE_STOP_WORDS, ENGLISH_STOP_WORDS, stopWordsOf } from './stop-words.js';

const stem = requirePackage('wink-porter2-stemmer') as typeof stemmer;

/** Longer words are addresses, keys or noise. In UTF-16 units. */
export const LONGEST_WORD = 64;

/** Caches of words do not keep these. In UTF-16 units. */
const LONG = 30;
const MOST_LONG = 512;

const isPlainEnglish = /^[a-z]+$/;
const isOneCharacter = /^.$/su;
const isNumber = /^[\p{N}\p{M}]+$/u;

/** The term of a normalised word. */
export function termTextOf(word: string, language: string): string {
  return isEnglishStemmed(language) && isPlainEnglish.test(word) ? stem(word) : word;
}

export class WordRule {
  readonly #language: string;
  readonly #own: ReadonlySet<string>;
  readonly #keep: Kept;
  readonly #watch: CollisionWatch;
  readonly #long = new Map<string, number>();

  constructor(language: string, keep: Kept, watch: CollisionWatch) {
    this.#language = language;
    this.#own = stopWordsOf(language);
    this.#keep = keep;
    this.#watch = watch;
  }

  #isIdle(word: string): boolean {
    if (ENGLISH_STOP_WORDS.has(word) || CHINESE_STOP_WORDS.has(word) || this.#own.has(word)) return true;
    return isOneCharacter.test(word) || isNumber.test(word);
  }

  /** Term id of a word as it stands in a text; 0 when it is dropped. Stems of long words take long: they are kept. */
  idOf(raw: string): number {
    if (raw.length < LONG) return this.#find(raw);
    const known = this.#long.get(raw);
    if (known !== undefined) return known;
    const found = this.#find(raw);
    if (this.#long.size >= MOST_LONG) this.#long.clear();
    this.#long.set(raw, found);
    return found;
  }

  #find(raw: string): number {
    const word = normalise(raw);
    if (word === '') return 0;
    const id = this.#watch.idOf(termTextOf(word, this.#language));
    return this.#isIdle(word) && !this.#keep.has(id) ? 0 : id;
  }
}
