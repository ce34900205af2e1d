// What a page says about itself: src/parse/head-facts.ts says what counts. Each fact is a text by its two ends; 0 is none.
import {
  ALT,
  attributeOf,
  CONTENT,
  HREF,
  HTTP_EQUIV,
  isWord,
  LANG,
  NAME,
  REL,
  valueFrom,
  valueTo,
  XML_LANG,
} from './attribute';
import { take } from './memory';
import { attributeCountOf, attributesOf, idOf } from './node';
import * as tag from './tag';
import { at, isTrimmed, isWhite, lower } from './units';
import { addTidy, beginTidy, endTidy } from './value';

const MOST_FACT: u32 = 2000;
const MOST_ROBOTS: u32 = 10;
const MOST_REFRESH: usize = 10_000;

export let titleFrom: usize = 0;
export let titleTo: usize = 0;
export let baseFrom: usize = 0;
export let baseTo: usize = 0;
export let canonicalFrom: usize = 0;
export let canonicalTo: usize = 0;
export let descriptionFrom: usize = 0;
export let descriptionTo: usize = 0;
export let refreshFrom: usize = 0;
export let refreshTo: usize = 0;
export let refreshDelay: u32 = 0;
export let isFrameset: bool = false;
/** Tidy contents for robots, each 8 bytes: from, to. */
export let robotsBase: usize = 0;
export let robotsCount: u32 = 0;
let elementLanguageFrom: usize = 0;
let elementLanguageTo: usize = 0;
let metaLanguageFrom: usize = 0;
let metaLanguageTo: usize = 0;
let tokenFrom: usize = 0;
let tokenTo: usize = 0;

/** Where a refresh leads, that is heard at last; 0 when it had no target. */
export let heardFrom: usize = 0;
export let heardTo: usize = 0;

/** `token`: a name for us, lower case and ASCII. */
export function startFacts(token: usize, tokenEnd: usize): void {
  titleFrom = 0;
  baseFrom = 0;
  canonicalFrom = 0;
  descriptionFrom = 0;
  refreshFrom = 0;
  refreshDelay = 0;
  isFrameset = false;
  robotsBase = 0;
  robotsCount = 0;
  elementLanguageFrom = 0;
  metaLanguageFrom = 0;
  tokenFrom = token;
  tokenTo = tokenEnd;
}

export function languageFrom(): usize {
  return elementLanguageFrom ? elementLanguageFrom : metaLanguageFrom;
}

export function languageTo(): usize {
  return elementLanguageFrom ? elementLanguageTo : metaLanguageTo;
}

/** Hears every HTML element. */
// @ts-ignore: decorator
@inline export function hearLanguage(node: usize): void {
  if (!elementLanguageFrom && attributeCountOf(node)) findLanguage(node);
}

function findLanguage(node: usize): void {
  let place = attributeOf(node, LANG, 0);
  if (!place || valueFrom(place) == valueTo(place)) place = attributeOf(node, XML_LANG, 0);
  if (!place) return;
  trim(valueFrom(place), valueTo(place));
  if (trimFrom == trimTo) return;
  elementLanguageFrom = trimFrom;
  elementLanguageTo = trimTo;
}

let trimFrom: usize = 0;
let trimTo: usize = 0;

function trim(from: usize, to: usize): void {
  while (from < to && isTrimmed(at(from))) from += 2;
  while (from < to && isTrimmed(at(to - 2))) to -= 2;
  trimFrom = from;
  trimTo = to;
}

/** Hears the HTML elements that say something; sets `heardFrom` when one sends on to another page. */
export function hearFact(node: usize): void {
  heardFrom = 0;
  switch (idOf(node)) {
    case tag.TITLE:
      if (!titleFrom) hearTitle(node);
      return;
    case tag.BASE:
      if (!baseFrom) hearBase(node);
      return;
    case tag.LINK:
      if (!canonicalFrom) hearCanonical(node);
      return;
    case tag.FRAMESET:
      isFrameset = true;
      return;
    case tag.META:
      hearMeta(node);
      return;
    default:
  }
}

function tidyRoom(length: usize): usize {
  return take((min(length, (MOST_FACT as usize) << 1) + 31) & ~15);
}

