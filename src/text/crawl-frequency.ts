/**
 * Document frequencies of the crawl itself (`--idf crawl`). Main counts pages in the order of seq; every so many pages
 * a version is frozen and judges all pages that follow. Until the first one the table that the crawl began with serves,
 * since a collection of no documents weighs nothing.
 */
import type { Loaded, Savable, Saved } from '../contract/snapshot.js';
import { FrequencyTable } from './frequency-table.js';

export interface CrawlFrequencyOptions {
  /** What judges until the first version: the background table. Its version is 0. */
  readonly first: FrequencyTable;
  /** Pages between two versions. */
  readonly every?: number;
  /** Most different terms that are counted; later ones count as never met. */
  readonly mostTerms?: number;
}

const EVERY = 200;
const MOST_TERMS = 1 << 21;
const FIRST_ROOM = 1 << 14;

/** Counts in a snapshot, beside both tables. */
interface FrequencyFacts {
  readonly room: number;
  readonly terms: number;
  readonly documents: number;
  readonly overflow: number;
  readonly isCounting: boolean;
}

export class CrawlFrequency implements Savable {
  readonly #every: number;
  readonly #mostTerms: number;
  /** Counts so far; never handed out. */
  #counts = FrequencyTable.create(FIRST_ROOM, 0, 0);
  #room = FIRST_ROOM;
  #terms = 0;
  #documents = 0;
  #current: FrequencyTable;
  /** Times that a term came for which there was no place. */
  overflow = 0;

  constructor(options: CrawlFrequencyOptions) {
    this.#current = options.first;
    this.#every = options.every ?? EVERY;
    this.#mostTerms = options.mostTerms ?? MOST_TERMS;
  }

  /** The version that judges the next page. */
  get current(): FrequencyTable {
    return this.#current;
  }

  save(): Saved {
    const facts: FrequencyFacts = {
      room: this.#room,
      terms: this.#terms,
      documents: this.#documents,
      overflow: this.overflow,
      isCounting: this.#current.version > 0,
    };
    const counts = new Uint8Array(this.#counts.handle);
    // Until the first version there is the table that the crawl begins with anyway.
    const current = facts.isCounting ? new Uint8Array(this.#current.handle) : new Uint8Array(0);
    return { facts, arrays: { counts, current } };
  }

  load({ facts, array }: Loaded): void {
    const { room, terms, documents, overflow, isCounting } = facts as FrequencyFacts;
    this.#room = room;
    this.#terms = terms;
    this.#documents = documents;
    this.overflow = overflow;
    this.#counts = FrequencyTable.read(array('counts')) ?? this.#counts;
    if (isCounting) this.#current = FrequencyTable.read(array('current')) ?? this.#current;
  }

  /** Counts the different terms of one page. Returns the new version when this page completes one. */
  add(ids: Uint32Array): FrequencyTable | undefined {
    for (const id of ids) this.#countOne(id);
    this.#documents++;
    if (this.#documents % this.#every !== 0) return undefined;
    this.#current = this.#counts.copy(this.#documents / this.#every, this.#documents);
    return this.#current;
  }

  #countOne(id: number): void {
    const known = this.#counts.of(id);
    if (known > 0) {
      this.#counts.set(id, known + 1);
      return;
    }
    if (this.#terms >= this.#mostTerms) {
      this.overflow++;
      return;
    }
    if (this.#terms === this.#room) {
      this.#counts = this.#counts.copy(0, 0, true);
      this.#room *= 2;
    }
    this.#terms++;
    this.#counts.set(id, 1);
  }
}
