import type { SitemapLimits } from '../../../src/sitemap/listing.js';
import { type Sitemap, SitemapReader } from '../../../src/sitemap/reader.js';

/** Reads a whole body, in pieces of `step` bytes. */
export async function read(
  body: string | Uint8Array,
  step = Number.POSITIVE_INFINITY,
  limits: Partial<SitemapLimits> = {},
): Promise<Sitemap> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const reader = new SitemapReader('http://h.org/maps/s.xml', limits);
  for (let at = 0; at < bytes.length; at += step) reader.write(bytes.subarray(at, at + step));
  return reader.end();
}

export const urlset = (inner: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner}</urlset>`;

export const url = (loc: string): string => `<url><loc>${loc}</loc></url>`;
