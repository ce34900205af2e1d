/** Ranges of a list of words, gathered and counted: by the kernel where the list lies in its room, else by an IdBag. */
import type { TermVector } from '../contract/model.js';
import { TermCounts } from '../kernel/term-counts.js';
import type { TokenList } from './token-list.js';
import { EMPTY_VECTOR, IdBag } from './vector.js';

/** Up to here an IdBag is as fast as a call. */
const FEW = 8;

export class WordBag {
  readonly #tokens: TokenList;
  readonly #counts: TermCounts | undefined;
  readonly #bag = new IdBag();
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  #words = 0;

  constructor(tokens: TokenList) {
    this.#tokens = tokens;
    this.#counts = tokens.room && new TermCounts(tokens.room.kernels);
  }

  clear(): this {
    this.#from.length = 0;
    this.#to.length = 0;
    this.#words = 0;
    return this;
  }

  /** Words [from, to) of the list, too. */
  add({ from, to }: { readonly from: number; readonly to: number }): this {
    if (from >= to) return this;
    this.#from.push(from);
    this.#to.push(to);
    this.#words += to - from;
    return this;
  }

  /** How often each id is among the words. */
  toVector(): TermVector {
    if (this.#words === 0) return EMPTY_VECTOR;
    const { room } = this.#tokens;
    const counts = this.#counts;
    if (room === undefined || counts === undefined || this.#words <= FEW) return this.#gather().toVector();
    counts.clear();
    for (let i = 0; i < this.#from.length; i++) counts.add(this.#from[i] as number, this.#to[i] as number);
    return counts.vectorOf(room);
  }

  /** Different ids in the order in which they came, at most `most`. */
  toList(most: number): Uint32Array {
    return this.#gather().toList(most);
  }

  #gather(): IdBag {
    const bag = this.#bag.clear();
    const { id } = this.#tokens;
    for (let i = 0; i < this.#from.length; i++) bag.add(id, this.#from[i], this.#to[i]);
    return bag;
  }
}
