// Text that no tag interrupts but one: titles, scripts, style sheets (html.spec.whatwg.org 13.2.5.2 to 13.2.5.31). Where does
// it end, and what of it is text?
import { writeReference, written } from './reference';
import { RCDATA } from './state';
import { at, findUnit, isSpace, lower } from './units';

const SCRIPT: u64 = 0x747069726373;

/** May the tag name end here? */
// @ts-ignore: decorator
@inline function endsName(p: usize, end: usize): bool {
  const c = at(p);
  return p < end && (isSpace(c) || c == 0x2f || c == 0x3e);
}

/** The `<` of the end tag whose name is [name, nameTo), from `p` on; `end` when there is none. */
export function endOfRaw(p: usize, end: usize, name: usize, nameTo: usize): usize {
  for (p = findUnit(p, end, 0x3c); p < end; p = findUnit(p + 2, end, 0x3c)) {
    if (at(p + 2) == 0x2f && isNameHere(p + 4, name, nameTo) && endsName(p + 4 + (nameTo - name), end)) return p;
  }
  return end;
}

function isNameHere(p: usize, name: usize, nameTo: usize): bool {
  for (; name < nameTo; name += 2, p += 2) if (lower(at(p)) != lower(at(name))) return false;
  return true;
}

function isScript(p: usize, end: usize): bool {
  for (let i: usize = 0; i < 6; i++) {
    if (lower(at(p + (i << 1))) != (((SCRIPT >> ((i as u64) << 3)) & 0xff) as u32)) return false;
  }
  return endsName(p + 12, end);
}

/** The `<` of the end tag of a script: one in `<!--` counts, one behind a further `<script` there does not. */
export function endOfScript(p: usize, end: usize): usize {
  while (true) {
    p = findUnit(p, end, 0x3c);
    if (p >= end) return end;
    if (at(p + 2) == 0x2f && isScript(p + 4, end)) return p;
    if (at(p + 2) == 0x21 && at(p + 4) == 0x2d && at(p + 6) == 0x2d) {
      p = endOfEscape(p + 8, end);
      if (foundEnd) return p;
    } else p += 2;
  }
}

let foundEnd: bool = false;

/** From behind `<!--` to behind `-->`, or to the end tag of the script, which `foundEnd` tells, or to the end. */
function endOfEscape(p: usize, end: usize): usize {
  let dashes: u32 = 2;
  let isDouble = false;
  foundEnd = true;
  while (p < end) {
    const c = at(p);
    if (c == 0x2d) dashes++;
    else if (c == 0x3e && dashes >= 2) {
      foundEnd = false;
      return p + 2;
    } else {
      dashes = 0;
      if (c == 0x3c) {
        const isEnd = at(p + 2) == 0x2f;
        if (isScript(isEnd ? p + 4 : p + 2, end)) {
          if (isEnd && !isDouble) return p;
          if (isEnd == isDouble) {
            isDouble = !isDouble;
            p += isEnd ? 16 : 14;
          }
        }
      }
    }
    p += 2;
  }
  return end;
}

/** Decodes [from, to) in place as its kind of text is; returns the new end. */
export function decodeRaw(from: usize, to: usize, kind: u32): usize {
  let out = from;
  for (let p = from; p < to; out = writtenTo) p = decodeRawUnit(p, out, kind);
  return out;
}

let writtenTo: usize = 0;

// @ts-ignore: decorator
@inline function decodeRawUnit(p: usize, out: usize, kind: u32): usize {
  const c = at(p);
  if (c == 0x26 && kind == RCDATA) {
    const behind = writeReference(p, out, false);
    if (behind != p) {
      writtenTo = written;
      return behind;
    }
  }
  store<u16>(out, c == 0 ? 0xfffd : (c as u16));
  writtenTo = out + 2;
  return p + 2;
}
