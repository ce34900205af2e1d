// Does a document type ask for quirks mode? There a table does not end a paragraph, which is all that matters here
// (html.spec.whatwg.org 13.2.5.53 on and 13.2.6.4.1).
import { doctypes } from './memory';
import { afterSpace, at, isSameFolded, isSpace, lower, startsFolded } from './units';

let publicFrom: usize = 0;
let publicTo: usize = 0;
let systemFrom: usize = 0;
let systemTo: usize = 0;

/** Is the unit at `p` the character of the word "PUBLIC" or "SYSTEM" and so on, up to six? Packed, lower case. */
function isWord(p: usize, word: u64): bool {
  for (let i: usize = 0; i < 6; i++) {
    if (lower(at(p + (i << 1))) != ((word >> ((i as u64) << 3)) & 0xff) as u32) return false;
  }
  return true;
}

const PUBLIC: u64 = 0x63696c627570;
const SYSTEM: u64 = 0x6d6574737973;

/** [p, end): what stands between `<!doctype` and the next `>`, or the end of the page. */
export function asksForQuirks(p: usize, end: usize, isClosed: bool): bool {
  publicFrom = publicTo = systemFrom = systemTo = 0;
  p = within(afterSpace(p), end);
  const name = p;
  while (p < end && !isSpace(at(p))) p += 2;
  if (p == name || !isHtml(name, p)) return true;
  if (!isClosed) return true;
  p = within(afterSpace(p), end);
  if (p == end) return false;
  return !readIdentifiers(p, end) || isQuirky();
}

// @ts-ignore: decorator
@inline function within(p: usize, end: usize): usize {
  return min(p, end);
}

function isHtml(from: usize, to: usize): bool {
  return (
    to - from == 8 && lower(at(from)) == 0x68 && lower(at(from + 2)) == 0x74 &&
    lower(at(from + 4)) == 0x6d && lower(at(from + 6)) == 0x6c
  );
}

/** False when they are broken in a way that forces quirks. */
function readIdentifiers(p: usize, end: usize): bool {
  if (end - p < 12) return false;
  const isPublic = isWord(p, PUBLIC);
  if (!isPublic && !isWord(p, SYSTEM)) return false;
  p = within(afterSpace(p + 12), end);
  if (!isQuote(p, end)) return false;
  if (isPublic) {
    publicFrom = p + 2;
    publicTo = quotedEnd(p, end);
    if (!publicTo) return false;
    p = within(afterSpace(publicTo + 2), end);
    if (p == end) return true;
    if (!isQuote(p, end)) return false;
  }
  systemFrom = p + 2;
  systemTo = quotedEnd(p, end);
  return systemTo != 0;
}

function isQuote(p: usize, end: usize): bool {
  return p < end && (at(p) == 0x22 || at(p) == 0x27);
}

function quotedEnd(p: usize, end: usize): usize {
  const quote = at(p);
  for (p += 2; p < end; p += 2) if (at(p) == quote) return p;
  return 0;
}

/** The list of the image: kind, length and characters of each; 0, 0 ends it. */
function isQuirky(): bool {
  for (let entry = doctypes; load<u8>(entry, 1) != 0; entry += load<u8>(entry, 1) + 2) {
    const kind = load<u8>(entry);
    const length: u32 = load<u8>(entry, 1);
    if (kind == 3) {
      if (systemFrom && isSameFolded(systemFrom, systemTo, entry + 2, length)) return true;
    } else if (!publicFrom || (kind == 1 && systemFrom)) continue;
    else if (kind == 2 ? isSameFolded(publicFrom, publicTo, entry + 2, length) : startsFolded(publicFrom, publicTo, entry + 2, length)) {
      return true;
    }
  }
  return false;
}
