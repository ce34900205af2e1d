// Chinese word segmentation on UTF-8 bytes: the words of cppjieba's MixSegment, that is of `nodejieba.cut(text, true)`.
// Raw memory, no allocation, no static data; the dictionary image and the arenas of the threads lie in the imported
// shared memory, the little state is in globals of the instance. Layout and rules: asm/README.md; oracle: nodejieba.
import {
  addWord,
  next,
  setCharacter,
  startRange,
  startWords,
} from './segmenter/characters';
import {
  ASCII_ALONE,
  ASCII_PAIR,
  asciiTable,
  COMMA_ID,
  firstBase,
  idLimit,
  idTable,
  openImage,
  slotAt,
  slotTable,
  STOP_ID,
  UNKNOWN_ID,
} from './segmenter/image';
import { cutAscii, mixWords } from './segmenter/mix';
import { findPath, setRing } from './segmenter/path';
import { decode, unitsIn } from './segmenter/utf8';
import { xxhash64 } from './xxhash64';

/** Where the range that `decodeRange` read last ends. */
let rangeEnd: usize = 0;

/** Takes the dictionary image at `base` and 8 KB of scratch, both at multiples of 8. False: no image of this version. */
export function init(base: usize, scratch: usize): bool {
  setRing(scratch);
  return openImage(base);
}

/**
 * Cuts the bytes [text, text + length) and writes the end of each word, counted from `text`, to `out` (u32, room for
 * length + 1). Returns their number. Unless the text ends here (`isLast`), a range that reaches the end is left
 * uncut: the next call goes on after the last word.
 */
export function cut(text: usize, length: u32, out: usize, isLast: bool): u32 {
  const end = text + length;
  let at = text;
  startWords(out);
  while (at < end) {
    const behind = cutRange(at, end, isLast);
    if (behind == at) break;
    at = behind;
  }
  return ((next - out) >> 2) as u32;
}

/** One range or separator at `at`. Returns where it ends, or `at` when it may go on after the end. */
function cutRange(at: usize, end: usize, isLast: bool): usize {
  const first: u32 = load<u8>(at);
  if (isAsciiSeparator(first)) {
    addWord(1);
    return at + 1;
  }
  if (first < 128) {
    const plainEnd = plainAsciiEnd(at, end);
    if (plainEnd) {
      if (plainEnd == end && !isLast) return at;
      cutAscii(at, plainEnd);
      return plainEnd;
    }
  }
  startRange();
  const count = decodeRange(at, end);
  if (count == 0) addWord((rangeEnd - at) as u32);
  else if (rangeEnd == end && !isLast) return at;
  else if (count == 1) addWord((rangeEnd - at) as u32);
  else {
    findPath(count);
    mixWords(count);
  }
  return rangeEnd;
}

// @ts-ignore: decorator
@inline function isAsciiSeparator(c: u32): bool {
  return c == 32 || c == 9 || c == 10;
}

/** End of a range of ASCII only in which no dictionary word of two characters can start; 0 when it is not one. */
function plainAsciiEnd(at: usize, end: usize): usize {
  while (at < end) {
    const c: u32 = load<u8>(at);
    if (isAsciiSeparator(c)) break;
    if (c >= 128) return 0;
    at++;
    if (load<u8>(asciiTable + c) && mayStartWord(c, at < end ? load<u8>(at) : 0)) return 0;
  }
  return at;
}

/** ASCII character `c`, then byte `d`: a longer word may start here, or `c` is a user word of its own. */
function mayStartWord(c: u32, d: u32): bool {
  const flags: u32 = load<u8>(asciiTable + c);
  if (flags & ASCII_ALONE) return true;
  if (!(flags & ASCII_PAIR) || d > 127) return false;
  return ((slotAt(slotTable, firstBase(c), d) as u32) & 0xffff) == d;
}

/** Reads characters up to the next separator; returns their number, 0 for a separator beyond ASCII, which is read. */
function decodeRange(at: usize, end: usize): u32 {
  const ids = idTable;
  const limit = idLimit;
  let count: u32 = 0;
  while (at < end) {
    let id: u32 = load<u8>(at);
    let bytes: u32 = 1;
    if (id < 128) {
      if (isAsciiSeparator(id)) break;
    } else {
      const decoded = decode(at, end);
      const code = decoded & 0x1fffff;
      bytes = decoded >> 24;
      id = code < limit ? load<u16>(ids + ((code as usize) << 1)) : UNKNOWN_ID;
      if (id == COMMA_ID || id == STOP_ID) {
        if (count == 0) at += bytes;
        break;
      }
    }
    setCharacter(count, id | (bytes << 26));
    count++;
    at += bytes;
  }
  rangeEnd = at;
  return count;
}

/**
 * Writes the xxHash64 (u64) of each word of the well-formed bytes at `text`, and turns the ends that `cut` wrote from
 * bytes into UTF-16 units. Reads up to 7 bytes past the end.
 */
export function hashAndMeasure(text: usize, ends: usize, count: u32, hashes: usize): void {
  let at = text;
  let units: u32 = 0;
  for (let i: usize = 0; i < (count as usize); i++) {
    const place = ends + (i << 2);
    const end = text + (load<u32>(place) as usize);
    store<u64>(hashes + (i << 3), xxhash64(at, end - at, 0));
    units += unitsIn(at, end);
    store<u32>(place, units);
    at = end;
  }
}
