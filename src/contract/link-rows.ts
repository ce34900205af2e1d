/**
 * What became of the links of one page, as columns: entry i of every array belongs to row i, and only entries below `count`
 * hold. Reused from page to page; the log reads it before the next page begins.
 */
import type { LinkFate, LinkRow } from './row.js';
import type { VisitLinks } from './visit.js';
import { type LinkWords, wordOf } from './words.js';

const FIRST_ROOM = 64;

export interface LinkEnd {
  /** Place among the page's links. */
  readonly position: number;
  readonly slot: number;
  readonly fate: LinkFate;
  readonly reason: string | null;
  /** NaN: none. */
  readonly score: number;
}

export class LinkRows {
  count = 0;
  /** Of the page that they stand on. */
  seq = 0;
  links: VisitLinks | undefined;
  words: LinkWords | undefined;
  position = new Uint32Array(FIRST_ROOM);
  slot = new Uint32Array(FIRST_ROOM);
  score = new Float64Array(FIRST_ROOM);
  readonly fate: LinkFate[] = [];
  readonly reason: (string | null)[] = [];

  begin(seq: number, links: VisitLinks, words: LinkWords): void {
    this.clear();
    this.seq = seq;
    this.links = links;
    this.words = words;
  }

  add({ position, slot, fate, reason, score }: LinkEnd): void {
    const i = this.count++;
    if (i === this.slot.length) this.#grow();
    this.position[i] = position;
    this.slot[i] = slot;
    this.score[i] = score;
    this.fate[i] = fate;
    this.reason[i] = reason;
  }

  clear(): void {
    this.count = 0;
    this.links = undefined;
    this.words = undefined;
  }

  /** Row i as an object. */
  row(i: number): LinkRow {
    const at = this.position[i] as number;
    const score = this.score[i] as number;
    const { number, flags } = this.links as VisitLinks;
    return {
      seq: this.seq,
      position: at,
      slot: this.slot[i] as number,
      url: this.#text(2 * at),
      anchor: this.#text(2 * at + 1),
      anchor_relevance: number.anchor?.[at] ?? null,
      context_relevance: number.context?.[at] ?? null,
      flags: flags[at] ?? 0,
      fate: this.fate[i] as LinkFate,
      reason: this.reason[i] ?? null,
      score: Number.isNaN(score) ? null : score,
    };
  }

  #text(n: number): string | null {
    const text = wordOf(this.words as LinkWords, n);
    return text === '' ? null : text;
  }

  #grow(): void {
    const wider = <T extends Uint32Array | Float64Array>(from: T): T => {
      const to = new (from.constructor as new (length: number) => T)(2 * from.length);
      to.set(from);
      return to;
    };
    this.position = wider(this.position);
    this.slot = wider(this.slot);
    this.score = wider(this.score);
  }
}
