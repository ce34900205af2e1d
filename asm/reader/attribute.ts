// Attributes of tags, 16 bytes each: name, end of the name, value, end of the value. A name with a number (those of the
// image) is that number; another one is kept only on formatting elements, which are compared by all they have, and lies
// where it stands in the page. Values are decoded in place.
import { take } from './memory';
import { attributeCountOf, attributesOf, setAttributes } from './node';
import { nameFrom, nameNumber, nameTo, readAttributeName } from './name';
import { writeReference, written } from './reference';
import { afterSpace, at, find, isSameText, isSpace, lower } from './units';

// Numbers of names, in the order of ATTRIBUTES in asm/reader-image.mjs.
export const HREF: u32 = 1;
export const SRC: u32 = 2;
export const REL: u32 = 3;
export const TYPE: u32 = 4;
export const ALT: u32 = 5;
export const TITLE: u32 = 6;
export const ARIA_LABEL: u32 = 7;
export const NAME: u32 = 8;
export const CONTENT: u32 = 9;
export const HTTP_EQUIV: u32 = 10;
export const LANG: u32 = 11;
export const XML_LANG: u32 = 12;
export const XLINK_HREF: u32 = 13;
export const XLINK_TITLE: u32 = 14;
export const ENCODING: u32 = 15;
export const COLOR: u32 = 16;
export const SIZE: u32 = 17;
export const FACE: u32 = 18;

const QUOTE: u16 = 0x22;
const APOSTROPHE: u16 = 0x27;
const AMPERSAND: u16 = 0x26;
/** More of them on a formatting element make the page parse5's. */
const MOST_COMPARED: u32 = 60;

/** What the tag read last has: attributes, their number, and a solidus at its end. */
export let tagAttributes: usize = 0;
export let tagAttributeCount: u32 = 0;
export let isSelfClosing: bool = false;
let seen: u32 = 0;

export function clearAttributes(): void {
  tagAttributes = 0;
  tagAttributeCount = 0;
  isSelfClosing = false;
  seen = 0;
}

/** Reads from behind a tag's name to behind its end; 0 when the page ends before. `keepsAll`: names without a number too. */
export function readAttributes(p: usize, end: usize, keepsAll: bool): usize {
  clearAttributes();
  while (true) {
    p = afterSpace(p);
    const c = at(p);
    if (c == 0x3e) return p + 2;
    if (c == 0x2f) {
      p += 2;
      if (at(p) == 0x3e) {
        isSelfClosing = true;
        return p + 2;
      }
      continue;
    }
    if (p >= end) return 0;
    if (!readAttributeName(p, end, keepsAll)) return 0;
    p = readValue(nameTo, end, isWanted(keepsAll));
    if (!p) return 0;
  }
}

/** Is the attribute whose name was just read one to keep? The first of a name counts. */
function isWanted(keepsAll: bool): bool {
  if (nameNumber) {
    const bit = (1 as u32) << nameNumber;
    if (seen & bit) return false;
    seen |= bit;
    return true;
  }
  if (!keepsAll) return false;
  if (tagAttributeCount >= MOST_COMPARED) unreachable();
  for (let i: u32 = 0; i < tagAttributeCount; i++) {
    const other = tagAttributes + ((i as usize) << 4);
    if (isSameText(load<u32>(other), load<u32>(other, 4), nameFrom, nameTo)) return false;
  }
  return true;
}

function keep(name: usize, nameEnd: usize, from: usize, to: usize): void {
  const place = take(16);
  if (!tagAttributes) tagAttributes = place;
  tagAttributeCount++;
  store<u32>(place, name as u32);
  store<u32>(place, nameEnd as u32, 4);
  store<u32>(place, from as u32, 8);
  store<u32>(place, to as u32, 12);
}

/** Reads what follows a name, a value or none, and keeps both; returns where it ends, 0 when the page does. */
function readValue(p: usize, end: usize, isKept: bool): usize {
  const name: usize = nameNumber ? (nameNumber as usize) : nameFrom;
  const nameEnd: usize = nameNumber ? 0 : nameTo;
  p = afterSpace(p);
  let from = p;
  let to = p;
  if (at(p) == 0x3d) {
    p = afterSpace(p + 2);
    const c = at(p) as u16;
    if (c == QUOTE || c == APOSTROPHE) {
      from = p + 2;
      p = isKept ? decodeQuoted(from, end, c) : skipQuoted(from, end, c);
      to = valueEnd;
    } else {
      from = p;
      p = c == 0x3e ? p : decodeBare(from, end);
      to = c == 0x3e ? p : valueEnd;
    }
    if (!p) return 0;
  }
  if (isKept) keep(name, nameEnd, from, to);
  return p;
}

/** Where the value read last ends, decoded. */
let valueEnd: usize = 0;

function skipQuoted(p: usize, end: usize, quote: u16): usize {
  while (true) {
    p = find(p, quote, quote);
    if (at(p) == quote) return p + 2;
    if (p >= end) return 0;
    p += 2;
  }
}

