/**
 * Text to terms, in one pass, by the kernel where there are kernels (kernel-words.ts), else unit by unit (plain-words.ts).
 * Ids are hashes of the normalised term, so they do not depend on what was read before. One object serves one thread.
 */
import type { TermVector } from '../contract/model.js';
import type { Segmenter } from '../contract/segmenter.js';
import type { Kernels } from '../kernel/load.js';
import { WordRoom } from '../kernel/word-room.js';
import { KernelWords, MOST_UNITS } from '../kernel/words.js';
import { normalise } from './character.js';
import { CollisionWatch } from './collision.js';
import { EVERY_ID, IdSet } from './id-set.js';
import { kernelGlyphOf } from './kernel-glyph.js';
import { TextWords } from './kernel-words.js';
import { languageBy, languageOf } from './language.js';
import { PlainWords } from './plain-words.js';
import { Readings } from './readings.js';
import { CHINESE_STOP_WORDS } from './stop-words.js';
import { TokenList } from './token-list.js';
import { distinctOf, vectorOf } from './vector.js';

export interface TermReaderOptions {
  readonly segmenter: Segmenter;
  /**
   * Ids that are never dropped, though they be stop words or single characters: the topic's own. `all` for reading
   * the words of a topic themselves.
   */
  readonly keep?: Iterable<number> | 'all';
  /** What reads long texts fast, in their arena for good (4 MB); without, all is read by the twin. */
  readonly kernels?: Kernels | undefined;
}

export class TermReader {
  readonly #watch: CollisionWatch;
  readonly #readings: Readings;
  readonly #plain: PlainWords;
  readonly #kernel: TextWords | undefined;
  readonly #kernels: Kernels | undefined;
  readonly #own: TokenList;

  constructor({ segmenter, keep, kernels }: TermReaderOptions) {
    const words = kernels && new KernelWords(kernels, kernelGlyphOf);
    const watch = new CollisionWatch(words?.watch);
    const idle = new IdSet([...CHINESE_STOP_WORDS].map(word => watch.idOf(word)));
    const kept = keep === 'all' ? EVERY_ID : new IdSet(keep ?? []);
    const tools = { segmenter, watch, keep: kept, idle };
    this.#watch = watch;
    this.#readings = new Readings(kept, watch, words);
    this.#plain = new PlainWords(tools, this.#readings.of('en'));
    this.#kernel = words && new TextWords(words, tools);
    this.#kernels = kernels;
    this.#own = this.newList();
  }

  /** A list for `tokenise`, where the kernel can write to it. */
  newList(): TokenList {
    return new TokenList(this.#kernels && new WordRoom(this.#kernels));
  }

  /** Times that two different terms were seen to share an id. */
  get collisions(): number {
    return this.#watch.count;
  }

  /** The same as the function of that name; cheaper for a text that is read next. */
  languageOf(text: string, declared?: string): string {
    if (this.#kernel === undefined || text.length > MOST_UNITS) return languageOf(text, declared);
    return languageBy(this.#kernel.evidenceOf(text), declared);
  }

  /** Terms of a text on its own. */
  read(text: string, language: string): TermVector {
    return vectorOf(this.#tokensOf(text, language));
  }

  /** Different terms of a text in order of appearance, at most `most`. */
  list(text: string, language: string, most = 64): Uint32Array {
    return distinctOf(this.#tokensOf(text, language), most);
  }

  /** Terms of a text in order, repetitions among them. */
  sequence(text: string, language: string): Uint32Array {
    return Uint32Array.from(this.#tokensOf(text, language)).filter(id => id !== 0);
  }

  /** Id of a term as one word, whatever a segmenter would make of it. */
  idOf(word: string): number {
    return this.#watch.idOf(normalise(word));
  }

  #tokensOf(text: string, language: string): Uint32Array {
    this.#own.clear();
    this.tokenise(text, language, this.#own);
    return this.#own.id.subarray(0, this.#own.count);
  }

  /** Appends all words of a text to `out`, with their places in it. */
  tokenise(text: string, language: string, out: TokenList): void {
    const reading = this.#readings.of(language);
    const room = this.#roomOf(text, out);
    if (room === undefined || this.#kernel === undefined) {
      this.#plain.read(text, reading, out);
      return;
    }
    this.#kernel.read(text, reading, room);
    out.takeFrom(room);
  }

  /** Where the kernel may write the words of a text; undefined when it is not to read it. */
  #roomOf(text: string, out: TokenList): WordRoom | undefined {
    const room = text.length > MOST_UNITS ? undefined : out.roomFor(text.length);
    return room?.kernels === this.#kernels ? room : undefined;
  }
}
