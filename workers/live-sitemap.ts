/**
 * The bytes of a sitemap to addresses that it may speak for (sitemaps.org, "Sitemap file location"): those of its own
 * site and of the site whose robots.txt names it; docs/decisions/0107. Read in slices, so that a large file does not
 * hold up the connections of a lane.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { type Sitemap, SitemapReader } from '../src/sitemap/reader.js';
import { baseOf, canonical } from '../src/url/canonical.js';
import { hostOf } from '../src/url/parts.js';

export interface SitemapList {
  readonly kind: Sitemap['kind'];
  /** Canonical, each once, in the order of the file. */
  readonly urls: readonly string[];
  /** Addresses in the file. */
  readonly found: number;
  /** Of them: no addresses at all; of sites that the sitemap may not speak for. */
  readonly bad: number;
  readonly foreign: number;
  readonly isDamaged: boolean;
}

const SLICE_BYTES = 1 << 16;
/** Others get a turn after so many slices. */
const SLICES_A_TURN = 8;

/** `namedBy`: origin of the robots.txt that names the sitemap. Rejects on faults of ours only. */
export async function readSitemap(
  body: Uint8Array,
  url: string,
  namedBy: string | undefined,
): Promise<SitemapList> {
  const reader = new SitemapReader(url);
  for (let from = 0, count = 1; from < body.length && !reader.isOver; from += SLICE_BYTES, count++) {
    reader.write(body.subarray(from, from + SLICE_BYTES));
    if (count % SLICES_A_TURN === 0) await turn();
  }
  return listOf(await reader.end(), url, namedBy);
}

function listOf(sitemap: Sitemap, url: string, namedBy: string | undefined): SitemapList {
  const { kind, loc, isDamaged, badCount } = sitemap;
  const base = baseOf(sitemap.base) ?? baseOf(url);
  const sites = new Set([siteOf(url)]);
  if (namedBy !== undefined) sites.add(siteOf(`${namedBy}/`));
  const urls = new Set<string>();
  let bad = badCount;
  let foreign = 0;
  for (const text of loc) {
    const name = canonical(text, base);
    if (name === undefined) bad++;
    else if (sites.has(siteOf(name))) urls.add(name);
    else foreign++;
  }
  return { kind, urls: [...urls], found: loc.length + badCount, bad, foreign, isDamaged };
}

/** Both schemes and `www.` are one site: listings name pages as they are wanted, not as the listing was reached. */
const siteOf = (url: string): string => hostOf(url).replace(/^www\./, '');
