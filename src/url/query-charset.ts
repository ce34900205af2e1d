/**
 * Queries are written in the encoding of the page that links (WHATWG URL, query state; Encoding, "percent-encode after
 * encoding"): on a GBK page `?k=中` asks for `?k=%D6%D0`. Node only decodes, so its decoders are turned round: each byte
 * row of an encoding is decoded once, when the first such query comes. Not for iso-2022-jp, which has states: its pages'
 * queries stay UTF-8.
 */

import { TextDecoder } from 'node:util';

/** Code point → up to four bytes, the first one highest; undefined when the encoding has no such letter. */
type Encoder = (point: number) => number | undefined;

const UNICODE = /^(?:utf-|unicode|replacement$|iso-2022-jp$)/;
const encoderOf = new Map<string, Encoder | undefined>();

/** `href` with its query's characters outside ASCII escaped as bytes of `charset` (WHATWG name, lower case). */
export function encodeQuery(href: string, charset: string): string {
  const question = href.indexOf('?');
  if (question < 0 || UNICODE.test(charset)) return href;
  const hash = href.indexOf('#');
  const end = hash < 0 ? href.length : hash;
  const query = href.slice(question, Math.max(question, end));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything outside ASCII.
  if (!/[^\u0000-\u007f]/.test(query)) return href;
  const encoder = cachedEncoder(charset);
  if (encoder === undefined) return href;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything outside ASCII.
  const written = query.replace(/[^\u0000-\u007f]/gu, character => escapeCharacter(character, encoder));
  return href.slice(0, question) + written + href.slice(question + query.length);
}

function escapeCharacter(character: string, encoder: Encoder): string {
  const point = /^[\ud800-\udfff]$/.test(character) ? 0xfffd : (character.codePointAt(0) as number);
  const bytes = encoder(point);
  // As forms do: a numeric character reference, escaped.
  if (bytes === undefined) return `%26%23${point}%3B`;
  const row = [bytes >>> 24, (bytes >>> 16) & 255, (bytes >>> 8) & 255, bytes & 255];
  return row
    .slice(row.findIndex(byte => byte > 0))
    .map(escapeByte)
    .join('');
}

/** Later bytes may be ASCII and then stand for themselves: none of them is special in a query. */
const escapeByte = (byte: number): string =>
  byte < 128 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`;

function cachedEncoder(charset: string): Encoder | undefined {
  if (!encoderOf.has(charset)) encoderOf.set(charset, encoderFor(charset));
  return encoderOf.get(charset);
}

/** Undefined when Node has no decoder of that name. */
function encoderFor(charset: string): Encoder | undefined {
  const decoder = decoderFor(charset);
  if (decoder === undefined) return undefined;
  const bytesOf = new Map<number, number>();
  const note = (bytes: number, row: number[]) => {
    const text = decoder.decode(Uint8Array.from(row));
    const point = text.codePointAt(0) ?? 0xfffd;
    const isOne = text.length === (point > 0xffff ? 2 : 1) && point > 127 && point !== 0xfffd;
    if (isOne && (!bytesOf.has(point) || LAST_WINS.includes(point))) bytesOf.set(point, bytes);
  };
  if (charset !== 'gb18030') for (let byte = 0x80; byte <= 0xff; byte++) note(byte, [byte]);
  for (const lead of leadsOf(charset))
    for (let trail = 0x40; trail <= 0xfe; trail++) note(lead * 256 + trail, [lead, trail]);
  if (charset === 'windows-1252')
    for (const [i, point] of WINDOWS_1252.entries()) bytesOf.set(point, 0x80 + i);
  if (charset === 'shift_jis') for (const [point, bytes] of ONE_WAY) bytesOf.set(point, bytes);
  return charset === 'gb18030' ? withFourBytes(bytesOf, note) : point => bytesOf.get(point);
}

function decoderFor(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}

/** Box-drawing and number letters that Big5 has twice and encodes by the later place. */
const LAST_WINS = [0x2550, 0x255e, 0x2561, 0x256a, 0x5341, 0x5345];

/** Rows that Node 20 reads as ISO 8859-1. */
const WINDOWS_1252 = [
  0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d,
  0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a,
  0x153, 0x9d, 0x17e, 0x178,
];

/** What Shift_JIS writes and reads back as something else: minus sign, yen sign, overline. */
const ONE_WAY = [
  [0x2212, 0x817c],
  [0xa5, 0x5c],
  [0x203e, 0x7e],
] as const;

const HAS_PAIRS = /^(?:gbk|gb18030|big5|euc-jp|euc-kr|shift_jis)$/;

/** First bytes of pairs that an encoder writes: decoders of Big5 and Shift_JIS know more. */
function leadsOf(charset: string): number[] {
  if (!HAS_PAIRS.test(charset)) return [];
  const all = Array.from({ length: 0xfe - 0x81 + 1 }, (_, i) => 0x81 + i);
  if (charset === 'big5') return all.filter(lead => lead >= 0xa1);
  if (charset === 'shift_jis') return all.filter(lead => lead !== 0xed && lead !== 0xee);
  return all;
}

/** GB 18030's rows of four bytes: the rest of the basic plane by decoding, the other planes by counting. */
function withFourBytes(bytesOf: Map<number, number>, note: (bytes: number, row: number[]) => void): Encoder {
  for (let pointer = 0; pointer < 39420; pointer++) note(joined(fourBytes(pointer)), fourBytes(pointer));
  return point => (point > 0xffff ? joined(fourBytes(point - 0x10000 + 189000)) : bytesOf.get(point));
}

const fourBytes = (pointer: number): number[] => [
  0x81 + Math.floor(pointer / 12600),
  0x30 + (Math.floor(pointer / 1260) % 10),
  0x81 + (Math.floor(pointer / 10) % 126),
  0x30 + (pointer % 10),
];

const joined = (row: number[]): number => row.reduce((sum, byte) => sum * 256 + byte, 0);
