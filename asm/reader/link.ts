// The links of a page: src/parse/links.ts says which elements are links and where their anchors lie. A link while the walk
// goes on, 64 bytes:
//
//   0 element   4 address, 8 its end   12 flags   16 tag path   20 headings before it   24 first run   28 end of runs
//   32 block   36 text of what is inside and not shown, 40 its units   44 link around it, counted from 1
import {
  ALT,
  ARIA_LABEL,
  attributeOf,
  HREF,
  isWord,
  REL,
  SRC,
  TITLE,
  TYPE,
  valueFrom,
  valueTo,
  XLINK_HREF,
  XLINK_TITLE,
} from './attribute';
import { ALTERNATE, NEXT, NOFOLLOW, PREV, SPONSORED, STYLESHEET, UGC, wordsOf } from './fact';
import { openBlock, runCount } from './flow';
import { MOST_LINKS, openLinkBase, take } from './memory';
import { HTML, idOf, spaceOf } from './node';
import * as tag from './tag';
import { at, isTrimmed, lower } from './units';
import { addTidy, beginTidy, endTidy, hasTidy } from './value';

/** LINK_FLAG of src/contract/document.ts. */
const FRAME: u32 = 8;
const AREA: u32 = 16;
const LINK_ELEMENT: u32 = 32;
export const REFRESH: u32 = 64;
const MOST_LABEL: u32 = 500;

export let linkCount: u32 = 0;
/** The innermost open link, counted from 1; 0 for none. */
export let openLink: u32 = 0;

export function startLinks(): void {
  linkCount = 0;
  openLink = 0;
}

// @ts-ignore: decorator
@inline export function openLinkAt(i: u32): usize {
  return openLinkBase + ((i as usize) << 6);
}

/** A link or none: what the element leads to. `a` stays open, the others hold nothing and are whole at once. */
export function enterLink(node: usize, path: u32, headings: u32): void {
  const id = idOf(node);
  const isFrame = id == tag.FRAME || id == tag.IFRAME;
  const isForeign = spaceOf(node) != HTML;
  const place = attributeOf(node, isFrame ? SRC : HREF, isForeign ? XLINK_HREF : 0);
  if (!place) return;
  let flags: u32 = 0;
  if (id == tag.A || id == tag.AREA) flags = relFlags(node) | (id == tag.AREA ? AREA : 0);
  else if (isFrame) flags = FRAME;
  else {
    if (!leadsToPage(node)) return;
    flags = LINK_ELEMENT;
  }
  const link = addLink(node, valueFrom(place), valueTo(place), flags);
  setPlace(link, path, headings);
  if (id != tag.A) store<u32>(link, openBlock(), 32);
  else {
    store<u32>(link, openLink, 44);
    openLink = linkCount;
  }
}

export function addLink(node: usize, from: usize, to: usize, flags: u32): usize {
  if (linkCount >= MOST_LINKS) unreachable();
  const link = openLinkAt(linkCount++);
  store<u32>(link, node as u32);
  store<u32>(link, from as u32, 4);
  store<u32>(link, to as u32, 8);
  store<u32>(link, flags, 12);
  store<u32>(link, runCount, 24);
  store<u32>(link, runCount, 28);
  store<i32>(link, -1, 32);
  store<u64>(link, 0, 36);
  store<u32>(link, 0, 44);
  return link;
}

export function setPlace(link: usize, path: u32, headings: u32): void {
  store<u32>(link, path, 16);
  store<u32>(link, headings, 20);
}

/** The end of an element: is it that of the innermost open link? */
// @ts-ignore: decorator
@inline export function leaveLink(node: usize): void {
  if (openLink && load<u32>(openLinkAt(openLink - 1)) == (node as u32)) closeLink();
}

function closeLink(): void {
  const link = openLinkAt(openLink - 1);
  openLink = load<u32>(link, 44);
  store<u32>(link, runCount, 28);
  if (load<u32>(link, 24) == runCount) store<u32>(link, openBlock(), 32);
}

