/**
 * The dictionary of a process, with the user words of its topics: opened once on the main thread, then sent to every
 * thread that cuts text. Some 7 MB for all of them, and 0.4 MB a thread.
 */
import type { UserWords } from '../contract/segmenter.js';
import { imagePath, readImage } from './dictionary/file.js';
import { HEADER } from './dictionary/layout.js';
import { DictionaryMerge } from './dictionary/merge.js';
import { insertedWords, parseUserDictionary, type UserWord } from './dictionary/source.js';
import { kernelModule } from './module.js';
import { IMAGE_AT, SegmenterMemory } from './segmenter-memory.js';

/** What a thread needs to cut text; may be sent to it (structured clone). */
export interface SegmenterShare {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
}

export class SegmenterStore {
  readonly share: SegmenterShare;
  /** User words that were left out because a character of theirs lies beyond U+32400. */
  readonly skippedWords: number;

  private constructor(share: SegmenterShare, skippedWords: number) {
    this.share = share;
    this.skippedWords = skippedWords;
  }

  /** Throws a Fault when the image is missing or broken. The user words cannot be changed later: open another store. */
  static open(user: UserWords = {}, path: string = imagePath): SegmenterStore {
    const memory = SegmenterMemory.of(readImage(path));
    const words = userWordsOf(user, memory.buffer);
    const skipped = words.length === 0 ? 0 : new DictionaryMerge(memory, IMAGE_AT).add(words);
    memory.close(IMAGE_AT + (new Uint32Array(memory.buffer, IMAGE_AT)[HEADER.bytes] as number));
    return new SegmenterStore({ module: kernelModule('segmenter'), memory: memory.memory }, skipped);
  }
}

function userWordsOf(user: UserWords, buffer: ArrayBufferLike): UserWord[] {
  const header = new Float64Array(buffer, IMAGE_AT);
  const base = {
    frequencySum: header[HEADER.frequencySum] as number,
    medianWeight: header[HEADER.medianWeight] as number,
  };
  return [...parseUserDictionary(user.dictionary ?? '', base), ...insertedWords(user.words ?? [], base)];
}
