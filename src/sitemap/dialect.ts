/**
 * The kinds of XML listing as data: which elements hold entries, addresses and dates. Names are local and in lower case.
 * Sources: sitemaps.org protocol, RSS 2.0 and 1.0, RFC 4287 (Atom).
 */

export type XmlKind = 'urlset' | 'index' | 'rss' | 'atom';

export interface Dialect {
  readonly kind: XmlKind;
  /** Elements that hold one entry. */
  readonly entry: ReadonlySet<string>;
  /** Does an address count only inside an entry? A channel's own link is no entry. */
  readonly isStrict: boolean;
  /** Element whose text is the address. Atom has attributes instead. */
  readonly loc: string;
  /** Element whose text is the address when nothing better comes and it looks like one. */
  readonly id: string;
  /** Dates of an entry; a later name wins over an earlier one. */
  readonly date: readonly string[];
  /** Elements whose content does not concern us. */
  readonly passed: ReadonlySet<string>;
}

const PASSED_IN_URL = new Set(['image', 'video', 'news', 'pagemap']);
const PASSED_IN_ITEM = new Set(['description', 'title', 'source', 'author']);
const PASSED_IN_ENTRY = new Set(['source', 'content', 'summary', 'title', 'author', 'contributor', 'rights']);

const sitemap = (kind: XmlKind): Dialect => ({
  kind,
  entry: new Set(['url', 'sitemap']),
  isStrict: false,
  loc: 'loc',
  id: '',
  date: ['lastmod'],
  passed: PASSED_IN_URL,
});

const URLSET = sitemap('urlset');
const INDEX = sitemap('index');
const RSS: Dialect = {
  kind: 'rss',
  entry: new Set(['item']),
  isStrict: true,
  loc: 'link',
  id: 'guid',
  date: ['date', 'pubdate'],
  passed: PASSED_IN_ITEM,
};
const ATOM: Dialect = {
  kind: 'atom',
  entry: new Set(['entry']),
  isStrict: true,
  loc: '',
  id: 'id',
  date: ['issued', 'created', 'published', 'modified', 'updated'],
  passed: PASSED_IN_ENTRY,
};

/** By the first element that is one of these. Entries count too: the root may be missing. */
export const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ['urlset', URLSET],
  ['url', URLSET],
  ['sitemapindex', INDEX],
  ['sitemap', INDEX],
  ['rss', RSS],
  ['rdf', RSS],
  ['feed', ATOM],
]);
