// What a UTF-16 unit is: u32 glyph = class + 16 × fold (src/text/character.ts) + bits of its own here.
import { GLYPHS, place, TEXT } from './state';

export const GAP: u32 = 1;
export const LETTER: u32 = 2;
export const DIGIT: u32 = 3;
export const MARK: u32 = 4;
export const HAN: u32 = 5;
export const NUMERAL: u32 = 6;
export const HIRAGANA: u32 = 7;
export const KATAKANA: u32 = 8;
export const TRAIL: u32 = 11;

/** The unit alone is a character of the script Han. */
export const OF_HAN: u32 = 1 << 20;

// @ts-ignore: decorator
@inline export function unitAt(text: usize, at: u32): u32 {
  return load<u16>(text + ((at as usize) << 1));
}

// @ts-ignore: decorator
@inline export function glyphAt(text: usize, glyphs: usize, at: u32): u32 {
  return load<u32>(glyphs + ((unitAt(text, at) as usize) << 2));
}

// @ts-ignore: decorator
@inline export function kindOf(glyph: u32): u32 {
  return glyph & 15;
}

// @ts-ignore: decorator
@inline export function foldOf(glyph: u32): u32 {
  return (glyph >> 4) & 0xffff;
}

// @ts-ignore: decorator
@inline export function kindAt(state: usize, at: u32): u32 {
  return kindOf(glyphAt(place(state, TEXT), place(state, GLYPHS), at));
}

// @ts-ignore: decorator
@inline export function isHan(kind: u32): bool {
  return kind - HAN < 2;
}