/** Behind the quote that ends the value at `p`, or 0; what it holds is decoded. */
function decodeQuoted(p: usize, end: usize, quote: u16): usize {
  p = find(p, quote, AMPERSAND);
  let out = p;
  while (true) {
    const c = at(p);
    if (c == quote) {
      valueEnd = out;
      return p + 2;
    }
    if (c == 0 && p >= end) return 0;
    p = decodeOne(p, out, c);
    out = outEnd;
  }
}

function decodeBare(p: usize, end: usize): usize {
  let out = p;
  while (true) {
    const c = at(p);
    if (c == 0x3e || isSpace(c)) {
      valueEnd = out;
      return p;
    }
    if (c == 0 && p >= end) return 0;
    p = decodeOne(p, out, c);
    out = outEnd;
  }
}

let outEnd: usize = 0;

/** One unit or reference of a value from `p` to `out`. */
// @ts-ignore: decorator
@inline function decodeOne(p: usize, out: usize, c: u32): usize {
  if (c == AMPERSAND) {
    const behind = writeReference(p, out, true);
    if (behind != p) {
      outEnd = written;
      return behind;
    }
  }
  store<u16>(out, c == 0 ? 0xfffd : (c as u16));
  outEnd = out + 2;
  return p + 2;
}

/** The attribute of an element with that number, or 0; in a drawing names with xlink: count too. */
export function attributeOf(node: usize, wanted: u32, alias: u32): usize {
  let place = attributesOf(node);
  for (let i = attributeCountOf(node); i > 0; i--, place += 16) {
    const name = load<u32>(place);
    if (name == wanted || name == alias) return place;
  }
  return 0;
}

// @ts-ignore: decorator
@inline export function valueFrom(place: usize): usize {
  return load<u32>(place, 8);
}

// @ts-ignore: decorator
@inline export function valueTo(place: usize): usize {
  return load<u32>(place, 12);
}

export function attributesEqual(a: usize, b: usize): bool {
  const count = attributeCountOf(a);
  if (count != attributeCountOf(b)) return false;
  if (attributesOf(a) == attributesOf(b)) return true;
  for (let i: u32 = 0; i < count; i++) {
    if (!hasAttribute(b, attributesOf(a) + ((i as usize) << 4))) return false;
  }
  return true;
}

function hasAttribute(node: usize, wanted: usize): bool {
  let place = attributesOf(node);
  for (let i = attributeCountOf(node); i > 0; i--, place += 16) {
    if (isSameName(place, wanted)) {
      return isSameText(load<u32>(place, 8), load<u32>(place, 12), load<u32>(wanted, 8), load<u32>(wanted, 12));
    }
  }
  return false;
}

function isSameName(a: usize, b: usize): bool {
  const end = load<u32>(a, 4);
  if (end == 0 || load<u32>(b, 4) == 0) return load<u64>(a) == load<u64>(b);
  return isSameText(load<u32>(a), end, load<u32>(b), load<u32>(b, 4));
}

/** Gives an element the attributes of the tag at hand that it lacks. */
export function addAttributes(node: usize): void {
  const own = attributesOf(node);
  const count = attributeCountOf(node);
  let added: u32 = 0;
  for (let i: u32 = 0; i < tagAttributeCount; i++) if (isMissing(node, i)) added++;
  if (!added) return;
  const all = take(((count + added) as usize) << 4);
  memory.copy(all, own, (count as usize) << 4);
  let place = all + ((count as usize) << 4);
  for (let i: u32 = 0; i < tagAttributeCount; i++) {
    if (!isMissing(node, i)) continue;
    memory.copy(place, tagAttributes + ((i as usize) << 4), 16);
    place += 16;
  }
  setAttributes(node, all, count + added);
}

function isMissing(node: usize, i: u32): bool {
  return !attributeOf(node, load<u32>(tagAttributes + ((i as usize) << 4)), 0);
}

/** The attribute of the tag at hand with that number, or 0. */
export function tagAttribute(wanted: u32): usize {
  for (let i: u32 = 0; i < tagAttributeCount; i++) {
    const place = tagAttributes + ((i as usize) << 4);
    if (load<u32>(place) == wanted) return place;
  }
  return 0;
}

const HIDDEN: u64 = 0x6e6564646968;

/** Does the tag at hand say `type=hidden`? */
export function hasTypeHidden(): bool {
  const place = tagAttribute(TYPE);
  return place != 0 && isWord(valueFrom(place), valueTo(place), HIDDEN, 6);
}

/** Is a text these up to eight ASCII characters, packed in lower case? */
export function isWord(from: usize, to: usize, word: u64, length: u32): bool {
  if (to - from != (length as usize) << 1) return false;
  for (; from < to; from += 2, word >>= 8) if (lower(at(from)) != ((word & 0xff) as u32)) return false;
  return true;
}
