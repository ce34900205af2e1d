// The tokenizer (html.spec.whatwg.org 13.2.5): one pass over the page, each token given to the tree builder at once. What is
// decoded is written where it stood, so that text and values are slices of the page.
import { clearAttributes, readAttributes } from './attribute';
import * as build from './build';
import { asksForQuirks } from './doctype';
import { nameFrom, nameNumber, nameTo, readTagName } from './name';
import { insertText, setTag, tagId } from './insert';
import { tagFacts } from './memory';
import { FORMATTING, isForeignInside } from './node';
import { current, pop } from './open';
import { decodeRaw, endOfRaw, endOfScript } from './raw';
import { writeReference, written } from './reference';
import {
  BEFORE_HTML,
  DATA,
  INITIAL,
  mode,
  PLAINTEXT,
  SCRIPT,
  setMode,
  setQuirks,
  setSkipsNewline,
  setTextMode,
  textMode,
} from './state';
import { TITLE, XMP } from './tag';
import { at, find, findUnit, isLetter, lower } from './units';

const LESS: u16 = 0x3c;
const AMPERSAND: u16 = 0x26;

/** Reads the whole page [p, end). */
export function readTokens(p: usize, end: usize): void {
  build.startToken();
  while (p < end) {
    p = readText(p, end);
    if (p >= end) break;
    p = readMarkup(p, end);
  }
  build.endOfPage();
}

/** Does markup start at this `<`? */
// @ts-ignore: decorator
@inline function isMarkup(p: usize, end: usize): bool {
  const c = at(p + 2);
  if (isLetter(c) || c == 0x21 || c == 0x3f) return p + 2 < end;
  return c == 0x2f && p + 4 < end;
}

/** Text up to the next markup, in which everything is decoded; returns where that begins. */
function readText(p: usize, end: usize): usize {
  let from = p;
  p = find(p, LESS, AMPERSAND);
  let out = p;
  while (true) {
    const c = at(p);
    if (c == LESS && isMarkup(p, end)) break;
    if (c == 0) {
      if (p >= end) break;
      if (out > from) build.text(from, out);
      store<u16>(p, 0xfffd);
      build.nul(p);
      p += 2;
      from = p;
      out = p;
    } else p = copyOne(p, out, c);
    if (c != 0) out = copiedTo;
    const stop = find(p, LESS, AMPERSAND);
    if (out != p) memory.copy(out, p, stop - p);
    out += stop - p;
    p = stop;
  }
  if (out > from) build.text(from, out);
  return p;
}

let copiedTo: usize = 0;

/** A `<` or `&` that is text, or a reference. */
function copyOne(p: usize, out: usize, c: u32): usize {
  if (c == AMPERSAND) {
    const behind = writeReference(p, out, false);
    if (behind != p) {
      copiedTo = written;
      return behind;
    }
  }
  store<u16>(out, c as u16);
  copiedTo = out + 2;
  return p + 2;
}

function readMarkup(p: usize, end: usize): usize {
  const c = at(p + 2);
  if (isLetter(c)) return readStartTag(p + 2, end);
  if (c == 0x2f) return readEndTag(p + 4, end);
  if (c == 0x21) return readDeclaration(p + 4, end);
  return readBogusComment(p + 2, end);
}

function readStartTag(p: usize, end: usize): usize {
  if (!readTagName(p, end)) return end;
  const id = nameNumber;
  const from = nameFrom;
  const to = nameTo;
  p = to;
  if (at(p) == 0x3e) {
    clearAttributes();
    p += 2;
  } else {
    const isFormatting = (load<u32>(tagFacts + ((id as usize) << 4)) & FORMATTING) != 0;
    p = readAttributes(p, end, isFormatting);
    if (!p) return end;
  }
  setTag(id, from, to);
  build.startTag();
  return textMode == DATA ? p : readRaw(p, end, from, to);
}

