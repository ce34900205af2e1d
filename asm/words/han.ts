// Chinese: which lines go to the segmenter, and what becomes of its words (TermReader's #readMixed, #cut, #hanWord).
import { GAP, glyphAt, HAN, isHan, kindAt, NUMERAL, OF_HAN, TRAIL, unitAt } from './glyph';
import { emit, scanTo } from './scan';
import {
  AT,
  COLLISIONS,
  CUT_COUNT,
  CUT_ENDS,
  CUT_FROM,
  CUT_HASHES,
  CUT_NEXT,
  CUT_START,
  DONE,
  get,
  GLYPHS,
  HAN_PAIRS,
  IDLE,
  IDLE_MASK,
  KEPT,
  KEPT_MASK,
  LINES_FROM,
  LINES_TO,
  MISS,
  place,
  push,
  SCAN_TO,
  set,
  TEXT,
  UNKNOWN,
  WATCH_HIGHS,
  WATCH_IDS,
} from './state';

/** Han characters begin here; what lies below is passed over eight units at a time. */
const FIRST_HAN: u32 = 0x2e80;
const LINE_BREAK: u32 = 10;
/** Lines with Han characters that are this many units apart are cut together. */
const NEAR: u32 = 128;
const NOT_KNOWN: u32 = 0xffffffff;

// @ts-ignore: decorator
@inline function isHanPair(state: usize, high: u32, low: u32): bool {
  if ((low & 0xfc00) != 0xdc00) return false;
  const bits = place(state, HAN_PAIRS) + (((high & 0x3ff) as usize) << 7);
  return ((load<u8>(bits + ((low & 0x3ff) >> 3)) >> ((low & 7) as u8)) & 1) as bool;
}

/** The last unit of the first Han character in [from, to), `to` or more when there is none, or NOT_KNOWN. */
function nextHan(state: usize, from: u32, to: u32, length: u32): u32 {
  const text = place(state, TEXT);
  const glyphs = place(state, GLYPHS);
  let at = from;
  while (at < to) {
    if (at + 8 <= to) {
      const units = v128.load(text + ((at as usize) << 1));
      const high: u32 = i16x8.bitmask(i16x8.ge_u(units, i16x8.splat(FIRST_HAN as i16)));
      if (high == 0) {
        at += 8;
        continue;
      }
      at += ctz(high);
    }
    const unit = unitAt(text, at);
    if (unit >= FIRST_HAN) {
      const glyph = glyphAt(text, glyphs, at);
      if (glyph == 0) return NOT_KNOWN;
      if (glyph & OF_HAN) return at;
      if ((unit & 0xfc00) == 0xd800 && at + 1 < length && isHanPair(state, unit, unitAt(text, at + 1))) return at + 1;
    }
    at++;
  }
  return to;
}

/** The line break at or behind `at`, or the length of the text. */
function lineEnd(text: usize, at: u32, length: u32): u32 {
  const breaks = i16x8.splat(LINE_BREAK as i16);
  while (at + 8 <= length) {
    const found: u32 = i16x8.bitmask(i16x8.eq(v128.load(text + ((at as usize) << 1)), breaks));
    if (found) return at + ctz(found);
    at += 8;
  }
  while (at < length && unitAt(text, at) != LINE_BREAK) at++;
  return at;
}

/** The next group of lines with Han characters at or behind `from` becomes LINES_FROM, LINES_TO; both `length` if none. */
export function findLines(state: usize, from: u32, length: u32): u32 {
  const text = place(state, TEXT);
  let han = nextHan(state, from, length, length);
  if (han == NOT_KNOWN) return UNKNOWN;
  let first = han;
  if (han < length) while (first > 0 && unitAt(text, first - 1) != LINE_BREAK) first--;
  let end = han;
  while (han < length) {
    end = lineEnd(text, han, length);
    const limit = min(end + NEAR, length);
    han = nextHan(state, end, limit, length);
    if (han == NOT_KNOWN) return UNKNOWN;
    if (han >= limit) break;
  }
  set(state, LINES_FROM, first);
  set(state, LINES_TO, end);
  return DONE;
}

