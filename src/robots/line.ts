/**
 * The lines of a robots.txt as pairs of name and value, from any bytes (RFC 9309 §2.2). Each character of a value is one
 * octet of the file, so nothing is lost by a wrong charset. CR, LF and CRLF end a line, `#` begins a comment, blanks
 * around names and values do not count. Two tolerances of the outside judges: a missing colon where exactly two words
 * stand, and misspelled names. Only the first 500 KiB count (§2.5); the line that is cut there is left out, since half
 * a path is another rule.
 */

/** What a parser must read at least and what this one reads at most. Hand over one byte more to have a cut seen. */
export const MOST_ROBOTS_BYTES = 512_000;

export type LineName = 'agent' | 'allow' | 'disallow' | 'sitemap' | 'delay' | 'signal' | 'training';

export interface Line {
  /** undefined: a name that this parser does not know. */
  readonly name: LineName | undefined;
  readonly value: string;
}

/** The first three as nearly all write them. Misspellings are those that google/robotstxt and crawler-commons take, none of them for `allow`. */
const NAMES: ReadonlyMap<string, LineName> = new Map<string, LineName>([
  ['User-agent', 'agent'],
  ['Allow', 'allow'],
  ['Disallow', 'disallow'],
  ['user-agent', 'agent'],
  ['useragent', 'agent'],
  ['user agent', 'agent'],
  ['user_agent', 'agent'],
  ['useg-agent', 'agent'],
  ['ser-agent', 'agent'],
  ['users-agent', 'agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['desallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['sitemap', 'sitemap'],
  ['sitemaps', 'sitemap'],
  ['site-map', 'sitemap'],
  ['crawl-delay', 'delay'],
  ['crawldelay', 'delay'],
  ['crawl delay', 'delay'],
  ['content-signal', 'signal'],
  ['content-usage', 'signal'],
  ['disallowaitraining', 'training'],
]);

const LONGEST_NAME = 18;
const LF = 10;
const CR = 13;

const isBlank = (code: number): boolean => code === 0x20 || code === 9;

/** The part of the text between two places, without blanks around it. */
function trimmed(text: string, start: number, end: number): string {
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (start < end && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

const nameOf = (text: string): LineName | undefined =>
  text.length > LONGEST_NAME ? undefined : (NAMES.get(text) ?? NAMES.get(text.toLowerCase()));

/** A line without colon, of exactly two words. */
function withoutColon(text: string): Line | undefined {
  const [name = '', value, more] = trimmed(text, 0, text.length).split(/[ \t]+/, 3);
  return value === undefined || more !== undefined ? undefined : { name: nameOf(name), value };
}

function lineOf(text: string): Line | undefined {
  const comment = text.indexOf('#');
  const end = comment < 0 ? text.length : comment;
  const colon = text.indexOf(':');
  if (colon < 0 || colon >= end) return withoutColon(text.slice(0, end));
  const name = trimmed(text, 0, colon);
  // Written by people who paste an address and forget the name of the line.
  if (/^https?$/i.test(name) && /sitemap/i.test(text))
    return { name: 'sitemap', value: trimmed(text, 0, end) };
  return { name: nameOf(name), value: trimmed(text, colon + 1, end) };
}

/** The bytes without byte order mark, as UTF-8 if mark or zeros say UTF-16. A cut UTF-8 mark is dropped too. */
function unmarked(bytes: Uint8Array): Buffer {
  const [a, b, c] = bytes;
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0))
    return Buffer.from(new TextDecoder('utf-16le').decode(bytes));
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== undefined && b !== 0))
    return Buffer.from(new TextDecoder('utf-16be').decode(bytes));
  const mark = a !== 0xef ? 0 : b !== 0xbb ? 1 : c !== 0xbf ? 2 : 3;
  return Buffer.from(bytes.buffer, bytes.byteOffset + mark, bytes.length - mark);
}

/** Bytes of the whole lines within the first 500 KiB. */
function wholeLines(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= MOST_ROBOTS_BYTES) return bytes;
  let end = MOST_ROBOTS_BYTES;
  while (end > 0 && bytes[end - 1] !== LF && bytes[end - 1] !== CR) end--;
  return bytes.subarray(0, end);
}

/** Gives every line that has a name and a value to `take`, in order. */
export function readLines(bytes: Uint8Array, take: (line: Line) => void): void {
  const text = unmarked(wholeLines(bytes));
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf(LF, start);
    const end = found < 0 ? text.length : found;
    // A string for each line: parts of one long string would keep all of it in memory.
    const octets = text.toString('latin1', start, end);
    if (octets.includes('\r')) for (const part of octets.split('\r')) takeLine(part, take);
    else takeLine(octets, take);
    start = end + 1;
  }
}

function takeLine(text: string, take: (line: Line) => void): void {
  const line = text === '' ? undefined : lineOf(text);
  if (line !== undefined) take(line);
}
