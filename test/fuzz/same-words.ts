/** The words of a segmenter beside those of nodejieba, which is the oracle. */
import type { Words } from '../../src/contract/segmenter.js';

/** The first place at which the words differ, in words for a person; undefined when they are the same. */
export function differenceOf(text: string, words: Words, oracle: readonly string[]): string | undefined {
  let at = 0;
  for (let i = 0; i < Math.max(words.count, oracle.length); i++) {
    const end = i < words.count ? (words.end[i] as number) : text.length + 1;
    const mine = text.slice(at, end).replace(/\p{Cs}/gu, '\ufffd');
    if (mine !== oracle[i]) {
      const theirs = oracle.slice(Math.max(0, i - 1), i + 3).join('|');
      return `after ${JSON.stringify(text.slice(Math.max(0, at - 8), at))}: ${JSON.stringify(mine)} not ${JSON.stringify(theirs)}`;
    }
    at = end;
  }
  return undefined;
}
