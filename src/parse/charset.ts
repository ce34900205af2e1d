/**
 * In which charset is a body, and what does it say? Byte order mark, header, the document's own declaration, then the
 * bytes themselves, then a default by declared language. Declarations are often wrong, so one that the bytes contradict
 * loses to one that they bear out. Never throws. docs/decisions/0050.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import type { Decoded } from '../contract/document.js';
import { cutUtf8, decodeAs, isTelling, keepsAscii, strictly } from './decoder.js';
import { bitsIn, escapedCharset, guessFrom, sampleOf, wideCharset } from './guess.js';
import { labelIn, nameOfLabel } from './label.js';
import { declaredLanguage, prescan } from './prescan.js';
import { latin1 } from './windows-1252.js';

/** Valid UTF-8, whose text is made when it is asked for: the kernel reads the bytes. */
class Utf8Text implements Decoded {
  readonly utf8: Uint8Array;
  readonly charset = 'utf-8';
  readonly source: Decoded['source'];
  readonly confidence: number;
  #text: string | undefined;

  constructor(utf8: Uint8Array, source: Decoded['source'], confidence: number) {
    this.utf8 = utf8;
    this.source = source;
    this.confidence = confidence;
  }

  get text(): string {
    this.#text ??= decodeAs('utf-8', this.utf8);
    return this.#text;
  }
}

interface Claim {
  readonly charset: string;
  readonly source: 'header' | 'meta';
}

/** WHATWG's prescan reads this much; a declaration further on is looked for only when the bytes need one. */
const PRESCAN_BYTES = 1024;
const LATE_BYTES = 65_536;
/** Bits by which the bytes must contradict a single-byte declaration, at least and as a share of what it costs. */
const CONTRADICTION_BITS = 40;
const CONTRADICTION_SHARE = 0.25;

function bomDecoded(body: Uint8Array): Decoded | undefined {
  const [a, b, c, d] = body;
  let charset: string | undefined;
  if (a === 0xef && b === 0xbb && c === 0xbf) charset = 'utf-8';
  else if (a === 0xff && b === 0xfe && c === 0 && d === 0) charset = 'utf-32le';
  else if (a === 0 && b === 0 && c === 0xfe && d === 0xff) charset = 'utf-32be';
  else if (a === 0xff && b === 0xfe) charset = 'utf-16le';
  else if (a === 0xfe && b === 0xff) charset = 'utf-16be';
  if (charset === undefined) return undefined;
  const text = decodeAs(charset, body).replace(/^\ufeff/, '');
  return { text, charset, source: 'bom', confidence: 1 };
}

function claimsOf(body: Uint8Array, contentType: string | undefined, most: number): Claim[] {
  const claims: Claim[] = [];
  const label = contentType === undefined ? undefined : labelIn(contentType);
  const header = label === undefined ? undefined : nameOfLabel(label);
  if (header !== undefined) claims.push({ charset: header, source: 'header' });
  const meta = prescan(body, most);
  if (meta !== undefined && meta !== header) claims.push({ charset: meta, source: 'meta' });
  return claims;
}

/** Only ASCII bytes: every charset but the escaping and wide ones reads them alike. */
function decodeSevenBits(body: Uint8Array, claims: readonly Claim[]): Decoded {
  const found = wideCharset(body) ?? escapedCharset(body);
  if (found !== undefined) {
    const claim = claims.find(each => each.charset === found);
    return {
      text: decodeAs(found, body),
      charset: found,
      source: claim?.source ?? 'bytes',
      confidence: 0.95,
    };
  }
  const claim = claims.find(each => keepsAscii(each.charset));
  const charset = claim?.charset ?? 'windows-1252';
  return { text: latin1(body), charset, source: claim?.source ?? 'default', confidence: 1 };
}

/** Counts UTF-8 characters of two bytes and of more, up to `most`, in valid UTF-8. */
function countUtf8(body: Uint8Array, most: number): { readonly two: number; readonly more: number } {
  let two = 0;
  let more = 0;
  for (let i = 0; i < body.length && two + more < most; i++) {
    const byte = body[i] as number;
    if (byte >= 0xe0) more++;
    else if (byte >= 0xc2) two++;
  }
  return { two, more };
}

/**
 * Valid UTF-8 beyond ASCII is UTF-8 whatever is declared: other charsets are valid UTF-8 by chance only in very short
 * texts, so there the two readings are weighed.
 */
function decodeUtf8(body: Uint8Array, claims: readonly Claim[]): Decoded | undefined {
  const whole = body.subarray(0, body.length - cutUtf8(body));
  if (!isUtf8(whole) || isAscii(whole)) return undefined;
  const claim = claims.find(each => each.charset === 'utf-8');
  if (claim !== undefined) return new Utf8Text(whole, claim.source, 1);
  const { two, more } = countUtf8(whole, 20);
  const rival = claims.find(each => isTelling(each.charset));
  if (rival !== undefined && two + more < 4 && strictly(rival.charset, body) !== undefined) {
    const sample = sampleOf(body);
    const language = declaredLanguage(body);
    if (bitsIn(rival.charset, sample, language) < bitsIn('utf-8', sample, language)) return undefined;
  }
  return new Utf8Text(whole, 'bytes', 1 - 0.5 ** (two + 3 * more + 1));
}

/** A declared multi-byte charset in which every byte is valid; UTF-16 of ASCII markup has zero bytes as well. */
function decodeBorneOut(body: Uint8Array, claims: readonly Claim[]): Decoded | undefined {
  for (const { charset, source } of claims) {
    if (keepsAscii(charset) ? !isTelling(charset) : !body.includes(0)) continue;
    const text = strictly(charset, body);
    if (text !== undefined) return { text, charset, source, confidence: 0.99 };
  }
  return undefined;
}

/** What is left: declared charsets against what the bytes look like, by bits. */
function decodeWeighed(body: Uint8Array, claims: readonly Claim[], language: string): Decoded {
  const sample = sampleOf(body);
  const guess = guessFrom(sample, language, ['utf-8']);
  for (const { charset, source } of claims) {
    if (!keepsAscii(charset)) continue;
    const bits = bitsIn(charset, sample, language);
    if (bits - guess.bits <= Math.max(CONTRADICTION_BITS, CONTRADICTION_SHARE * bits)) {
      return {
        text: decodeAs(charset, body),
        charset,
        source,
        confidence: charset === guess.charset ? 0.99 : 0.9,
      };
    }
  }
  const confidence = guess.margin / (guess.margin + 10);
  return { text: decodeAs(guess.charset, body), charset: guess.charset, source: 'bytes', confidence };
}

/** Text and charset of a body. `contentType` is the header's value as it came. */
export function decode(body: Uint8Array, contentType: string | undefined): Decoded {
  const marked = bomDecoded(body);
  if (marked !== undefined) return marked;
  const claims = claimsOf(body, contentType, PRESCAN_BYTES);
  if (isAscii(body)) return decodeSevenBits(body, claims);
  const unicode = decodeUtf8(body, claims);
  if (unicode !== undefined) return unicode;
  const wide = wideCharset(body);
  if (wide !== undefined)
    return { text: decodeAs(wide, body), charset: wide, source: 'bytes', confidence: 0.9 };
  const isSilent = claims.every(claim => claim.source === 'header');
  const late = isSilent ? claimsOf(body, contentType, LATE_BYTES) : claims;
  return decodeBorneOut(body, late) ?? decodeWeighed(body, late, declaredLanguage(body));
}
