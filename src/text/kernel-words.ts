/**
 * Words of a text by the kernel: what it cannot know - the segmenter's words, ids of words that it has not met - it is
 * told here. Its twin is plain-words.ts; both give the same words, ids and counts of collisions.
 */
import type { Segmenter } from '../contract/segmenter.js';
import type { WordRoom } from '../kernel/word-room.js';
import { type KernelWords, WORD_STATUS } from '../kernel/words.js';
import { evidenceOf, FUNCTION_WORDS, weighWords } from './function-words.js';
import { IdSet } from './id-set.js';
import type { Evidence } from './language.js';
import type { WordTools } from './plain-words.js';
import type { Reading } from './readings.js';
import { sampleOf, weighScripts, windowsOf } from './script.js';

export class TextWords {
  readonly #words: KernelWords;
  readonly #segmenter: Segmenter;

  constructor(words: KernelWords, { segmenter, keep, idle }: WordTools) {
    this.#words = words;
    this.#segmenter = segmenter;
    words.keepSets(idle.places, keep instanceof IdSet ? keep.places : undefined);
    words.keepFunctionWords(FUNCTION_WORDS);
  }

  /** Appends all words of a text to `room`, which has a place for each of its units. */
  read(text: string, reading: Reading, room: WordRoom): void {
    const words = this.#words;
    words.begin(text, room, reading.cacheIn(words));
    if (reading.isPaired) this.#scan(text.length, reading);
    else this.#readMixed(text, reading);
    words.end();
  }

  /** What the text shows of its language. */
  evidenceOf(text: string): Evidence {
    const words = this.#words;
    const windows = windowsOf(text.length);
    words.load(text);
    return {
      scripts: () => weighScripts(words.countScripts(windows)),
      words: () => {
        const found = words.weigh(windows);
        return found === undefined ? weighWords(sampleOf(text)) : evidenceOf(found.hits, found.words);
      },
      sample: () => sampleOf(text),
    };
  }

  #readMixed(text: string, reading: Reading): void {
    const words = this.#words;
    for (let done = 0; done < text.length; ) {
      while (words.findLines(done) !== WORD_STATUS.done) words.learn();
      const { linesFrom: from, linesTo: to } = words;
      if (done < from) this.#scan(from, reading);
      if (from < to) this.#merge(text, from, to, reading);
      done = to;
    }
  }

  /** From where the kernel stands. */
  #scan(to: number, reading: Reading): void {
    const { done } = WORD_STATUS;
    const isPaired = reading.isPaired;
    for (;;) {
      const status = this.#words.scan(to, isPaired);
      if (status === done) return;
      this.#answer(status, reading);
    }
  }

  #merge(text: string, from: number, to: number, reading: Reading): void {
    const isWhole = from === 0 && to === text.length;
    this.#words.takeCut(from, this.#segmenter.cut(isWhole ? text : text.slice(from, to)));
    for (;;) {
      const status = this.#words.merge(to);
      if (status === WORD_STATUS.done) return;
      this.#answer(status, reading);
    }
  }

  #answer(status: number, { rule }: Reading): void {
    if (status === WORD_STATUS.unknown) this.#words.learn();
    // From the folded units, not from the text: the answer is the same whichever spelling came first.
    else this.#words.resolve(rule.idOf(this.#words.asked()));
  }
}
