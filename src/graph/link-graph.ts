/**
 * Who links to whom? The links of every page that was read, as a stream of numbers in the order of settling, which other threads
 * may read up to a mark while main goes on writing behind it:
 *
 *   u32 source | u32 number of links, bit 31: the page is relevant | u32 target …     then the next page
 *
 * It lies in chunks of 4 MB of shared memory that are never moved: growth copies nothing, and 4 bytes a link and 8 a page are all
 * it takes. A page never crosses two chunks; where one has no room for it the chunk ends with END. From `mostWords` on pages
 * are left out and counted: the graph stays as it is, and so do all measures but for what fades.
 */
import type { Loaded, Savable, Saved } from '../contract/snapshot.js';

const CHUNK = 1 << 20;
const END = 0xffffffff;
const RELEVANT = 0x80000000;
const HEAD = 2;
/** 512 MB. */
const MOST_WORDS = 1 << 27;

/** The graph as it was at some moment: what crosses threads. */
export interface GraphMark {
  readonly chunks: readonly SharedArrayBuffer[];
  /** Words used of the last chunk. */
  readonly end: number;
  /** Known links then: node numbers are below it. */
  readonly nodes: number;
}

/** One page with its links. `target` is a view, good for reading at once. */
export interface PageLinks {
  readonly source: number;
  readonly isRelevant: boolean;
  readonly target: Uint32Array;
}

/** Every page up to the mark, in order of settling. */
export function* pagesOf({ chunks, end }: GraphMark): Generator<PageLinks> {
  for (const [i, chunk] of chunks.entries()) {
    const words = new Uint32Array(chunk);
    const last = i === chunks.length - 1 ? end : CHUNK;
    for (let at = 0; at + HEAD <= last && words[at] !== END; ) {
      const head = words[at + 1] as number;
      const count = head & ~RELEVANT;
      const target = words.subarray(at + HEAD, at + HEAD + count);
      yield { source: words[at] as number, isRelevant: head >>> 31 === 1, target };
      at += HEAD + count;
    }
  }
}

/** What a snapshot says beside the chunks. */
interface GraphFacts {
  readonly pages: number;
  readonly edges: number;
  readonly dropped: number;
  readonly end: number;
  readonly chunks: number;
}

export class LinkGraph implements Savable {
  readonly #mostWords: number;
  readonly #chunks: SharedArrayBuffer[] = [];
  #words: Uint32Array = new Uint32Array(0);
  #end = CHUNK;
  pages = 0;
  /** Links in it. */
  edges = 0;
  /** Pages that found no room. */
  dropped = 0;

  constructor(mostWords = MOST_WORDS) {
    this.#mostWords = mostWords;
  }

  /** Adds the links of a page, each target once; one to itself is none. A page comes once, and has fewer than 2^20 − 2 links. */
  add(source: number, targets: Uint32Array, isRelevant: boolean): void {
    if (!this.#fit(HEAD + targets.length)) {
      this.dropped++;
      return;
    }
    const words = this.#words;
    let at = this.#end + HEAD;
    for (let i = 0; i < targets.length; i++) if (targets[i] !== source) words[at++] = targets[i] as number;
    const count = at - this.#end - HEAD;
    words[this.#end] = source;
    words[this.#end + 1] = (count | (isRelevant ? RELEVANT : 0)) >>> 0;
    this.#end = at;
    this.pages++;
    this.edges += count;
  }

  /** Everything so far; `nodes`: known links now. */
  mark(nodes: number): GraphMark {
    return { chunks: [...this.#chunks], end: this.#end, nodes };
  }

  save(): Saved {
    const { pages, edges, dropped } = this;
    const chunks = this.#chunks.length;
    const facts: GraphFacts = { pages, edges, dropped, end: this.#end, chunks };
    const arrays = Object.fromEntries(this.#chunks.map((chunk, i) => [`chunk${i}`, new Uint32Array(chunk)]));
    return { facts, arrays };
  }

  load(saved: Loaded): void {
    const { chunks, end, pages, edges, dropped } = saved.facts as GraphFacts;
    Object.assign(this, { pages, edges, dropped });
    for (let i = 0; i < chunks; i++) saved.read(`chunk${i}`, new Uint8Array(this.#begin().buffer));
    this.#end = end;
  }

  /** Room for so many words in the chunk at hand; false when there is none any more. */
  #fit(count: number): boolean {
    if (this.#end + count <= CHUNK) return true;
    if (count > CHUNK || (this.#chunks.length + 1) * CHUNK > this.#mostWords) return false;
    if (this.#end < CHUNK) this.#words[this.#end] = END;
    this.#begin();
    this.#end = 0;
    return true;
  }

  #begin(): Uint32Array {
    const chunk = new SharedArrayBuffer(4 * CHUNK);
    this.#chunks.push(chunk);
    this.#words = new Uint32Array(chunk);
    return this.#words;
  }
}
