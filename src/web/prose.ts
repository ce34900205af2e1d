/** What do the pages say? Words drawn by rank from vocabularies, set as titles, sentences and paragraphs of a language. */
import type { Random } from '../kit/random.js';
import { COMMON_WORDS, type Language, TOPIC_WORDS, type Vocabulary, zipfTable } from './vocabulary.js';

const topicRank = zipfTable(TOPIC_WORDS);
const commonRank = zipfTable(COMMON_WORDS);

/** A number that has 32 random bits. */
export const bits = (random: Random): number => random.next() * 4_294_967_296;

export const topicWord = (words: readonly string[], random: Random): string =>
  words[topicRank[bits(random) & 0xffff] as number] as string;

export const commonWord = ({ common }: Vocabulary, random: Random): string =>
  common[commonRank[bits(random) & 0xffff] as number] as string;

/** `count` common words. */
export const commonWords = (vocabulary: Vocabulary, random: Random, count: number): string[] =>
  Array.from({ length: count }, () => commonWord(vocabulary, random));

export function setWords(words: readonly string[], language: Language): string {
  if (language === 'zh') return words.join('');
  const line = words.join(' ');
  return line.charAt(0).toUpperCase() + line.slice(1);
}

/** Two to five words: one to three of the topic, the others common, topic first or last. */
export function titleWords(vocabulary: Vocabulary, topic: number, random: Random): string[] {
  const own = vocabulary.topic[topic] as readonly string[];
  const named = Array.from({ length: 1 + random.below(3) }, () => topicWord(own, random));
  const plain = commonWords(vocabulary, random, 1 + random.below(2));
  return random.next() < 0.7 ? [...named, ...plain] : [...plain, ...named];
}

export interface Manner {
  readonly language: Language;
  readonly vocabulary: Vocabulary;
  /** Words of the page's topic. */
  readonly topic: readonly string[];
  /** Part of its words that are of the topic, in 65,536ths. */
  readonly share: number;
}

const COMMA: Readonly<Record<Language, string>> = { zh: '，', en: ', ' };
const STOP: Readonly<Record<Language, string>> = { zh: '。', en: '. ' };

/** Running text of `count` words, in sentences of 6 to 21. One random number a word: half for its list, half for its rank. */
export function sentences(manner: Manner, random: Random, count: number): string {
  const { language, topic, share } = manner;
  const { common } = manner.vocabulary;
  const gap = language === 'zh' ? '' : ' ';
  let text = '';
  let left = 0;
  let starts = true;
  for (let i = count; i > 0; i--) {
    const drawn = bits(random);
    const rank = drawn & 0xffff;
    const word = (
      drawn / 65_536 < share ? topic[topicRank[rank] as number] : common[commonRank[rank] as number]
    ) as string;
    if (starts) {
      left = 6 + (rank & 15);
      text += language === 'zh' ? word : word.charAt(0).toUpperCase() + word.slice(1);
    } else text += word;
    starts = --left === 0 || i === 1;
    text += starts ? STOP[language] : left % 6 === 0 ? COMMA[language] : gap;
  }
  return text;
}
