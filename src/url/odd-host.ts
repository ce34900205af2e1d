/**
 * Hosts in plain ASCII with a label that starts with `xn--` and decodes to nothing. The WHATWG URL standard only
 * lower-cases such a host; Node 20 refuses it. The address is parsed under a stand-in that is put back afterwards.
 */

/** `href` is absolute and names STAND_IN where the address names `host`. */
export interface OddHost {
  readonly href: string;
  readonly host: string;
}

export const STAND_IN = 'odd.invalid';

const REFERENCE = /^(https?:)?([\\/]*)([^\\/?#]*)(.*)$/is;
const ODD_LABEL = /(?:^|\.)xn--/;
const NUMBER_AT_END = /(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/;
/** Printable ASCII without the forbidden domain code points of the standard. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the set of the standard begins at U+0000.
const FORBIDDEN = /[\u0000- "#%/:<>?@[\\\]^`{|}\u007f-\uffff]/;

/** The address under its stand-in, or undefined when its host is not of this kind. */
export function swapOddHost(href: string, baseScheme: string | undefined): OddHost | undefined {
  const found = REFERENCE.exec(tidyInput(href));
  if (found === null) return undefined;
  const [, scheme, slashes = '', authority = '', rest = ''] = found;
  const wanted = scheme?.toLowerCase() ?? baseScheme;
  const hasAuthority = slashes.length >= 2 || (scheme !== undefined && wanted !== baseScheme);
  if (wanted === undefined || !hasAuthority) return undefined;
  const [, name = '', port = ''] =
    /^(.*?)(:\d*)?$/s.exec(authority.slice(authority.lastIndexOf('@') + 1)) ?? [];
  const host = decodeEscapes(name).toLowerCase();
  if (!ODD_LABEL.test(host) || FORBIDDEN.test(host) || NUMBER_AT_END.test(host)) return undefined;
  return { href: `${wanted}//${STAND_IN}${port}${rest}`, host };
}

/** Drops what the standard drops before it looks at an address. */
const tidyInput = (href: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: C0 controls at both ends are part of the rule.
  href.replace(/^[\u0000- ]+|[\u0000- ]+$/g, '').replace(/[\t\n\r]/g, '');

const decodeEscapes = (text: string): string =>
  text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
