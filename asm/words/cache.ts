// Folded word → term id, as src/text/word-cache.ts: two places a word, 64 bytes each: u16 length (0 = empty), u32 id, then
// up to 29 units. All loads of a comparison stay inside the place and inside the 64 units of the folded word.
import { CACHE, CACHE_MASK, FOLDED, get, place } from './state';

const SIZE: usize = 64;
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
// @ts-ignore: decorator
@inline export function find(cache: usize, mask: u32, word: usize, length: u32, hash: u32): usize {
  const first = cache + ((hash & mask) as usize) * SIZE;
  if (holds(first, word, length)) return first;
  return holds(first + SIZE, word, length) ? first + SIZE : 0;
}

// @ts-ignore: decorator
@inline export function idAt(slot: usize): u32 {
  return load<u32>(slot, 2);
}

/** Keeps the folded word; the older one of its two places leaves. */
export function keep(state: usize, length: u32, hash: u32, id: u32): void {
  if (length > MOST_UNITS) return;
  const first = place(state, CACHE) + ((hash & get(state, CACHE_MASK)) as usize) * SIZE;
  memory.copy(first + SIZE, first, SIZE);
  store<u16>(first, length as u16);
  store<u32>(first, id, 2);
  memory.copy(first + HEAD, place(state, FOLDED), (length as usize) << 1);
}
