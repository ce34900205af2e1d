/** A listing of plain text: one address a line (sitemaps.org). Lines that are none are counted and left out. */
import { type Listing, LONGEST_LOC } from './listing.js';
import type { OctetText } from './octet-text.js';

const ADDRESS = /^https?:\/\/\S/i;

export class TextListing {
  readonly #listing: Listing;
  readonly #octets: OctetText;
  #rest = '';

  constructor(listing: Listing, octets: OctetText) {
    this.#listing = listing;
    this.#octets = octets;
  }

  write(piece: string): void {
    const lines = (this.#rest + piece).split(/[\r\n]/);
    this.#rest = (lines.pop() as string).slice(0, LONGEST_LOC + 1);
    for (const line of lines) this.#take(line);
  }

  end(): void {
    this.#take(this.#rest);
  }

  #take(line: string): void {
    const address = line.trim();
    if (ADDRESS.test(address)) this.#listing.add(this.#octets.text(address), Number.NaN);
    else if (address !== '') this.#listing.badCount++;
  }
}
