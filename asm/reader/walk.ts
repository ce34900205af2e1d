// One walk over the tree in document order (src/parse/page-reading.ts): text, facts, links and headings as they come. A
// heading is 16 bytes: first run, end of runs, the heading around it counted from 1, the nearest one with text.
import { ALT, attributeOf, valueFrom, valueTo } from './attribute';
import { heardFrom, heardTo, hearFact, hearLanguage } from './fact';
import { addLeaf, boundary, lineBreak, openBlock, runCount } from './flow';
import { addLink, beginInside, endInside, enterLink, leaveLink, openLink, REFRESH, setPlace } from './link';
import { headingBase, MOST_HEADINGS } from './memory';
import {
  BLOCK,
  ELEMENT,
  FACT,
  HEADING,
  HTML,
  idOf,
  IMAGE,
  kindOf,
  LINE,
  LINK,
  parentOf,
  spaceOf,
  TEXT,
  traitsOf,
  UNSHOWN,
} from './node';
import * as tag from './tag';
import { addTidy } from './value';

const TAG_PATH_START: u32 = 1;
/** RUN_FLAG of src/contract/document.ts. */
const IN_HEADING: u32 = 1;
const IN_ANCHOR: u32 = 2;
const READING: u32 = 0xff;

export let elementCount: u32 = 0;
export let headingCount: u32 = 0;
/** The innermost open heading, counted from 1. */
let openHeading: u32 = 0;

export function walk(document: usize): void {
  elementCount = 0;
  headingCount = 0;
  openHeading = 0;
  store<u32>(document, TAG_PATH_START, 36);
  let node: usize = load<u32>(document, 12);
  while (node) {
    const kind = kindOf(node);
    if (kind == ELEMENT) {
      if (enter(node)) {
        const first: usize = load<u32>(node, 12);
        if (first) {
          node = first;
          continue;
        }
        leave(node);
      }
    } else if (kind == TEXT) leaf(node, document);
    let next: usize = load<u32>(node, 24);
    while (!next) {
      node = parentOf(node);
      if (node == document) return;
      leave(node);
      next = load<u32>(node, 24);
    }
    node = next;
  }
}

/** False when the walk passes over what is in it, and over its end. */
function enter(node: usize): bool {
  elementCount++;
  const path = load<u32>(parentOf(node), 36) * 31 + load<u32>(node, 36);
  store<u32>(node, path, 36);
  if (spaceOf(node) != HTML) {
    if (idOf(node) == tag.A) enterLink(node, path, headingCount);
    return true;
  }
  hearLanguage(node);
  const traits = traitsOf(node);
  if (traits & READING) enterKnown(node, traits, path);
  return (traits & UNSHOWN) == 0;
}

function enterKnown(node: usize, traits: u32, path: u32): void {
  if (traits & FACT) {
    hearFact(node);
    if (heardFrom) addRefresh(node, path);
  }
  if (traits & LINE) lineBreak();
  if (traits & BLOCK) boundary();
  if (traits & HEADING) enterHeading();
  if (traits & IMAGE) seeImage(node);
  if (traits & LINK) enterLink(node, path, headingCount);
}

function addRefresh(node: usize, path: u32): void {
  const link = addLink(node, heardFrom, heardTo, REFRESH);
  setPlace(link, path, headingCount);
  store<u32>(link, openBlock(), 32);
}

function seeImage(node: usize): void {
  const alt = attributeOf(node, ALT, 0);
  if (!alt || !beginInside()) return;
  addTidy(valueFrom(alt), valueTo(alt));
  endInside();
}

// @ts-ignore: decorator
@inline export function headingAt(i: u32): usize {
  return headingBase + ((i as usize) << 4);
}

function enterHeading(): void {
  if (headingCount >= MOST_HEADINGS) unreachable();
  const heading = headingAt(headingCount++);
  store<u32>(heading, runCount);
  store<u32>(heading, runCount, 4);
  store<u32>(heading, openHeading, 8);
  openHeading = headingCount;
}

function leaveHeading(): void {
  const heading = headingAt(openHeading - 1);
  store<u32>(heading, runCount, 4);
  openHeading = load<u32>(heading, 8);
}

function leave(node: usize): void {
  leaveLink(node);
  if (spaceOf(node) != HTML) return;
  const traits = traitsOf(node);
  if (traits & HEADING) leaveHeading();
  if (traits & BLOCK) boundary();
}

function leaf(node: usize, document: usize): void {
  const parent = parentOf(node);
  if (parent == document) return;
  if (spaceOf(parent) == HTML) {
    addLeaf(node, (openHeading ? IN_HEADING : 0) | (openLink ? IN_ANCHOR : 0));
    return;
  }
  const id = idOf(parent);
  if (id == tag.SCRIPT || id == tag.STYLE || !beginInside()) return;
  let piece = node + 28;
  let next: usize = load<u32>(node, 12);
  while (true) {
    addTidy(load<u32>(piece), load<u32>(piece, 4));
    if (!next) break;
    piece = next;
    next = load<u32>(piece, 8);
  }
  endInside();
}
