// What tells the language of a text: characters by script, and function words of languages in Latin script (countScripts
// and weighWords of src/text/script.ts and function-words.ts).
import { foldOf, glyphAt } from './glyph';
import { DONE, FOLDED, FUNCTION_WORDS, get, GLYPHS, place, SCRIPTS, set, SHARES, TEXT, UNKNOWN, WORDS_SEEN } from './state';

/** Bits of a glyph: number of the script + 1 in five of them; lower case is the fold and Latin; is Latin and is not the fold. */
const SCRIPT_SHIFT: u32 = 21;
const IS_LATIN: u32 = 1 << 26;
const IS_IRREGULAR: u32 = 1 << 27;
/** What a call ends with whose text has an irregular letter: the caller weighs its words. */
const IRREGULAR: u32 = 3;
/** The script whose number is 0. */
const LATIN: usize = 0;
/** A sample of a page is enough: reading stops after this many words. */
const MOST_WORDS: u32 = 300;
/** Function words: places of 32 bytes, u64 and u64 for eight units, u32 bits of languages (0 = free). */
const PLACES: u32 = 1024;
const MOST_UNITS: u32 = 8;

// @ts-ignore: decorator
@inline function count(counters: usize, i: usize, more: u32): void {
  const counter = counters + (i << 2);
  store<u32>(counter, load<u32>(counter) + more);
}

/** Letters of eight units that are all ASCII. */
// @ts-ignore: decorator
@inline function lettersIn(units: v128): u32 {
  const small = i16x8.sub(v128.or(units, i16x8.splat(0x20)), i16x8.splat(0x61));
  return popcnt<u32>(i16x8.bitmask(i16x8.lt_u(small, i16x8.splat(26))));
}

/** Adds the characters of [from, to) to the counters of their scripts. */
export function countScripts(state: usize, from: u32, to: u32): u32 {
  const text = place(state, TEXT);
  const glyphs = place(state, GLYPHS);
  const counters = place(state, SCRIPTS);
  let latin: u32 = 0;
  let at = from;
  while (at < to) {
    if (at + 8 <= to) {
      const units = v128.load(text + ((at as usize) << 1));
      if (!v128.any_true(i16x8.ge_u(units, i16x8.splat(0x80)))) {
        latin += lettersIn(units);
        at += 8;
        continue;
      }
    }
    const end = min(at + 8, to);
    for (; at < end; at++) {
      const glyph = glyphAt(text, glyphs, at);
      if (glyph == 0) return UNKNOWN;
      const script = (glyph >> SCRIPT_SHIFT) & 31;
      if (script) count(counters, (script - 1) as usize, 1);
    }
  }
  count(counters, LATIN, latin);
  return DONE;
}

// @ts-ignore: decorator
@inline function firstPlace(low: u64, high: u64): u32 {
  const mixed = (low ^ (high * 0x9e3779b97f4a7c15)) * 0xc2b2ae3d27d4eb4f;
  return ((mixed >> 40) as u32) & (PLACES - 1);
}

/** Where a word of at most eight units is, or the free place where it would be. */
// @ts-ignore: decorator
@inline function placeOf(table: usize, low: u64, high: u64): usize {
  let i = firstPlace(low, high);
  let slot = table + ((i as usize) << 5);
  while (load<u32>(slot, 16) != 0 && (load<u64>(slot) != low || load<u64>(slot, 8) != high)) {
    i = (i + 1) & (PLACES - 1);
    slot = table + ((i as usize) << 5);
  }
  return slot;
}

/** The first `length` units of the folded word are a function word of the languages in `bits`. */
export function addFunctionWord(state: usize, length: u32, bits: u32): void {
  const word = place(state, FOLDED);
  let low: u64 = 0;
  let high: u64 = 0;
  for (let i: u32 = 0; i < length; i++) {
    const unit = load<u16>(word + ((i as usize) << 1)) as u64;
    if (i < 4) low |= unit << (16 * i);
    else high |= unit << (16 * (i - 4));
  }
  const slot = placeOf(place(state, FUNCTION_WORDS), low, high);
  store<u64>(slot, low);
  store<u64>(slot, high, 8);
  store<u32>(slot, bits, 16);
}

/** Adds the words of [from, to) to WORDS_SEEN, up to MOST_WORDS in all, and the languages of function words to SHARES. */
export function weighWords(state: usize, from: u32, to: u32): u32 {
  const text = place(state, TEXT);
  const glyphs = place(state, GLYPHS);
  const table = place(state, FUNCTION_WORDS);
  const shares = place(state, SHARES);
  let words = get(state, WORDS_SEEN);
  let at = from;
  while (at < to && words < MOST_WORDS) {
    let glyph = glyphAt(text, glyphs, at);
    let low: u64 = 0;
    let high: u64 = 0;
    let length: u32 = 0;
    while (glyph & IS_LATIN) {
      const unit = foldOf(glyph) as u64;
      if (length < 4) low |= unit << (16 * length);
      else if (length < MOST_UNITS) high |= unit << (16 * (length - 4));
      length++;
      if (++at == to) break;
      glyph = glyphAt(text, glyphs, at);
    }
    if (at < to) {
      if (glyph == 0) return UNKNOWN;
      if (glyph & IS_IRREGULAR) return IRREGULAR;
      at++;
    }
    if (length == 0) continue;
    words++;
    if (length > MOST_UNITS) continue;
    for (let bits = load<u32>(placeOf(table, low, high), 16); bits; bits &= bits - 1) count(shares, ctz(bits) as usize, 1);
  }
  set(state, WORDS_SEEN, words);
  return DONE;
}
