/**
 * The one name of an address: the WHATWG URL standard, http and https only, without fragment and credentials.
 * Strings that need nothing but cutting and joining never become a URL object; everything else takes the slow path,
 * and both give the same name.
 */
import { type ParsedBase, splitBase } from './base.js';
import { resolveFast, UNSURE } from './fast.js';
import { encodeQuery } from './query-charset.js';
import { resolveSlow } from './slow.js';

/** UTF-16 units of the longest name that we keep (docs/decisions/0040). */
export const MAX_URL_LENGTH = 2083;
/** Longest text before the fragment that is looked at: escapes and dot segments make names shorter or longer. */
const MAX_HREF_LENGTH = 3 * MAX_URL_LENGTH;
/** Most units outside ASCII: an escape takes three, and a host of so many letters takes Node milliseconds. */
const MAX_FOREIGN = MAX_URL_LENGTH / 3;

/**
 * Canonical address of a link, or undefined (outcome BadUrl) when it is not an http or https address of at most
 * MAX_URL_LENGTH. `base` is the page's; a string is parsed on each call, so pages use `baseOf` once. Without a base, or
 * with one that is no http(s) address, only absolute addresses have a name.
 */
export function canonical(href: string, base: string | ParsedBase | undefined): string | undefined {
  const text = href.length > MAX_HREF_LENGTH ? href.slice(0, href.indexOf('#') + 1) || href : href;
  if (text.length > MAX_HREF_LENGTH) return undefined;
  const from = typeof base === 'string' ? baseOf(base) : base;
  const fast = resolveFast(text, from);
  const name = fast === UNSURE ? resolveOdd(text, from) : fast;
  return name === undefined || name.length > MAX_URL_LENGTH ? undefined : name;
}

/**
 * The base of a page's links: its base element resolved against its address, or the address itself when there is no
 * base element or it is not an http(s) address. Undefined when the page's address is none either.
 */
export function baseOf(pageUrl: string, baseHref?: string, charset = 'utf-8'): ParsedBase | undefined {
  const page = canonical(pageUrl, undefined);
  if (page === undefined) return undefined;
  const base = splitBase(page, charset);
  const written = baseHref === undefined ? undefined : canonical(baseHref, base);
  return written === undefined ? base : splitBase(written, charset);
}

/** The slow path, for texts that can still have a name. */
function resolveOdd(text: string, base: ParsedBase | undefined): string | undefined {
  if (countForeign(text) > MAX_FOREIGN) return undefined;
  return resolveSlow(base === undefined ? text : encodeQuery(text, base.charset), base);
}

/** Units outside ASCII before the fragment. */
function countForeign(text: string): number {
  const hash = text.indexOf('#');
  const end = hash < 0 ? text.length : hash;
  let count = 0;
  for (let i = 0; i < end; i++) if (text.charCodeAt(i) > 127) count++;
  return count;
}
