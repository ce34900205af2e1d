// Where the parts of a dictionary image lie. The layout is written down in asm/README.md and made by
// src/kernel/dictionary/layout.ts; the two lists of header places must agree. Globals are per instance, so threads that
// instantiate the kernel on one shared memory do not meet here.

const MAGIC: u32 = 0x44575344;
const VERSION: u32 = 1;

/** A character without an id of its own: in no word of the dictionary and not in the model. */
export const UNKNOWN_ID: u32 = 128;
/** The two separators beyond ASCII, U+FF0C and U+3002. */
export const COMMA_ID: u32 = 129;
export const STOP_ID: u32 = 130;

/** u16 id of every code point below `idLimit`. */
export let idTable: usize = 0;
export let idLimit: u32 = 0;
/** 16 bytes an id: f64 weight of the character alone, u32 base of its children (bit 31: a user word of its own). */
export let rootTable: usize = 0;
/** 8 bytes a slot: u16 id that must lead here, u16 weight index (0: no word ends here), u32 base of the children. */
export let slotTable: usize = 0;
/** f64 by weight index. */
export let weightTable: usize = 0;
/** 32 bytes an id: emission of the states B, E, M, S. */
export let emissionTable: usize = 0;
export let emissionCount: u32 = 0;
/** 12 f64: start of B, E, M, S, then the possible transitions (see viterbi). */
export let modelTable: usize = 0;
/** u8 by ASCII character: ASCII_PAIR and ASCII_ALONE bits. */
export let asciiTable: usize = 0;

/** A word of the dictionary may start with this character and another ASCII one. */
export const ASCII_PAIR: u32 = 1;
/** This character alone is a word of a user dictionary. */
export const ASCII_ALONE: u32 = 2;

/** Takes the image at `base`; false when it is none of this version. */
export function openImage(base: usize): bool {
  if (load<u32>(base) != MAGIC || load<u32>(base, 4) != VERSION) return false;
  idTable = base + load<u32>(base, 20);
  idLimit = load<u32>(base, 24);
  rootTable = base + load<u32>(base, 36);
  slotTable = base + load<u32>(base, 40);
  weightTable = base + load<u32>(base, 48);
  emissionTable = base + load<u32>(base, 56);
  emissionCount = load<u32>(base, 60);
  modelTable = base + load<u32>(base, 64);
  asciiTable = base + load<u32>(base, 68);
  return true;
}

/** First child place of a character, 0 when no longer word starts with it. */
// @ts-ignore: decorator
@inline export function firstBase(id: u32): u32 {
  return load<u32>(rootTable + ((id as usize) << 4), 8) & 0x7fffffff;
}

/** The slot that `id` leads to from `base`: low half id and weight index, high half base. */
// @ts-ignore: decorator
@inline export function slotAt(slots: usize, base: u32, id: u32): u64 {
  return load<u64>(slots + (((base + id) as usize) << 3));
}
