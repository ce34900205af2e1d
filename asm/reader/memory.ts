// Where everything of the page reader lies. The wrapper (src/kernel/reader.ts) gives one piece of memory a page and the
// image of tables; this file cuts the piece into parts and refuses with a trap what does not fit: the wrapper then leaves
// the page to parse5.
//
//   answer 64 | open elements | formatting elements | links | records, runs | blocks | headings    fixed, see below
//   units of the page, 64 zeros | text | values | nodes, attributes and pieces, upwards           by length of the page

/** Limits of the reader it is held against (src/parse): beyond them the page is read there. */
export const MOST_LINKS: u32 = 20_000;
export const MOST_RUNS: u32 = 200_000;
export const MOST_TEXT: u32 = 4_000_000;
/** Elements and comments. */
export const MOST_NODES: u32 = 300_000;
/** Limits of our own. Searches through these lists are linear, so they are short. */
export const MOST_OPEN: u32 = 400;
export const MOST_FORMATTING: u32 = 400;
export const MOST_HEADINGS: u32 = 100_000;

const OPEN_LINK: usize = 64;
/** Bytes of header and link records, which lie before the runs. */
const MOST_RECORDS: usize = (20 + (MOST_LINKS as usize) * 13) << 2;

export let answer: usize = 0;
export let openBase: usize = 0;
export let formattingBase: usize = 0;
export let openLinkBase: usize = 0;
export let runBase: usize = 0;
export let blockBase: usize = 0;
export let headingBase: usize = 0;
export let inputBase: usize = 0;
export let textBase: usize = 0;
export let valueBase: usize = 0;
export let valueLimit: usize = 0;
let roomTop: usize = 0;
let roomLimit: usize = 0;

/** Tables of the image: see asm/reader-image.mjs. */
export let referenceSlots: usize = 0;
export let referenceEntries: usize = 0;
export let referenceNames: usize = 0;
export let tagSlots: usize = 0;
export let tagFacts: usize = 0;
export let attributeSlots: usize = 0;
export let doctypes: usize = 0;

const MAGIC: u32 = 0x52445244;

export function openTables(image: usize): bool {
  if (load<u32>(image) != MAGIC) return false;
  referenceSlots = image + load<u32>(image, 8);
  referenceEntries = image + load<u32>(image, 12);
  referenceNames = image + load<u32>(image, 16);
  tagSlots = image + load<u32>(image, 20);
  tagFacts = image + load<u32>(image, 24);
  attributeSlots = image + load<u32>(image, 28);
  doctypes = image + load<u32>(image, 32);
  return true;
}

/** Bytes before the units of the page. */
export function fixedBytes(): u32 {
  lay(0);
  return inputBase as u32;
}

function lay(at: usize): void {
  answer = at;
  openBase = answer + 64;
  formattingBase = openBase + ((MOST_OPEN as usize) << 2) + 64;
  openLinkBase = formattingBase + ((MOST_FORMATTING as usize) << 3) + 64;
  runBase = openLinkBase + (MOST_LINKS as usize) * OPEN_LINK + MOST_RECORDS;
  blockBase = runBase + ((MOST_RUNS as usize) << 4);
  headingBase = blockBase + (((MOST_RUNS + MOST_LINKS) as usize) << 3) + 64;
  inputBase = headingBase + ((MOST_HEADINGS as usize) << 4);
}

/** Cuts the piece [at, at + bytes) for a page of so many units; they lie at `inputBase` when this returns. */
export function cutWork(at: usize, bytes: u32, units: u32): void {
  lay(at);
  const room = ((units as usize) << 1) + 128;
  textBase = inputBase + room;
  valueBase = textBase + room;
  valueLimit = valueBase + (room << 1) + 131072;
  roomTop = (valueLimit + 15) & ~15;
  roomLimit = at + bytes;
}

/** Room that is good until the next page; `bytes` is a multiple of 16. */
// @ts-ignore: decorator
@inline export function take(bytes: usize): usize {
  const at = roomTop;
  roomTop = at + bytes;
  if (roomTop > roomLimit) unreachable();
  return at;
}
