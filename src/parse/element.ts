/** Which elements are what to a reader of pages, and how attributes are looked up. HTML names are lower case. */
import { type DefaultTreeAdapterTypes, html } from 'parse5';

export type Element = DefaultTreeAdapterTypes.Element;

/** What an HTML element is to a reader; an element may be several. */
export const TRAIT = {
  /** Its start and end end a block of text. */
  block: 1,
  /** What stands in it is not shown as text of the page, or only where scripts do not run. */
  unshown: 2,
  heading: 4,
  /** It breaks a line inside a block. */
  line: 8,
  /** It may have an alt text. */
  image: 16,
  link: 32,
  /** It says something about the page, see head-facts.ts. */
  fact: 64,
} as const;

const TAGS: Readonly<Record<keyof typeof TRAIT, string>> = {
  block:
    'html head body frameset address article aside blockquote center details dialog dd dir div dl dt fieldset ' +
    'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol ' +
    'optgroup option p plaintext pre search section select summary ul xmp table caption tbody thead tfoot tr td th',
  unshown: 'script style title textarea noscript noframes noembed iframe template',
  heading: 'h1 h2 h3 h4 h5 h6',
  line: 'br',
  image: 'img input',
  link: 'a area frame iframe link',
  fact: 'title base link meta frameset',
};

function traitTable(): ReadonlyMap<string, number> {
  const table = new Map<string, number>();
  for (const [trait, tags] of Object.entries(TAGS)) {
    const bit = TRAIT[trait as keyof typeof TRAIT];
    for (const tag of tags.split(' ')) table.set(tag, (table.get(tag) ?? 0) | bit);
  }
  return table;
}

const TRAITS = traitTable();

/** Sum of TRAIT bits of an element; drawings (SVG, MathML) have none. */
export const traitsOf = (element: Element): number =>
  isHtml(element) ? (TRAITS.get(element.tagName) ?? 0) : 0;

/** Elements of drawings whose text is for machines; the title of an icon is for people. */
export const CODE: ReadonlySet<string> = new Set(['script', 'style']);

export const isHtml = (element: Element): boolean => element.namespaceURI === html.NS.HTML;

/** Value of the first attribute of that name, or undefined. `xlink:href` of SVG is called href by the parser too. */
export function attribute(element: Element, name: string): string | undefined {
  for (const each of element.attrs) if (each.name === name) return each.value;
  return undefined;
}

/** Does a list of words (rel, meta robots) hold this one? Case does not matter; `word` is lower case. */
export function hasWord(list: string, word: string): boolean {
  return list
    .toLowerCase()
    .split(/[\t\n\f\r ,]+/)
    .includes(word);
}

/**
 * White space of HTML, the no-break space and the ideographic space, which Chinese pages indent with; but not a single
 * space, since it would only be replaced by itself.
 */
const WHITE = /[\t\n\f\r \u00a0\u3000]{2,}|[\t\n\f\r\u00a0\u3000]/g;

/** Each stretch of white space becomes one space, also at the ends. */
export const collapse = (text: string): string => text.replace(WHITE, ' ');
