/** The small parts of markup: attributes of a tag, names with a prefix, references. */

const MOST_ATTRIBUTES = 64;
const ATTRIBUTE = /([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"?|'([^']*)'?|([^\s"'>]+))/g;

/** Attributes of a tag as written, the first of each name, at most 64. */
export function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    if (!found.has(name)) found.set(name, double ?? single ?? bare ?? '');
    if (found.size >= MOST_ATTRIBUTES) break;
  }
  return found;
}

export interface Name {
  /** Empty for the default namespace. */
  readonly prefix: string;
  /** In lower case. */
  readonly local: string;
}

export function nameOf(text: string): Name {
  const colon = text.indexOf(':');
  return colon < 0
    ? { prefix: '', local: text.toLowerCase() }
    : { prefix: text.slice(0, colon), local: text.slice(colon + 1).toLowerCase() };
}

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text with XML's own references decoded once; others, and a bare `&`, stay as they are. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (all, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] as string;
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

/** Literal text in the form in which references are still to be decoded. */
export const asUndecoded = (literal: string): string => literal.replaceAll('&', '&amp;');
