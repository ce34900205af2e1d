/**
 * Any spelling of an address, by Node's URL and corrected to the WHATWG URL standard where Node 20 differs from it:
 *
 * - `/a/.b/./c` keeps its dot segments when the first segment that begins with a dot is not one of them;
 * - `^` in a path is not escaped (it is in the path percent-encode set);
 * - a host in plain ASCII with an `xn--` label that decodes to nothing is refused;
 * - a reference that is empty or a fragment loses the question mark of a base whose query is empty.
 *
 * Newer versions of Node need none of this; the corrections then change nothing.
 */
import type { ParsedBase } from './base.js';
import { STAND_IN, swapOddHost } from './odd-host.js';

const DOT_SEGMENT = /\/\.\.?(?:\/|$)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: C0 controls at the start are dropped.
const SAME_PAGE = /^[\u0000- ]*(?:#|$)/;

/** The canonical address, or undefined when the text is not an http or https address. */
export function resolveSlow(href: string, base: ParsedBase | undefined): string | undefined {
  if (SAME_PAGE.test(href)) return base?.href;
  const url = parse(href, base?.href);
  if (url !== undefined) return write(url);
  const swapped = swapOddHost(href, base);
  const other = swapped === undefined ? undefined : parse(swapped.href, swapped.base);
  if (swapped === undefined || other === undefined) return undefined;
  return write(other)?.replace(STAND_IN, () => swapped.host);
}

function parse(href: string, base: string | undefined): URL | undefined {
  try {
    return new URL(href, base);
  } catch {
    return undefined;
  }
}

function write(url: URL): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.hash = '';
  url.username = '';
  url.password = '';
  // A leading `/.` makes Node look at every segment.
  if (DOT_SEGMENT.test(url.pathname)) url.pathname = `/.${url.pathname}`;
  return escapeCaret(url.href);
}

function escapeCaret(href: string): string {
  if (!href.includes('^')) return href;
  const question = href.indexOf('?');
  const head = question < 0 ? href : href.slice(0, question);
  return head.replaceAll('^', '%5E') + href.slice(head.length);
}
