// The stack of open elements and the questions asked of it (html.spec.whatwg.org 13.2.4.2). It is at most MOST_OPEN deep,
// so that walks down it stay short; deeper pages are parse5's.
import { MOST_OPEN, openBase } from './memory';
import {
  dropFlag,
  hasFlag,
  HTML,
  idOf,
  IMPLIED,
  IMPLIED_THOROUGH,
  isTag,
  isTemplate,
  OPEN,
  SCOPE,
  setFlag,
  spaceOf,
  SPECIAL,
  traitsOf,
} from './node';
import * as tag from './tag';

/** The current node: the element opened last, or the document before the first. */
export let current: usize = 0;
export let openCount: u32 = 0;
export let templateCount: u32 = 0;
/** Open `p` elements: mostly none, and then none is in scope. */
let openP: u32 = 0;

/** Kinds of scope. */
export const PLAIN_SCOPE: u32 = 0;
export const BUTTON_SCOPE: u32 = 1;
export const LIST_SCOPE: u32 = 2;

export function startOpen(document: usize): void {
  current = document;
  openCount = 0;
  templateCount = 0;
  openP = 0;
}

// @ts-ignore: decorator
@inline export function openAt(i: u32): usize {
  return load<u32>(openBase + ((i as usize) << 2));
}

// @ts-ignore: decorator
@inline function setOpen(i: u32, node: usize): void {
  store<u32>(openBase + ((i as usize) << 2), node as u32);
}

export function push(node: usize): void {
  if (openCount >= MOST_OPEN) unreachable();
  setOpen(openCount++, node);
  current = node;
  setFlag(node, OPEN);
  if (isTag(node, tag.P)) openP++;
  else if (isTemplate(node)) templateCount++;
}

export function pop(): void {
  if (openCount <= 1) unreachable();
  dropFlag(current, OPEN);
  if (isTag(current, tag.P)) openP--;
  else if (templateCount && isTemplate(current)) templateCount--;
  current = openAt(--openCount - 1);
}

/** Pops until so many are open. */
export function shorten(count: u32): void {
  while (openCount > count) pop();
}

/** Place on the stack, or -1. */
export function placeOf(node: usize): i32 {
  if (!hasFlag(node, OPEN)) return -1;
  for (let i: i32 = openCount - 1; i >= 0; i--) if (openAt(i) == node) return i;
  return -1;
}

export function removeAt(i: u32): void {
  if (i + 1 == openCount) {
    pop();
    return;
  }
  dropFlag(openAt(i), OPEN);
  openCount--;
  for (; i < openCount; i++) setOpen(i, openAt(i + 1));
}

export function remove(node: usize): void {
  const i = placeOf(node);
  if (i >= 0) removeAt(i);
}

export function replace(i: u32, node: usize): void {
  dropFlag(openAt(i), OPEN);
  setOpen(i, node);
  setFlag(node, OPEN);
  if (i + 1 == openCount) current = node;
}

/** The last step of the adoption agency: takes the element at `i` out and puts one in directly above the place `below`. */
export function moveFormatting(i: u32, below: u32, node: usize): void {
  dropFlag(openAt(i), OPEN);
  for (let k = i; k < below; k++) setOpen(k, openAt(k + 1));
  setOpen(below, node);
  setFlag(node, OPEN);
  current = openAt(openCount - 1);
}

/** Place of the topmost HTML element with that number, or -1. */
export function topmost(id: u32): i32 {
  let i: i32 = openCount - 1;
  while (i >= 0 && !isTag(openAt(i), id)) i--;
  return i;
}

export function topmostOf(a: u32, b: u32, c: u32): i32 {
  let i: i32 = openCount - 1;
  for (; i >= 0; i--) {
    const node = openAt(i);
    if (isTag(node, a) || isTag(node, b) || isTag(node, c)) break;
  }
  return i;
}

export function isHeading(id: u32): bool {
  return id - tag.H1 < 6;
}

export function topmostHeading(): i32 {
  let i: i32 = openCount - 1;
  while (i >= 0 && !(spaceOf(openAt(i)) == HTML && isHeading(idOf(openAt(i))))) i--;
  return i;
}

export function topmostHtml(): i32 {
  let i: i32 = openCount - 1;
  while (i >= 0 && spaceOf(openAt(i)) != HTML) i--;
  return i;
}

