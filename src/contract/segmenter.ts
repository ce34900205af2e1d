/**
 * Where the words of a Chinese text end. The words are those of `nodejieba.cut(text, true)` with the same user words.
 * One object serves one thread.
 */

/** Arrays may be longer than `count`, and are valid until the next `cut` of the same segmenter. */
export interface Words {
  readonly count: number;
  /** End of word i as a UTF-16 offset; word 0 starts at 0, word i where word i − 1 ends. The last one ends the text. */
  readonly end: Int32Array;
  /** xxHash64 (seed 0) of the UTF-8 bytes of word i: low half at 2i, high half at 2i + 1. */
  readonly hash: Uint32Array;
}

export interface Segmenter {
  cut(text: string): Words;
}

/** Words that go over jieba's own: where both know a word, these weigh. */
export interface UserWords {
  /** Taken as by `insertWord`: median weight; a word of one character only has its weight changed. */
  readonly words?: readonly string[];
  /**
   * A user dictionary as text, lines of "word", "word tag" or "word frequency tag", read before `words`. A word of one
   * character stands alone wherever the best path takes it alone.
   */
  readonly dictionary?: string;
}
