/**
 * An optional second step behind `canonical`: drops what only tells visits apart (METHODS L.9): `sid`, `jsessionid`,
 * `phpsessid` as query or path parameters, and `utm_*` in the query. Off unless asked for (docs/decisions/0041).
 */

const ANY = /[?&;](?:sid=|jsessionid=|phpsessid=|utm_)/i;
const PATH_SESSION = /;(?:sid|jsessionid|phpsessid)=[^/;]*/gi;
const QUERY_NOISE = /^(?:(?:sid|jsessionid|phpsessid)=|utm_)/i;

/** A canonical address without session and campaign parameters; the same string when it has none. */
export function tidy(url: string): string {
  if (!ANY.test(url)) return url;
  const question = url.indexOf('?');
  const path = (question < 0 ? url : url.slice(0, question)).replace(PATH_SESSION, '');
  if (question < 0) return path;
  const parameter = url.slice(question + 1).split('&');
  const kept = parameter.filter(one => !QUERY_NOISE.test(one));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}
