// Words of everything but Chinese: TermReader's #scan, #word, #run and #pairs. A word that the cache lacks ends the call;
// AT, PAIR_AT and PAIR_END say where the next one goes on.
import { find, findShort, hashOf, idAt, mixed } from './cache';
import { DIGIT, foldOf, GAP, glyphAt, HIRAGANA, isHan, KATAKANA, kindAt, kindOf, LETTER, MARK, TRAIL, unitAt } from './glyph';
import {
  AT,
  CACHE,
  CACHE_MASK,
  COUNT,
  DONE,
  ENDS,
  FOLDED,
  FROM,
  get,
  GLYPHS,
  HASH,
  IDS,
  LENGTH,
  MISS,
  PAIR_AT,
  PAIR_END,
  place,
  push,
  set,
  STARTS,
  TEXT,
  TO,
  UNKNOWN,
} from './state';

const LONGEST: u32 = 64;
/** Units looked at together; a word that fills them all is read unit by unit. */
const BLOCK: u32 = 16;
/** Kinds that a word goes on with, and those that are passed over before one. */
const GOES_ON: u32 = (1 << LETTER) | (1 << DIGIT) | (1 << MARK) | (1 << TRAIL);
const BETWEEN: u32 = (1 << GAP) | (1 << MARK) | (1 << TRAIL);

// @ts-ignore: decorator
@inline function isOneOf(kinds: u32, kind: u32): bool {
  return ((kinds >> kind) & 1) as bool;
}

/** The folded word becomes a word of the text, or is asked for. True when it is known. */
function lookUp(state: usize, length: u32, from: u32, to: u32): bool {
  const word = place(state, FOLDED);
  store<u64>(word + ((length as usize) << 1), 0);
  const hash = hashOf(word, length);
  const slot = find(place(state, CACHE), get(state, CACHE_MASK), word, length, hash);
  if (slot) {
    push(state, idAt(slot), from, to);
    return true;
  }
  ask(state, length, hash, from, to);
  return false;
}

/** The folded word is one that the cache lacks. */
function ask(state: usize, length: u32, hash: u32, from: u32, to: u32): void {
  set(state, LENGTH, length);
  set(state, HASH, hash);
  set(state, FROM, from);
  set(state, TO, to);
}

/** [from, to) is one word, whatever it consists of. True when it is known. */
export function emit(state: usize, from: u32, to: u32): bool {
  if (to - from > LONGEST) {
    push(state, 0, from, to);
    return true;
  }
  const text = place(state, TEXT);
  const glyphs = place(state, GLYPHS);
  const word = place(state, FOLDED);
  for (let i = from; i < to; i++) {
    store<u16>(word + (((i - from) as usize) << 1), foldOf(glyphAt(text, glyphs, i)) as u16);
  }
  return lookUp(state, to - from, from, to);
}

/** End of a letter that stands alone: with its sign when it is the name of a language (c++, c#, f#). */
// @ts-ignore: decorator
@inline function letterEnd(text: usize, from: u32, to: u32): u32 {
  const behind = from + 1;
  if (behind >= to) return behind;
  const sign = unitAt(text, behind);
  if (sign == 0x23) return behind + 1;
  return sign == 0x2b && behind + 1 < to && unitAt(text, behind + 1) == 0x2b ? behind + 2 : behind;
}

/** A run of one script without spaces; 0 when a unit of it is not known. */
function runEnd(state: usize, from: u32, to: u32): u32 {
  const kind = kindAt(state, from);
  const isOfHan = isHan(kind);
  let end = from + 1;
  for (; end < to; end++) {
    const next = kindAt(state, end);
    if (next == 0) return 0;
    if (next != kind && next != TRAIL && next != MARK && !(isOfHan && isHan(next))) break;
  }
  return end;
}

/** The character at `at` has two units. The unit behind it may lie outside what is scanned, never outside the text. */
// @ts-ignore: decorator
@inline function step(state: usize, at: u32, length: u32): u32 {
  const text = place(state, TEXT);
  const isPair =
    (unitAt(text, at) & 0xfc00) == 0xd800 && at + 1 < length && (unitAt(text, at + 1) & 0xfc00) == 0xdc00;
  return isPair ? at + 2 : at + 1;
}

/** Pairs of characters from PAIR_AT to PAIR_END. False when one is asked for; then PAIR_AT is the next one. */
function pairs(state: usize, length: u32): bool {
  const end = get(state, PAIR_END);
  let at = get(state, PAIR_AT);
  let next = step(state, at, length);
  while (next < end) {
    const behind = step(state, next, length);
    const isKnown = emit(state, at, behind);
    at = next;
    next = behind;
    if (!isKnown) {
      set(state, PAIR_AT, at);
      return false;
    }
  }
  set(state, PAIR_END, 0);
  return true;
}

/** A run at AT that ends at `end`. True when all its words are known. */
function readRun(state: usize, end: u32, isPaired: bool, length: u32): bool {
  const from = get(state, AT);
  const kind = kindAt(state, from);
  if (kind == HIRAGANA) return true;
  if (kind == KATAKANA || (isHan(kind) && !isPaired)) return emit(state, from, end);
  if (step(state, from, length) >= end) return emit(state, from, end);
  set(state, PAIR_AT, from);
  set(state, PAIR_END, end);
  return pairs(state, length);
}

