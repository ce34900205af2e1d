/** A struct of arrays that carries links of one page to the strategy and its answers back. Reused from page to page. */
import type { KnownLinkBatch, LinkList, LinkNumber, OfferOut } from '../contract/strategy.js';
import type { VisitLinks } from '../contract/visit.js';
import type { Frontier } from '../frontier/frontier.js';
import { fitting } from '../kit/growing.js';

const EMPTY = new Uint32Array(0);
type Lanes = Record<string, Float64Array>;

export class Batch implements KnownLinkBatch, OfferOut {
  count = 0;
  slot = new Uint32Array(64);
  depth = new Uint16Array(64);
  score = new Float64Array(64);
  readonly column: Lanes;
  readonly number: Lanes & KnownLinkBatch['number'];
  /** What the strategy answers, apart from what it sees of known links. */
  readonly out: OfferOut;
  readonly #answer: { score: Float64Array; order: Float64Array; column: Lanes };
  readonly #columns: readonly string[];
  readonly #reads: readonly LinkNumber[];
  /** Place of each link among the page's links. */
  #source = new Uint32Array(64);
  #links: VisitLinks | undefined;

  constructor(columns: readonly string[], reads: readonly LinkNumber[]) {
    const lanes = (names: readonly string[]): Lanes =>
      Object.fromEntries(names.map(name => [name, new Float64Array(64)]));
    this.#columns = columns;
    this.#reads = reads;
    this.column = lanes(columns);
    this.number = lanes(reads) as Lanes & KnownLinkBatch['number'];
    this.#answer = { score: new Float64Array(64), order: new Float64Array(64), column: lanes(columns) };
    this.out = this.#answer;
  }

  get order(): Float64Array {
    return this.#answer.order;
  }

  begin(links: VisitLinks): void {
    this.count = 0;
    this.#links = links;
  }

  /** Adds link `source` of the page. */
  add(source: number, slot: number, depth: number): void {
    const i = this.count++;
    if (i >= this.slot.length) this.#grow(i);
    this.slot[i] = slot;
    this.depth[i] = depth;
    this.#source[i] = source;
    const links = this.#links as VisitLinks;
    for (const name of this.#reads) {
      (this.number[name] as Float64Array)[i] = links.number[name]?.[source] ?? 0;
    }
    this.#answer.score[i] = Number.NaN;
    this.#answer.order[i] = 0;
    for (const name of this.#columns) (this.#answer.column[name] as Float64Array)[i] = 0;
  }

  /** Shows what the frontier knows of every link so far. */
  fillKnown(frontier: Frontier): void {
    for (let i = 0; i < this.count; i++) {
      const slot = this.slot[i] as number;
      this.score[i] = frontier.isWaiting(slot) ? frontier.score(slot) : Number.NaN;
      this.#columns.forEach((name, c) => {
        (this.column[name] as Float64Array)[i] = frontier.column(c, slot);
      });
    }
  }

  list(name: LinkList, link: number): Uint32Array {
    return this.listAt(name, this.#source[link] as number);
  }

  /** The list of the page's link `source`. */
  listAt(name: LinkList, source: number): Uint32Array {
    const lists = this.#links?.list[name];
    if (lists === undefined) return EMPTY;
    return lists.id.subarray(lists.start[source], lists.start[source + 1]);
  }

  /** Place among the page's links. */
  position(link: number): number {
    return this.#source[link] as number;
  }

  #grow(i: number): void {
    this.slot = fitting(this.slot, i);
    this.depth = fitting(this.depth, i);
    this.score = fitting(this.score, i);
    this.#source = fitting(this.#source, i);
    this.#answer.score = fitting(this.#answer.score, i);
    this.#answer.order = fitting(this.#answer.order, i);
    for (const lanes of [this.column, this.number, this.#answer.column] as Lanes[]) {
      for (const name of Object.keys(lanes)) lanes[name] = fitting(lanes[name] as Float64Array, i);
    }
  }
}
