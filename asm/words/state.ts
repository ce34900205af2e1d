// The state of one reader of words: u32 fields in memory, filled and read by src/kernel/words.ts, which has the same list.

/** u16 units of the text; u32 glyph of each unit, 0 = not looked up yet. */
export const TEXT: usize = 0;
export const GLYPHS: usize = 4;
/** For each high surrogate 1,024 bits: which of its characters are Han. */
export const HAN_PAIRS: usize = 8;
/** u32 ids, starts and ends of the words, and how many there are. */
export const IDS: usize = 12;
export const STARTS: usize = 16;
export const ENDS: usize = 20;
export const COUNT: usize = 24;
/** Cache of words (words/cache.ts) and its mask. */
export const CACHE: usize = 28;
export const CACHE_MASK: usize = 32;
/** The folded word that was asked for: its units, their number and hash, and where it stands in the text. */
export const FOLDED: usize = 36;
export const LENGTH: usize = 40;
export const HASH: usize = 44;
export const FROM: usize = 48;
export const TO: usize = 52;
/** Where `scan` goes on; inside a run of pairs also the pair and the end of the run (0 = in none). */
export const AT: usize = 56;
export const PAIR_AT: usize = 60;
export const PAIR_END: usize = 64;
/** The segmenter's words: ends, hashes, number; which is next, where it starts, what of the text before is not read. */
export const CUT_ENDS: usize = 68;
export const CUT_HASHES: usize = 72;
export const CUT_COUNT: usize = 76;
export const CUT_START: usize = 80;
export const CUT_NEXT: usize = 84;
export const CUT_FROM: usize = 88;
/** Text that is to be scanned before the next Han word: [AT, SCAN_TO). */
export const SCAN_TO: usize = 92;
/** Ids by open addressing: idle ones, and those that are never dropped. A mask of 0 stands for every id. */
export const IDLE: usize = 96;
export const IDLE_MASK: usize = 100;
export const KEPT: usize = 104;
export const KEPT_MASK: usize = 108;
/** Ids met last and the upper halves of their hashes, 65,536 each; how often they disagreed. */
export const WATCH_IDS: usize = 112;
export const WATCH_HIGHS: usize = 116;
export const COLLISIONS: usize = 120;
/** A group of lines with Han characters. */
export const LINES_FROM: usize = 124;
export const LINES_TO: usize = 128;

/** For the language: u32 counters by script and by language, words seen, and the table of function words. */
export const SCRIPTS: usize = 132;
export const SHARES: usize = 136;
export const WORDS_SEEN: usize = 140;
export const FUNCTION_WORDS: usize = 144;

/** What a call ended with. */
export const DONE: u32 = 0;
/** The folded word is not in the cache: `resolve` it and call again. */
export const MISS: u32 = 1;
/** A unit without a glyph: fill in those of the text and call again. */
export const UNKNOWN: u32 = 2;

// @ts-ignore: decorator
@inline export function get(state: usize, field: usize): u32 {
  return load<u32>(state + field);
}

/** A field that holds a place in memory. */
// @ts-ignore: decorator
@inline export function place(state: usize, field: usize): usize {
  return load<u32>(state + field) as usize;
}

// @ts-ignore: decorator
@inline export function set(state: usize, field: usize, value: u32): void {
  store<u32>(state + field, value);
}

/** Appends a word; the arrays have room for one a unit of text. */
// @ts-ignore: decorator
@inline export function push(state: usize, id: u32, from: u32, to: u32): void {
  const count = get(state, COUNT);
  const at = (count as usize) << 2;
  store<u32>(place(state, IDS) + at, id);
  store<u32>(place(state, STARTS) + at, from);
  store<u32>(place(state, ENDS) + at, to);
  set(state, COUNT, count + 1);
}
