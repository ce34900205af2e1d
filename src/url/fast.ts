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
  if (colon >= 0 && !isWeb(href, start, colon)) return undefined;
  const hash = href.indexOf('#', start);
  if (hash >= 0 && hash < end) end = hash;
  if (colon < 0) return base === undefined ? UNSURE : relative(href, start, end, base);
  const isPlainStart = href.startsWith('http://', start) || href.startsWith('https://', start);
  return isPlainStart ? named(href, start, colon + 3, end) : UNSURE;
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

function isWeb(href: string, start: number, colon: number): boolean {
  if (colon - start !== 4 && colon - start !== 5) return false;
  if (href.startsWith('http', start)) return colon - start === 4 || href.charCodeAt(start + 4) === 115;
  return /^https?$/i.test(href.slice(start, colon));
}

const isPlain = (code: number, part: number): boolean => ((PLAIN[code] as number) & part) !== 0;

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

/** The text from `from` on, whose host begins at `hostStart`. */
function named(href: string, from: number, hostStart: number, end: number): string {
  let at = hostStart;
  while (at < end && isPlain(href.charCodeAt(at), IN_HOST)) at++;
  if (mayBeNumber(href, hostStart, at)) return UNSURE;
  if (at < end && href.charCodeAt(at) === COLON) at = portEnd(href, at + 1, end);
  if (at < 0) return UNSURE;
  if (at === end) return `${href.slice(from, end)}/`;
  const next = href.charCodeAt(at);
  if (next === SLASH) return rooted(href, at, end, from);
  if (next !== QUESTION || !isPlainQuery(href, at, end)) return UNSURE;
  return `${href.slice(from, at)}/${href.slice(at, end)}`;
}

/** Where a port ends that stays as it is, else -1: no leading zero, and no scheme's default. */
function portEnd(href: string, start: number, end: number): number {
  let at = start;
  while (at < end && isDigit(href.charCodeAt(at))) at++;
  const port = Number(href.slice(start, at));
  const isKept =
    at > start && href.charCodeAt(start) !== ZERO && port <= 65535 && port !== 80 && port !== 443;
  return isKept ? at : -1;
}

/** Whether a host is empty, ends in a dot, or ends in a label that could make it an IPv4 address. */
function mayBeNumber(href: string, start: number, end: number): boolean {
  if (start === end) return true;
  const last = Math.max(href.lastIndexOf('.', end - 1) + 1, start);
  return last === end || isDigit(href.charCodeAt(last));
}

/** The text from `from` on, whose path begins at `start` with a slash. */
function rooted(href: string, start: number, end: number, from: number): string {
  const scan = scanPath(href, start, end);
  const pathEnd = scan >> 1;
  if (scan < 0 || !isPlainQuery(href, pathEnd, end)) return UNSURE;
  if ((scan & 1) === 0) return href.slice(from, end);
  return href.slice(from, start) + removeDots(href.slice(start, pathEnd)) + href.slice(pathEnd, end);
}

/** Appends to a part of the base, unless the text is not plain. */
const behind = (part: string, text: string): string => (text === UNSURE ? UNSURE : part + text);

function relative(href: string, start: number, end: number, base: ParsedBase): string {
  if (start === end) return base.href;
  const first = href.charCodeAt(start);
  if (first === SLASH && href.charCodeAt(start + 1) === SLASH)
    return behind(base.scheme, named(href, start, start + 2, end));
  if (first === SLASH) return behind(base.origin, rooted(href, start, end, start));
  if (first === QUESTION)
    return isPlainQuery(href, start, end) ? base.origin + base.path + href.slice(start, end) : UNSURE;
  return climbing(href, start, end, base);
}

/** A relative path: most often without dot segments, or with `../` a few times and then none. */
function climbing(href: string, start: number, end: number, base: ParsedBase): string {
  let directory = base.directory;
  let at = start;
  for (;;) {
    if (href.startsWith('../', at)) {
      directory = parentOf(directory);
      at += 3;
    } else if (href.startsWith('./', at)) at += 2;
    else break;
  }
  const scan = scanPath(href, at, end);
  const pathEnd = scan >> 1;
  if (scan < 0 || !isPlainQuery(href, pathEnd, end)) return UNSURE;
  if ((scan & 1) === 0) return base.origin + directory + href.slice(at, end);
  return base.origin + removeDots(directory + href.slice(at, pathEnd)) + href.slice(pathEnd, end);
}

const parentOf = (directory: string): string =>
  directory.length < 2 ? directory : directory.slice(0, directory.lastIndexOf('/', directory.length - 2) + 1);

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
