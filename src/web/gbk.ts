/**
 * How is a text written in GBK? Node decodes it and cannot encode it: the decoder of the platform is turned round once.
 * A letter that GBK does not have becomes a numeric character reference, as browsers do in forms.
 */

/** Two bytes for each UTF-16 unit that has them, else 0. Filled at the first use. */
let table: Uint16Array | undefined;

function invert(): Uint16Array {
  const made = new Uint16Array(65_536);
  const decoder = new TextDecoder('gbk', { fatal: true });
  const pair = new Uint8Array(2);
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      if (trail === 0x7f) continue;
      pair[0] = lead;
      pair[1] = trail;
      let letter = '';
      try {
        letter = decoder.decode(pair);
      } catch {
        continue;
      }
      const unit = letter.charCodeAt(0);
      // User-defined rows decode to private letters; the first pair of a letter is the usual one.
      if (letter.length === 1 && unit >= 0x80 && (unit < 0xe000 || unit > 0xf8ff) && made[unit] === 0)
        made[unit] = lead * 256 + trail;
    }
  }
  return made;
}

export function encodeGbk(text: string): Buffer {
  table ??= invert();
  // A reference to the longest code point, "&#1114111;", is ten bytes for two units.
  const bytes = Buffer.allocUnsafe(text.length * 8 + 16);
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const two = table[unit] as number;
    if (unit < 0x80) bytes[at++] = unit;
    else if (two > 0) {
      bytes[at++] = two >>> 8;
      bytes[at++] = two & 255;
    } else {
      const point = text.codePointAt(i) as number;
      if (point > 0xffff) i++;
      at += bytes.write(`&#${point};`, at, 'latin1');
    }
  }
  return bytes.subarray(0, at);
}
