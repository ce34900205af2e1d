/**
 * Hosts in plain ASCII with a label that starts with `xn--` and decodes to nothing. The WHATWG URL standard only
 * lower-cases such a host; Node 20 refuses it. The address is parsed under a stand-in that is put back afterwards.
 */
import type { ParsedBase } from './base.js';

/** What to parse instead, and the host that its STAND_IN stands for. */
export interface Swapped {
  readonly href: string;
  readonly base: string | undefined;
  readonly host: string;
}

export const STAND_IN = 'odd.invalid';

const REFERENCE = /^(https?:)?([\\/]*)([^\\/?#]*)(.*)$/is;
const ODD_LABEL = /(?:^|\.)xn--/;
const NUMBER_AT_END = /(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/;
/** The forbidden domain code points of the standard, and everything outside ASCII. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the set of the standard begins at U+0000.
const FORBIDDEN = /[\u0000- #%/:<>?@[\\\]^|\u007f-\uffff]/;

/** For a reference that Node cannot parse; undefined when no host of this kind is the reason. */
export function swapOddHost(href: string, base: ParsedBase | undefined): Swapped | undefined {
  const found = REFERENCE.exec(tidyInput(href));
  if (found === null) return undefined;
  const [, written, slashes = '', authority = '', rest = ''] = found;
  const scheme = written?.toLowerCase() ?? base?.scheme;
  const hasAuthority = slashes.length >= 2 || (written !== undefined && scheme !== base?.scheme);
  if (!hasAuthority) return base === undefined ? undefined : swapBase(href, base);
  const [, name = '', port = ''] =
    /^(.*?)(:\d*)?$/s.exec(authority.slice(authority.lastIndexOf('@') + 1)) ?? [];
  const host = decodeEscapes(name).toLowerCase();
  // With a host of its own a reference takes only the scheme from its base.
  return isOdd(host)
    ? { href: `${scheme}//${STAND_IN}${port}${rest}`, base: undefined, host }
    : { href, base: base && `${base.scheme}//${STAND_IN}/`, host: STAND_IN };
}

function swapBase(href: string, base: ParsedBase): Swapped | undefined {
  const [, host = '', port = ''] = /^(.*?)(:\d*)?$/.exec(base.origin.slice(base.scheme.length + 2)) ?? [];
  if (!isOdd(host)) return undefined;
  const behind = base.href.slice(base.origin.length);
  return { href, base: `${base.scheme}//${STAND_IN}${port}${behind}`, host };
}

const isOdd = (host: string): boolean =>
  ODD_LABEL.test(host) && !FORBIDDEN.test(host) && !NUMBER_AT_END.test(host);

/** Drops what the standard drops before it looks at an address. Not by one pattern: `[ ]+$` is quadratic. */
function tidyInput(href: string): string {
  let start = 0;
  let end = href.length;
  while (start < end && href.charCodeAt(start) <= 32) start++;
  while (end > start && href.charCodeAt(end - 1) <= 32) end--;
  return href.slice(start, end).replace(/[\t\n\r]/g, '');
}

const decodeEscapes = (text: string): string =>
  text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
