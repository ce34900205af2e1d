/**
 * Guards against endless spaces of made-up pages (METHODS L.9). Only the one that cannot be a site's own order is on by
 * itself: a segment that comes again and again, which is what a relative link makes on a server that answers
 * everything (docs/decisions/0042).
 */

/** Most of each; undefined = no guard. */
export interface TrapLimits {
  /** Times that one path segment may occur. */
  readonly repeatedSegments: number | undefined;
  /** Path segments. */
  readonly pathDepth: number | undefined;
  /** UTF-16 units of the whole address. */
  readonly urlLength: number | undefined;
  /** Query parameters. */
  readonly parameters: number | undefined;
}

export type TrapReason = 'repeated-segments' | 'path-depth' | 'url-length' | 'parameters';

export const DEFAULT_TRAPS: TrapLimits = {
  repeatedSegments: 3,
  pathDepth: undefined,
  urlLength: undefined,
  parameters: undefined,
};

/** All guards of METHODS L.9. */
export const STRICT_TRAPS: TrapLimits = {
  repeatedSegments: 3,
  pathDepth: 12,
  urlLength: 512,
  parameters: 6,
};

/** The guard that a canonical address runs into, or undefined. Linear time. */
export function trapOf(url: string, limits: TrapLimits): TrapReason | undefined {
  if (url.length > (limits.urlLength ?? Number.POSITIVE_INFINITY)) return 'url-length';
  const question = url.indexOf('?');
  const pathEnd = question < 0 ? url.length : question;
  const pathStart = url.indexOf('/', url.indexOf('//') + 2);
  const depth = countOf(url, '/', pathStart, pathEnd);
  if (depth > (limits.pathDepth ?? Number.POSITIVE_INFINITY)) return 'path-depth';
  const most = limits.repeatedSegments;
  if (most !== undefined && depth > most && repeatsMore(url.slice(pathStart + 1, pathEnd), most))
    return 'repeated-segments';
  const parameters = question < 0 ? 0 : 1 + countOf(url, '&', question, url.length);
  return parameters > (limits.parameters ?? Number.POSITIVE_INFINITY) ? 'parameters' : undefined;
}

/**
 * The same question for an address as bytes, `bytes[from … to]`, without a string: false = it runs into no guard, true = ask
 * `trapOf`. Only the guard that is on by default is known here.
 */
export function mayTrap(bytes: Uint8Array, from: number, to: number, limits: TrapLimits): boolean {
  const { repeatedSegments: most, pathDepth, urlLength, parameters } = limits;
  if (pathDepth !== undefined || urlLength !== undefined || parameters !== undefined) return true;
  if (most === undefined) return false;
  bucket.fill(0);
  // Slashes of the scheme and the one after the host come before the first segment.
  let slashes = 0;
  let start = from;
  for (let at = from; at <= to; at++) {
    const byte = at === to ? QUESTION : bytes[at];
    if (byte !== SLASH && byte !== QUESTION) continue;
    if (++slashes > 3) {
      const place = (7 * (at - start) + (start < at ? (bytes[start] as number) : 0)) & 63;
      const times = (bucket[place] as number) + 1;
      if (times > most || times === 255) return true;
      bucket[place] = times;
    }
    if (byte === QUESTION) break;
    start = at + 1;
  }
  return false;
}

const SLASH = 0x2f;
const QUESTION = 0x3f;

function countOf(text: string, mark: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf(mark, start); at >= 0 && at < end; at = text.indexOf(mark, at + 1)) count++;
  return count;
}

/** Segments by length and first letter: a trap shows as a full bucket, and most paths have none. */
const bucket = new Uint8Array(64);

function mayRepeat(path: string, most: number): boolean {
  bucket.fill(0);
  for (let start = 0; start <= path.length; ) {
    const slash = path.indexOf('/', start);
    const end = slash < 0 ? path.length : slash;
    const at = (7 * (end - start) + (start < end ? path.charCodeAt(start) : 0)) & 63;
    const times = (bucket[at] as number) + 1;
    if (times > most || times === 255) return true;
    bucket[at] = times;
    start = end + 1;
  }
  return false;
}

function repeatsMore(path: string, most: number): boolean {
  if (!mayRepeat(path, most)) return false;
  const count = new Map<string, number>();
  for (const segment of path.split('/')) {
    const times = (count.get(segment) ?? 0) + 1;
    if (times > most) return true;
    count.set(segment, times);
  }
  return false;
}
