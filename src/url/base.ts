/**
 * What links of a page are resolved against, cut into pieces once a page so that no link has to do it again.
 * Every piece is canonical.
 */

export interface ParsedBase {
  /** The whole address, without fragment. */
  readonly href: string;
  readonly scheme: 'http:' | 'https:';
  /** Scheme, host and port: `http://example.org:8080`. */
  readonly origin: string;
  /** From the first slash of the path to the question mark: `/a/b`. */
  readonly path: string;
  /** The path up to and including its last slash: `/a/`. */
  readonly directory: string;
  /** Encoding of the page, which its links' queries are written in (WHATWG name, lower case). */
  readonly charset: string;
}

/** The pieces of an address that is canonical already. */
export function splitBase(href: string, charset: string): ParsedBase {
  const scheme = href.startsWith('https:') ? 'https:' : 'http:';
  const pathStart = href.indexOf('/', scheme.length + 2);
  const question = href.indexOf('?', pathStart);
  const path = href.slice(pathStart, question < 0 ? href.length : question);
  return {
    href,
    scheme,
    origin: href.slice(0, pathStart),
    path,
    directory: path.slice(0, path.lastIndexOf('/') + 1),
    charset,
  };
}
