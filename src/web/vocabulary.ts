/**
 * Which word has which rank? 2,000 words a topic and 3,000 common ones a language, hand-picked ones first and composed
 * ones behind them; ranks are drawn after Zipf's law. Nothing here depends on a seed.
 */
import { ASKED, type AskedTopic } from './words-asked.js';
import { CODA_EN, COMMON_EN, COMMON_ZH, ENDING_EN, HEAD_ZH, LETTER_ZH, SYLLABLE_EN } from './words-common.js';
import { OTHER } from './words-other.js';

export type Language = 'zh' | 'en';

export const TOPIC_WORDS = 2000;
export const COMMON_WORDS = 3000;

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** A step that meets each of `count` places once, far from the last one each time. */
function strideOf(count: number): number {
  let stride = Math.max(1, Math.floor(count * 0.618));
  while (gcd(stride, count) !== 1) stride++;
  return stride;
}

/** Words of all topics in one language; topic 0 is the asked one and has no words in the other language. */
export interface Vocabulary {
  readonly common: readonly string[];
  readonly topic: readonly (readonly string[])[];
}

/** 65,536 ranks below `words`, rank r about as often as 1 / (r + 1): a 16-bit number draws one. */
export function zipfTable(words: number): Uint16Array {
  const table = new Uint16Array(65_536);
  let total = 0;
  for (let r = 0; r < words; r++) total += 1 / (r + 1);
  let sum = 0;
  let at = 0;
  for (let r = 0; r < words; r++) {
    sum += 1 / (r + 1);
    const end = r === words - 1 ? table.length : Math.round((sum / total) * table.length);
    table.fill(r, at, end);
    at = end;
  }
  return table;
}

/** The hand-picked words, then all pairs in a fixed disorder, each once, none banned, `count` in all. */
function compose(
  first: readonly string[],
  [left, right]: readonly [readonly string[], readonly string[]],
  { count, banned }: { readonly count: number; readonly banned: ReadonlySet<string> },
): string[] {
  const words = new Set(first);
  const pairs = left.length * right.length;
  const stride = strideOf(pairs);
  for (let i = 0; i < pairs && words.size < count; i++) {
    const pair = (i * stride) % pairs;
    const word = `${left[pair % left.length]}${right[Math.floor(pair / left.length)]}`;
    if (!banned.has(word)) words.add(word);
  }
  return [...words].slice(0, count);
}

/** Vocabulary of a web that asks for `asked` among `topics` topics (2–6). No other list holds a word of the asked one. */
export function vocabularyOf(language: Language, asked: AskedTopic, topics: number): Vocabulary {
  const own = ASKED[asked];
  const banned = new Set(own.words);
  const head = language === 'zh' ? HEAD_ZH : ENDING_EN;
  const composed = (words: readonly string[], isAsked = false): string[] => {
    const first = words.filter(word => isAsked || !banned.has(word));
    const roots = first.filter(word => !word.includes('-'));
    return compose(first, [roots, head], { count: TOPIC_WORDS, banned });
  };
  const first = (language === 'zh' ? COMMON_ZH : COMMON_EN).filter(word => !banned.has(word));
  const pair = language === 'zh' ? ([LETTER_ZH, LETTER_ZH] as const) : ([SYLLABLE_EN, CODA_EN] as const);
  return {
    common: compose(first, pair, { count: COMMON_WORDS, banned }),
    topic: [
      own.language === language ? composed(own.words, true) : [],
      ...OTHER.slice(0, topics - 1).map(roots => composed(roots[language])),
    ],
  };
}
