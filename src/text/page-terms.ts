/**
 * The terms of a page, of each link's anchor and surroundings, and of its headings, all from one reading of the page's
 * text: every word has a place, so anchors, contexts and leaves are ranges of words.
 *
 * METHODS B.7 (context = anchor and up to 20 words on each side within its block), H.2 (leaf offsets), G.5 (fields).
 * One object serves one thread; what it gives about a page holds until the next `read`.
 */
import {
  HEADER,
  LINK,
  LINK_FLAG,
  linkAt,
  type PageDocument,
  RUN,
  RUN_FLAG,
  runAt,
  sliceAt,
} from '../contract/document.js';
import type { TermVector, TextDocument } from '../contract/model.js';
import { Fault } from '../kit/fault.js';
import type { TermReader } from './term-reader.js';
import type { TokenList } from './token-list.js';
import { WordBag } from './word-bag.js';

/** Words on each side of an anchor that count as its context. */
const CONTEXT_WORDS = 20;
/** Most words of one anchor or heading: pages that wrap an article into a link must not cost a square of themselves. */
const MOST_WORDS = 256;
/** Text leaves on each side of a link that H.2 reads, and most words of one leaf. */
const LEAF_REACH = 5;
const MOST_LEAF_WORDS = 16;
/** Most ids of a list feature. */
const MOST_LISTED = 64;
/** What H.2's offsets are shifted by, to be unsigned. */
const LEAF_ZERO = 128;

interface Range {
  readonly from: number;
  readonly to: number;
}

const NOTHING: Range = { from: 0, to: 0 };
const LATE = 'A field of a page was asked for when the next page had been read.';

export class PageTerms {
  readonly #reader: TermReader;
  /** Words of `text`, then of the title, then of anchors that stand in `values`. */
  readonly #tokens: TokenList;
  readonly #bag: WordBag;
  #document: PageDocument = { text: '', values: '', records: new Int32Array(HEADER.length) };
  #language = '';
  #bodyEnd = 0;
  #titleEnd = 0;
  /** Number of pages read. */
  #page = 0;
  /** First word of each run; one more entry closes the last. */
  #runStart = new Int32Array(0);
  #areRunsPlaced = false;
  readonly #valueRange = new Map<number, Range>();
  #heading: { readonly range: Range; readonly document: TextDocument } | undefined;

  constructor(reader: TermReader) {
    this.#reader = reader;
    this.#tokens = reader.newList();
    this.#bag = new WordBag(this.#tokens);
  }

  /** Reads a page in the language that it was found to be in. */
  read(document: PageDocument, language: string): TextDocument {
    this.#document = document;
    this.#language = language;
    this.#tokens.clear();
    this.#valueRange.clear();
    this.#heading = undefined;
    this.#reader.tokenise(document.text, language, this.#tokens);
    this.#bodyEnd = this.#tokens.count;
    const title = sliceAt(document.values, document.records, HEADER.title);
    if (title !== undefined) this.#reader.tokenise(title, language, this.#tokens);
    this.#titleEnd = this.#tokens.count;
    this.#areRunsPlaced = false;
    this.#page++;
    return this.#pageDocument();
  }

  /** Fields are counted when somebody asks for them: most models judge all terms alike. */
  #pageDocument(): TextDocument {
    const page = this.#page;
    const field = (count: () => TermVector) => {
      let known: TermVector | undefined;
      return () => {
        if (known === undefined && page !== this.#page) throw new Fault('TEXT_TOO_LATE', LATE);
        known ??= count();
        return known;
      };
    };
    const title = field(() => this.#bagOf({ from: this.#bodyEnd, to: this.#titleEnd }).toVector());
    const headings = field(() => this.#flagged(RUN_FLAG.heading));
    const anchors = field(() => this.#flagged(RUN_FLAG.anchor));
    const body = field(() => this.#bagOf({ from: 0, to: this.#bodyEnd }).toVector());
    return {
      kind: 'page',
      all: this.#bagOf({ from: 0, to: this.#titleEnd }).toVector(),
      get title() {
        return title();
      },
      get headings() {
        return headings();
      },
      get anchors() {
        return anchors();
      },
      get body() {
        return body();
      },
    };
  }

  /** The anchor of link i; undefined when it has no word. */
  anchor(i: number): TextDocument | undefined {
    return this.#documentOf('anchor', this.#bagOf(this.#anchorRange(i)).toVector());
  }

  /** The anchor of link i with its surroundings; undefined when there is no word. */
  context(i: number): TextDocument | undefined {
    return this.#documentOf('context', this.#contextBag(i).toVector());
  }

  /** The nearest heading before link i; undefined when there is none. */
  heading(i: number): TextDocument | undefined {
    const range = this.#slice(linkAt(i) + LINK.heading);
    if (range.from === range.to) return undefined;
    if (this.#heading?.range.from !== range.from || this.#heading.range.to !== range.to) {
      this.#heading = { range, document: { kind: 'heading', all: this.#bagOf(range).toVector() } };
    }
    return this.#heading.document;
  }

  /** Different term ids of the anchor of link i, in order. */
  anchorTerms(i: number): Uint32Array {
    return this.#bagOf(this.#anchorRange(i)).toList(MOST_LISTED);
  }

  /** Different term ids of the context of link i, in order. */
  contextTerms(i: number): Uint32Array {
    return this.#contextBag(i).toList(MOST_LISTED);
  }

  /**
   * Pairs (term id, leaf offset + 128) of the words within five text leaves of link i, nearest leaves first. The
   * link's own leaves have offset 0.
   */
  leafTerms(i: number): Uint32Array {
    const at = linkAt(i);
    const first = this.#record(at + LINK.runs);
    const end = this.#record(at + LINK.runs + 1);
    const out: number[] = [];
    const add = (run: number, offset: number): void => {
      const range = this.#runRange(run);
      for (let k = range.from; k < Math.min(range.to, range.from + MOST_LEAF_WORDS); k++) {
        const id = this.#tokens.id[k] as number;
        if (id !== 0 && out.length < 2 * MOST_LISTED) out.push(id, offset + LEAF_ZERO);
      }
    };
    for (let run = first; run < Math.min(end, first + MOST_LISTED); run++) add(run, 0);
    for (let offset = 1; offset <= LEAF_REACH; offset++) {
      add(first - offset, -offset);
      add(end - 1 + offset, offset);
    }
    return Uint32Array.from(out);
  }

  #documentOf(kind: 'anchor' | 'context', all: TermVector): TextDocument | undefined {
    return all.total === 0 ? undefined : { kind, all };
  }

  #record(at: number): number {
    return this.#document.records[at] as number;
  }

  #bagOf(range: Range): WordBag {
    return this.#bag.clear().add(range.from, range.to);
  }

  /** Words of the slice of `text` whose two ints stand at `at`. */
  #slice(at: number): Range {
    const start = this.#record(at);
    if (start < 0) return NOTHING;
    const from = this.#tokens.firstFrom(start, this.#bodyEnd);
    const to = this.#tokens.firstFrom(this.#record(at + 1), this.#bodyEnd);
    return { from, to: Math.min(to, from + MOST_WORDS) };
  }

