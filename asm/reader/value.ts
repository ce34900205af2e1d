// The values of a page: attribute values and texts that are not shown, one behind the other, and slices of them.
import { valueBase, valueLimit } from './memory';
import { at, isTrimmed, isWhite } from './units';

/** Behind the values so far; below 256 if all their units are. */
export let valueEnd: usize = 0;
export let valueBits: u32 = 0;

export function startValues(): void {
  valueEnd = valueBase;
  valueBits = 0;
}

/** Writes the slice of the value [from, to) to `place`; -1, -1 when there is none, that is, `from` is 0. */
export function putValue(place: usize, from: usize, to: usize): void {
  if (!from) {
    store<i64>(place, -1);
    return;
  }
  store<u32>(place, valuesAt());
  addUnits(from, to);
  store<u32>(place, valuesAt(), 4);
}

function valuesAt(): u32 {
  return ((valueEnd - valueBase) >> 1) as u32;
}

export function addUnits(from: usize, to: usize): void {
  if (valueEnd + (to - from) > valueLimit) unreachable();
  let out = valueEnd;
  valueEnd += to - from;
  let all = i16x8.splat(0);
  for (; from + 16 <= to; from += 16, out += 16) {
    const v = v128.load(from);
    v128.store(out, v);
    all = v128.or(all, v);
  }
  let bits: u32 = v128.any_true(v128.and(all, i16x8.splat(-256))) ? 256 : 0;
  for (; from < to; from += 2, out += 2) {
    bits |= at(from);
    store<u16>(out, load<u16>(from));
  }
  valueBits |= bits;
}

// Text made tidy: white space collapsed, trimmed as JavaScript trims, cut after `most` units. It comes in pieces; begin,
// add each, end. What is written is never longer than what was read or `most`.

let out: usize = 0;
let outLimit: usize = 0;
/** Behind the last unit that trimming leaves; 0 while there is none. */
let kept: usize = 0;
let isGap: bool = false;

export function beginTidy(to: usize, most: u32): void {
  out = to;
  outLimit = to + ((most as usize) << 1);
  kept = 0;
  isGap = false;
}

export function addTidy(p: usize, to: usize): void {
  for (; p < to && !(kept && kept >= outLimit); p += 2) {
    const c = at(p);
    const isSpare = isTrimmed(c);
    if (!kept && isSpare) continue;
    if (isWhite(c)) {
      isGap = true;
      continue;
    }
    if (isGap) write(32);
    isGap = false;
    write(c);
    if (!isSpare) kept = out;
  }
}

// @ts-ignore: decorator
@inline function write(c: u32): void {
  if (out < outLimit) store<u16>(out, c as u16);
  out += 2;
}

export function hasTidy(): bool {
  return kept != 0;
}

/** Where the tidy text ends. */
export function endTidy(start: usize): usize {
  return kept ? min(kept, outLimit) : start;
}
