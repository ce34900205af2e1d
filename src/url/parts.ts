/**
 * Pieces of a canonical address: host, directories, words. Every function takes canonical
 * addresses only (pure ASCII, a slash after the host), so none of them fails.
 */
import { domainToUnicode } from 'node:url';

/** Most directories and words of one address: hostile ones have thousands. */
export const MAX_DIRECTORIES = 24;
export const MAX_URL_WORDS = 64;

const hostStart = (url: string): number => url.indexOf('//') + 2;

/** Host with its port, when that is not the default one: `example.org:8080`. */
export function hostOf(url: string): string {
  const start = hostStart(url);
  return url.slice(start, url.indexOf('/', start));
}

/** Scheme, host and port: `https://example.org:8080`. What rules of a robots.txt hold for. */
export const originOf = (url: string): string => url.slice(0, url.indexOf('/', hostStart(url)));

/** A host without its port. */
export function hostnameOf(host: string): string {
  const colon = host.lastIndexOf(':');
  return colon < 0 || host.endsWith(']') ? host : host.slice(0, colon);
}

/** Directory prefixes, longest first, down to the root of the host; the MAX_DIRECTORIES next to the root. */
export function directoriesOf(url: string): string[] {
  const question = url.indexOf('?');
  const end = question < 0 ? url.length : question;
  const directory: string[] = [];
  let slash = url.indexOf('/', hostStart(url));
  while (slash >= 0 && slash < end && directory.length < MAX_DIRECTORIES) {
    directory.push(url.slice(0, slash + 1));
    slash = url.indexOf('/', slash + 1);
  }
  return directory.reverse();
}

/**
 * Words of host, path and query in lower case: cut where a letter or digit ends and at `camelCase` and `HTMLPage`, escapes
 * read as UTF-8 (others are gaps). At most MAX_URL_WORDS. Numbers stay, and Chinese is not segmented: that is for `text`.
 */
export function wordsOf(url: string): string[] {
  const start = hostStart(url);
  const slash = url.indexOf('/', start);
  const name = hostnameOf(url.slice(start, slash));
  const word: string[] = [];
  cut(name.includes('xn--') ? domainToUnicode(name) : name, word);
  cut(readable(url.slice(slash)), word);
  return word;
}

const readable = (text: string): string =>
  text.includes('%') ? text.replace(/(?:%[\da-f]{2})+/gi, decodeRun) : text;

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run.replace(/%(..)/g, (_, hex: string) => {
      const code = Number.parseInt(hex, 16);
      return code < 128 ? String.fromCharCode(code) : ' ';
    });
  }
}

const NONE = 0;
const LOWER = 1;
const UPPER = 2;
/** Digits, and letters that have no case or are not ASCII. */
const OTHER = 3;

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  if (code >= 48 && code <= 57) return OTHER;
  if (code < 128) return NONE;
  return (code >= 0xd800 && code < 0xe000) || /[\p{L}\p{M}\p{N}]/u.test(String.fromCharCode(code))
    ? OTHER
    : NONE;
}

/** Appends the words of `text`. */
function cut(text: string, word: string[]): void {
  let start = 0;
  let before = NONE;
  for (let i = 0; i <= text.length && word.length < MAX_URL_WORDS; i++) {
    const kind = i === text.length ? NONE : kindOf(text.charCodeAt(i));
    const isHump = kind === UPPER && (before === LOWER || before === OTHER);
    const isAcronymEnd = kind === LOWER && before === UPPER && i - 1 > start;
    const end = isAcronymEnd ? i - 1 : i;
    if ((kind === NONE || isHump || isAcronymEnd) && end > start)
      word.push(text.slice(start, end).toLowerCase());
    if (kind === NONE) start = i + 1;
    else if (isHump || isAcronymEnd) start = end;
    before = kind;
  }
}
