/**
 * How near is a text to each topic? Cosine of the text's TF-IDF weights, count / total × rarity, and the weights of a
 * topic's few words (METHODS A.1, A.3). The length of the text is that of all its terms, or as printed of the topic's
 * words alone.
 *
 * 0 for an empty text and where a side has no positive finite length. It may leave [0, 1]: negative when rarities are,
 * and by rounding; the caller clamps it. Kernel and twin add in the same order and agree to the last bit.
 */
import type { TermVector } from '../contract/model.js';
import { type Kernels, threadKernels } from './load.js';
import type { Scratch } from './scratch.js';
import { lengthOf, type SparseVector } from './sparse.js';
import { VectorDoor } from './vectors.js';

export interface TopicScorer {
  /** `out[i]` becomes the cosine with topic i. */
  score(text: TermVector, out: Float64Array): void;
}

export interface TopicScorerOptions {
  /** Words with their importance; ids ascend without repetition. */
  readonly topics: readonly SparseVector[];
  /** Idf of a term: always the same for one scorer. */
  readonly rarityOf: (termId: number) => number;
  /** Which terms make the length of a text: all, or the topic's words. */
  readonly docNorm: 'all' | 'topic';
}

interface Exports {
  score(
    ids: number,
    values: number,
    length: number,
    divisor: number,
    isWhole: number,
    topics: number,
    count: number,
    out: number,
  ): void;
  weigh(
    ids: number,
    counts: number,
    length: number,
    total: number,
    table: number,
    mask: number,
    out: number,
    from: number,
  ): number;
}

/** Rarities of the terms met last: 256 KB a thread, two places a term, of which the older one is given up. */
const RARITIES = 1 << 14;

/** The topics as asm/topic.ts wants them; a word's factor is its rarity, or 1 where texts come weighed. */
function tableOf({ topics, rarityOf, docNorm }: TopicScorerOptions): Float64Array {
  const size = topics.reduce((sum, { id }) => sum + 2 + Math.ceil(id.length / 2) + 2 * id.length, 0);
  const table = new Float64Array(size);
  let at = 0;
  for (const { id, weight } of topics) {
    new Uint32Array(table.buffer, 8 * at, 1)[0] = id.length;
    table[at + 1] = lengthOf(weight);
    new Uint32Array(table.buffer, 8 * (at + 2), id.length).set(id);
    at += 2 + Math.ceil(id.length / 2);
    for (let i = 0; i < id.length; i++) {
      table[at++] = weight[i] as number;
      table[at++] = docNorm === 'all' ? 1 : rarityOf(id[i] as number);
    }
  }
  return table;
}

class KernelTopicScorer implements TopicScorer {
  readonly #call: Exports;
  readonly #door: VectorDoor;
  readonly #options: TopicScorerOptions;
  readonly #count: number;
  readonly #isWhole: boolean;
  readonly #table: Float64Array;
  /** The answers, then the topics of whichever scorer of this thread was used last. */
  readonly #scratch: Scratch;
  /** Rarities as asm/topic.ts has them, of whichever scorer was used last. */
  readonly #rarities: Scratch;

  constructor(options: TopicScorerOptions, kernels: Kernels) {
    this.#call = kernels.exports<Exports>('topic');
    this.#door = new VectorDoor(kernels);
    this.#options = options;
    this.#count = options.topics.length;
    this.#isWhole = options.docNorm === 'all';
    this.#table = tableOf(options);
    this.#scratch = kernels.scratch('topics');
    this.#rarities = kernels.scratch('rarities');
  }

  score(text: TermVector, out: Float64Array): void {
    const count = this.#count;
    if (!(text.total > 0)) {
      out.fill(0, 0, count);
      return;
    }
    const scratch = this.#scratch;
    if (scratch.owner !== this) this.#load();
    const ids = this.#door.ids(text);
    const values = this.#isWhole ? this.#weigh(text, ids) : this.#door.counts(text);
    const divisor = this.#isWhole ? 1 : text.total;
    const topics = scratch.at + 8 * count;
    this.#call.score(ids, values, text.id.length, divisor, this.#isWhole ? 1 : 0, topics, count, scratch.at);
    for (let i = 0; i < count; i++) out[i] = scratch.f64[i] as number;
  }