  #anchorRange(i: number): Range {
    const at = linkAt(i);
    const isInValues = (this.#record(at + LINK.flags) & LINK_FLAG.anchorInValues) !== 0;
    return isInValues ? this.#anchorInValues(i) : this.#slice(at + LINK.anchor);
  }

  #anchorInValues(i: number): Range {
    const known = this.#valueRange.get(i);
    if (known !== undefined) return known;
    const { values, records } = this.#document;
    const text = sliceAt(values, records, linkAt(i) + LINK.anchor) ?? '';
    const from = this.#tokens.count;
    this.#reader.tokenise(text, this.#language, this.#tokens);
    const range = { from, to: Math.min(this.#tokens.count, from + MOST_WORDS) };
    this.#valueRange.set(i, range);
    return range;
  }

  #contextBag(i: number): WordBag {
    const at = linkAt(i);
    const isInValues = (this.#record(at + LINK.flags) & LINK_FLAG.anchorInValues) !== 0;
    const hasPlace = !isInValues && this.#record(at + LINK.anchor) >= 0;
    const block = this.#slice(at + LINK.block);
    const anchor = this.#anchorRange(i);
    const place = hasPlace ? anchor : this.#placeOf(at, block);
    if (place.from === place.to && block.from === block.to) return this.#bagOf(anchor);
    const before = { from: Math.max(block.from, place.from - CONTEXT_WORDS), to: place.from };
    const after = { from: place.to, to: Math.min(this.#blockEnd(at), place.to + CONTEXT_WORDS) };
    return this.#bagOf(before).add(anchor.from, anchor.to).add(after.from, after.to);
  }

  /** Where in `text` a link without text of its own stands: an empty range. */
  #placeOf(at: number, block: Range): Range {
    const starts = this.#runs();
    const run = Math.min(this.#record(at + LINK.runs), starts.length - 1);
    const word = starts[run] ?? block.from;
    const place = Math.max(block.from, Math.min(word, this.#blockEnd(at)));
    return { from: place, to: place };
  }

  /** First word behind the block of a link, however long the block is. */
  #blockEnd(at: number): number {
    const end = this.#record(at + LINK.block + 1);
    return end < 0 ? 0 : this.#tokens.firstFrom(end, this.#bodyEnd);
  }

  /** First word of each run. A word belongs to the run in which it starts; runs come in the order of the text. */
  #runs(): Int32Array {
    if (!this.#areRunsPlaced) this.#placeRuns();
    this.#areRunsPlaced = true;
    return this.#runStart;
  }

  #placeRuns(): void {
    const { records } = this.#document;
    const runs = this.#record(HEADER.runCount);
    if (this.#runStart.length !== runs + 1) this.#runStart = new Int32Array(runs + 1);
    let word = 0;
    for (let i = 0; i < runs; i++) {
      const start = this.#record(runAt(records, i) + RUN.text);
      while (word < this.#bodyEnd && (this.#tokens.start[word] as number) < start) word++;
      this.#runStart[i] = word;
    }
    this.#runStart[runs] = this.#bodyEnd;
  }

  /** Words of a run, or none for a number that no run has. */
  #runRange(run: number): Range {
    const starts = this.#runs();
    if (run < 0 || run >= starts.length - 1) return NOTHING;
    return { from: starts[run] as number, to: starts[run + 1] as number };
  }

  #flagged(flag: number): TermVector {
    const { records } = this.#document;
    this.#bag.clear();
    for (let i = 0; i < this.#record(HEADER.runCount); i++) {
      if ((this.#record(runAt(records, i) + RUN.flags) & flag) === 0) continue;
      const { from, to } = this.#runRange(i);
      this.#bag.add(from, to);
    }
    return this.#bag.toVector();
  }
}
