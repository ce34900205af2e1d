/**
 * Which terms is a topic word made of? A Chinese word is one term, whatever its length, and goes into the segmenter's
 * user dictionary; words of alphabets are read as a text of their language would be; a phrase is all its words.
 */
import { CLASS, classOf, isHan } from '../text/character.js';
import { isEnglishStemmed, languageOf, scriptOfLanguage, UNDETERMINED } from '../text/language.js';
import type { TermReader } from '../text/term-reader.js';

/** A piece of a topic word between spaces and signs, cut where three or more letters meet Han. */
function piecesOf(word: string): string[] {
  const parts: string[] = [];
  for (const part of word.split(/[^\p{L}\p{M}\p{N}+#]+/u)) {
    parts.push(
      ...part.split(
        /((?<![\p{L}\p{N}])\p{Script=Latin}{3,}(?=\p{Script=Han})|(?<=\p{Script=Han})\p{Script=Latin}{3,}(?![\p{L}\p{N}]))/u,
      ),
    );
  }
  return parts.filter(part => part !== '');
}

const hasHan = (text: string): boolean =>
  [...text].some(character => isHan(classOf(character.charCodeAt(0))));

/**
 * The language of a word that stands alone, by its script. Latin letters beside another script say nothing; alone and
 * without another hint they are English.
 */
export function languageOfWord(word: string): string {
  const others = word.replace(/\p{Script=Latin}+/gu, '');
  const found = languageOf(/\p{L}/u.test(others) ? others : word);
  return found === UNDETERMINED || scriptOfLanguage(found) === 'latin' ? 'en' : found;
}

/** Languages of the topic in which a word may be read; empty when none is written in its script. */
export function languagesOfWord(word: string, languages: readonly string[]): string[] {
  const script = scriptOfLanguage(languageOfWord(word));
  const own = languages.filter(language => isWrittenIn(language, script));
  if (own.length > 0 || script !== 'latin') return own;
  // Names in Latin letters stand in texts of every script, and are read as English there.
  return languages.some(isEnglishStemmed) ? ['en'] : [];
}

function isWrittenIn(language: string, script: string): boolean {
  const own = scriptOfLanguage(language);
  return own === script || (language === 'ja' && script === 'han') || (language === 'ko' && script === 'han');
}

export interface WordTerms {
  /** Term ids of one reading; a phrase has several. */
  readonly id: Uint32Array;
  /** What the segmenter must know as a word. */
  readonly userWords: readonly string[];
}

/** `reader` keeps everything (`keep: 'all'`): a topic may ask for stop words and single characters. */
export function termsOfWord(word: string, language: string, reader: TermReader): WordTerms {
  const userWords: string[] = [];
  const id = new Set<number>();
  for (const piece of piecesOf(word)) {
    if (language === 'zh' && hasHan(piece)) {
      userWords.push(piece);
      id.add(reader.idOf(piece));
    } else if (!isNumberOnly(piece)) {
      for (const term of reader.list(piece, language)) id.add(term);
    }
  }
  return { id: Uint32Array.from(id).sort(), userWords };
}

const isNumberOnly = (piece: string): boolean =>
  [...piece].every(character => classOf(character.charCodeAt(0)) === CLASS.digit);
