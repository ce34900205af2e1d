/** Words of made-up pages with their term ids: the kernel against its twin, most words in the cache. */
import { Kernels } from '../../src/kernel/load.js';
import { KernelSegmenter } from '../../src/kernel/segmenter.js';
import { SegmenterStore } from '../../src/kernel/segmenter-store.js';
import { randomOf } from '../../src/kit/random.js';
import { TermReader } from '../../src/text/term-reader.js';
import { sentences } from '../../src/web/prose.js';
import { type Language, vocabularyOf } from '../../src/web/vocabulary.js';
import type { Case, MakeSubject, Way } from '../subject.js';

/** Words of a paragraph, paragraphs of a page. */
const WORDS = 40;
const PARAGRAPHS = 60;

export const subject: MakeSubject = size => {
  const random = randomOf(9);
  const write = (language: Language): string => {
    const vocabulary = vocabularyOf(language, 'rainstorm', 3);
    const topic = vocabulary.topic[1] as readonly string[];
    return sentences({ language, vocabulary, topic, share: 13_000 }, random, WORDS);
  };
  const pageOf = (languageOf: (paragraph: number) => Language): string =>
    Array.from({ length: PARAGRAPHS }, (_, i) => write(languageOf(i))).join('\n');
  const segmenter = new KernelSegmenter(SegmenterStore.open().share);
  const caseOf = (name: string, languageOf: (paragraph: number) => Language): Case => {
    const pages = Array.from({ length: size === 'full' ? 40 : 2 }, () => pageOf(languageOf));
    const over = (reader: TermReader): Way => {
      const words = reader.newList();
      return () => {
        for (const page of pages) {
          words.clear();
          reader.tokenise(page, 'en', words);
        }
      };
    };
    const units = pages.reduce((sum, page) => sum + page.length, 0);
    const kernel = over(new TermReader({ segmenter, kernels: new Kernels() }));
    return { name, units, target: 1, ways: { kernel, twin: over(new TermReader({ segmenter })) } };
  };
  const cases = [
    caseOf('English', () => 'en'),
    caseOf('English, one paragraph in 20 Chinese', i => (i % 20 === 7 ? 'zh' : 'en')),
    caseOf('Chinese (most of it is the segmenter)', () => 'zh'),
  ];
  return { unit: 'million units', scale: 1e6, cases };
};
