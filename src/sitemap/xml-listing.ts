/**
 * The entries of an XML listing, from the events of the scanner. It keeps no stack: an entry ends where it is closed or
 * the next one begins, an address where any tag stands, so unclosed and wrongly nested elements cost at most themselves
 * (two `loc` in one `url` are two entries).
 */
import { readDate } from '../kit/date.js';
import { DIALECTS, type Dialect } from './dialect.js';
import { type Listing, LONGEST_LOC } from './listing.js';
import { asUndecoded, attributesOf, decodeReferences, type Name, nameOf } from './markup.js';
import { Namespaces } from './namespace.js';
import type { OctetText } from './octet-text.js';
import type { XmlEvents } from './xml-scan.js';

const ADDRESS = /^https?:\/\/\S+$/i;
/** The listing's own element must be among the first. */
const MOST_BEFORE_ROOT = 100;

interface Entry {
  loc: string | undefined;
  id: string | undefined;
  lastmodMs: number;
  /** Place of the date's name among the dialect's: later ones win. */
  dateRank: number;
  /** Text directly in the entry: an index without `loc` has its addresses there. */
  bare: string;
}

const emptyEntry = (): Entry => ({
  loc: undefined,
  id: undefined,
  lastmodMs: Number.NaN,
  dateRank: -1,
  bare: '',
});

export class XmlListing implements XmlEvents {
  dialect: Dialect | undefined;
  /** What relative addresses are resolved against, as written in the root's xml:base. */
  base: string | undefined;
  /** Nothing more is wanted: the file is no listing. */
  isForeign = false;
  readonly #listing: Listing;
  readonly #octets: OctetText;
  readonly #namespaces = new Namespaces();
  #entry = emptyEntry();
  #isInside = false;
  /** Name of the element whose text is being taken, empty when none is. */
  #taking = '';
  #taken = '';
  /** Name, as written, of the element that is being passed over, and how often it is open. */
  #passed = '';
  #passedDepth = 0;
  #beforeRoot = 0;

  constructor(listing: Listing, octets: OctetText) {
    this.#listing = listing;
    this.#octets = octets;
  }

  open(text: string, attributes: string): void {
    const name = nameOf(text);
    if (this.dialect === undefined) {
      this.#begin(name, attributes);
      if (this.dialect === undefined) return;
    }
    const isOwn = this.#namespaces.isOwn(name, attributes);
    const isEntry = isOwn && this.dialect.entry.has(name.local);
    if (this.#passed !== '' && !isEntry) {
      if (text === this.#passed) this.#passedDepth++;
      return;
    }
    this.#passed = '';
    this.#finish();
    if (isEntry) this.#openEntry();
    else if (isOwn && !this.dialect.passed.has(name.local)) this.#openOwn(name.local, attributes);
    else this.#openOther(text, name, attributes);
  }

  close(text: string): void {
    const { local } = nameOf(text);
    const isEntry = this.dialect?.entry.has(local) ?? false;
    if (this.#passed !== '' && !isEntry) {
      if (text === this.#passed && --this.#passedDepth === 0) this.#passed = '';
      return;
    }
    this.#passed = '';
    this.#finish();
    if (!isEntry) return;
    this.#flush();
    this.#isInside = false;
  }

  text(text: string, isLiteral: boolean): void {
    if (this.#passed !== '' || this.dialect === undefined) return;
    const undecoded = isLiteral ? asUndecoded(text) : text;
    if (this.#taking !== '') this.#taken = joined(this.#taken, undecoded);
    else if (this.#isInside && this.#entry.loc === undefined && !this.dialect.isStrict) {
      this.#entry.bare = joined(this.#entry.bare, undecoded);
    }
  }

  /** Closes what is open. */
  end(): void {
    this.#finish();
    this.#flush();
  }

  #begin(name: Name, attributes: string): void {
    if (name.local === 'html' || ++this.#beforeRoot > MOST_BEFORE_ROOT) this.isForeign = true;
    const dialect = DIALECTS.get(name.local);
    if (dialect === undefined || this.isForeign) return;
    this.dialect = dialect;
    this.#namespaces.begin(name, attributes);
    this.base = this.#value(attributesOf(attributes).get('xml:base') ?? '') || undefined;
  }

  #openEntry(): void {
    this.#flush();
    this.#isInside = true;
  }

  #openOwn(local: string, attributes: string): void {
    const { kind, loc, id, date, isStrict } = this.dialect as Dialect;
    if (isStrict && !this.#isInside) return;
    if (kind === 'atom' && local === 'link') this.#link(attributes);
    else if (local === loc || local === id || date.includes(local)) this.#taking = local;
    if (local === loc && this.#entry.loc !== undefined && !isStrict) this.#flush();
  }

  /** An element of an extension: alternates and Dublin Core dates speak to us, the content of others is passed over. */
  #openOther(text: string, { local }: Name, attributes: string): void {
    const kind = this.dialect?.kind;
    if (kind === 'urlset' && local === 'link') {
      const value = attributesOf(attributes);
      if (value.get('rel') === 'alternate') this.#listing.addAlternate(this.#value(value.get('href') ?? ''));
    } else if (kind === 'rss' && local === 'date' && this.#isInside) {
      this.#taking = local;
    } else if (!attributes.endsWith('/')) {
      this.#passed = text;
      this.#passedDepth = 1;
    }
  }

  /** Atom: the first link to a page is the entry's address, further ones are alternates. */
  #link(attributes: string): void {
    const value = attributesOf(attributes);
    const rel = value.get('rel') ?? 'alternate';
    const href = this.#value(value.get('href') ?? '');
    if (rel !== 'alternate' || href === '') return;
    const isPage = /^$|html/i.test(value.get('type') ?? '');
    if (this.#entry.loc === undefined && isPage) this.#entry.loc = href;
    else this.#listing.addAlternate(href);
  }

  /** Ends the text that is being taken. */
  #finish(): void {
    const local = this.#taking;
    if (local === '') return;
    const value = this.#value(this.#taken);
    this.#taking = '';
    this.#taken = '';
    const { loc, id, date } = this.dialect as Dialect;
    const entry = this.#entry;
    const rank = date.indexOf(local);
    if (local === loc) entry.loc ??= value;
    else if (local === id) entry.id ??= value;
    else if (rank > entry.dateRank) {
      const ms = readDate(value);
      if (Number.isNaN(ms)) return;
      entry.lastmodMs = ms;
      entry.dateRank = rank;
    }
  }

  #flush(): void {
    const { loc, id, bare, lastmodMs } = this.#entry;
    this.#entry = emptyEntry();
    const spare = [id ?? '', this.#value(bare)].find(each => ADDRESS.test(each));
    if (loc !== undefined && loc !== '') this.#listing.add(loc, lastmodMs);
    else if (spare !== undefined) this.#listing.add(spare, lastmodMs);
    else if (loc !== undefined) this.#listing.badCount++;
  }

  #value(octets: string): string {
    return decodeReferences(this.#octets.text(octets)).trim();
  }
}

/** Keeps one character more than fits, so that what is too long is seen to be. */
function joined(text: string, more: string): string {
  if (text.length > LONGEST_LOC) return text;
  return text + more.slice(0, LONGEST_LOC + 1 - text.length);
}
