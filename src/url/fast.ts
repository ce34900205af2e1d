/**
 * Addresses that need only cutting and joining: absolute http(s), `//host`, `/path`, `path`, `?query`, `#fragment`, made
 * of characters that stand for themselves. Whatever else occurs is left to the slow path, so this file may be
 * ignorant but never wrong. Strings only: no URL object is made.
 */
import type { ParsedBase } from './base.js';
import { IN_HOST, IN_PATH, IN_QUERY, IN_SCHEME, PLAIN } from './characters.js';
import { removeDots } from './dots.js';

/** "Ask the slow path". No address is empty. */
export const UNSURE = '';

const PERCENT = 37;
const DOT = 46;
const SLASH = 47;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const QUESTION = 63;

/** The canonical address, UNSURE, or undefined when the text is certainly no http(s) address. */
export function resolveFast(href: string, base: ParsedBase | undefined): string | undefined {
  let start = 0;
  let end = href.length;
  while (start < end && href.charCodeAt(start) <= 32) start++;
  while (end > start && href.charCodeAt(end - 1) <= 32) end--;
  const colon = schemeEnd(href, start, end);
  const scheme = colon < 0 ? undefined : webScheme(href, start, colon);
  if (colon >= 0 && scheme === undefined) return undefined;
  const hash = href.indexOf('#', start);
  if (hash >= 0 && hash < end) end = hash;
  if (scheme !== undefined)
    return startsWithSlashes(href, colon + 1) ? named(href, colon + 3, end, scheme) : UNSURE;
  return base === undefined ? UNSURE : relative(href, start, end, base);
}

/** Place of the colon that ends a scheme, or -1. */
function schemeEnd(href: string, start: number, end: number): number {
  const first = href.charCodeAt(start) | 32;
  if (!(first >= 97 && first <= 122)) return -1;
  for (let i = start; i < end; i++) {
    const code = href.charCodeAt(i);
    if (code === COLON) return i;
    if (!isPlain(code, IN_SCHEME)) return -1;
  }
  return -1;
}

function webScheme(href: string, start: number, colon: number): ParsedBase['scheme'] | undefined {
  if (colon - start > 5) return undefined;
  const scheme = href.slice(start, colon + 1).toLowerCase();
  return scheme === 'http:' || scheme === 'https:' ? scheme : undefined;
}

const startsWithSlashes = (href: string, at: number): boolean =>
  href.charCodeAt(at) === SLASH && href.charCodeAt(at + 1) === SLASH;

const isPlain = (code: number, part: number): boolean => code < 128 && ((PLAIN[code] as number) & part) !== 0;

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

/** An address whose host begins at `hostStart`. */
function named(href: string, hostStart: number, end: number, scheme: ParsedBase['scheme']): string {
  let at = hostStart;
  while (at < end && isPlain(href.charCodeAt(at), IN_HOST)) at++;
  if (mayBeNumber(href, hostStart, at)) return UNSURE;
  const origin = `${scheme}//${href.slice(hostStart, at).toLowerCase()}`;
  if (at === end || href.charCodeAt(at) !== COLON) return withPath(href, at, end, origin);
  const portStart = at + 1;
  at = portStart;
  while (at < end && isDigit(href.charCodeAt(at))) at++;
  const port = Number(href.slice(portStart, at));
  if (port > 65535) return UNSURE;
  const isDefault = at === portStart || port === (scheme === 'http:' ? 80 : 443);
  return withPath(href, at, end, isDefault ? origin : `${origin}:${port}`);
}

/** Whether a host is empty, ends in a dot, or ends in a label that could make it an IPv4 address. */
function mayBeNumber(href: string, start: number, end: number): boolean {
  if (start === end) return true;
  const last = Math.max(href.lastIndexOf('.', end - 1) + 1, start);
  return last === end || isDigit(href.charCodeAt(last));
}

/** What follows the host: nothing, a path, or a query. */
function withPath(href: string, at: number, end: number, origin: string): string {
  if (at === end) return `${origin}/`;
  if (href.charCodeAt(at) === SLASH) return rooted(href, at, end, origin);
  if (href.charCodeAt(at) !== QUESTION || !isPlainQuery(href, at, end)) return UNSURE;
  return `${origin}/${href.slice(at, end)}`;
}

/** A path that begins with a slash, and its query. */
function rooted(href: string, start: number, end: number, origin: string): string {
  const scan = scanPath(href, start, end);
  const pathEnd = scan >> 1;
  if (scan < 0 || !isPlainQuery(href, pathEnd, end)) return UNSURE;
  if ((scan & 1) === 0) return origin + href.slice(start, end);
  return origin + removeDots(href.slice(start, pathEnd)) + href.slice(pathEnd, end);
}

function relative(href: string, start: number, end: number, base: ParsedBase): string {
  if (start === end) return base.href;
  const first = href.charCodeAt(start);
  if (first === SLASH && href.charCodeAt(start + 1) === SLASH)
    return named(href, start + 2, end, base.scheme);
  if (first === SLASH) return rooted(href, start, end, base.origin);
  const scan = scanPath(href, start, end);
  const pathEnd = scan >> 1;
  if (scan < 0 || !isPlainQuery(href, pathEnd, end)) return UNSURE;
  if (pathEnd === start) return base.origin + base.path + href.slice(start, end);
  if ((scan & 1) === 0) return base.origin + base.directory + href.slice(start, end);
  return base.origin + removeDots(base.directory + href.slice(start, pathEnd)) + href.slice(pathEnd, end);
}

/** Twice the end of the path, plus 1 when a segment begins with a dot; -1 when it is not plain. */
function scanPath(href: string, start: number, end: number): number {
  let dots = 0;
  let before = SLASH;
  for (let i = start; i < end; i++) {
    const code = href.charCodeAt(i);
    if (code === QUESTION) return 2 * i + dots;
    if (!isPlain(code, IN_PATH)) return -1;
    if (code === DOT && before === SLASH) dots = 1;
    if (code === PERCENT && isEscapedDot(href, i)) return -1;
    before = code;
  }
  return 2 * end + dots;
}

const isEscapedDot = (href: string, at: number): boolean =>
  href.charCodeAt(at + 1) === 50 && (href.charCodeAt(at + 2) | 32) === 101;

/** From the question mark, if there is one. */
function isPlainQuery(href: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!isPlain(href.charCodeAt(i), IN_QUERY)) return false;
  return true;
}
