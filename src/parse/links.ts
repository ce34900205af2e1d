/**
 * The links of a page: which elements are links, and where their anchors lie. A link is open while the walk is inside
 * it; its text is the runs added meanwhile. docs/decisions/0053 says which elements count.
 */
import { LINK_FLAG } from '../contract/document.js';
import { attribute, collapse, type Element, hasWord } from './element.js';

/** Links kept; what comes after is dropped and `isFull` says so. */
export const MOST_LINKS = 20_000;
/** Characters kept of a label that is not text of the page. */
const MOST_LABEL = 500;

/** A link while it is read and after. */
export interface OpenLink {
  readonly element: Element;
  readonly href: string;
  readonly flags: number;
  readonly tagPath: number;
  /** Number of headings that began before it or around it. */
  readonly headings: number;
  readonly firstRun: number;
  endRun: number;
  blockId: number;
  /** Texts of images and drawings inside, joined. */
  inside: string;
}

/** A link relation that leads to another page for people; feeds and style sheets do not. */
function isPageRelation(element: Element): boolean {
  const rel = attribute(element, 'rel') ?? '';
  if (hasWord(rel, 'next') || hasWord(rel, 'prev')) return true;
  if (!hasWord(rel, 'alternate') || hasWord(rel, 'stylesheet')) return false;
  const type = attribute(element, 'type')?.trim().toLowerCase() ?? '';
  return type === '' || type.startsWith('text/html') || type.startsWith('application/xhtml+xml');
}

/** The address that an HTML or SVG element links to, with its LINK_FLAG bits; undefined when it is no link. */
export function targetOf(element: Element): { href: string; flags: number } | undefined {
  const tag = element.tagName;
  if (tag === 'a' || tag === 'area') {
    const href = attribute(element, 'href');
    if (href === undefined) return undefined;
    return { href, flags: relFlags(element) | (tag === 'area' ? LINK_FLAG.area : 0) };
  }
  if (tag === 'frame' || tag === 'iframe') {
    const href = attribute(element, 'src');
    return href === undefined ? undefined : { href, flags: LINK_FLAG.frame };
  }
  if (tag !== 'link') return undefined;
  const href = attribute(element, 'href');
  if (href === undefined || !isPageRelation(element)) return undefined;
  return { href, flags: LINK_FLAG.linkElement };
}

function relFlags(element: Element): number {
  const rel = attribute(element, 'rel');
  if (rel === undefined) return 0;
  let flags = hasWord(rel, 'nofollow') ? LINK_FLAG.nofollow : 0;
  if (hasWord(rel, 'ugc')) flags |= LINK_FLAG.ugc;
  if (hasWord(rel, 'sponsored')) flags |= LINK_FLAG.sponsored;
  return flags;
}

const tidy = (text: string | undefined): string =>
  collapse(text ?? '')
    .trim()
    .slice(0, MOST_LABEL);

/** What an element calls itself when it has no text: alt, else title, else aria-label. */
export const labelOf = (element: Element): string =>
  tidy(attribute(element, 'alt')) ||
  tidy(attribute(element, 'title')) ||
  tidy(attribute(element, 'aria-label'));

/** Adds words that stand inside a link without being text of the page, up to MOST_LABEL characters. */
export function addInside(link: OpenLink, text: string | undefined): void {
  if (link.inside.length >= MOST_LABEL) return;
  const words = tidy(text);
  if (words !== '')
    link.inside = (link.inside === '' ? words : `${link.inside} ${words}`).slice(0, MOST_LABEL);
}
