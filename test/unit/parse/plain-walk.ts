/**
 * The slow, plain reading that the reader is held against: parse5's own tree, a flat list of what was met in document
 * order, and for every question a walk over that list. Shares no code with src/parse.
 */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

interface Item {
  readonly kind: 'leaf' | 'block' | 'line';
  readonly text: string;
}

interface Met {
  /** Place in document order. */
  readonly order: number;
  readonly element: Element;
  readonly path: readonly string[];
  /** Range of items met between its start and its end. */
  start: number;
  end: number;
}

export interface PlainLink {
  readonly href: string;
  readonly rel: string;
  readonly kind: string;
  readonly anchor: string;
  readonly block: string;
  readonly heading: string;
  readonly path: string;
  /** Texts of the leaves inside. */
  readonly leaves: readonly string[];
}

export interface PlainPage {
  readonly title: string | undefined;
  readonly base: string | undefined;
  readonly canonical: string | undefined;
  readonly description: string | undefined;
  readonly language: string | undefined;
  readonly text: string;
  readonly headings: readonly string[];
  readonly links: readonly PlainLink[];
  readonly elementCount: number;
  readonly leaves: readonly string[];
}

const XHTML = 'http://www.w3.org/1999/xhtml';
const BLOCK = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu nav ol optgroup ' +
    'option p plaintext pre search section select summary table tbody td tfoot th thead tr ul xmp'
  ).split(' '),
);
const SILENT = /^(script|style|title|textarea|noscript|noframes|noembed|iframe|template)$/;

const squeeze = (text: string): string => text.split(/[ \t\n\f\r\u00a0\u3000]+/).join(' ');
const trimmed = (text: string): string => squeeze(text).replace(/^ | $/g, '');
const read = (element: Element, name: string): string | undefined =>
  element.attrs.find(each => each.name === name)?.value;
const wordsOf = (text: string | undefined): string[] => (text ?? '').toLowerCase().split(/[ \t\n\f\r,]+/);
const isHtml = (element: Element): boolean => element.namespaceURI === XHTML;

class PlainReading {
  readonly items: Item[] = [];
  readonly met: Met[] = [];

  /** A queue of things to do instead of recursion: nodes to enter and elements to leave. */
  read(document: DefaultTreeAdapterTypes.Document): void {
    type Task =
      | { readonly node: Node; readonly path: readonly string[]; readonly parent?: Element }
      | (() => void);
    const todo: Task[] = [...document.childNodes].reverse().map(node => ({ node, path: [] }));
    for (let task = todo.pop(); task !== undefined; task = todo.pop()) {
      if (typeof task === 'function') task();
      else if ('value' in task.node) this.#leaf(task.node.value, task.parent);
      else if ('tagName' in task.node) {
        const element = task.node;
        const path = [...task.path, element.tagName];
        todo.push(this.#enter(element, path));
        if (isHtml(element) && SILENT.test(element.tagName)) continue;
        for (const node of [...element.childNodes].reverse()) todo.push({ node, path, parent: element });
      }
    }
  }

  #enter(element: Element, path: readonly string[]): () => void {
    const isBlock = isHtml(element) && BLOCK.has(element.tagName);
    if (isBlock) this.items.push({ kind: 'block', text: '' });
    if (isHtml(element) && element.tagName === 'br') this.items.push({ kind: 'line', text: '' });
    const met = { order: this.met.length, element, path, start: this.items.length, end: this.items.length };
    this.met.push(met);
    return () => {
      met.end = this.items.length;
      if (isBlock) this.items.push({ kind: 'block', text: '' });
    };
  }

