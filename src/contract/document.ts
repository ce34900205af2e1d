/**
 * A page as a reader leaves it: two strings and one Int32Array of records whose numbers are UTF-16 offsets into them.
 *
 *   text    visible text in reading order; white space collapsed, blocks and line breaks as one '\n'
 *   values  attribute values and texts that are not visible: hrefs, title, alt texts …, in any order
 *   records header (HEADER ints), then link records (LINK ints each), then run records (RUN ints each)
 *
 * A reader that works on bytes (WASM) fills the same shape, so nothing behind it knows which one ran.
 */

/** Ints of the header. A slice is two ints, start then end; start = -1 means that the page has none. */
export const HEADER = {
  linkCount: 0,
  runCount: 1,
  /** Sum of PAGE_FLAG bits. */
  flags: 2,
  /** In `values`. */
  title: 3,
  base: 5,
  canonical: 7,
  /** Target of the first meta refresh that has one, in `values`; its delay in whole seconds at `refreshDelay`. */
  refresh: 9,
  refreshDelay: 11,
  /** `lang` (or `xml:lang`) of the first element that has one, else http-equiv content-language. */
  language: 12,
  /** Number of h1–h6. */
  headingCount: 14,
  /** meta description, in `values`. */
  description: 15,
  /** Number of elements, for structure features. */
  elementCount: 17,
  /** In `values`: contents of the meta elements for robots, one a line; src/robots/page.ts says what they ask for. */
  robots: 18,
  length: 20,
} as const;

export const PAGE_FLAG = {
  /** The first three are no reader's: they are told from the page's `robots` and its headers. */
  noindex: 1,
  nofollow: 2,
  noarchive: 4,
  /** A table of the reader was full: what came after is missing. */
  overflow: 8,
  frameset: 16,
} as const;

/** Ints of a link record. */
export const LINK = {
  /** Slice of `values`: the href as written, character references decoded, white space untouched. */
  href: 0,
  /** Sum of LINK_FLAG bits. */
  flags: 2,
  /**
   * Slice of the anchor, at most its first 2,000 characters: of `text`, or of `values` when LINK_FLAG.anchorInValues is
   * set (alt texts and drawings inside, else title, else aria-label).
   */
  anchor: 3,
  /**
   * Slice of `text`: the enclosing block, the widest that a context may reach. A link that holds blocks has them all; a
   * block without text is an empty slice.
   */
  block: 5,
  /** Number of the enclosing block, the first one if it holds several; blocks count from 0 in document order. */
  blockId: 7,
  /** 32-bit hash of the tag names from the root to the link (src/parse/tag-path.ts has the formula). */
  tagPath: 8,
  /** Slice of `text`: the nearest heading that begins before the link and has text, at most 200 characters. */
  heading: 9,
  /** First run and end of runs inside the link; equal when it holds no text. */
  runs: 11,
  length: 13,
} as const;

export const LINK_FLAG = {
  nofollow: 1,
  ugc: 2,
  sponsored: 4,
  /** From frame or iframe. */
  frame: 8,
  /** From area of an image map. */
  area: 16,
  /** From link rel=next/prev/alternate; canonical is no link, it has its slice in the header. */
  linkElement: 32,
  /** From meta refresh. */
  refresh: 64,
  anchorInValues: 128,
} as const;

/** Ints of a run: one visible text leaf that is not all white space. Leaves are numbered in document order. */
export const RUN = {
  /** Slice of `text`. */
  text: 0,
  blockId: 2,
  /** Sum of RUN_FLAG bits. */
  flags: 3,
  length: 4,
} as const;

export const RUN_FLAG = {
  heading: 1,
  anchor: 2,
} as const;

export interface PageDocument {
  readonly text: string;
  readonly values: string;
  readonly records: Int32Array;
}

/** The slice whose two ints stand at `at`, or undefined when the page has none. */
export function sliceAt(store: string, records: Int32Array, at: number): string | undefined {
  const start = records[at] as number;
  return start < 0 ? undefined : store.slice(start, records[at + 1]);
}

/** Place of link i's first int. */
export const linkAt = (i: number): number => HEADER.length + i * LINK.length;

/** Place of run i's first int. */
export const runAt = (records: Int32Array, i: number): number =>
  HEADER.length + (records[HEADER.linkCount] as number) * LINK.length + i * RUN.length;

/** Text and charset decision of a body. */
export interface Decoded {
  readonly text: string;
  /** The bytes that say `text` in valid UTF-8, if it is that: for readers that want bytes. */
  readonly utf8?: Uint8Array;
  /** WHATWG name, lower case (gb18030 for gbk and gb2312), or utf-32le, utf-32be, iso-2022-kr, ibm855. */
  readonly charset: string;
  readonly source: 'bom' | 'header' | 'meta' | 'bytes' | 'default';
  /** In [0, 1]. */
  readonly confidence: number;
}
