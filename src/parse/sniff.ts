/**
 * Is a body a page? By content type, and by the first bytes where that says nothing or is known to lie: a light form of
 * mimesniff.spec.whatwg.org. A body of no page is `other`, which the road calls NotHtml.
 */
import { latin1 } from './windows-1252.js';

export type BodyKind = 'html' | 'text' | 'other';

const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
const TEXT_TYPES: ReadonlySet<string> = new Set(['text/plain', 'text/markdown']);
/** Types that servers send when they do not know. */
const UNKNOWN_TYPES: ReadonlySet<string> = new Set([
  '',
  'unknown/unknown',
  'application/unknown',
  '*/*',
  'application/octet-stream',
  'application/force-download',
]);

/** Marks of files that are sometimes served as pages. */
const MAGIC = [
  '%PDF-',
  '\x1f\x8b\x08',
  'PK\x03\x04',
  '\x89PNG\r\n',
  'GIF8',
  '\xff\xd8\xff',
  'RIFF',
  'Rar!',
  '7z\xbc',
];

const HTML_START =
  /^(?:<!doctype\s+html|<(?:html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link|frameset|center)[\s/>]|<!--)/i;
const XHTML_ROOT = /<html[\s>]/i;
/** mimesniff's binary data bytes: control characters other than tab, line ends, form feed and escape. */
function isBinary(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 && code !== 9 && code !== 10 && code !== 12 && code !== 13 && code !== 0x1b) return true;
  }
  return false;
}

const essenceOf = (contentType: string | undefined): string =>
  (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** The first bytes as Latin-1 without byte order mark, UTF-16 taken down to its low bytes, white space cut off. */
function opening(body: Uint8Array): string {
  const text = latin1(body, 1445);
  const mark = /^(?:\xff\xfe|\xfe\xff|\xef\xbb\xbf)/.exec(text)?.[0] ?? '';
  const isWide = mark.length === 2 || text.startsWith('<\0') || text.startsWith('\0<');
  const start = text.slice(mark.length);
  return (isWide ? start.replaceAll('\0', '') : start).trimStart();
}

function sniffUnknown(start: string): BodyKind {
  if (HTML_START.test(start)) return 'html';
  if (start.startsWith('<?xml')) return XHTML_ROOT.test(start) ? 'html' : 'other';
  return isBinary(start) ? 'other' : 'text';
}

/** Kind of a body; `contentType` is the header's value as it came. Reads at most the first 1,445 bytes. */
export function sniff(body: Uint8Array, contentType: string | undefined): BodyKind {
  const type = essenceOf(contentType);
  const start = opening(body);
  if (MAGIC.some(mark => start.startsWith(mark))) return 'other';
  if (HTML_TYPES.has(type)) return 'html';
  if (TEXT_TYPES.has(type)) return isBinary(start) ? 'other' : 'text';
  if (type === 'text/xml' || type === 'application/xml') return XHTML_ROOT.test(start) ? 'html' : 'other';
  if (UNKNOWN_TYPES.has(type) || !type.includes('/')) return sniffUnknown(start);
  return 'other';
}
