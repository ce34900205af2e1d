/**
 * How far from its sitemap does an address lie? By the protocol (sitemaps.org, "Sitemap file location") a sitemap speaks
 * for what lies below its own folder; for the rest of its host when robots.txt names it; for another host only when
 * that host's robots.txt names it. This room tells, the caller decides.
 */

export type Reach = 'below' | 'host' | 'elsewhere';

/** Both addresses are canonical: absolute, with a slash behind the authority, without fragment. */
export function reachOf(sitemapUrl: string, url: string): Reach {
  const query = sitemapUrl.indexOf('?');
  const path = query < 0 ? sitemapUrl : sitemapUrl.slice(0, query);
  const origin = /^[a-z]+:\/\/[^/]*\//.exec(path)?.[0];
  if (origin === undefined || !url.startsWith(origin)) return 'elsewhere';
  return url.startsWith(path.slice(0, path.lastIndexOf('/') + 1)) ? 'below' : 'host';
}
