/**
 * What does a page say about itself: title, base, canonical address, refresh, language, robots, description. The first
 * of each counts, wherever in the document it stands, as browsers have it.
 */
import { PAGE_FLAG } from '../contract/document.js';
import { attribute, collapse, type Element, hasWord } from './element.js';
import { parseRefresh, type Refresh } from './refresh.js';

/** Characters kept of a title or description. */
export const MOST_FACT = 2000;

/** Names under which `meta` speaks to us. */
const ROBOT_NAMES = ['robots', 'dowser'];

const NO_INDEX = ['noindex', 'none'];
const NO_FOLLOW = ['nofollow', 'none'];

function robotFlags(content: string): number {
  let flags = 0;
  if (NO_INDEX.some(word => hasWord(content, word))) flags |= PAGE_FLAG.noindex;
  if (NO_FOLLOW.some(word => hasWord(content, word))) flags |= PAGE_FLAG.nofollow;
  if (hasWord(content, 'noarchive')) flags |= PAGE_FLAG.noarchive;
  return flags;
}

const tidy = (text: string): string => collapse(text).trim().slice(0, MOST_FACT);

function ownText(element: Element): string {
  let text = '';
  for (const child of element.childNodes) if ('value' in child) text += child.value;
  return text;
}

export class HeadFacts {
  title: string | undefined;
  base: string | undefined;
  canonical: string | undefined;
  description: string | undefined;
  refresh: Refresh | undefined;
  /** PAGE_FLAG bits. */
  flags = 0;
  #elementLanguage: string | undefined;
  #metaLanguage: string | undefined;

  get language(): string | undefined {
    return this.#elementLanguage ?? this.#metaLanguage;
  }

  /** Hears the HTML elements that say something. Returns the target of a meta refresh that has one. */
  hear(element: Element): string | undefined {
    const tag = element.tagName;
    if (tag === 'title') this.title ??= tidy(ownText(element));
    else if (tag === 'base') this.base ??= attribute(element, 'href');
    else if (tag === 'link') this.#hearLink(element);
    else if (tag === 'frameset') this.flags |= PAGE_FLAG.frameset;
    else if (tag === 'meta') return this.#hearMeta(element);
    return undefined;
  }

  /** Hears every HTML element. */
  hearLanguage(element: Element): void {
    if (this.#elementLanguage !== undefined || element.attrs.length === 0) return;
    const language = attribute(element, 'lang') || attribute(element, 'xml:lang');
    this.#elementLanguage = language?.trim() || undefined;
  }

  #hearLink(element: Element): void {
    if (this.canonical !== undefined || !hasWord(attribute(element, 'rel') ?? '', 'canonical')) return;
    this.canonical = attribute(element, 'href');
  }

  #hearMeta(element: Element): string | undefined {
    const content = attribute(element, 'content');
    if (content === undefined) return undefined;
    const name = attribute(element, 'name')?.trim().toLowerCase() ?? '';
    if (ROBOT_NAMES.includes(name)) this.flags |= robotFlags(content);
    else if (name === 'description') this.description ??= tidy(content);
    const directive = attribute(element, 'http-equiv')?.trim().toLowerCase();
    if (directive === 'content-language') this.#metaLanguage ??= content.trim() || undefined;
    return directive === 'refresh' ? this.#hearRefresh(content) : undefined;
  }

  #hearRefresh(content: string): string | undefined {
    const refresh = parseRefresh(content);
    if (refresh?.target === undefined) return undefined;
    this.refresh ??= refresh;
    return refresh.target;
  }
}
