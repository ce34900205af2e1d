// Text leaves to one text: src/parse/text-flow.ts says how. Runs are records of the page document, in text units; blocks
// are u32 start and end. Text that meets a bound is parse5's.
import { blockBase, MOST_RUNS, MOST_TEXT, runBase, textBase, valueBase } from './memory';
import { at, isWhite } from './units';

const NOTHING: u32 = 0;
const SPACE: u32 = 1;
const LINE: u32 = 2;

export let runCount: u32 = 0;
export let blockCount: u32 = 0;
/** Behind the text so far. */
export let textEnd: usize = 0;
/** Below 256 if all units of the text are: it then fits one byte a unit. */
export let textBits: u32 = 0;
/** The open block, or -1. */
let block: i32 = -1;
let pending: u32 = 0;

export function startFlow(): void {
  runCount = 0;
  blockCount = 0;
  textEnd = textBase;
  textBits = 0;
  block = -1;
  pending = NOTHING;
}

export function boundary(): void {
  block = -1;
  pending = NOTHING;
}

export function lineBreak(): void {
  pending = LINE;
}

// @ts-ignore: decorator
@inline export function textAt(): u32 {
  return ((textEnd - textBase) >> 1) as u32;
}

// @ts-ignore: decorator
@inline export function blockAt(i: u32): usize {
  return blockBase + ((i as usize) << 3);
}

// @ts-ignore: decorator
@inline export function runAt(i: u32): usize {
  return runBase + ((i as usize) << 4);
}

/** Number of the open block; opens an empty one at a boundary. */
export function openBlock(): u32 {
  if (block < 0) {
    block = blockCount++;
    store<u32>(blockAt(block), textAt());
    store<u32>(blockAt(block), textAt(), 4);
  }
  return block;
}

function space(): void {
  if (pending == NOTHING) pending = SPACE;
}

/** Is white space met that has not become a space of the run yet? */
let isGap: bool = false;
let isInRun: bool = false;

/** A leaf, in one piece or more; see node.ts. */
export function addLeaf(leaf: usize, flags: u32): void {
  isGap = false;
  isInRun = false;
  let piece = leaf + 28;
  let next: usize = load<u32>(leaf, 12);
  while (true) {
    addPiece(load<u32>(piece), load<u32>(piece, 4), flags);
    if (!next) break;
    piece = next;
    next = load<u32>(piece, 8);
  }
  if (isInRun) endRun();
  if (isGap) space();
}

function addPiece(p: usize, to: usize, flags: u32): void {
  while (true) {
    while (p < to && isWhite(at(p))) {
      isGap = true;
      p += 2;
    }
    if (p >= to) return;
    if (!isInRun) {
      if (isGap) space();
      startRun(flags);
    } else if (isGap) {
      store<u16>(textEnd, 32);
      textEnd += 2;
    }
    isGap = false;
    if (textEnd + (to - p) + 16 > valueBase) unreachable();
    p = copyWords(p, to);
  }
}

/** Copies from a word on, up to white space that may be more than a single space, or to the end. */
function copyWords(p: usize, to: usize): usize {
  let out = textEnd;
  const limit = to - 16;
  if (to - p >= 16) {
    const space = i16x8.splat(32);
    let all = i16x8.splat(0);
    while (p <= limit) {
      const v = v128.load(p);
      const spaces: u32 = i16x8.bitmask(i16x8.eq(v, space));
      if (whiteMask(v) != spaces || spaces & (spaces << 1)) break;
      const taken: usize = spaces & 0x80 ? 14 : 16;
      v128.store(out, v);
      all = v128.or(all, v);
      out += taken;
      p += taken;
    }
    if (v128.any_true(v128.and(all, i16x8.splat(-256)))) textBits |= 256;
  }
  let bits = textBits;
  while (p < to) {
    const c = at(p);
    if (isWhite(c)) break;
    store<u16>(out, c as u16);
    bits |= c;
    out += 2;
    p += 2;
  }
  textEnd = out;
  textBits = bits;
  return p;
}

/** Lanes that are white space; a control counts too, so it is looked at singly. */
// @ts-ignore: decorator
@inline function whiteMask(v: v128): u32 {
  const low = i16x8.lt_u(v, i16x8.splat(33));
  const wide = v128.or(i16x8.eq(v, i16x8.splat(0xa0)), i16x8.eq(v, i16x8.splat(0x3000)));
  return i16x8.bitmask(v128.or(low, wide));
}

function startRun(flags: u32): void {
  if (runCount >= MOST_RUNS) unreachable();
  const own = openBlock();
  const place = blockAt(own);
  const isFirst = load<u32>(place) == load<u32>(place, 4);
  if (textEnd != textBase) {
    const gap: u32 = isFirst || pending == LINE ? 10 : pending == SPACE ? 32 : 0;
    if (gap) {
      store<u16>(textEnd, gap as u16);
      textEnd += 2;
    }
  }
  if (isFirst) store<u32>(place, textAt());
  const run = runAt(runCount);
  store<u32>(run, textAt());
  store<u32>(run, own, 8);
  store<u32>(run, flags, 12);
  pending = NOTHING;
  isInRun = true;
}

function endRun(): void {
  const end = textAt();
  if (end > MOST_TEXT) unreachable();
  const run = runAt(runCount++);
  store<u32>(run, end, 4);
  store<u32>(blockAt(load<u32>(run, 8)), end, 4);
  isInRun = false;
}