export function popUntil(id: u32): void {
  const i = topmost(id);
  if (i < 0) unreachable();
  shorten(i);
}

/** Is a special element open above the place `i`? */
export function hasSpecialAbove(i: i32): bool {
  for (let k: i32 = openCount - 1; k > i; k--) if (traitsOf(openAt(k)) & SPECIAL) return true;
  return false;
}

/** The same, but address, div and p do not count. */
export function hasListBoundaryAbove(i: i32): bool {
  for (let k: i32 = openCount - 1; k > i; k--) {
    const node = openAt(k);
    if (!(traitsOf(node) & SPECIAL)) continue;
    if (!isTag(node, tag.ADDRESS) && !isTag(node, tag.DIV) && !isTag(node, tag.P)) return true;
  }
  return false;
}

function bounds(node: usize, scope: u32): bool {
  if (traitsOf(node) & SCOPE) return true;
  if (scope == BUTTON_SCOPE) return isTag(node, tag.BUTTON);
  return scope == LIST_SCOPE && (isTag(node, tag.OL) || isTag(node, tag.UL));
}

export function hasInScope(id: u32, scope: u32): bool {
  for (let i: i32 = openCount - 1; i >= 0; i--) {
    const node = openAt(i);
    if (isTag(node, id)) return true;
    if (bounds(node, scope)) return false;
  }
  return true;
}

export function hasP(): bool {
  return openP != 0 && hasInScope(tag.P, BUTTON_SCOPE);
}

/** Is this very element in scope? */
export function isInScope(wanted: usize): bool {
  for (let i: i32 = openCount - 1; i >= 0; i--) {
    const node = openAt(i);
    if (node == wanted) return true;
    if (traitsOf(node) & SCOPE) return false;
  }
  return true;
}

export function hasHeadingInScope(): bool {
  for (let i: i32 = openCount - 1; i >= 0; i--) {
    const node = openAt(i);
    if (spaceOf(node) == HTML && isHeading(idOf(node))) return true;
    if (traitsOf(node) & SCOPE) return false;
  }
  return true;
}

export function hasInTableScope(id: u32): bool {
  for (let i: i32 = openCount - 1; i >= 0; i--) {
    const node = openAt(i);
    if (isTag(node, id)) return true;
    if (isTag(node, tag.TABLE) || isTag(node, tag.HTML)) return false;
  }
  return true;
}

export function hasTableBodyInScope(): bool {
  for (let i: i32 = openCount - 1; i >= 0; i--) {
    const node = openAt(i);
    if (isTag(node, tag.TBODY) || isTag(node, tag.TFOOT) || isTag(node, tag.THEAD)) return true;
    if (isTag(node, tag.TABLE) || isTag(node, tag.HTML)) return false;
  }
  return true;
}

export function hasInSelectScope(id: u32): bool {
  for (let i: i32 = openCount - 1; i >= 0; i--) {
    const node = openAt(i);
    if (spaceOf(node) != HTML) continue;
    const own = idOf(node);
    if (own == id) return true;
    if (own != tag.OPTION && own != tag.OPTGROUP) return false;
  }
  return true;
}

export function clearToTable(): void {
  shorten(topmostOf(tag.TABLE, tag.TEMPLATE, tag.HTML) + 1);
}

export function clearToRow(): void {
  shorten(topmostOf(tag.TR, tag.TEMPLATE, tag.HTML) + 1);
}

export function clearToTableBody(): void {
  const body = topmostOf(tag.TBODY, tag.TFOOT, tag.THEAD);
  const other = topmostOf(tag.TEMPLATE, tag.HTML, tag.HTML);
  shorten(max(body, other) + 1);
}

export function closeImplied(): void {
  while (traitsOf(current) & IMPLIED) pop();
}

export function closeImpliedThoroughly(): void {
  while (traitsOf(current) & IMPLIED_THOROUGH) pop();
}

/** `id`: the element that stays; 0 for none. */
export function closeImpliedBut(id: u32): void {
  while (traitsOf(current) & IMPLIED_THOROUGH && idOf(current) != id) pop();
}

export function closeP(): void {
  closeImpliedBut(tag.P);
  popUntil(tag.P);
}

export function isRootCurrent(): bool {
  return openCount == 1 && idOf(current) == tag.HTML;
}
