/**
 * Bytes to text in one named charset. `strictly` gives undefined where the bytes are not valid; a character cut off at
 * the end of the body is not a fault, since bodies are cut at limits. Nothing here throws on any bytes.
 */
import { BEYOND, decodeBeyond } from './beyond.js';
import { decodeKorean } from './korean.js';
import { decodeWindows1252 } from './windows-1252.js';

/** Charsets of which most byte strings are not valid, so that being valid says something. */
const MULTI_BYTE: ReadonlySet<string> = new Set([
  'utf-8',
  'gb18030',
  'big5',
  'euc-jp',
  'shift_jis',
  'euc-kr',
  'iso-2022-jp',
]);

/** Is validity in this charset evidence? Single-byte charsets and UTF-16 take nearly everything. */
export const isTelling = (name: string): boolean => MULTI_BYTE.has(name);

/** Does every ASCII byte mean itself? */
export const keepsAscii = (name: string): boolean => !/^(?:utf-16|utf-32|iso-2022)/.test(name);

/** Text of bytes in a charset that nameOfLabel gave; invalid bytes become U+FFFD; a leading BOM is dropped. */
export function decodeAs(name: string, bytes: Uint8Array): string {
  if (name === 'windows-1252') return decodeWindows1252(bytes);
  if (name === 'euc-kr') return decodeKorean(bytes, false);
  if (BEYOND.has(name)) return decodeBeyond(name, bytes);
  return new TextDecoder(name).decode(bytes);
}

/** The same, or undefined when a byte is invalid; `stream` keeps a cut last character from being a fault. */
export function strictly(name: string, bytes: Uint8Array): string | undefined {
  if (name === 'windows-1252') return decodeWindows1252(bytes);
  if (BEYOND.has(name)) {
    const text = decodeBeyond(name, bytes);
    return text.includes('\ufffd') ? undefined : text;
  }
  try {
    if (name === 'euc-kr') return decodeKorean(bytes, true);
    return new TextDecoder(name, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/** Number of bytes at the end that begin a UTF-8 character and do not end it, 0 to 3. */
export function cutUtf8(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const need = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return need > back ? back : 0;
    }
  }
  return 0;
}
