// Names of tags and attributes. Up to 16 ASCII characters in lower case are packed into two u64 and looked up in a table of
// the image; everything else is folded in place, in the page, and known by where it lies.
import { attributeSlots, tagSlots } from './memory';
import { at } from './units';

/** The name read last: its number or 0, where it lies in lower case, and where it ends. */
export let nameNumber: u32 = 0;
export let nameFrom: usize = 0;
export let nameTo: usize = 0;

// @ts-ignore: decorator
@inline function bytesOf(p: usize): v128 {
  return i8x16.narrow_i16x8_u(v128.load(p), v128.load(p, 16));
}

// @ts-ignore: decorator
@inline function folded(v: v128): v128 {
  const isUpper = i8x16.lt_u(i8x16.sub(v, i8x16.splat(65)), i8x16.splat(26));
  return v128.or(v, v128.and(isUpper, i8x16.splat(32)));
}

/** Bits of the bytes that end a tag's name: white space, solidus, greater-than sign. */
// @ts-ignore: decorator
@inline function endMask(v: v128): u32 {
  const ends = i8x16(0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0x09, 0x0a, 0, 0x0c, 0, 0x3e, 0x2f);
  const wanted = i8x16.swizzle(ends, v128.and(v, i8x16.splat(15)));
  return i8x16.bitmask(i8x16.eq(wanted, v));
}

// @ts-ignore: decorator
@inline function firstBytes(v: v128, count: u32): v128 {
  const places = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return v128.and(v, i8x16.lt_u(places, i8x16.splat(count as i8)));
}

/** Number of a packed name of so many characters in a table of 2^bits slots, or 0. */
// @ts-ignore: decorator
@inline function look(table: usize, bits: u32, low: u64, high: u64, length: u32): u32 {
  const mixed = (low ^ (high * 0x9e3779b97f4a7c15)) * 0xd6e8feb86659fd93;
  let slot = (mixed >> (64 - bits)) as u32;
  while (true) {
    const place = table + ((slot as usize) << 5);
    const found = load<u32>(place, 16);
    if (found == 0) return 0;
    if (found == length && load<u64>(place) == low && load<u64>(place, 8) == high) return load<u32>(place, 20);
    slot = (slot + 1) & ((1 << bits) - 1);
  }
}

/** Reads the tag name at `p`; false when the page ends within it. */
export function readTagName(p: usize, end: usize): bool {
  const v = bytesOf(p);
  const mask = endMask(v);
  if (mask) {
    const length = ctz(mask);
    const packed = firstBytes(folded(v), length);
    nameFrom = p;
    nameTo = p + ((length as usize) << 1);
    if (nameTo >= end) return false;
    const low = i64x2.extract_lane(packed, 0) as u64;
    nameNumber = look(tagSlots, 9, low, i64x2.extract_lane(packed, 1) as u64, length);
    if (nameNumber) return true;
  }
  return readOddName(p, end, false);
}

/**
 * Reads the attribute name at `p`; an equals sign ends it unless it comes first. Unless `folds`, a name without a number is
 * left as it stands.
 */
export function readAttributeName(p: usize, end: usize, folds: bool): bool {
  const v = bytesOf(p);
  const mask = endMask(v) | ((i8x16.bitmask(i8x16.eq(v, i8x16.splat(0x3d))) as u32) & ~1);
  if (mask) {
    const length = ctz(mask);
    const packed = firstBytes(folded(v), length);
    nameFrom = p;
    nameTo = p + ((length as usize) << 1);
    if (nameTo >= end) return false;
    const low = i64x2.extract_lane(packed, 0) as u64;
    nameNumber = look(attributeSlots, 6, low, i64x2.extract_lane(packed, 1) as u64, length);
    return nameNumber != 0 || !folds || readOddName(p, end, true);
  }
  return readOddName(p, end, true);
}

/** A name without a number: folds it in place, NUL becomes U+FFFD. */
function readOddName(p: usize, end: usize, isAttribute: bool): bool {
  nameNumber = 0;
  nameFrom = p;
  for (; p < end; p += 2) {
    const c = at(p);
    if (c - 65 < 26) store<u16>(p, (c + 32) as u16);
    else if (c == 0) store<u16>(p, 0xfffd);
    else if (c == 0x3e || c == 0x2f || c == 32 || c == 9 || c == 10 || c == 12) break;
    else if (c == 0x3d && isAttribute && p > nameFrom) break;
  }
  nameTo = p;
  return p < end;
}

/** FNV-1a over the units of a name (src/kit/random.ts). */
export function hashOfName(from: usize, to: usize): u32 {
  let hash: u32 = 0x811c9dc5;
  for (; from < to; from += 2) hash = (hash ^ at(from)) * 0x01000193;
  return hash;
}
