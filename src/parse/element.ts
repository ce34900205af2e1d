/** Which elements are what to a reader of pages, and how attributes are looked up. HTML names are lower case. */
import { type DefaultTreeAdapterTypes, html } from 'parse5';

export type Element = DefaultTreeAdapterTypes.Element;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Start and end of these end a block of text. `br` does not: it breaks a line inside a block. */
export const BLOCKS = words(
  'html head body frameset address article aside blockquote center details dialog dd dir div dl dt fieldset ' +
    'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol ' +
    'optgroup option p plaintext pre search section select summary ul xmp table caption tbody thead tfoot tr td th',
);

/** What stands in these is not shown as text of the page, or only where scripts do not run. */
export const UNSHOWN = words('script style title textarea noscript noframes noembed iframe template');

/** Elements of drawings whose text is for machines; the title of an icon is for people. */
export const CODE = words('script style');

export const HEADINGS = words('h1 h2 h3 h4 h5 h6');

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

/** White space of HTML, the no-break space and the ideographic space, which Chinese pages indent with. */
const WHITE = /[\t\n\f\r \u00a0\u3000]+/g;

/** Each stretch of white space becomes one space, also at the ends. */
export const collapse = (text: string): string => text.replace(WHITE, ' ');
