/** A struct of arrays that carries links of one page to the strategy and its answers back. Reused from page to page. */
import type { KnownLinkBatch, LinkList, LinkNumber } from '../contract/strategy.js';
import type { VisitLinks } from '../contract/visit.js';
import type { Frontier } from '../frontier/frontier.js';
import { fitting } from '../kit/growing.js';

const EMPTY = new Uint32Array(0);
const FIRST_ROOM = 64;
type Lanes = Record<string, Float64Array>;

const lanesOf = (names: readonly string[]): Lanes =>
  Object.fromEntries(names.map(name => [name, new Float64Array(FIRST_ROOM)]));

export class Batch implements KnownLinkBatch {
  count = 0;
  slot = new Uint32Array(FIRST_ROOM);
  depth = new Uint16Array(FIRST_ROOM);
  score = new Float64Array(FIRST_ROOM);
  readonly column: Lanes;
  readonly number: Lanes & KnownLinkBatch['number'];
  /** What the strategy answers, apart from what it sees of known links. */
  readonly out: { score: Float64Array; order: Float64Array; column: Lanes };
  /** The columns of `out` in the frontier's order. */
  answers: readonly Float64Array[];
  /** `column` in the same order. */
  #shown: readonly Float64Array[];
  readonly #reads: readonly LinkNumber[];
  /** Place of each link among the page's links. */
  #source = new Uint32Array(FIRST_ROOM);
  #links: VisitLinks | undefined;

  constructor(columns: readonly string[], reads: readonly LinkNumber[]) {
    this.#reads = reads;
    this.column = lanesOf(columns);
    this.number = lanesOf(reads) as Lanes & KnownLinkBatch['number'];
    this.out = {
      score: new Float64Array(FIRST_ROOM),
      order: new Float64Array(FIRST_ROOM),
      column: lanesOf(columns),
    };
    this.answers = Object.values(this.out.column);
    this.#shown = Object.values(this.column);
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
  }

  /** Fills in the features of all links added, and blanks the answers. */
  close(): void {
    const { number } = this.#links as VisitLinks;
    for (const name of this.#reads) {
      const from = number[name];
      const to = this.number[name] as Float64Array;
      if (from === undefined) to.fill(0, 0, this.count);
      else for (let i = 0; i < this.count; i++) to[i] = from[this.#source[i] as number] as number;
    }
    this.out.score.fill(Number.NaN, 0, this.count);
    this.out.order.fill(0, 0, this.count);
    for (const answer of this.answers) answer.fill(0, 0, this.count);
  }

  /** Shows what the frontier knows of every link. */
  fillKnown(frontier: Frontier): void {
    frontier.show(this.slot, this.count, this.score, this.#shown);
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
    this.out.score = fitting(this.out.score, i);
    this.out.order = fitting(this.out.order, i);
    for (const lanes of [this.column, this.number, this.out.column] as Lanes[]) {
      for (const name of Object.keys(lanes)) lanes[name] = fitting(lanes[name] as Float64Array, i);
    }
    this.answers = Object.values(this.out.column);
    this.#shown = Object.values(this.column);
  }
}