  /** Writes the weights of all terms where the kernel finds them. */
  #weigh(text: TermVector, ids: number): number {
    const rarities = this.#rarities;
    if (rarities.owner !== this) this.#forget();
    const { length } = text.id;
    const counts = this.#door.counts(text);
    const out = this.#door.numbers(length).at;
    const { at } = rarities;
    const weigh = (from: number): number =>
      this.#call.weigh(ids, counts, length, text.total, at, RARITIES - 2, out, from);
    for (let i = weigh(0); i < length; i = weigh(i)) this.#learn(text.id[i] as number);
    return out;
  }

  #learn(id: number): void {
    const place = id & (RARITIES - 2);
    const { u32, f64 } = this.#rarities;
    u32[4 * place + 4] = u32[4 * place] as number;
    u32[4 * place + 5] = u32[4 * place + 1] as number;
    f64[2 * place + 3] = f64[2 * place + 1] as number;
    u32[4 * place] = id;
    u32[4 * place + 1] = 1;
    f64[2 * place + 1] = this.#options.rarityOf(id);
  }

  #forget(): void {
    const rarities = this.#rarities;
    rarities.fit(16 * RARITIES);
    rarities.u32.fill(0, 0, 4 * RARITIES);
    rarities.owner = this;
  }

  #load(): void {
    const scratch = this.#scratch;
    scratch.fit(8 * (this.#count + this.#table.length));
    scratch.f64.set(this.#table, this.#count);
    scratch.owner = this;
  }
}

/** The twin. */
class PlainTopicScorer implements TopicScorer {
  readonly #options: TopicScorerOptions;
  readonly #length: readonly number[];
  /** Rarity of each topic's words, in their order. */
  readonly #rarity: readonly Float64Array[];

  constructor(options: TopicScorerOptions) {
    this.#options = options;
    this.#length = options.topics.map(({ weight }) => lengthOf(weight));
    this.#rarity = options.topics.map(({ id }) => Float64Array.from(id, options.rarityOf));
  }

  score(text: TermVector, out: Float64Array): void {
    const { topics, docNorm } = this.#options;
    if (!(text.total > 0)) {
      out.fill(0, 0, topics.length);
      return;
    }
    const whole = docNorm === 'all' ? this.#wholeLength(text) : undefined;
    for (let k = 0; k < topics.length; k++) out[k] = this.#cosine(text, k, whole);
  }

  /** `whole` is the length of the text; undefined where the topic's words make it. */
  #cosine({ id, count, total }: TermVector, k: number, whole: number | undefined): number {
    const topic = this.#options.topics[k] as SparseVector;
    const rarity = this.#rarity[k] as Float64Array;
    let dot = 0;
    let squares = 0;
    let at = 0;
    for (let i = 0; i < topic.id.length && at < id.length; i++) {
      const word = topic.id[i] as number;
      at = seek(id, at, word);
      if (at < id.length && id[at] === word) {
        const weight = ((count[at] as number) / total) * (rarity[i] as number);
        dot += (topic.weight[i] as number) * weight;
        squares += weight * weight;
      }
    }
    const product = (this.#length[k] as number) * (whole ?? Math.sqrt(squares));
    return product > 0 && product < Number.POSITIVE_INFINITY ? dot / product : 0;
  }

  /** In four sums, as the kernel adds them. */
  #wholeLength({ id, count, total }: TermVector): number {
    const { rarityOf } = this.#options;
    const sum = new Float64Array(4);
    const whole = id.length & ~3;
    let squares = 0;
    for (let i = 0; i < id.length; i++) {
      if (i === whole) squares = together(sum);
      const weight = ((count[i] as number) / total) * rarityOf(id[i] as number);
      if (i < whole) (sum[i & 3] as number) += weight * weight;
      else squares += weight * weight;
    }
    return Math.sqrt(whole === id.length ? together(sum) : squares);
  }
}

const together = (sum: Float64Array): number =>
  (sum[0] as number) + (sum[2] as number) + ((sum[1] as number) + (sum[3] as number));

/**
 * First place in [from, id.length) whose id is not below `word`, or id.length: strides of sixteen, the last one halved.
 * Of five ways tried this is the fastest in JavaScript (1.3 to 1.8 times halving the whole).
 */
function seek(id: Uint32Array, from: number, word: number): number {
  const { length } = id;
  while (from + 16 <= length) {
    if ((id[from + 15] as number) >= word) {
      if ((id[from + 7] as number) < word) from += 8;
      if ((id[from + 3] as number) < word) from += 4;
      if ((id[from + 1] as number) < word) from += 2;
      return (id[from] as number) < word ? from + 1 : from;
    }
    from += 16;
  }
  while (from < length && (id[from] as number) < word) from++;
  return from;
}

export function createTopicScorer(
  options: TopicScorerOptions,
  kernels: Kernels | undefined = threadKernels(),
): TopicScorer {
  return kernels === undefined ? new PlainTopicScorer(options) : new KernelTopicScorer(options, kernels);
}

/** The twin, for laws and benches. */
export const plainTopicScorer = (options: TopicScorerOptions): TopicScorer => new PlainTopicScorer(options);
