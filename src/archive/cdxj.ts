/**
 * Under which key does a replay tool look for a page? A line of CDXJ: the address as SURT (host turned round, query sorted,
 * lower case), a date of 14 digits, and where the record lies as JSON. Keys are those that warcio makes.
 */
import { dateText } from './record-bytes.js';

export interface IndexedPage {
  readonly url: string;
  readonly dateMs: number;
  /** Media type without parameters, empty when there is none; `warc/revisit` for revisits. */
  readonly mime: string;
  readonly status: number;
  /** Of the payload, without its kind. */
  readonly digest: string;
  /** Of the gzip member. */
  readonly length: number;
  readonly offset: number;
  readonly file: string;
}

/** `com,example:8080)/a?b=1&c=2` of `http://www.example.com:8080/A?c=2&b=1`; text that is no address stays as it is. */
export function surtOf(url: string): string {
  if (!/^https?:/i.test(url)) return url;
  let parts: URL;
  try {
    parts = new URL(url.toLowerCase().replace(/^(https?:\/\/)www\d*\./, '$1'));
  } catch {
    // An address of somebody else's archive.
    return url;
  }
  const { hostname, port, pathname, search } = parts;
  const host = hostname.split('.').reverse().join(',');
  const query = search === '' ? '' : `?${search.slice(1).split('&').sort().join('&')}`;
  return `${host}${port === '' ? '' : `:${port}`})${pathname}${query}`;
}

/** One line without its end. ASCII, so that any order of lines is the order of their bytes. */
export function cdxjLine({ url, dateMs, file, ...page }: IndexedPage): string {
  const { mime, status, digest, length, offset } = page;
  const date = dateText(dateMs).replace(/\D/g, '').slice(0, 14);
  const place = { length: String(length), offset: String(offset), filename: file };
  const type = mime === '' ? {} : { mime };
  const json = JSON.stringify({ url, ...type, status: String(status), digest, ...place });
  return `${ascii(surtOf(url))} ${date} ${ascii(json)}`;
}

/** Others become escapes of JSON, which mean the same within it. White space would end the key. */
const ascii = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
