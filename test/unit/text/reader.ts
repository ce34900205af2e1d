/** Term readers for tests: on the kernels, with the words spelled out beside their ids. */
import { Kernels } from '../../../src/kernel/load.js';
import { KernelSegmenter } from '../../../src/kernel/segmenter.js';
import { SegmenterStore } from '../../../src/kernel/segmenter-store.js';
import { TermReader } from '../../../src/text/term-reader.js';

const store = SegmenterStore.open();

export const segmenter = new KernelSegmenter(store.share);

const kernels = new Kernels();

export const readerWith = (keep: Iterable<number> | 'all' = []): TermReader =>
  new TermReader({ segmenter, keep, kernels });

/** The words of a text in order, those that are dropped in brackets. */
export function spelled(reader: TermReader, text: string, language: string): string {
  const tokens = reader.newList();
  reader.tokenise(text, language, tokens);
  const words: string[] = [];
  for (let i = 0; i < tokens.count; i++) {
    const word = text.slice(tokens.start[i], tokens.end[i]);
    words.push(tokens.id[i] === 0 ? `(${word})` : word);
  }
  return words.join(' ');
}