  #leaf(text: string, parent: Element | undefined): void {
    if (parent !== undefined && isHtml(parent)) this.items.push({ kind: 'leaf', text });
  }

  textOf(start: number, end: number): string {
    const lines: string[] = [''];
    for (const { kind, text } of this.items.slice(start, end)) {
      if (kind === 'leaf') lines[lines.length - 1] += text;
      else lines.push('');
    }
    return lines
      .map(trimmed)
      .filter(line => line !== '')
      .join('\n');
  }

  leavesOf(start: number, end: number): string[] {
    const texts = this.items.slice(start, end).filter(({ kind }) => kind === 'leaf');
    return texts.map(({ text }) => trimmed(text)).filter(text => text !== '');
  }

  /** Text of the block or blocks that the shown leaves of a range stand in, or of the one around an empty range. */
  blockOf(start: number, end: number): string {
    let first = start;
    let last = end;
    const isShown = (at: number): boolean =>
      this.items[at]?.kind === 'leaf' && trimmed((this.items[at] as Item).text) !== '';
    if (this.leavesOf(start, end).length > 0) {
      while (!isShown(first)) first++;
      while (!isShown(last - 1)) last--;
    } else first = end;
    while (first > 0 && this.items[first - 1]?.kind !== 'block') first--;
    while (last < this.items.length && this.items[last]?.kind !== 'block') last++;
    return this.textOf(first, last);
  }

  html(test: (element: Element) => boolean): Met[] {
    return this.met.filter(({ element }) => isHtml(element) && test(element));
  }

  first<T>(tag: string, pick: (element: Element) => T | undefined): T | undefined {
    for (const { element } of this.html(each => each.tagName === tag)) {
      const found = pick(element);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Text of foreign elements and images below an element, for anchors without text; stops at links inside. */
function asideOf(root: Element): string {
  const parts: string[] = [];
  const todo: { readonly node: Node; readonly parent: Element }[] = [];
  const push = (parent: Element): void => {
    for (const node of [...parent.childNodes].reverse()) todo.push({ node, parent });
  };
  push(root);
  for (let task = todo.pop(); task !== undefined; task = todo.pop()) {
    const { node, parent } = task;
    if ('value' in node) {
      if (!isHtml(parent) && !/^(script|style)$/.test(parent.tagName)) parts.push(trimmed(node.value));
    } else if ('tagName' in node) {
      const isLink = node.tagName === 'a' && read(node, 'href') !== undefined;
      if (isHtml(node) && /^(img|input)$/.test(node.tagName)) parts.push(trimmed(read(node, 'alt') ?? ''));
      if (!isLink && !(isHtml(node) && SILENT.test(node.tagName))) push(node);
    }
  }
  return parts.filter(part => part !== '').join(' ');
}

function kindOf(element: Element): readonly [string, string] | undefined {
  const { tagName } = element;
  const pair = (name: string): readonly [string, string] | undefined => {
    const value = read(element, name);
    return value === undefined ? undefined : [tagName, value];
  };
  if (tagName === 'a') return pair('href');
  if (!isHtml(element)) return undefined;
  if (tagName === 'area') return pair('href');
  if (tagName === 'frame' || tagName === 'iframe') return pair('src');
  if (tagName === 'link') {
    const rel = wordsOf(read(element, 'rel'));
    const type = (read(element, 'type') ?? '').trim().toLowerCase();
    const isPage = type === '' || /^(text\/html|application\/xhtml\+xml)/.test(type);
    const isAlternate = rel.includes('alternate') && !rel.includes('stylesheet') && isPage;
    return rel.includes('next') || rel.includes('prev') || isAlternate ? pair('href') : undefined;
  }
  if (tagName !== 'meta' || read(element, 'http-equiv')?.trim().toLowerCase() !== 'refresh') return undefined;
  const rest = /^\s*[\d.]+(?:[\s;,]\s*[;,]?\s*(.*))$/s.exec(read(element, 'content') ?? '')?.[1] ?? '';
  const target = rest.trimStart().replace(/^url\s*=\s*/i, '');
  const quoted = /^(["'])(.*?)(?:\1|$)/s.exec(target);
  const address = quoted?.[2] ?? target;
  return address === '' ? undefined : ['refresh', address];
}

/** What the anchor, title and aria-label of an element say when there is no text inside. */
const ownLabel = (element: Element): string =>
  ['alt', 'title', 'aria-label'].map(name => trimmed(read(element, name) ?? '')).find(text => text !== '') ??
  '';

function languageOf(reading: PlainReading): string | undefined {
  const pick = (element: Element): string | undefined =>
    (read(element, 'lang') || read(element, 'xml:lang'))?.trim() || undefined;
  for (const { element } of reading.html(() => true)) {
    const found = pick(element);
    if (found !== undefined) return found;
  }
  return reading.first('meta', element => {
    const isLanguage = read(element, 'http-equiv')?.trim().toLowerCase() === 'content-language';
    return isLanguage ? read(element, 'content')?.trim() || undefined : undefined;
  });
}

function linksOf(reading: PlainReading, headings: readonly (Met & { readonly text: string })[]): PlainLink[] {
  const links: PlainLink[] = [];
  for (const { order, element, path, start, end } of reading.met) {
    const target = kindOf(element);
    if (target === undefined) continue;
    const own = element.tagName === 'a' ? reading.textOf(start, end) : '';
    const before = headings.filter(each => each.order <= order && each.text !== '');
    links.push({
      kind: target[0],
      href: target[1],
      rel: element.tagName === 'a' || element.tagName === 'area' ? (read(element, 'rel') ?? '') : '',
      anchor: own || asideOf(element) || ownLabel(element),
      block: reading.blockOf(start, element.tagName === 'a' ? end : start),
      heading: before.at(-1)?.text ?? '',
      path: path.join('/'),
      leaves: element.tagName === 'a' ? reading.leavesOf(start, end) : [],
    });
  }
  return links;
}

export function plainRead(html: string): PlainPage {
  const reading = new PlainReading();
  reading.read(parse(html));
  const isHeading = (element: Element): boolean => /^h[1-6]$/.test(element.tagName);
  const headings = reading
    .html(isHeading)
    .map(met => Object.assign(met, { text: reading.textOf(met.start, met.end) }));
  return {
    title: reading.first('title', element =>
      trimmed(element.childNodes.map(each => ('value' in each ? each.value : '')).join('')),
    ),
    base: reading.first('base', element => read(element, 'href')),
    canonical: reading.first('link', element =>
      wordsOf(read(element, 'rel')).includes('canonical') ? read(element, 'href') : undefined,
    ),
    description: reading.first('meta', element =>
      read(element, 'name')?.trim().toLowerCase() === 'description' && read(element, 'content') !== undefined
        ? trimmed(read(element, 'content') ?? '')
        : undefined,
    ),
    language: languageOf(reading),
    text: reading.textOf(0, reading.items.length),
    headings: headings.map(({ text }) => text),
    links: linksOf(reading, headings),
    elementCount: reading.met.length,
    leaves: reading.leavesOf(0, reading.items.length),
  };
}
