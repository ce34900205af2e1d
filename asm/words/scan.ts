// Words of everything but Chinese: TermReader's #scan, #word, #run and #pairs. A word that the cache lacks ends the call;
// AT, PAIR_AT and PAIR_END say where the next one goes on.
import { find, idAt } from './cache';
import { DIGIT, foldOf, GAP, glyphAt, HIRAGANA, isHan, KATAKANA, kindAt, kindOf, LETTER, MARK, TRAIL, unitAt } from './glyph';
import {
  AT,
  CACHE,
  CACHE_MASK,
  DONE,
  FOLDED,
  FROM,
  get,
  GLYPHS,
  HASH,
  LENGTH,
  MISS,
  PAIR_AT,
  PAIR_END,
  place,
  push,
  set,
  TEXT,
  TO,
  UNKNOWN,
} from './state';

const LONGEST: u32 = 64;
const FNV: u32 = 0x811c9dc5;
const FNV_PRIME: u32 = 0x01000193;
/** Kinds that a word goes on with, and those that are passed over before one. */
const GOES_ON: u32 = (1 << LETTER) | (1 << DIGIT) | (1 << MARK) | (1 << TRAIL);
const BETWEEN: u32 = (1 << GAP) | (1 << MARK) | (1 << TRAIL);

// @ts-ignore: decorator
@inline function isOneOf(kinds: u32, kind: u32): bool {
  return ((kinds >> kind) & 1) as bool;
}

/** The folded word becomes a word of the text, or is asked for. True when it is known. */
// @ts-ignore: decorator
@inline function lookUp(state: usize, length: u32, hash: u32, from: u32, to: u32): bool {
  const mixed = hash ^ (hash >> 15);
  const slot = find(place(state, CACHE), get(state, CACHE_MASK), place(state, FOLDED), length, mixed);
  if (slot) {
    push(state, idAt(slot), from, to);
    return true;
  }
  set(state, LENGTH, length);
  set(state, HASH, mixed);
  set(state, FROM, from);
  set(state, TO, to);
  return false;
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
  let hash = FNV;
  for (let i = from; i < to; i++) {
    const folded = foldOf(glyphAt(text, glyphs, i));
    store<u16>(word + (((i - from) as usize) << 1), folded as u16);
    hash = (hash ^ folded) * FNV_PRIME;
  }
  return lookUp(state, to - from, hash, from, to);
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

/** From AT to `to`; Han runs are read in pairs or as one word. `length` is that of the whole text. */
export function scanTo(state: usize, to: u32, isPaired: bool, length: u32): u32 {
  const text = place(state, TEXT);
  const glyphs = place(state, GLYPHS);
  const word = place(state, FOLDED);
  let at = get(state, AT);
  if (get(state, PAIR_END)) {
    const end = get(state, PAIR_END);
    if (!pairs(state, length)) return MISS;
    at = end;
  }
  while (at < to) {
    const first = glyphAt(text, glyphs, at);
    const kind = kindOf(first);
    if (isOneOf(BETWEEN, kind)) {
      at++;
      continue;
    }
    set(state, AT, at);
    if (first == 0) return UNKNOWN;
    if (kind > DIGIT) {
      const end = runEnd(state, at, to);
      if (end == 0) return UNKNOWN;
      const isKnown = readRun(state, end, isPaired, length);
      if (get(state, PAIR_END)) return MISS;
      at = end;
      set(state, AT, at);
      if (!isKnown) return MISS;
      continue;
    }
    const from = at;
    let hash = FNV;
    let letters: u32 = 0;
    let glyph = first;
    do {
      const folded = foldOf(glyph);
      if (at - from < LONGEST) store<u16>(word + (((at - from) as usize) << 1), folded as u16);
      hash = (hash ^ folded) * FNV_PRIME;
      letters += (kindOf(glyph) == LETTER) as u32;
      if (++at == to) break;
      glyph = glyphAt(text, glyphs, at);
    } while (isOneOf(GOES_ON, kindOf(glyph)));
    if (glyph == 0) return UNKNOWN;
    const units = at - from;
    if (letters == 0 || units > LONGEST) {
      push(state, 0, from, at);
      continue;
    }
    let isKnown: bool;
    if (units == 1) {
      at = letterEnd(text, from, to);
      isKnown = emit(state, from, at);
    } else isKnown = lookUp(state, units, hash, from, at);
    if (!isKnown) {
      set(state, AT, at);
      return MISS;
    }
  }
  set(state, AT, at);
  return DONE;
}
