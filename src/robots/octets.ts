/**
 * The one spelling in which paths and patterns are compared (RFC 9309 §2.2.2, RFC 3986 §2): octets as `%XX` unless they
 * are unreserved or a delimiter. Escapes of unreserved characters are undone (`%7E` is `~`), escapes of delimiters stay
 * (`%2F` is no `/`), octets beyond ASCII and what no address may hold are escaped. Invariant: the result is ASCII, and
 * spelling it again changes nothing.
 *
 * `*`, `$` and `'` are delimiters that are escaped always: the first two mean something in a pattern (§2.2.3: write
 * `%2A` to match them), the third is escaped by browsers in queries only, so both spellings reach us for one page.
 */

/** Octets that stand for themselves: unreserved, then delimiters. */
const PLAIN = String.raw`A-Za-z0-9\-._~:/?#\[\]@!&()+,;=`;
const ESCAPE_OR_ODD = new RegExp(`%[0-9A-Fa-f]{2}|[^${PLAIN}%]`, 'g');
const ESCAPE_OR_ODD_IN_PATTERN = new RegExp(`%[0-9A-Fa-f]{2}|[^${PLAIN}%*]`, 'g');
const UNRESERVED = /[A-Za-z0-9\-._~]/;

/** What is spelled rightly as it stands, as nearly all is, holds none of these: a look is cheaper than rewriting. */
const MAYBE_ODD = new RegExp(`[^${PLAIN}]`);
const MAYBE_ODD_IN_PATTERN = new RegExp(`[^${PLAIN}*]`);

const escaped = (code: number): string => `%${code.toString(16).toUpperCase().padStart(2, '0')}`;

function spelled(found: string): string {
  if (found.length < 3) return escaped(found.charCodeAt(0));
  const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
  return UNRESERVED.test(character) ? character : found.toUpperCase();
}

const NOT_ASCII = /[^\0-\x7f]/;

/** Spelling of an address's path and query. Any text; characters beyond ASCII count as their UTF-8 octets. */
export function spellPath(path: string): string {
  if (!MAYBE_ODD.test(path)) return path;
  const octets = NOT_ASCII.test(path) ? Buffer.from(path).toString('latin1') : path;
  return octets.replace(ESCAPE_OR_ODD, spelled);
}

/** Spelling of a pattern; each character of `octets` is one octet of the file. A `*` is left alone. */
export function spellPattern(octets: string): string {
  return MAYBE_ODD_IN_PATTERN.test(octets) ? octets.replace(ESCAPE_OR_ODD_IN_PATTERN, spelled) : octets;
}

/**
 * The same with `/` and `:` escaped behind the first question mark. There they are data, and the table of §2.2.2 holds
 * `?baz=https://foo.bar` and `?baz=https%3A%2F%2Ffoo.bar` to be one.
 */
export function spellQuery(spelling: string): string {
  const question = spelling.indexOf('?');
  if (question < 0) return spelling;
  const query = spelling.slice(question).replaceAll('/', '%2F').replaceAll(':', '%3A');
  return spelling.slice(0, question) + query;
}

/** Path and query of an address as it is written: what stands behind the authority, without fragment; `/` if nothing. */
export function pathAndQuery(url: string): string {
  const start = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/.exec(url)?.[0].length ?? 0;
  const fragment = url.indexOf('#', start);
  const path = url.slice(start, fragment < 0 ? url.length : fragment);
  return path.startsWith('/') ? path : `/${path}`;
}