function readEndTag(p: usize, end: usize): usize {
  const c = at(p);
  if (!isLetter(c)) return c == 0x3e ? p + 2 : readBogusComment(p, end);
  if (!readTagName(p, end)) return end;
  setTag(nameNumber, nameFrom, nameTo);
  p = at(nameTo) == 0x3e ? nameTo + 2 : readAttributes(nameTo, end, false);
  if (!p) return end;
  build.endTag();
  return p;
}

/** The content of an element that holds only text, and its end tag. */
function readRaw(p: usize, end: usize, name: usize, nameEnd: usize): usize {
  const kind = textMode;
  setTextMode(DATA);
  if (kind == PLAINTEXT) {
    readPlaintext(p, end);
    return end;
  }
  setSkipsNewline(false);
  const to = kind == SCRIPT ? endOfScript(p, end) : endOfRaw(p, end, name, nameEnd);
  const behind = to < end ? readAttributes(to + 4 + (nameEnd - name), end, false) : 0;
  if (tagId == TITLE || tagId == XMP) insertText(p, decodeRaw(p, to, kind));
  pop();
  return behind ? behind : end;
}

/** The rest of the page, as it stands. */
function readPlaintext(p: usize, end: usize): void {
  const to = decodeRaw(p, end, PLAINTEXT);
  if (to > p) build.text(p, to);
}

function readDeclaration(p: usize, end: usize): usize {
  if (at(p) == 0x2d && at(p + 2) == 0x2d) {
    build.comment();
    return endOfComment(p + 4, end);
  }
  if (isDoctype(p)) return readDoctype(p + 14, end);
  if (isForeignInside(current) && isCdata(p)) return readCdata(p + 14, end);
  return readBogusComment(p, end);
}

function readBogusComment(p: usize, end: usize): usize {
  build.comment();
  return min(findUnit(p, end, 0x3e) + 2, end);
}

/** From behind `<!--` to behind the comment. */
function endOfComment(p: usize, end: usize): usize {
  if (at(p) == 0x3e) return p + 2;
  if (at(p) == 0x2d && at(p + 2) == 0x3e) return p + 4;
  for (p = findUnit(p, end, 0x2d); p < end; p = findUnit(p + 2, end, 0x2d)) {
    if (at(p + 2) != 0x2d) continue;
    if (at(p + 4) == 0x3e) return p + 6;
    if (at(p + 4) == 0x21 && at(p + 6) == 0x3e) return p + 8;
  }
  return end;
}

const DOCTYPE: u64 = 0x65707974636f64;
const CDATA: u64 = 0x5b41544144435b;

function isDoctype(p: usize): bool {
  for (let i: usize = 0; i < 7; i++) {
    if (lower(at(p + (i << 1))) != (((DOCTYPE >> ((i as u64) << 3)) & 0xff) as u32)) return false;
  }
  return true;
}

function isCdata(p: usize): bool {
  for (let i: usize = 0; i < 7; i++) {
    if (at(p + (i << 1)) != (((CDATA >> ((i as u64) << 3)) & 0xff) as u32)) return false;
  }
  return true;
}

function readDoctype(p: usize, end: usize): usize {
  const to = findUnit(p, end, 0x3e);
  build.doctype();
  if (mode == INITIAL) {
    setQuirks(asksForQuirks(p, to, to < end));
    setMode(BEFORE_HTML);
  }
  return min(to + 2, end);
}

/** Text of a drawing between `<![CDATA[` and `]]>`. */
function readCdata(p: usize, end: usize): usize {
  let to = p;
  while (true) {
    to = findUnit(to, end, 0x5d);
    if (to >= end || (at(to + 2) == 0x5d && at(to + 4) == 0x3e)) break;
    to += 2;
  }
  for (let from = p; from < to; ) {
    const stop = min(findUnit(from, to, 0), to);
    if (stop > from) build.text(from, stop);
    if (stop < to) {
      store<u16>(stop, 0xfffd);
      build.nul(stop);
    }
    from = stop + 2;
  }
  return to >= end ? end : to + 6;
}