// @ts-ignore: decorator
@inline function isIn(slots: usize, mask: u32, id: u32): bool {
  let at = id & mask;
  let found = load<u32>(slots + ((at as usize) << 2));
  while (found != id && found != 0) {
    at = (at + 1) & mask;
    found = load<u32>(slots + ((at as usize) << 2));
  }
  return found == id && id != 0;
}

/** CollisionWatch.check. */
// @ts-ignore: decorator
@inline function checked(state: usize, low: u32, high: u32): u32 {
  const id = low == 0 ? 1 : low;
  const at = ((id & 0xffff) as usize) << 2;
  const ids = place(state, WATCH_IDS) + at;
  const highs = place(state, WATCH_HIGHS) + at;
  if (load<u32>(ids) == id && load<u32>(highs) != high) set(state, COLLISIONS, get(state, COLLISIONS) + 1);
  store<u32>(ids, id);
  store<u32>(highs, high);
  return id;
}

/** One word of the segmenter. MISS when it is asked for; what holds a gap is left to be scanned. */
function readHanWord(state: usize, from: u32, to: u32, low: u32, high: u32): u32 {
  let numerals: u32 = 0;
  let others: u32 = 0;
  let gaps: u32 = 0;
  for (let i = from; i < to; i++) {
    const kind = kindAt(state, i);
    if (kind == 0) return UNKNOWN;
    numerals += (kind == NUMERAL) as u32;
    gaps += (kind == GAP) as u32;
    others += (kind != NUMERAL && kind != GAP && kind != HAN && kind != TRAIL) as u32;
  }
  const id = checked(state, low, high);
  if (gaps) {
    set(state, SCAN_TO, to);
    return DONE;
  }
  set(state, AT, to);
  if (others) return emit(state, from, to) ? DONE : MISS;
  const isIdle = to - from == 1 || numerals == to - from || isIn(place(state, IDLE), get(state, IDLE_MASK), id);
  const isKept = !isIdle || get(state, KEPT_MASK) == 0 || isIn(place(state, KEPT), get(state, KEPT_MASK), id);
  push(state, isKept ? id : 0, from, to);
  return DONE;
}

/** The first word with a Han character at one end, from CUT_NEXT on, becomes CUT_NEXT, CUT_FROM; UNKNOWN or its end, 0 if none. */
function nextHanWord(state: usize): u32 {
  const ends = place(state, CUT_ENDS);
  const count = get(state, CUT_COUNT);
  const start = get(state, CUT_START);
  let from = get(state, CUT_FROM);
  for (let i = get(state, CUT_NEXT); i < count; i++) {
    const to = start + load<u32>(ends + ((i as usize) << 2));
    const first = kindAt(state, from);
    const last = kindAt(state, to - 1);
    set(state, CUT_NEXT, i);
    set(state, CUT_FROM, from);
    if (first == 0 || last == 0) return NOT_KNOWN;
    if (isHan(first) || isHan(last)) return to;
    from = to;
  }
  set(state, CUT_NEXT, count);
  return 0;
}

/**
 * The text from CUT_START to `stop`, of which the segmenter has cut all: its words with a Han character at one end stand,
 * what lies between is scanned.
 */
export function readCut(state: usize, stop: u32, length: u32): u32 {
  const hashes = place(state, CUT_HASHES);
  let ended: u32 = DONE;
  while (ended == DONE) {
    if (get(state, AT) < get(state, SCAN_TO)) {
      ended = scanTo(state, get(state, SCAN_TO), false, length);
      continue;
    }
    const to = nextHanWord(state);
    if (to == NOT_KNOWN) return UNKNOWN;
    const from = to ? get(state, CUT_FROM) : stop;
    if (get(state, AT) < from) {
      set(state, SCAN_TO, from);
      continue;
    }
    if (to == 0) return DONE;
    const i = get(state, CUT_NEXT);
    const hash = hashes + ((i as usize) << 3);
    ended = readHanWord(state, from, to, load<u32>(hash), load<u32>(hash, 4));
    if (ended == UNKNOWN) return UNKNOWN;
    set(state, CUT_NEXT, i + 1);
    set(state, CUT_FROM, to);
  }
  return ended;
}
