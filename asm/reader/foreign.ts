// Drawings and formulas (html.spec.whatwg.org 13.2.6.5): what of a tag is for SVG or MathML, and what leads out of them.
import { COLOR, ENCODING, FACE, isSelfClosing, SIZE, attributeOf, tagAttribute, valueFrom, valueTo } from './attribute';
import { appendElement, insertElement, tagId, tagNameFrom, tagNameTo } from './insert';
import { tagFacts } from './memory';
import {
  BREAKOUT,
  HTML,
  HTML_POINT,
  idOf,
  isForeignInside,
  isNamed,
  MATHML,
  setTraits,
  spaceOf,
  traitsOf,
} from './node';
import { current, openAt, openCount, pop, shorten, topmostHtml } from './open';
import * as tag from './tag';
import { at, lower } from './units';

/** FNV-1a of the two types. */
const TEXT_HTML: u32 = 0x75d8656e;
const XHTML: u32 = 0x4c43a4dd;

/** Is the start tag at hand for foreign content? */
export function isStartForeign(): bool {
  if (spaceOf(current) == HTML) return false;
  if (tagId == tag.SVG && idOf(current) == tag.ANNOTATION_XML && spaceOf(current) == MATHML) return false;
  if (isForeignInside(current)) return true;
  return (tagId == tag.MGLYPH || tagId == tag.MALIGNMARK) && !(traitsOf(current) & HTML_POINT);
}

/** False when the tag leads out and is for the mode of the rest. */
export function startInForeign(): bool {
  if (leadsOut()) {
    leave();
    return false;
  }
  const space = spaceOf(current);
  const node = isSelfClosing ? appendElement(space) : insertElement(space);
  adjustIntegration(node);
  return true;
}

function leadsOut(): bool {
  if (load<u32>(tagFacts + ((tagId as usize) << 4)) & BREAKOUT) return true;
  if (tagId != tag.FONT) return false;
  return tagAttribute(COLOR) != 0 || tagAttribute(SIZE) != 0 || tagAttribute(FACE) != 0;
}

function leave(): void {
  while (isForeignInside(current)) pop();
}

/** `annotation-xml` may hold HTML if its encoding says so. */
export function adjustIntegration(node: usize): void {
  if (idOf(node) != tag.ANNOTATION_XML || spaceOf(node) != MATHML) return;
  const place = attributeOf(node, ENCODING, 0);
  if (place && isHtmlType(valueFrom(place), valueTo(place))) setTraits(node, traitsOf(node) | HTML_POINT);
}

/** `text/html` or `application/xhtml+xml`, told by length and hash. */
function isHtmlType(from: usize, to: usize): bool {
  let hash: u32 = 0x811c9dc5;
  const length = (to - from) >> 1;
  if (length != 9 && length != 21) return false;
  for (; from < to; from += 2) hash = (hash ^ lower(at(from))) * 0x01000193;
  return length == 9 ? hash == TEXT_HTML : hash == XHTML;
}

/** False when the end tag is for the mode of the rest. */
export function endInForeign(): bool {
  if (tagId == tag.P || tagId == tag.BR) {
    leave();
    return false;
  }
  if (openCount == 1) return true;
  const html = topmostHtml();
  for (let i: i32 = openCount - 1; i > html; i--) {
    if (!isNamed(openAt(i), tagId, tagNameFrom, tagNameTo)) continue;
    shorten(i);
    return true;
  }
  return false;
}
