// UTF-8 as the Encoding Standard decodes it: well-formed sequences, and U+FFFD for each maximal part of a broken one,
// so that the words are those of the decoded text. U+FEFF stays a character.

const REPLACEMENT: u32 = 0xfffd;

/** Code point in bits 0–20 and length in bytes in bits 24–26 of the sequence at `at`, whose first byte is not ASCII. */
// @ts-ignore: decorator
@inline export function decode(at: usize, end: usize): u32 {
  if (end - at > 3) {
    const word = load<u32>(at);
    if ((word & 0xc0c0f0) == 0x8080e0) {
      const code = ((word & 15) << 12) | ((word >> 2) & 0xfc0) | ((word >> 16) & 63);
      if (isScalar3(code)) return code | (3 << 24);
    }
  }
  return decodeSlowly(at, end);
}

// @ts-ignore: decorator
@inline function isScalar3(code: u32): bool {
  return code >= 0x800 && (code & 0xf800) != 0xd800;
}

// @ts-ignore: decorator
@inline function isContinuation(byte: u32): bool {
  return (byte & 0xc0) == 0x80;
}

function decodeSlowly(at: usize, end: usize): u32 {
  const lead: u32 = load<u8>(at);
  const bytes: u32 = lead < 0xc2 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 1;
  let code = lead & (0x7f >> bytes);
  for (let i: u32 = 1; i < bytes; i++) {
    const byte: u32 = at + i < end ? load<u8>(at + i) : 0;
    if (!isContinuation(byte)) return broken(at, end);
    code = (code << 6) | (byte & 63);
  }
  const isGood =
    bytes == 2 || (bytes == 3 && isScalar3(code)) || (bytes == 4 && code >= 0x10000 && code < 0x110000);
  return isGood ? code | (bytes << 24) : broken(at, end);
}

/** U+FFFD with the length of the part that it replaces. */
function broken(at: usize, end: usize): u32 {
  return REPLACEMENT | (brokenLength(at, end) << 24);
}

function brokenLength(at: usize, end: usize): u32 {
  const lead: u32 = load<u8>(at);
  if (lead < 0xe0 || lead > 0xf4 || at + 1 >= end) return 1;
  const second: u32 = load<u8>(at, 1);
  const low: u32 = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  const high: u32 = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 1;
  if (lead < 0xf0 || at + 2 >= end || !isContinuation(load<u8>(at, 2))) return 2;
  return 3;
}

/** UTF-16 units of the well-formed bytes [at, end). Reads up to seven bytes past the end. */
export function unitsIn(at: usize, end: usize): u32 {
  let units: u32 = 0;
  for (; at + 8 <= end; at += 8) units += unitsOf(load<u64>(at), 8);
  const rest = (end - at) as u32;
  return rest ? units + unitsOf(load<u64>(at) & (((1 as u64) << ((rest as u64) << 3)) - 1), rest) : units;
}

/** The same for the `count` low bytes of a word, the others 0: continuation bytes add nothing, leads of four add two. */
// @ts-ignore: decorator
@inline function unitsOf(word: u64, count: u32): u32 {
  const top: u64 = 0x8080808080808080;
  const continuations = word & ~(word << 1) & top;
  const leads4 = word & (word << 1) & (word << 2) & (word << 3) & top;
  return count - (popcnt(continuations) as u32) + (popcnt(leads4) as u32);
}