/** A title holds one text at most, of one piece. */
function hearTitle(node: usize): void {
  const child: usize = load<u32>(node, 12);
  const from: usize = child ? (load<u32>(child, 28) as usize) : 0;
  const to: usize = child ? (load<u32>(child, 32) as usize) : 0;
  titleFrom = tidyRoom(to - from);
  beginTidy(titleFrom, MOST_FACT);
  addTidy(from, to);
  titleTo = endTidy(titleFrom);
}

function hearBase(node: usize): void {
  const place = attributeOf(node, HREF, 0);
  if (!place) return;
  baseFrom = valueFrom(place);
  baseTo = valueTo(place);
}

function hearCanonical(node: usize): void {
  const rel = attributeOf(node, REL, 0);
  const href = attributeOf(node, HREF, 0);
  if (!rel || !href || !(wordsOf(rel) & CANONICAL)) return;
  canonicalFrom = valueFrom(href);
  canonicalTo = valueTo(href);
}

function hearMeta(node: usize): void {
  const content = attributeOf(node, CONTENT, 0);
  if (!content) return;
  const name = attributeOf(node, NAME, 0);
  if (name) hearNamed(valueFrom(name), valueTo(name), content);
  const directive = attributeOf(node, HTTP_EQUIV, 0);
  if (!directive) return;
  trim(valueFrom(directive), valueTo(directive));
  if (isWord(trimFrom, trimTo, REFRESH, 7)) hearRefresh(valueFrom(content), valueTo(content));
  else if (!metaLanguageFrom && isContentLanguage(trimFrom, trimTo)) {
    trim(valueFrom(content), valueTo(content));
    if (trimFrom == trimTo) return;
    metaLanguageFrom = trimFrom;
    metaLanguageTo = trimTo;
  }
}

const ROBOTS: u64 = 0x73746f626f72;
const REFRESH: u64 = 0x68736572666572;
const DESCRIPT: u64 = 0x7470697263736564;
const ION: u64 = 0x6e6f69;
const CONTENT_: u64 = 0x2d746e65746e6f63;
const LANGUAGE: u64 = 0x65676175676e616c;

function isContentLanguage(from: usize, to: usize): bool {
  return to - from == 32 && isWord(from, from + 16, CONTENT_, 8) && isWord(from + 16, to, LANGUAGE, 8);
}

function isDescription(from: usize, to: usize): bool {
  return to - from == 22 && isWord(from, from + 16, DESCRIPT, 8) && isWord(from + 16, to, ION, 3);
}

function hearNamed(from: usize, to: usize, content: usize): void {
  trim(from, to);
  if (isWord(trimFrom, trimTo, ROBOTS, 6) || isToken(trimFrom, trimTo)) {
    if (robotsCount < MOST_ROBOTS) hearRobots(valueFrom(content), valueTo(content));
  } else if (!descriptionFrom && isDescription(trimFrom, trimTo)) {
    descriptionFrom = tidyRoom(valueTo(content) - valueFrom(content));
    beginTidy(descriptionFrom, MOST_FACT);
    addTidy(valueFrom(content), valueTo(content));
    descriptionTo = endTidy(descriptionFrom);
  }
}

/** Lower case as JavaScript has it of what may become ASCII: the Kelvin sign is a k. */
function isToken(from: usize, to: usize): bool {
  if (to - from != tokenTo - tokenFrom) return false;
  for (let t = tokenFrom; from < to; from += 2, t += 2) {
    const c = at(from);
    if ((c == 0x212a ? 0x6b : lower(c)) != at(t)) return false;
  }
  return true;
}

function hearRobots(from: usize, to: usize): void {
  if (!robotsBase) robotsBase = take((MOST_ROBOTS as usize) << 3);
  const place = robotsBase + ((robotsCount++ as usize) << 3);
  const text = tidyRoom(to - from);
  beginTidy(text, MOST_FACT);
  addTidy(from, to);
  store<u32>(place, text as u32);
  store<u32>(place, endTidy(text) as u32, 4);
}