/** The word at AT, of letters and digits up to the next other character, unit by unit. */
function readWord(state: usize, to: u32): u32 {
  const text = place(state, TEXT);
  const glyphs = place(state, GLYPHS);
  const word = place(state, FOLDED);
  const from = get(state, AT);
  let at = from;
  let letters: u32 = 0;
  let glyph = glyphAt(text, glyphs, at);
  do {
    if (at - from < LONGEST) store<u16>(word + (((at - from) as usize) << 1), foldOf(glyph) as u16);
    letters += (kindOf(glyph) == LETTER) as u32;
    if (++at == to) break;
    glyph = glyphAt(text, glyphs, at);
  } while (isOneOf(GOES_ON, kindOf(glyph)));
  if (glyph == 0) return UNKNOWN;
  const units = at - from;
  if (letters == 0 || units > LONGEST) {
    set(state, AT, at);
    push(state, 0, from, at);
    return DONE;
  }
  if (units == 1) at = letterEnd(text, from, to);
  set(state, AT, at);
  return (units == 1 ? emit(state, from, at) : lookUp(state, units, from, at)) ? DONE : MISS;
}

/** What stands at AT: something between words, a word, or a run of a script without spaces. */
function readOne(state: usize, to: u32, isPaired: bool, length: u32): u32 {
  const text = place(state, TEXT);
  const glyphs = place(state, GLYPHS);
  let at = get(state, AT);
  let kind = kindOf(glyphAt(text, glyphs, at));
  while (isOneOf(BETWEEN, kind)) {
    if (++at == to) {
      set(state, AT, at);
      return DONE;
    }
    kind = kindOf(glyphAt(text, glyphs, at));
  }
  set(state, AT, at);
  if (kind == 0) return UNKNOWN;
  if (kind <= DIGIT) return readWord(state, to);
  const end = runEnd(state, at, to);
  if (end == 0) return UNKNOWN;
  const isKnown = readRun(state, end, isPaired, length);
  if (get(state, PAIR_END)) return MISS;
  set(state, AT, end);
  return isKnown ? DONE : MISS;
}

/**
 * From AT to `to`; Han runs are read in pairs or as one word. `length` is that of the whole text, behind which 32 bytes may
 * be read. ASCII words of up to fifteen units are found sixteen units at a time, without a loop; the rest is `readOne`'s.
 */
export function scanTo(state: usize, to: u32, isPaired: bool, length: u32): u32 {
  if (get(state, PAIR_END)) {
    const end = get(state, PAIR_END);
    if (!pairs(state, length)) return MISS;
    set(state, AT, end);
  }
  const text = place(state, TEXT);
  const cache = place(state, CACHE);
  const mask = get(state, CACHE_MASK);
  const ids = place(state, IDS);
  const starts = place(state, STARTS);
  const ends = place(state, ENDS);
  let count = get(state, COUNT);
  let at = get(state, AT);
  while (at < to) {
    const first = v128.load(text + ((at as usize) << 1));
    const second = v128.load(text + ((at as usize) << 1), 16);
    // Units above 255 become 255 or 0, which are no letters.
    const bytes = i8x16.narrow_i16x8_u(first, second);
    const small = v128.or(bytes, i8x16.splat(0x20));
    const isLetter = i8x16.lt_u(i8x16.sub(small, i8x16.splat(0x61)), i8x16.splat(26));
    const isDigit = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(10));
    const limit = i16x8.splat(0x80);
    const isWide = i8x16.narrow_i16x8_s(i16x8.ge_u(first, limit), i16x8.ge_u(second, limit));
    const letters: u32 = i8x16.bitmask(isLetter);
    const words: u32 = letters | i8x16.bitmask(isDigit);
    const wide: u32 = i8x16.bitmask(isWide);
    const valid = min(to - at, BLOCK);
    const end = 1 << valid;
    const units = ctz(~words | end);
    if (units == 0 && !(wide & 1)) {
      at += ctz(words | wide | end);
      continue;
    }
    const isSlow =
      units == 0 ||
      units == BLOCK ||
      ((wide & (end - 1)) >> units) & 1 ||
      (units == 1 && letters & 1 && valid > 1 && isSign(unitAt(text, at + 1)));
    if (isSlow) {
      set(state, COUNT, count);
      set(state, AT, at);
      const ended = readOne(state, to, isPaired, length);
      if (ended != DONE) return ended;
      count = get(state, COUNT);
      at = get(state, AT);
      continue;
    }
    const from = at;
    const behind = at + units;
    let id: u32 = 0;
    if (letters & ((1 << units) - 1)) {
      const places = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
      const isOfWord = i8x16.lt_u(places, i8x16.splat(units as i8));
      const word = v128.and(v128.bitselect(small, bytes, isLetter), isOfWord);
      const low = i16x8.extend_low_i8x16_u(word);
      const high = i16x8.extend_high_i8x16_u(word);
      const hash = mixed(word, units);
      const slot = findShort(cache, mask, units, hash, low, high);
      if (!slot) {
        v128.store(place(state, FOLDED), low);
        v128.store(place(state, FOLDED), high, 16);
        ask(state, units, hash, from, behind);
        set(state, COUNT, count);
        set(state, AT, behind);
        return MISS;
      }
      id = idAt(slot);
    }
    const word = (count as usize) << 2;
    store<u32>(ids + word, id);
    store<u32>(starts + word, from);
    store<u32>(ends + word, behind);
    count++;
    // Gaps behind the word, too, as far as they are in sight.
    at = behind + ctz((words | wide | end) >> units);
  }
  set(state, COUNT, count);
  set(state, AT, at);
  return DONE;
}

/** The second character of c++, c#, f#. */
// @ts-ignore: decorator
@inline function isSign(unit: u32): bool {
  return unit == 0x23 || unit == 0x2b;
}
