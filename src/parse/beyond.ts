/**
 * Charsets that WHATWG leaves out and stored pages still use: UTF-32, ISO-2022-KR (RFC 1557) and IBM855. Browsers drop
 * them because a page must not hide markup from a filter; a crawler runs no scripts, so it can afford to read them.
 */
const IBM855_HIGH =
  'ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪ' +
  'аАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐' +
  '└┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнНоОп┘┌█▄Пя▀' +
  'ЯрРсСтТуУжЖвВьЬ№\u00adыЫзЗшШэЭщЩчЧ§■\u00a0';

export const BEYOND: ReadonlySet<string> = new Set(['utf-32le', 'utf-32be', 'iso-2022-kr', 'ibm855']);

function decodeIbm855(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : IBM855_HIGH[byte - 0x80];
  return text;
}

function decodeUtf32(bytes: Uint8Array, isLittle: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = '';
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittle);
    const isScalar = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    text += String.fromCodePoint(isScalar ? code : 0xfffd);
  }
  return text;
}

/** Shift out (0x0E) starts two-byte KS X 1001 in seven bits, shift in (0x0F) and a line's end stop it. */
function decodeIso2022Kr(bytes: Uint8Array): string {
  const out = new Uint8Array(bytes.length);
  let length = 0;
  let isShifted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte === 0x1b && bytes[i + 1] === 0x24 && bytes[i + 2] === 0x29 && bytes[i + 3] === 0x43) i += 3;
    else if (byte === 0x0e || byte === 0x0f) isShifted = byte === 0x0e;
    else {
      if (byte === 0x0a) isShifted = false;
      out[length++] = isShifted && byte > 0x20 && byte < 0x7f ? byte | 0x80 : byte;
    }
  }
  return new TextDecoder('euc-kr').decode(out.subarray(0, length));
}

/** Text of bytes in one of BEYOND; what has no character becomes U+FFFD. */
export function decodeBeyond(name: string, bytes: Uint8Array): string {
  if (name === 'ibm855') return decodeIbm855(bytes);
  if (name === 'iso-2022-kr') return decodeIso2022Kr(bytes);
  return decodeUtf32(bytes, name === 'utf-32le');
}
