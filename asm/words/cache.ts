// Folded word → term id, as src/text/word-cache.ts: four places a word, 64 bytes each: u16 length (0 = empty), u32 id, then
// up to 29 units. All loads of a comparison stay inside the place and inside the 64 units of the folded word.
import { CACHE, CACHE_MASK, FOLDED, get, place } from './state';

const SIZE: usize = 64;
const WAYS: usize = 4;
const HEAD: usize = 6;
const MOST_UNITS: u32 = 29;

// @ts-ignore: decorator
@inline function differ(a: usize, b: usize): v128 {
  return v128.xor(v128.load(a), v128.load(b));
}

/** Up to seven units are compared under a mask; of more, blocks of eight, the last one ending with the word. */
// @ts-ignore: decorator
@inline function holds(slot: usize, word: usize, length: u32): bool {
  if ((load<u16>(slot) as u32) != length) return false;
  const units = slot + HEAD;
  if (length < 8) {
    const isOfWord = i16x8.lt_u(i16x8(0, 1, 2, 3, 4, 5, 6, 7), i16x8.splat(length as i16));
    return !v128.any_true(v128.and(differ(units, word), isOfWord));
  }
  let at: usize = 0;
  const last = ((length - 8) as usize) << 1;
  for (; at < last; at += 16) if (v128.any_true(differ(units + at, word + at))) return false;
  return !v128.any_true(differ(units + last, word + last));
}

/** The place of the folded word, or 0. */
export function find(cache: usize, mask: u32, word: usize, length: u32, hash: u32): usize {
  const first = cache + ((hash & mask) as usize) * SIZE;
  for (let slot = first; slot < first + WAYS * SIZE; slot += SIZE) if (holds(slot, word, length)) return slot;
  return 0;
}

// @ts-ignore: decorator
@inline export function idAt(slot: usize): u32 {
  return load<u32>(slot, 2);
}

/** The place of a word of at most fifteen units below 128, given in two zero-padded halves, or 0. */
// @ts-ignore: decorator
@inline export function findShort(cache: usize, mask: u32, length: u32, hash: u32, low: v128, high: v128): usize {
  const first = cache + ((hash & mask) as usize) * SIZE;
  if (holdsShort(first, length, low, high)) return first;
  for (let slot = first + SIZE; slot < first + WAYS * SIZE; slot += SIZE) {
    if (holdsShort(slot, length, low, high)) return slot;
  }
  return 0;
}

// @ts-ignore: decorator
@inline function holdsShort(slot: usize, length: u32, low: v128, high: v128): bool {
  const other = v128.or(v128.xor(v128.load(slot, HEAD), low), v128.xor(v128.load(slot, HEAD + 16), high));
  return (load<u16>(slot) as u32) == length && !v128.any_true(other);
}

/**
 * Hash of `length` folded units behind which three are 0: each four of them packed into 32 bits, these added up in four
 * lanes; of units below 256 in words up to sixteen nothing is lost.
 */
export function hashOf(word: usize, length: u32): u32 {
  let lanes = i32x4.splat(0);
  for (let i: u32 = 0; i < length; i += 4) {
    const four = load<u64>(word + ((i as usize) << 1));
    const packed =
      ((four & 0xffff) as u32) ^
      (((four >> 16) & 0xffff) as u32 << 8) ^
      (((four >> 32) & 0xffff) as u32 << 16) ^
      ((four >> 48) as u32 << 24);
    lanes = v128.xor(lanes, laneOf(packed, (i >> 2) & 3));
  }
  return mixed(lanes, length);
}

// @ts-ignore: decorator
@inline function laneOf(value: u32, lane: u32): v128 {
  return v128.and(i32x4.splat(value as i32), i32x4.eq(i32x4(0, 1, 2, 3), i32x4.splat(lane as i32)));
}

/** Lanes and length to a hash; src/text/word-cache.ts has the same. */
// @ts-ignore: decorator
@inline export function mixed(lanes: v128, length: u32): u32 {
  const product = i32x4.mul(lanes, i32x4(0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f));
  const halves = v128.xor(product, v128.shuffle<i32>(product, product, 2, 3, 0, 1));
  const all = v128.xor(halves, v128.shuffle<i32>(halves, halves, 1, 0, 3, 2));
  let hash = (i32x4.extract_lane(all, 0) as u32) ^ (length * 0x165667b1);
  hash = (hash ^ (hash >> 16)) * 0x7feb352d;
  return hash ^ (hash >> 15);
}

/** Keeps the folded word, with zeros behind it; the oldest one of its places leaves. */
export function keep(state: usize, length: u32, hash: u32, id: u32): void {
  if (length > MOST_UNITS) return;
  const first = place(state, CACHE) + ((hash & get(state, CACHE_MASK)) as usize) * SIZE;
  memory.copy(first + SIZE, first, (WAYS - 1) * SIZE);
  memory.fill(first, 0, SIZE);
  store<u16>(first, length as u16);
  store<u32>(first, id, 2);
  memory.copy(first + HEAD, place(state, FOLDED), (length as usize) << 1);
}
