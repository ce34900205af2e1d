/** What a listing has given so far, within its limits. */

export interface SitemapLimits {
  /** Addresses kept, alternates not counted; as many of those are kept again. The protocol allows 50,000 a file. */
  readonly mostLocs: number;
  /** Bytes read after unpacking, and before it. The protocol allows 50 MiB. */
  readonly mostBytes: number;
}

export const SITEMAP_LIMITS: SitemapLimits = { mostLocs: 50_000, mostBytes: 52_428_800 };

/** Longest address kept, in characters; it must then still pass the name of a URL. */
export const LONGEST_LOC = 8192;

/** A string of its own: a part of a string keeps the whole in memory, here a block for each address. */
const copied = (text: string): string => Buffer.from(text).toString();

export class Listing {
  readonly loc: string[] = [];
  readonly lastmodMs: number[] = [];
  readonly alternate: string[] = [];
  /** Entries left out because their address is empty or too long. */
  badCount = 0;
  isFull = false;
  readonly #most: number;

  constructor(mostLocs: number) {
    this.#most = mostLocs;
  }

  add(loc: string, lastmodMs: number): void {
    if (loc === '' || loc.length > LONGEST_LOC) {
      this.badCount++;
    } else if (this.loc.length >= this.#most) {
      this.isFull = true;
    } else {
      this.loc.push(copied(loc));
      this.lastmodMs.push(lastmodMs);
    }
  }

  addAlternate(loc: string): void {
    if (loc !== '' && loc.length <= LONGEST_LOC && this.alternate.length < this.#most)
      this.alternate.push(loc);
  }
}
