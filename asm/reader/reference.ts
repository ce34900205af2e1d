// Character references (html.spec.whatwg.org 13.2.5.72): numbers, and names by the table of the image.
import { referenceEntries, referenceNames, referenceSlots } from './memory';
import { at, isAlphanumeric, isDigit, isLetter } from './units';

const LONGEST_NAME: u32 = 32;
const LONGEST_LEGACY: u32 = 6;
const NONE: u32 = 0;

/** Behind what `writeReference` wrote. */
export let written: usize = 0;

/**
 * Decodes the reference whose ampersand stands at `p` and writes what it means to `out`, which is never longer. Returns
 * where it ends, or `p` when there is none.
 */
export function writeReference(p: usize, out: usize, isAttribute: bool): usize {
  const first = at(p + 2);
  if (first == 0x23) return writeNumber(p, out);
  return isAlphanumeric(first) ? writeName(p, out, isAttribute) : p;
}

function writeNumber(p: usize, out: usize): usize {
  const isHex = (at(p + 4) | 32) == 0x78;
  const start: usize = isHex ? p + 6 : p + 4;
  const base: u32 = isHex ? 16 : 10;
  let code: u32 = 0;
  let end = start;
  while (true) {
    const digit = digitOf(at(end));
    if (digit >= base) break;
    if (code < 0x110000) code = code * base + digit;
    end += 2;
  }
  if (end == start) return p;
  writeCode(meantBy(code), out);
  return at(end) == 0x3b ? end + 2 : end;
}

function digitOf(c: u32): u32 {
  if (isDigit(c)) return c - 48;
  return isLetter(c) ? (c | 32) - 87 : 99;
}

function meantBy(code: u32): u32 {
  if (code == 0 || code > 0x10ffff || code - 0xd800 < 0x800) return 0xfffd;
  return code - 0x80 < 32 ? windows1252(code) : code;
}

/** C1 controls stand for the characters of windows-1252. */
function windows1252(code: u32): u32 {
  switch (code - 0x80) {
    case 0: return 0x20ac;
    case 2: return 0x201a;
    case 3: return 0x0192;
    case 4: return 0x201e;
    case 5: return 0x2026;
    case 6: return 0x2020;
    case 7: return 0x2021;
    case 8: return 0x02c6;
    case 9: return 0x2030;
    case 10: return 0x0160;
    case 11: return 0x2039;
    case 12: return 0x0152;
    case 14: return 0x017d;
    case 17: return 0x2018;
    case 18: return 0x2019;
    case 19: return 0x201c;
    case 20: return 0x201d;
    case 21: return 0x2022;
    case 22: return 0x2013;
    case 23: return 0x2014;
    case 24: return 0x02dc;
    case 25: return 0x2122;
    case 26: return 0x0161;
    case 27: return 0x203a;
    case 28: return 0x0153;
    case 30: return 0x017e;
    case 31: return 0x0178;
    default: return code;
  }
}

function writeCode(code: u32, out: usize): void {
  if (code < 0x10000) {
    store<u16>(out, code as u16);
    written = out + 2;
    return;
  }
  store<u16>(out, (0xd7c0 + (code >> 10)) as u16);
  store<u16>(out, (0xdc00 | (code & 0x3ff)) as u16, 2);
  written = out + 4;
}

function writeName(p: usize, out: usize, isAttribute: bool): usize {
  const name = p + 2;
  let length: u32 = 0;
  while (length < LONGEST_NAME && isAlphanumeric(at(name + ((length as usize) << 1)))) length++;
  const end = name + ((length as usize) << 1);
  if (at(end) == 0x3b) {
    const entry = find(name, length);
    if (entry != NONE) {
      writeEntry(entry, out);
      return end + 2;
    }
  }
  for (let shorter = min(length, LONGEST_LEGACY); shorter >= 2; shorter--) {
    const entry = find(name, shorter);
    if (entry == NONE || !load<u8>(entry, 5)) continue;
    const behind = name + ((shorter as usize) << 1);
    if (isAttribute && (at(behind) == 0x3d || isAlphanumeric(at(behind)))) return p;
    writeEntry(entry, out);
    return behind;
  }
  return p;
}

/** Place of the entry of a name, or NONE. */
function find(name: usize, length: u32): u32 {
  let hash: u32 = 0x811c9dc5;
  for (let i: u32 = 0; i < length; i++) hash = (hash ^ at(name + ((i as usize) << 1))) * 0x01000193;
  let slot = (hash ^ (hash >> 15)) & 4095;
  while (true) {
    const number: u32 = load<u16>(referenceSlots + ((slot as usize) << 1));
    if (number == 0) return NONE;
    const entry = referenceEntries + (number as usize) * 12;
    if (load<u8>(entry, 4) == length && isName(referenceNames + load<u32>(entry), name, length)) return entry as u32;
    slot = (slot + 1) & 4095;
  }
}

function isName(bytes: usize, name: usize, length: u32): bool {
  for (let i: usize = 0; i < length; i++) if (load<u8>(bytes + i) != at(name + (i << 1))) return false;
  return true;
}

function writeEntry(entry: usize, out: usize): void {
  const second = load<u16>(entry, 8);
  store<u16>(out, load<u16>(entry, 6));
  if (second) store<u16>(out, second, 2);
  written = second ? out + 4 : out + 2;
}
