/**
 * The dictionary image in numbers: where its parts lie and how large they are. asm/segmenter/image.ts reads the same
 * places; asm/README.md draws them. All numbers are little-endian, all offsets count from the start of the image and
 * are multiples of 8.
 */

export const MAGIC = 0x44575344;
/** Changes whenever the layout or the meaning of a part does. */
export const VERSION = 1;

/** Places in the header, as indices of u32. */
export const HEADER = {
  magic: 0,
  version: 1,
  /** Length of the image. */
  bytes: 2,
  /** CRC-32 of all bytes from `stamp` on. */
  checksum: 3,
  /** CRC-32 of what the image was made of: tells whether it is up to date. */
  stamp: 4,
  idTable: 5,
  idLimit: 6,
  /** Ids given so far. */
  idCount: 7,
  wordCount: 8,
  rootTable: 9,
  slotTable: 10,
  slotCount: 11,
  weightTable: 12,
  weightCount: 13,
  emissionTable: 14,
  emissionCount: 15,
  modelTable: 16,
  asciiTable: 17,
  /** Indices of f64: sum of the frequencies, least weight, median weight of the dictionary without user words. */
  frequencySum: 10,
  leastWeight: 11,
  medianWeight: 12,
} as const;
export const HEADER_BYTES = 128;
/** First byte under the checksum. */
export const CHECKED_FROM = HEADER.stamp * 4;

/** Code points from here on have no id: no dictionary or model holds one. */
export const ID_LIMIT = 0x32400;
/** Ids, with those that user words may add. ASCII characters are their own ids. */
export const ID_CAPACITY = 16384;
export const UNKNOWN_ID = 128;
export const COMMA_ID = 129;
export const STOP_ID = 130;
export const FIRST_FREE_ID = 131;

/** Distinct weights, with those that user words may add; index 0 stands for "no word". */
export const WEIGHT_CAPACITY = 16384;
/** Id that no character has: marks a free slot. */
export const FREE_SLOT = 0xffff;
/** A user word of one character, beside the base of a root. */
export const ALONE_BIT = 0x80000000;

/** In the ASCII table: another ASCII character may follow in a word; the character alone is a user word. */
export const ASCII_PAIR = 1;
export const ASCII_ALONE = 2;

/** cppjieba looks no further than this many characters. */
export const WORD_LIMIT = 512;
/** cppjieba's weight of what cannot be. */
export const IMPOSSIBLE = -3.14e100;

export const align8 = (bytes: number): number => (bytes + 7) & ~7;