function relFlags(node: usize): u32 {
  const place = attributeOf(node, REL, 0);
  return place ? wordsOf(place) & (NOFOLLOW | UGC | SPONSORED) : 0;
}

/** Is a `link` one to another page for people? */
function leadsToPage(node: usize): bool {
  const place = attributeOf(node, REL, 0);
  if (!place) return false;
  const words = wordsOf(place);
  if (words & (NEXT | PREV)) return true;
  if (!(words & ALTERNATE) || words & STYLESHEET) return false;
  const type = attributeOf(node, TYPE, 0);
  return !type || isPageType(valueFrom(type), valueTo(type));
}

const TEXT_HTM: u64 = 0x6d74682f74786574;
const APPLICAT: u64 = 0x746163696c707061;
const ION_XHTM: u64 = 0x6d7468782f6e6f69;
const L_XML: u64 = 0x6c6d782b6c;

/** Nothing, or a type that begins as those of HTML do. */
function isPageType(from: usize, to: usize): bool {
  while (from < to && isTrimmed(at(from))) from += 2;
  while (from < to && isTrimmed(at(to - 2))) to -= 2;
  const length = (to - from) >> 1;
  if (length == 0) return true;
  if (length >= 9 && isWord(from, from + 16, TEXT_HTM, 8)) return lower(at(from + 16)) == 0x6c;
  return (
    length >= 21 &&
    isWord(from, from + 16, APPLICAT, 8) &&
    isWord(from + 16, from + 32, ION_XHTM, 8) &&
    isWord(from + 32, from + 42, L_XML, 5)
  );
}

/** Room for what is inside the innermost open link; false when it has enough or there is none. */
export function beginInside(): bool {
  if (!openLink) return false;
  const link = openLinkAt(openLink - 1);
  const length = load<u32>(link, 40);
  if (length >= MOST_LABEL) return false;
  if (!load<u32>(link, 36)) store<u32>(link, take(1024) as u32, 36);
  const start = insideStart(link);
  beginTidy(start, MOST_LABEL - length - (length ? 1 : 0));
  return true;
}

function insideStart(link: usize): usize {
  const length = load<u32>(link, 40);
  return (load<u32>(link, 36) as usize) + (((length + (length ? 1 : 0)) as usize) << 1);
}

export function endInside(): void {
  if (!hasTidy()) return;
  const link = openLinkAt(openLink - 1);
  const start = insideStart(link);
  if (load<u32>(link, 40)) store<u16>(start - 2, 32);
  store<u32>(link, ((endTidy(start) - load<u32>(link, 36)) >> 1) as u32, 40);
}

export let labelFrom: usize = 0;
export let labelTo: usize = 0;

/** What a link is called that holds no text: what is inside, else alt, title or aria-label; empty when there is nothing. */
export function findLabel(link: usize): void {
  const length = load<u32>(link, 40);
  labelFrom = load<u32>(link, 36);
  labelTo = labelFrom + ((length as usize) << 1);
  if (length) return;
  const node: usize = load<u32>(link);
  const isForeign = spaceOf(node) != HTML;
  if (tidyLabel(attributeOf(node, ALT, 0))) return;
  if (tidyLabel(attributeOf(node, TITLE, isForeign ? XLINK_TITLE : 0))) return;
  tidyLabel(attributeOf(node, ARIA_LABEL, 0));
}

function tidyLabel(place: usize): bool {
  labelFrom = labelTo = 0;
  if (!place) return false;
  const from = valueFrom(place);
  const room = take((min(valueTo(place) - from, (MOST_LABEL as usize) << 1) + 31) & ~15);
  beginTidy(room, MOST_LABEL);
  addTidy(from, valueTo(place));
  labelFrom = room;
  labelTo = endTidy(room);
  return labelTo > labelFrom;
}
