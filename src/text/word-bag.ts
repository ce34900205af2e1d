/** Ranges of a list of words, gathered and counted: by the kernel where the list lies in its room, else by an IdBag. */
import type { TermVector } from '../contract/model.js';
import { TermCounts } from '../kernel/term-counts.js';
import { fitting } from '../kit/growing.js';
import type { TokenList } from './token-list.js';
import { EMPTY_VECTOR, IdBag } from './vector.js';

/** Up to here an IdBag is as fast as a call. */
const FEW = 8;

export class WordBag {
  readonly #tokens: TokenList;
  readonly #counts: TermCounts | undefined;
  readonly #bag = new IdBag();
  /** From and to of each range. */
  #range = new Uint32Array(64);
  #ranges = 0;
  #words = 0;

  constructor(tokens: TokenList) {
    this.#tokens = tokens;
    this.#counts = tokens.room && new TermCounts(tokens.room.kernels);
  }

  clear(): this {
    this.#ranges = 0;
    this.#words = 0;
    return this;
  }

  /** Words [from, to) of the list, too. */
  add(from: number, to: number): this {
    if (from >= to) return this;
    const at = 2 * this.#ranges++;
    if (at >= this.#range.length) this.#range = fitting(this.#range, at + 1);
    this.#range[at] = from;
    this.#range[at + 1] = to;
    this.#words += to - from;
    return this;
  }

  /** How often each id is among the words. */
  toVector(): TermVector {
    if (this.#words === 0) return EMPTY_VECTOR;
    const { room } = this.#tokens;
    if (room === undefined || this.#counts === undefined || this.#words <= FEW) {
      return this.#gather().toVector();
    }
    return this.#counts.vectorOf(room, this.#range, this.#ranges, this.#words);
  }

  /** Different ids in the order in which they came, at most `most`. */
  toList(most: number): Uint32Array {
    return this.#gather().toList(most);
  }

  #gather(): IdBag {
    const bag = this.#bag.clear();
    const { id } = this.#tokens;
    for (let i = 0; i < 2 * this.#ranges; i += 2) bag.add(id, this.#range[i], this.#range[i + 1]);
    return bag;
  }
}
