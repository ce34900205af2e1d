/**
 * What stands around a link? Ranges of the page's text for the models: the anchor, its context (METHODS B.7: the anchor
 * and up to 20 tokens each side within the enclosing block) and the leaves around it (METHODS H.2). A token here is a
 * run of letters and digits, and each Han, kana or Hangul character counts as one; the text room cuts the real words.
 */
import { LINK, LINK_FLAG, linkAt, type PageDocument, RUN, runAt, sliceAt } from '../contract/document.js';

export const CONTEXT_TOKENS = 20;
export const LEAF_REACH = 5;
/** Characters that a context reaches each side: words without end must not cost the square of a page. */
const MOST_REACH = 500;
/** Leaves inside one link that are looked at. */
const MOST_OWN_LEAVES = 50;

/** Offsets into `page.text`: from ≤ anchorStart ≤ anchorEnd ≤ to. The anchor is empty when it is not in the text. */
export interface LinkContext {
  readonly from: number;
  readonly anchorStart: number;
  readonly anchorEnd: number;
  readonly to: number;
}

/** A leaf near a link: its text's offsets and its distance, −1, −2 … before, 0 inside, 1, 2 … after. */
export interface LeafOffset {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const WORD = /[\p{L}\p{N}\p{M}]/u;

/** Anchor of link i: its text, else what its image or attributes say, else an empty string. */
export function anchorOf(page: PageDocument, i: number): string {
  const at = linkAt(i);
  const isAside = ((page.records[at + LINK.flags] as number) & LINK_FLAG.anchorInValues) !== 0;
  return sliceAt(isAside ? page.values : page.text, page.records, at + LINK.anchor) ?? '';
}

const charAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) as number);

/** End of the stretch that starts at `from`, goes no further than `limit` and holds at most `most` tokens. */
function reachForward(text: string, from: number, limit: number, most: number): number {
  const end = Math.min(limit, from + MOST_REACH);
  let at = from;
  for (let tokens = 0, isInWord = false; at < end; ) {
    const char = charAt(text, at);
    const isWide = WIDE.test(char);
    const isWord = isWide || WORD.test(char);
    if (isWord && (isWide || !isInWord) && ++tokens > most) break;
    isInWord = isWord && !isWide;
    at += char.length;
  }
  return at;
}

/** Start of the stretch that ends at `from`, goes back no further than `limit` and holds at most `most` tokens. */
function reachBack(text: string, from: number, limit: number, most: number): number {
  const start = Math.max(limit, from - MOST_REACH);
  let at = from;
  for (let tokens = 0, isInWord = false; at > start; ) {
    const isPair = at - 2 >= limit && (text.codePointAt(at - 2) as number) > 0xffff;
    const char = isPair ? text.slice(at - 2, at) : (text[at - 1] as string);
    const isWide = WIDE.test(char);
    const isWord = isWide || WORD.test(char);
    if (isWord && (isWide || !isInWord) && ++tokens > most) break;
    isInWord = isWord && !isWide;
    at -= char.length;
  }
  return at;
}

/** Where link i stands in the text: its anchor, or an empty range between the leaves around it. */
function placeOf(page: PageDocument, at: number): readonly [number, number] {
  const { records } = page;
  const blockStart = records[at + LINK.block] as number;
  const blockEnd = records[at + LINK.block + 1] as number;
  const first = records[at + LINK.runs] as number;
  if (first < (records[at + LINK.runs + 1] as number)) {
    return [records[at + LINK.anchor] as number, records[at + LINK.anchor + 1] as number];
  }
  const before = first > 0 ? (records[runAt(records, first - 1) + RUN.text + 1] as number) : 0;
  const place = Math.min(Math.max(before, blockStart), blockEnd);
  return [place, place];
}

/** The context of link i: up to `most` tokens each side of its anchor, never beyond its block. */
export function contextOf(page: PageDocument, i: number, most = CONTEXT_TOKENS): LinkContext {
  const at = linkAt(i);
  const [anchorStart, anchorEnd] = placeOf(page, at);
  const from = reachBack(page.text, anchorStart, page.records[at + LINK.block] as number, most);
  const to = reachForward(page.text, anchorEnd, page.records[at + LINK.block + 1] as number, most);
  return { from, anchorStart, anchorEnd, to };
}

/** Leaves from `reach` before link i to `reach` after it, in document order. */
export function leafOffsets(page: PageDocument, i: number, reach = LEAF_REACH): LeafOffset[] {
  const { records } = page;
  const first = records[linkAt(i) + LINK.runs] as number;
  const end = records[linkAt(i) + LINK.runs + 1] as number;
  const runCount = records[1] as number;
  const leaves: LeafOffset[] = [];
  const push = (run: number, offset: number): void => {
    const at = runAt(records, run) + RUN.text;
    leaves.push({ start: records[at] as number, end: records[at + 1] as number, offset });
  };
  for (let run = Math.max(0, first - reach); run < first; run++) push(run, run - first);
  for (let run = first; run < Math.min(end, first + MOST_OWN_LEAVES); run++) push(run, 0);
  for (let run = end; run < Math.min(runCount, end + reach); run++) push(run, run - end + 1);
  return leaves;
}
