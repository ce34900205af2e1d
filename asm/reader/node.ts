// Nodes of the tree, 48 bytes each:
//
//   0 u32 tag number, << 8 namespace, << 10 kind, then OPEN and LISTED   4 u32 traits
//   8 parent   12 first child   16 last child   20 previous   24 next sibling
//   element: 28 attributes   32 their number   36 hash of its name, later its tag path   40, 44 its name, if it has no number
//   text:    28, 32 its first piece   12 next piece   16 last piece
//
// Text that was parted in the page (by a tag that was ignored, say) is several pieces: from, to, next. All places are
// addresses; 0 is none.
import { MOST_NODES, tagFacts, take } from './memory';
import { ANNOTATION_XML, TEMPLATE } from './tag';
import { isSameText } from './units';

export const HTML: u32 = 0;
export const SVG: u32 = 1;
export const MATHML: u32 = 2;

export const ELEMENT: u32 = 0;
export const TEXT: u32 = 1;
export const COMMENT: u32 = 2;
export const DOCUMENT: u32 = 3;

/** On the stack of open elements; in the list of formatting elements. */
export const OPEN: u32 = 0x1000;
export const LISTED: u32 = 0x2000;

// Traits. The low byte is TRAIT of src/parse/element.ts.
export const BLOCK: u32 = 1;
export const UNSHOWN: u32 = 2;
export const HEADING: u32 = 4;
export const LINE: u32 = 8;
export const IMAGE: u32 = 16;
export const LINK: u32 = 32;
export const FACT: u32 = 64;
export const SPECIAL: u32 = 0x100;
export const SCOPE: u32 = 0x200;
export const IMPLIED: u32 = 0x400;
export const IMPLIED_THOROUGH: u32 = 0x800;
export const FORMATTING: u32 = 0x1000;
export const BREAKOUT: u32 = 0x2000;
const SVG_POINT: u32 = 0x4000;
const MATHML_POINT: u32 = 0x8000;
/** What is in it may be HTML; mathematical text, where `mglyph` and `malignmark` are not. */
export const HTML_POINT: u32 = 0x10000;
export const TEXT_POINT: u32 = 0x20000;

let counted: u32 = 0;

export function startNodes(): void {
  counted = 0;
}

// @ts-ignore: decorator
@inline export function idOf(node: usize): u32 {
  return load<u32>(node) & 0xff;
}

// @ts-ignore: decorator
@inline export function spaceOf(node: usize): u32 {
  return (load<u32>(node) >> 8) & 3;
}

// @ts-ignore: decorator
@inline export function kindOf(node: usize): u32 {
  return (load<u32>(node) >> 10) & 3;
}

/** Is it the HTML element with that number? */
// @ts-ignore: decorator
@inline export function isTag(node: usize, id: u32): bool {
  return (load<u32>(node) & 0xfff) == id;
}

// @ts-ignore: decorator
@inline export function traitsOf(node: usize): u32 {
  return load<u32>(node, 4);
}

// @ts-ignore: decorator
@inline export function parentOf(node: usize): usize {
  return load<u32>(node, 8);
}

// @ts-ignore: decorator
@inline export function hasFlag(node: usize, flag: u32): bool {
  return (load<u32>(node) & flag) != 0;
}

export function setFlag(node: usize, flag: u32): void {
  store<u32>(node, load<u32>(node) | flag);
}

export function dropFlag(node: usize, flag: u32): void {
  store<u32>(node, load<u32>(node) & ~flag);
}

// @ts-ignore: decorator
@inline export function attributesOf(node: usize): usize {
  return load<u32>(node, 28);
}

// @ts-ignore: decorator
@inline export function attributeCountOf(node: usize): u32 {
  return load<u32>(node, 32);
}

export function isTemplate(node: usize): bool {
  return isTag(node, TEMPLATE);
}

function newNode(head: u32): usize {
  const node = take(48);
  store<u64>(node, head as u64);
  store<u64>(node, 0, 8);
  store<u64>(node, 0, 16);
  store<u64>(node, 0, 24);
  store<u64>(node, 0, 32);
  store<u64>(node, 0, 40);
  return node;
}

export function newDocument(): usize {
  return newNode(DOCUMENT << 10);
}

export function newComment(): usize {
  if (++counted > MOST_NODES) unreachable();
  return newNode(COMMENT << 10);
}

export function newText(from: usize, to: usize): usize {
  const node = newNode(TEXT << 10);
  store<u32>(node, from as u32, 28);
  store<u32>(node, to as u32, 32);
  return node;
}

/** An element with a number, without attributes. */
export function newElement(id: u32, space: u32): usize {
  if (++counted > MOST_NODES) unreachable();
  const node = newNode(id | (space << 8));
  const facts = tagFacts + ((id as usize) << 4);
  const traits = load<u32>(facts);
  store<u32>(node, space == HTML ? traits & 0x3fff : foreignTraits(traits, space, id), 4);
  store<u32>(node, space == SVG ? load<u32>(facts, 8) : load<u32>(facts, 4), 36);
  return node;
}

/** What `annotation-xml` is depends on its attributes: foreign.ts adds that. */
function foreignTraits(traits: u32, space: u32, id: u32): u32 {
  if (space == SVG) return traits & SVG_POINT ? SPECIAL | SCOPE | HTML_POINT : 0;
  if (!(traits & MATHML_POINT)) return 0;
  return id == ANNOTATION_XML ? SPECIAL | SCOPE : SPECIAL | SCOPE | TEXT_POINT;
}

/** Is what stands directly in it foreign, that is, neither HTML nor a place where HTML may stand? */
// @ts-ignore: decorator
@inline export function isForeignInside(node: usize): bool {
  return (load<u32>(node) & 0x300) != 0 && (load<u32>(node, 4) & (HTML_POINT | TEXT_POINT)) == 0;
}

export function setTraits(node: usize, traits: u32): void {
  store<u32>(node, traits, 4);
}

export function setAttributes(node: usize, at: usize, count: u32): void {
  store<u32>(node, at as u32, 28);
  store<u32>(node, count, 32);
}

export function setName(node: usize, from: usize, to: usize, hash: u32): void {
  store<u32>(node, hash, 36);
  store<u32>(node, from as u32, 40);
  store<u32>(node, to as u32, 44);
}

/** Another element of the same name and attributes, for those that come back. */
export function cloneElement(node: usize): usize {
  const clone = newElement(idOf(node), spaceOf(node));
  store<u64>(clone, load<u64>(node, 28), 28);
  store<u64>(clone, load<u64>(node, 36), 36);
  store<u32>(clone, load<u32>(node, 44), 44);
  return clone;
}

/** Is the name of the element this one? `id` is 0 for names without a number, which stand in the page. */
// @ts-ignore: decorator
@inline export function isNamed(node: usize, id: u32, from: usize, to: usize): bool {
  return idOf(node) == id && (id != 0 || isSameText(load<u32>(node, 40), load<u32>(node, 44), from, to));
}
