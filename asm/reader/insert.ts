// Where what was read goes in the tree: the appropriate place for a node, foster parents, elements that come back
// (html.spec.whatwg.org 13.2.6.1, 13.2.4.3).
import { tagAttributeCount, tagAttributes } from './attribute';
import { cloneAt, firstClosed, listedAt, listedCount } from './formatting';
import {
  HTML,
  idOf,
  isTag,
  newComment,
  newElement,
  parentOf,
  setAttributes,
  setName,
  SVG,
} from './node';
import { current, openAt, push, topmost } from './open';
import * as tag from './tag';
import { append, appendText, insertBefore, insertTextBefore } from './tree';
import { hashOfName } from './name';
import { at } from './units';

/** The tag at hand: its number, or 0 and where its name lies. */
export let tagId: u32 = 0;
export let tagNameFrom: usize = 0;
export let tagNameTo: usize = 0;

/** Is what belongs in a table put before it? */
export let isFostering: bool = false;

let placeParent: usize = 0;
let placeNext: usize = 0;

export function setTag(id: u32, from: usize, to: usize): void {
  tagId = id;
  tagNameFrom = from;
  tagNameTo = to;
}

export function setFostering(value: bool): void {
  isFostering = value;
}

/** Does an element with that number send strangers away? */
export function isTablePart(id: u32): bool {
  return id == tag.TABLE || id == tag.TBODY || id == tag.TFOOT || id == tag.THEAD || id == tag.TR;
}

/** Sets `placeParent`, and `placeNext` unless it is the end. */
function findFosterPlace(): void {
  const table = topmost(tag.TABLE);
  const template = topmost(tag.TEMPLATE);
  placeNext = 0;
  if (template > table) placeParent = openAt(template);
  else if (table < 0) placeParent = openAt(0);
  else {
    const node = openAt(table);
    placeParent = parentOf(node);
    if (placeParent) placeNext = node;
    else placeParent = openAt(table - 1);
  }
}

// @ts-ignore: decorator
@inline function findPlace(): void {
  if (isFostering && isTablePart(idOf(current))) findFosterPlace();
  else {
    placeParent = current;
    placeNext = 0;
  }
}

function putIn(node: usize): void {
  if (placeNext) insertBefore(placeParent, node, placeNext);
  else append(placeParent, node);
}

export function fosterParent(node: usize): void {
  findFosterPlace();
  putIn(node);
}

export function insertText(from: usize, to: usize): void {
  if (from == to) return;
  findPlace();
  if (placeNext) insertTextBefore(placeParent, from, to, placeNext);
  else appendText(placeParent, from, to);
}

/** An element of the tag at hand, put in its place. */
export function appendElement(space: u32): usize {
  const node = newElement(tagId, space);
  if (tagId == 0) {
    if (space == SVG && isLongSvgName()) unreachable();
    setName(node, tagNameFrom, tagNameTo, hashOfName(tagNameFrom, tagNameTo));
  }
  setAttributes(node, tagAttributes, tagAttributeCount);
  findPlace();
  putIn(node);
  return node;
}

/** May it be one of the names of SVG with capitals that are too long for the table? They begin with `fe`. */
function isLongSvgName(): bool {
  return tagNameTo - tagNameFrom > 32 && at(tagNameFrom) == 0x66 && at(tagNameFrom + 2) == 0x65;
}

export function insertElement(space: u32): usize {
  const node = appendElement(space);
  push(node);
  return node;
}

/** An element that the page does not write. */
export function insertImplied(id: u32): usize {
  const node = newElement(id, HTML);
  findPlace();
  putIn(node);
  push(node);
  return node;
}

export function appendComment(parent: usize): void {
  append(parent, newComment());
}

/** Opens formatting elements again that were closed by what stood between. */
export function reconstruct(): void {
  const count = listedCount();
  if (count == 0) return;
  for (let i = firstClosed(); i < count && listedAt(i); i++) {
    const clone = cloneAt(i);
    findPlace();
    putIn(clone);
    push(clone);
  }
}

export function isCurrent(id: u32): bool {
  return idOf(current) == id;
}

export function isCurrentHtml(id: u32): bool {
  return isTag(current, id);
}
