/**
 * Which charset do the bytes speak for, when nothing trustworthy is declared? Every candidate reads a sample of the bytes
 * beyond ASCII; the reading that costs fewest bits in any writing system wins (likelihood.ts). Escape sequences and
 * patterns of zero bytes are looked at first. Replaces chardet's n-grams: docs/decisions/0051.
 */
import { decodeAs } from './decoder.js';
import { bitsOf, type Script, scripts } from './likelihood.js';
import { latin1 } from './windows-1252.js';

export interface Guess {
  readonly charset: string;
  /** Bits that the sample costs in this charset. */
  readonly bits: number;
  /** Bits that the best different reading costs more. */
  readonly margin: number;
}

/** Bytes of the sample; more did not change one answer on the stored webs. */
const SAMPLE_BYTES = 4096;
/** A stretch is cut here; the cut may fall inside a character, which one character in a thousand bytes can bear. */
const LONG_BYTES = 1000;

/** End of the stretch that starts at `from`: it closes at the third ASCII byte in a row, or after LONG_BYTES. */
function stretchEnd(bytes: Uint8Array, from: number): number {
  const last = Math.min(bytes.length, from + LONG_BYTES);
  let ascii = 0;
  let at = from;
  for (; at < last && ascii < 3; at++) ascii = (bytes[at] as number) < 0x80 ? ascii + 1 : 0;
  return at;
}

/**
 * Stretches beyond ASCII with up to three ASCII bytes at both ends, a space between them; a stretch that returns counts
 * once, or one word of a menu would outweigh the text.
 */
export function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES);
  const met = new Set<string>();
  let length = 0;
  for (let i = 0, end = 0; i < bytes.length; i++) {
    if ((bytes[i] as number) < 0x80) continue;
    const from = Math.max(end, i - 3);
    end = stretchEnd(bytes, i);
    const stretch = bytes.subarray(from, end);
    i = end - 1;
    const key = latin1(stretch);
    if (met.has(key)) continue;
    met.add(key);
    if (length + stretch.length + 1 > SAMPLE_BYTES) break;
    sample.set(stretch, length);
    length += stretch.length;
    sample[length++] = 0x20;
  }
  return sample.subarray(0, length);
}

/** Bits that a candidate costs before it has read anything: how rare undeclared pages in it are. */
function priorOf(script: Script, rank: number, language: string): number {
  const isExpected = language !== '' && script.languages.split(' ').some(tag => fits(tag, language));
  const rarity = /^(?:windows-1252|gb18030)$/.test(script.charsets[0] as string) ? 0 : 6;
  return rarity + rank * 4 + (isExpected ? 0 : 8);
}

const fits = (tag: string, language: string): boolean =>
  language === tag || (!tag.includes('-') && language.startsWith(`${tag}-`));

/** Least bits of a sample in one charset, over the writing systems that use it, stopping at `most`. */
export function bitsIn(charset: string, sample: Uint8Array, language: string, most = Infinity): number {
  const text = decodeAs(charset, sample);
  let least = most;
  for (const script of scripts()) {
    const rank = script.charsets.indexOf(charset);
    if (rank < 0 && charset !== 'utf-8') continue;
    const prior = priorOf(script, Math.max(rank, 0), language);
    least = Math.min(least, prior + bitsOf(text, script, least - prior));
  }
  return least;
}

const candidates = (): string[] =>
  [...new Set(scripts().flatMap(script => script.charsets))].filter(name => name !== 'iso-2022-jp');

/** The cheapest reading. Sample without bytes beyond ASCII: windows-1252, margin 0. */
export function guessFrom(sample: Uint8Array, language: string, extra: readonly string[] = []): Guess {
  let best: Guess = { charset: 'windows-1252', bits: bitsIn('windows-1252', sample, language), margin: 0 };
  let second = Infinity;
  for (const charset of new Set([...extra, ...candidates()])) {
    if (charset === 'windows-1252') continue;
    const bits = bitsIn(charset, sample, language, Math.min(second, best.bits + 200));
    if (bits < best.bits) {
      if (!readsAlike(charset, best.charset, sample)) second = best.bits;
      best = { charset, bits, margin: 0 };
    } else if (bits < second && !readsAlike(charset, best.charset, sample)) second = bits;
  }
  return { ...best, margin: Math.min(second - best.bits, 200) };
}

const readsAlike = (a: string, b: string, sample: Uint8Array): boolean =>
  decodeAs(a, sample) === decodeAs(b, sample);

const ESCAPES: readonly (readonly [string, string])[] = [
  ['\x1b$)C', 'iso-2022-kr'],
  ['\x1b$B', 'iso-2022-jp'],
  ['\x1b$@', 'iso-2022-jp'],
  ['\x1b(J', 'iso-2022-jp'],
];

/** A seven-bit charset told by its escape sequence within the first 64 KB, or undefined. */
export function escapedCharset(bytes: Uint8Array): string | undefined {
  if (bytes.subarray(0, 65_536).indexOf(0x1b) < 0) return undefined;
  const text = latin1(bytes, 65_536);
  return ESCAPES.find(([mark]) => text.includes(mark))?.[1];
}

/** UTF-16 or UTF-32 without a byte order mark, told by where its zero bytes stand, or undefined. */
export function wideCharset(bytes: Uint8Array): string | undefined {
  const length = Math.min(bytes.length, 1024) & ~3;
  const zero = [0, 0, 0, 0];
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zero[i & 3] = (zero[i & 3] as number) + 1;
  const share = zero.map(count => count / (length / 4));
  const [a = 0, b = 0, c = 0, d = 0] = share;
  if (length < 8) return undefined;
  if (a > 0.9 && b > 0.9 && c > 0.5 && d < 0.1) return 'utf-32be';
  if (d > 0.9 && c > 0.9 && b > 0.5 && a < 0.1) return 'utf-32le';
  if (a + c > 0.6 && b + d < 0.1) return 'utf-16be';
  if (b + d > 0.6 && a + c < 0.1) return 'utf-16le';
  return undefined;
}
