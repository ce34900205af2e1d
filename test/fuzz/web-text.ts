/**
 * Text of a stored web, as plainly as possible: the file inflated whole, its responses decoded as UTF-8 or else gb18030,
 * tags taken off by a pattern. For comparing segmenters, not for reading pages (that is src/archive and src/parse).
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const BLANK_LINE = Buffer.from('\r\n\r\n');

/** Bodies of the response records of a WARC file. */
export function* bodiesOf(path: string): Generator<Buffer> {
  const file = gunzipSync(readFileSync(path));
  let at = 0;
  while (at < file.length) {
    const start = file.indexOf(BLANK_LINE, at) + BLANK_LINE.length;
    if (start < BLANK_LINE.length) return;
    const head = file.toString('latin1', at, start);
    const length = Number(/^content-length:\s*(\d+)/im.exec(head)?.[1] ?? 0);
    if (/^warc-type:\s*response/im.test(head)) {
      const record = file.subarray(start, start + length);
      yield record.subarray(record.indexOf(BLANK_LINE) + BLANK_LINE.length);
    }
    at = start + length + BLANK_LINE.length;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const gb18030 = new TextDecoder('gb18030');

function decode(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    return gb18030.decode(body);
  }
}

/** Texts of the pages that hold a Han character. */
export function* chineseTexts(path: string): Generator<string> {
  for (const body of bodiesOf(path)) {
    const text = decode(body)
      .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
      .replace(/<[^>]*>/g, '')
      .replace(/&nbsp;/g, '\u00a0')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&amp;/g, '&');
    if (/\p{Script=Han}/u.test(text)) yield text;
  }
}
