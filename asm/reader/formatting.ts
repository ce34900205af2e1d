// The list of active formatting elements (html.spec.whatwg.org 13.2.4.3): 8 bytes an entry, oldest first. u32 element, 0 for
// a marker; u32 turn.
//
// parse5 keeps an index of the entries after the last marker from the time that there are three of them, and then goes by
// the order in which they were listed, not by their places. To equal it, `isIndexed` says that it does and turns keep that
// order; a marker's turn is `isIndexed` before it.
import { attributesEqual } from './attribute';
import { formattingBase, MOST_FORMATTING } from './memory';
import { cloneElement, dropFlag, hasFlag, idOf, LISTED, OPEN, setFlag } from './node';

const NOAHS_ARK: u32 = 3;

let count: u32 = 0;
let isIndexed: u32 = 0;
let turns: u32 = 0;

export function startFormatting(): void {
  count = 0;
  isIndexed = 0;
  turns = 0;
}

// @ts-ignore: decorator
@inline function entry(i: u32): usize {
  return formattingBase + ((i as usize) << 3);
}

// @ts-ignore: decorator
@inline export function listedAt(i: u32): usize {
  return load<u32>(entry(i));
}

function put(i: u32, element: usize, turn: u32): void {
  store<u32>(entry(i), element as u32);
  store<u32>(entry(i), turn, 4);
}

/** The place behind the last marker. */
function regionStart(): u32 {
  let i = count;
  while (i > 0 && listedAt(i - 1)) i--;
  return i;
}

export function addMarker(): void {
  if (count >= MOST_FORMATTING) unreachable();
  put(count++, 0, isIndexed);
  isIndexed = 0;
}

export function clearToMarker(): void {
  while (count > 0) {
    const element = listedAt(--count);
    if (!element) {
      isIndexed = load<u32>(entry(count), 4);
      return;
    }
    dropFlag(element, LISTED);
  }
  isIndexed = 0;
}

/** Makes room at `i` and lists the element there. */
function insertAt(i: u32, element: usize): void {
  if (count >= MOST_FORMATTING) unreachable();
  for (let k = count++; k > i; k--) store<u64>(entry(k), load<u64>(entry(k - 1)));
  put(i, element, ++turns);
  setFlag(element, LISTED);
}

/** Lists an element that was opened; of four alike after the last marker the first is dropped. */
export function list(element: usize): void {
  const start = regionStart();
  if (!isIndexed && count - start >= NOAHS_ARK) {
    isIndexed = 1;
    for (let i = start; i < count; i++) store<u32>(entry(i), ++turns, 4);
  }
  insertAt(count, element);
  if (isIndexed) keepNoahsArk(start, element);
}

function keepNoahsArk(start: u32, element: usize): void {
  let alike: u32 = 0;
  let first = count;
  for (let i = start; i < count; i++) {
    const other = listedAt(i);
    if (idOf(other) != idOf(element) || !attributesEqual(other, element)) continue;
    alike++;
    if (first == count || load<u32>(entry(i), 4) < load<u32>(entry(first), 4)) first = i;
  }
  if (alike > NOAHS_ARK) dropAt(first);
}

function dropAt(i: u32): void {
  dropFlag(listedAt(i), LISTED);
  count--;
  for (; i < count; i++) store<u64>(entry(i), load<u64>(entry(i + 1)));
}

export function listPlaceOf(element: usize): i32 {
  if (!hasFlag(element, LISTED)) return -1;
  for (let i: i32 = count - 1; i >= 0; i--) if (listedAt(i) == element) return i;
  return -1;
}

export function unlist(element: usize): void {
  const i = listPlaceOf(element);
  if (i >= 0) dropAt(i);
}

/** Puts `element` in the place of `old`. */
export function relist(old: usize, element: usize): void {
  const i = listPlaceOf(old);
  if (i < 0) return;
  dropFlag(old, LISTED);
  store<u32>(entry(i), element as u32);
  setFlag(element, LISTED);
}

export function listAfter(bookmark: usize, element: usize): void {
  insertAt((listPlaceOf(bookmark) + 1) as u32, element);
}

/** The newest element of that number after the last marker, or 0. */
export function newestListed(id: u32): usize {
  let found: usize = 0;
  let turn: u32 = 0;
  for (let i = count; i > 0 && listedAt(i - 1); i--) {
    if (idOf(listedAt(i - 1)) != id) continue;
    if (!isIndexed) return listedAt(i - 1);
    if (!found || load<u32>(entry(i - 1), 4) > turn) {
      found = listedAt(i - 1);
      turn = load<u32>(entry(i - 1), 4);
    }
  }
  return found;
}

/** First place whose element has to be opened again, or `listedCount`. */
export function firstClosed(): u32 {
  let i = count;
  while (i > 0) {
    const element = listedAt(i - 1);
    if (!element || hasFlag(element, OPEN)) break;
    i--;
  }
  return i;
}

export function listedCount(): u32 {
  return count;
}

export function cloneAt(i: u32): usize {
  const old = listedAt(i);
  const clone = cloneElement(old);
  dropFlag(old, LISTED);
  store<u32>(entry(i), clone as u32);
  setFlag(clone, LISTED);
  return clone;
}
