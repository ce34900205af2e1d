// UTF-16 units: what they are, and searches for them eight at a time. Behind the page lie 64 zeros, so a search for a
// unit that also stops at zero needs no bound.

// @ts-ignore: decorator
@inline export function at(p: usize): u32 {
  return load<u16>(p);
}

/** White space of HTML. CR was made LF before, so one can only come from a reference. */
// @ts-ignore: decorator
@inline export function isSpace(c: u32): bool {
  return c <= 32 && (((0x100003600 as u64) >> (c as u64)) & 1) != 0;
}

/** What is collapsed in text: white space of HTML, no-break and ideographic space. */
// @ts-ignore: decorator
@inline export function isWhite(c: u32): bool {
  return c <= 32 ? isSpace(c) : c == 0xa0 || c == 0x3000;
}

/** What JavaScript's trim takes away. */
export function isTrimmed(c: u32): bool {
  if (c <= 32) return c == 32 || c - 9 < 5;
  if (c < 0x1680) return c == 0xa0;
  return (
    c == 0x1680 ||
    c - 0x2000 <= 10 ||
    c == 0x2028 ||
    c == 0x2029 ||
    c == 0x202f ||
    c == 0x205f ||
    c == 0x3000 ||
    c == 0xfeff
  );
}

// @ts-ignore: decorator
@inline export function isLetter(c: u32): bool {
  return (c | 32) - 97 < 26;
}

// @ts-ignore: decorator
@inline export function isDigit(c: u32): bool {
  return c - 48 < 10;
}

// @ts-ignore: decorator
@inline export function isAlphanumeric(c: u32): bool {
  return isLetter(c) || isDigit(c);
}

// @ts-ignore: decorator
@inline export function lower(c: u32): u32 {
  return c - 65 < 26 ? c + 32 : c;
}

/** The first unit `a`, `b` or zero from `p` on. */
// @ts-ignore: decorator
@inline export function find(p: usize, a: u16, b: u16): usize {
  const va = i16x8.splat(a);
  const vb = i16x8.splat(b);
  const zero = i16x8.splat(0);
  while (true) {
    const v = v128.load(p);
    const hit = v128.or(v128.or(i16x8.eq(v, va), i16x8.eq(v, vb)), i16x8.eq(v, zero));
    const mask = i16x8.bitmask(hit);
    if (mask) return p + ((ctz(mask) as usize) << 1);
    p += 16;
  }
}

/** The first `unit` in [p, end), or `end`. */
export function findUnit(p: usize, end: usize, unit: u16): usize {
  const wanted = i16x8.splat(unit);
  while (p < end) {
    const mask = i16x8.bitmask(i16x8.eq(v128.load(p), wanted));
    if (mask) return min(p + ((ctz(mask) as usize) << 1), end);
    p += 16;
  }
  return end;
}

// @ts-ignore: decorator
@inline export function afterSpace(p: usize): usize {
  while (isSpace(at(p))) p += 2;
  return p;
}

export function isAllSpace(from: usize, to: usize): bool {
  for (; from < to; from += 2) if (!isSpace(at(from))) return false;
  return true;
}

/** Makes LF of CR LF and of CR in [from, to), in place; returns the new end. */
export function foldCr(from: usize, to: usize): usize {
  let write = findUnit(from, to, 13);
  for (let p = write; p < to; p += 2, write += 2) {
    const c = at(p);
    if (c == 13) {
      store<u16>(write, 10);
      if (p + 2 < to && at(p + 2) == 10) p += 2;
    } else store<u16>(write, c as u16);
  }
  return write;
}

/** Is [from, to) the same as the `length` bytes at `name`, case of ASCII letters aside? `name` is lower case. */
export function isSameFolded(from: usize, to: usize, name: usize, length: u32): bool {
  if (((to - from) >> 1) != length) return false;
  return startsFolded(from, to, name, length);
}

export function startsFolded(from: usize, to: usize, name: usize, length: u32): bool {
  if (((to - from) >> 1) < length) return false;
  for (let i: usize = 0; i < length; i++) {
    if (lower(at(from + (i << 1))) != load<u8>(name + i)) return false;
  }
  return true;
}

export function isSameText(a: usize, aEnd: usize, b: usize, bEnd: usize): bool {
  if (aEnd - a != bEnd - b) return false;
  for (; a < aEnd; a += 2, b += 2) if (at(a) != at(b)) return false;
  return true;
}

/** Leaves one byte of each of so many units, in place; none is above 255. Writes up to 7 bytes more. */
export function narrow(p: usize, units: usize): void {
  for (let i: usize = 0; i < units; i += 8) {
    const v = v128.load(p + (i << 1));
    v128.store64_lane(p + i, i8x16.narrow_i16x8_u(v, v), 0);
  }
}
