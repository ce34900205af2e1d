// Words of a text in UTF-16 with their term ids, and counts of ids. The wrapper is src/kernel/words.ts; the plain twin,
// which says what a word is, is src/text/term-reader.ts.
import { keep } from './words/cache';
import { countIds } from './words/count';
import { findLines, readCut } from './words/han';
import { addFunctionWord, countScripts, weighWords } from './words/language';
import { scanTo } from './words/scan';
import { FROM, get, HASH, LENGTH, push, TO } from './words/state';

/** Words from AT to `to` without a segmenter; Han runs in pairs or whole. Returns DONE, MISS or UNKNOWN. */
export function scan(state: usize, to: u32, isPaired: bool, length: u32): u32 {
  return scanTo(state, to, isPaired, length);
}

/** Next lines for the segmenter at or behind `from`. Returns DONE or UNKNOWN. */
export function lines(state: usize, from: u32, length: u32): u32 {
  return findLines(state, from, length);
}

/** Words from CUT_START to `stop` with those of the segmenter. Returns DONE, MISS or UNKNOWN. */
export function merge(state: usize, stop: u32, length: u32): u32 {
  return readCut(state, stop, length);
}

/** The id of the word that was asked for. */
export function resolve(state: usize, id: u32): void {
  keep(state, get(state, LENGTH), get(state, HASH), id);
  push(state, id, get(state, FROM), get(state, TO));
}

/** Ids of ranges of words as a vector; returns the number of different ones. */
export function count(ids: usize, ranges: usize, count: u32, work: usize, room: u32, outIds: usize, outCounts: usize): u32 {
  return countIds(ids, ranges, count, work, room, outIds, outCounts);
}

/** Characters of [from, to) by script. Returns DONE or UNKNOWN. */
export function scripts(state: usize, from: u32, to: u32): u32 {
  return countScripts(state, from, to);
}

/** Function words of [from, to) by language. Returns DONE, UNKNOWN or IRREGULAR. */
export function weigh(state: usize, from: u32, to: u32): u32 {
  return weighWords(state, from, to);
}

export function learnWord(state: usize, length: u32, bits: u32): void {
  addFunctionWord(state, length, bits);
}
