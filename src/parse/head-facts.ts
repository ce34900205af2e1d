/**
 * What does a page say about itself: title, base, canonical address, refresh, language, robots, description. The first
 * of each counts, wherever in the document it stands, as browsers have it.
 */
import { PAGE_FLAG } from '../contract/document.js';
import { attribute, collapse, type Element, hasWord } from './element.js';
import { parseRefresh, type Refresh } from './refresh.js';

/** Characters kept of a title or description. */
export const MOST_FACT = 2000;

/** Meta elements for robots that are kept. */
const MOST_ROBOTS = 10;

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
  /** What meta elements ask of all robots and of ours. */
  readonly robots: string[] = [];
  /** PAGE_FLAG bits. */
  flags = 0;
  readonly #token: string;
  #elementLanguage: string | undefined;
  #metaLanguage: string | undefined;

  /** `token`: the name, in lower case, under which `meta` speaks to us. */
  constructor(token: string) {
    this.#token = token;
  }

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
    if (name === 'robots' || name === this.#token) this.#hearRobots(content);
    else if (name === 'description') this.description ??= tidy(content);
    const directive = attribute(element, 'http-equiv')?.trim().toLowerCase();
    if (directive === 'content-language') this.#metaLanguage ??= content.trim() || undefined;
    return directive === 'refresh' ? this.#hearRefresh(content) : undefined;
  }

  #hearRobots(content: string): void {
    if (this.robots.length < MOST_ROBOTS) this.robots.push(tidy(content));
  }

  #hearRefresh(content: string): string | undefined {
    const refresh = parseRefresh(content);
    if (refresh?.target === undefined) return undefined;
    this.refresh ??= refresh;
    return refresh.target;
  }
}
