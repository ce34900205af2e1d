/**
 * windows-1252 by its own table: TextDecoder of Node 20 gives C1 controls for 0x80–0x9F when it decodes in one call.
 * Source of the table: encoding.spec.whatwg.org index-windows-1252.
 */
const HIGH =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

const UNIT = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 && byte < 0xa0 ? HIGH.charCodeAt(byte - 0x80) : byte,
);

/** One character a byte, U+0000 to U+00FF, of the first `most` bytes. */
export function latin1(bytes: Uint8Array, most = bytes.byteLength): string {
  const length = Math.min(most, bytes.byteLength);
  return Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1');
}

/** Any bytes: windows-1252 has a character for each. */
export function decodeWindows1252(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) units[i] = UNIT[bytes[i] as number] as number;
  return Buffer.from(units.buffer).toString('utf16le');
}
