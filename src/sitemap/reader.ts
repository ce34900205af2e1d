/**
 * What does the site itself list? One sitemap, sitemap index or feed from its bytes, as they come. The kind is told by
 * the content alone: gzip by its first bytes, XML by its first element (also behind blanks or a script's warnings), plain
 * text by its lines. Never throws for bad bytes: what was read before the damage counts. Memory is that of the addresses
 * kept and one block.
 *
 * Not for naming or judging addresses: they are given as written. Resolve them against `base`; for
 * whom a sitemap speaks is the caller's to say. Index files may name each other in circles: the caller's table of what is known cuts those.
 */
import { TextDecoder } from 'node:util';
import { Listing, SITEMAP_LIMITS, type SitemapLimits } from './listing.js';
import { OctetText } from './octet-text.js';
import { TextListing } from './text-listing.js';
import { Unpack } from './unpack.js';
import { XmlListing } from './xml-listing.js';
import { XmlScanner } from './xml-scan.js';

export interface Sitemap {
  /** `index` lists sitemaps, the others pages; `none` is no listing. RSS 1.0 (RDF) is `rss`. */
  readonly kind: 'urlset' | 'index' | 'text' | 'rss' | 'atom' | 'none';
  /** Addresses in the order of the file, references decoded, blanks around them gone; relative ones occur. */
  readonly loc: readonly string[];
  /** Of each address, ms since 1970; NaN when absent or no date. */
  readonly lastmodMs: readonly number[];
  /** Other spellings of the pages: xhtml:link alternates, further links of Atom entries. */
  readonly alternate: readonly string[];
  /** What relative addresses are resolved against: xml:base of the root, else the sitemap's address. */
  readonly base: string;
  /** Entries and lines left out. */
  readonly badCount: number;
  /** A limit was reached: there is more in the file. */
  readonly isFull: boolean;
  /** The packed bytes are wrong; what came before that counts. */
  readonly isDamaged: boolean;
  /** Bytes read after unpacking. */
  readonly bytes: number;
}

/** Scanned at once; also what is looked at to tell the kind. */
const BLOCK_BYTES = 16_384;
const XML_START = /<(?:\?xml|!doctype|[a-z0-9]*:?(?:urlset|sitemapindex|rss|feed|rdf))\b/i;
const DECLARED = /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})/;

interface Content {
  write(octets: string): void;
  end(): void;
}

export class SitemapReader {
  readonly #url: string;
  readonly #limits: SitemapLimits;
  readonly #listing: Listing;
  readonly #unpack = new Unpack(bytes => this.#gather(bytes));
  #wireBytes = 0;
  #bytes = 0;
  #block: Uint8Array[] = [];
  #blockBytes = 0;
  #wide: TextDecoder | undefined;
  #content: Content | undefined;
  #xml: XmlListing | undefined;

  /** `url`: where the bytes come from. */
  constructor(url: string, limits: Partial<SitemapLimits> = {}) {
    this.#url = url;
    this.#limits = { ...SITEMAP_LIMITS, ...limits };
    this.#listing = new Listing(this.#limits.mostLocs);
  }

  /** True when a limit was reached or the file is no listing: writing on is useless, though harmless. */
  get isOver(): boolean {
    return this.#listing.isFull || this.#xml?.isForeign === true;
  }

  /** Takes bytes of the body in order; do not change them afterwards. */
  write(bytes: Uint8Array): void {
    if (this.isOver) return;
    this.#wireBytes += bytes.length;
    if (this.#wireBytes > this.#limits.mostBytes) this.#listing.isFull = true;
    else this.#unpack.write(bytes);
  }

  /** All that was listed; once, behind the last byte. */
  async end(): Promise<Sitemap> {
    await this.#unpack.end();
    this.#scan();
    this.#content?.end();
    const { loc, lastmodMs, alternate, badCount, isFull } = this.#listing;
    const isEmptyText = this.#xml === undefined && loc.length === 0;
    return {
      kind: isEmptyText ? 'none' : this.#xml === undefined ? 'text' : (this.#xml.dialect?.kind ?? 'none'),
      loc,
      lastmodMs,
      alternate,
      base: this.#baseUrl(),
      badCount,
      isFull,
      isDamaged: this.#unpack.isDamaged,
      bytes: this.#bytes,
    };
  }

  #baseUrl(): string {
    const base = this.#xml?.base;
    return base !== undefined && URL.canParse(base, this.#url) ? new URL(base, this.#url).href : this.#url;
  }

  /** Unpacked bytes, gathered to blocks. */
  #gather(bytes: Uint8Array): boolean {
    const room = this.#limits.mostBytes - this.#bytes;
    if (bytes.length > room) this.#listing.isFull = true;
    const kept = bytes.subarray(0, room);
    this.#bytes += kept.length;
    this.#block.push(kept);
    this.#blockBytes += kept.length;
    if (this.#blockBytes >= BLOCK_BYTES) this.#scan();
    return !this.isOver;
  }

  #scan(): void {
    if (this.#blockBytes === 0) return;
    const octets = this.#octetsOf(Buffer.concat(this.#block));
    this.#block = [];
    this.#blockBytes = 0;
    if (this.#content === undefined) this.#begin(octets);
    else this.#content.write(octets);
  }

  /** UTF-8 octets, or those of a charset that holds ASCII, one a character. */
  #octetsOf(block: Buffer): string {
    if (this.#content === undefined) {
      const pair = block.toString('latin1', 0, 2);
      if (pair === '\xff\xfe' || pair === '<\0') this.#wide = new TextDecoder('utf-16le');
      else if (pair === '\xfe\xff' || pair === '\0<') this.#wide = new TextDecoder('utf-16be');
    }
    if (this.#wide === undefined) return block.toString('latin1');
    return Buffer.from(this.#wide.decode(block, { stream: true })).toString('latin1');
  }

  #begin(octets: string): void {
    const text = octets.replace(/^(?:\xef\xbb\xbf|\s)+/, '');
    const start = text.startsWith('<') ? 0 : text.search(XML_START);
    this.#content = start < 0 ? this.#asText() : this.#asXml(DECLARED.exec(text.slice(start))?.[1]);
    this.#content.write(text.slice(Math.max(start, 0)));
  }

  #asText(): Content {
    const lines = new TextListing(this.#listing, new OctetText());
    return { write: octets => lines.write(octets), end: () => lines.end() };
  }

  #asXml(label: string | undefined): Content {
    const xml = new XmlListing(this.#listing, new OctetText(label));
    const scanner = new XmlScanner(xml);
    this.#xml = xml;
    return { write: octets => scanner.write(octets), end: () => xml.end() };
  }
}
