// The adoption agency (html.spec.whatwg.org 13.2.6.4.7): an end tag of a formatting element that is not the current node.
import { endOther } from './body-end';
import { listAfter, listPlaceOf, newestListed, relist, unlist } from './formatting';
import { fosterParent, isTablePart, tagId } from './insert';
import { cloneElement, HTML, idOf, spaceOf, SPECIAL, traitsOf } from './node';
import {
  current,
  isInScope,
  moveFormatting,
  openAt,
  openCount,
  placeOf,
  pop,
  removeAt,
  replace,
  shorten,
} from './open';
import { adopt, append, detach } from './tree';

const OUTER: u32 = 8;
const INNER: u32 = 3;

/** What was listed last stays in the list behind this element. */
let bookmark: usize = 0;

export function callAdoptionAgency(): void {
  if (idOf(current) == tagId && spaceOf(current) == HTML && listPlaceOf(current) < 0) {
    pop();
    return;
  }
  for (let i: u32 = 0; i < OUTER; i++) {
    const element = findFormatting();
    if (!element) return;
    const place = placeOf(element) as u32;
    const block = furthestBlock(place);
    if (!block) {
      shorten(place);
      unlist(element);
      return;
    }
    bookmark = element;
    const furthest = openAt(block);
    const last = moveBetween(element, block);
    const above = openAt(placeOf(element) - 1);
    detach(last);
    if (isTablePart(idOf(above))) fosterParent(last);
    else append(above, last);
    replaceFormatting(furthest, element);
  }
}

/** The formatting element that the end tag means, or 0 when there is nothing to adopt. */
function findFormatting(): usize {
  const element = newestListed(tagId);
  if (!element) {
    endOther();
    return 0;
  }
  if (placeOf(element) < 0) {
    unlist(element);
    return 0;
  }
  return isInScope(element) ? element : 0;
}

/** Place of the lowest special element above the formatting one, or 0. */
function furthestBlock(place: u32): u32 {
  for (let i = place + 1; i < openCount; i++) if (traitsOf(openAt(i)) & SPECIAL) return i;
  return 0;
}

/** Goes down from the furthest block to the formatting element; returns the node that all was put below. */
function moveBetween(element: usize, block: u32): usize {
  const furthest = openAt(block);
  let last = furthest;
  let next = block - 1;
  for (let i: u32 = 0; openAt(next) != element; i++) {
    const place = next--;
    const node = openAt(place);
    const isListed = listPlaceOf(node) >= 0;
    if (!isListed || i >= INNER) {
      if (isListed) unlist(node);
      removeAt(place);
      continue;
    }
    const clone = cloneElement(node);
    replace(place, clone);
    relist(node, clone);
    if (last == furthest) bookmark = clone;
    detach(last);
    append(clone, last);
    last = clone;
  }
  return last;
}

function replaceFormatting(furthest: usize, element: usize): void {
  const clone = cloneElement(element);
  adopt(furthest, clone);
  append(furthest, clone);
  listAfter(bookmark, clone);
  unlist(element);
  moveFormatting(placeOf(element) as u32, placeOf(furthest) as u32, clone);
}