/** src/parse/refresh.ts. */
function hearRefresh(from: usize, to: usize): void {
  to = min(to, from + (MOST_REFRESH << 1));
  let p = afterWhite(from, to);
  const number = p;
  while (p < to && (at(p) - 48 < 10 || at(p) == 0x2e)) p += 2;
  if (p == number) return;
  const delay = wholeSeconds(number, p);
  if (p < to && !isRefreshWhite(at(p)) && at(p) != 0x3b && at(p) != 0x2c) return;
  findTarget(p, to);
  if (heardFrom == heardTo) heardFrom = 0;
  if (!heardFrom || refreshFrom) return;
  refreshFrom = heardFrom;
  refreshTo = heardTo;
  refreshDelay = delay;
}

function isRefreshWhite(c: u32): bool {
  return c == 9 || c == 10 || c == 12 || c == 13 || c == 32;
}

function afterWhite(p: usize, to: usize): usize {
  while (p < to && isRefreshWhite(at(p))) p += 2;
  return p;
}

function wholeSeconds(from: usize, to: usize): u32 {
  let seconds: u64 = 0;
  for (; from < to && at(from) != 0x2e; from += 2) seconds = min<u64>(seconds * 10 + (at(from) - 48), 0x7fffffff);
  return seconds as u32;
}

/** Sets `heardFrom` and `heardTo` to what stands behind the delay. */
function findTarget(p: usize, to: usize): void {
  p = afterWhite(p, to);
  if (p < to && (at(p) == 0x3b || at(p) == 0x2c)) p += 2;
  p = afterWhite(p, to);
  if (to - p >= 8 && isWord(p, p + 6, 0x6c7275, 3)) {
    const sign = afterWhite(p + 6, to);
    if (sign < to && at(sign) == 0x3d) p = afterWhite(sign + 2, to);
  }
  heardFrom = p;
  heardTo = to;
  if (p == to || (at(p) != 0x22 && at(p) != 0x27)) return;
  heardFrom = p + 2;
  for (let q = p + 2; q < to; q += 2) {
    if (at(q) != at(p)) continue;
    heardTo = q;
    return;
  }
}

// Words of rel attributes.
export const NOFOLLOW: u32 = 1;
export const UGC: u32 = 2;
export const SPONSORED: u32 = 4;
export const CANONICAL: u32 = 8;
export const NEXT: u32 = 16;
export const PREV: u32 = 32;
export const ALTERNATE: u32 = 64;
export const STYLESHEET: u32 = 128;

/** Which of them does the attribute at `place` list? */
export function wordsOf(place: usize): u32 {
  let words: u32 = 0;
  const to = valueTo(place);
  for (let p = valueFrom(place); p < to; ) {
    while (p < to && isParting(at(p))) p += 2;
    const from = p;
    while (p < to && !isParting(at(p))) p += 2;
    if (p > from) words |= wordBit(from, p);
  }
  return words;
}

function isParting(c: u32): bool {
  return isRefreshWhite(c) || c == 0x2c;
}

function wordBit(from: usize, to: usize): u32 {
  switch (((to - from) >> 1) as u32) {
    case 3:
      return isWord(from, to, 0x636775, 3) ? UGC : 0;
    case 4:
      if (isWord(from, to, 0x7478656e, 4)) return NEXT;
      return isWord(from, to, 0x76657270, 4) ? PREV : 0;
    case 8:
      return isWord(from, to, 0x776f6c6c6f666f6e, 8) ? NOFOLLOW : 0;
    case 9:
      return nineLetters(from, to);
    case 10:
      return isWord(from, from + 16, 0x656873656c797473, 8) && isWord(from + 16, to, 0x7465, 2) ? STYLESHEET : 0;
    default:
      return 0;
  }
}

function nineLetters(from: usize, to: usize): u32 {
  if (isWord(from, from + 16, 0x65726f736e6f7073, 8)) return lower(at(to - 2)) == 0x64 ? SPONSORED : 0;
  if (isWord(from, from + 16, 0x6163696e6f6e6163, 8)) return lower(at(to - 2)) == 0x6c ? CANONICAL : 0;
  if (isWord(from, from + 16, 0x74616e7265746c61, 8)) return lower(at(to - 2)) == 0x65 ? ALTERNATE : 0;
  return 0;
}
