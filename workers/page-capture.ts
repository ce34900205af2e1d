/** An answer as the archive takes it: of the live web, with what was sent for it, or of a stored one, copied. */
import { basename } from 'node:path';
import type { PageCapture, Truncation } from '../src/archive/page-records.js';
import type { StoredResponse } from '../src/archive/stored-web.js';
import { outcome } from '../src/contract/outcome.js';
import type { Answer } from '../src/fetch/answer.js';

const code = (name: string): number => outcome(name).code;

/** Why a body is not whole, by how the request ended. */
const TRUNCATION: ReadonlyMap<number, Truncation> = new Map([
  [code('TooLarge'), 'length'],
  [code('BodyTimeout'), 'time'],
  [code('Incomplete'), 'disconnect'],
  [code('Truncated'), 'disconnect'],
  [code('Reset'), 'disconnect'],
  [code('BadEncoding'), 'unspecified'],
  [code('Unwanted'), 'unspecified'],
  [code('Stopped'), 'unspecified'],
]);
/** Of an answer that is no page, fetch reads no more. */
const MOST_OTHER_BYTES = 65_536;

/** A small part of a large buffer would keep all of it in memory. */
const ownBytes = (bytes: Uint8Array): Uint8Array =>
  // Not bytes.slice(), which is a view where they are a Buffer.
  bytes.buffer.byteLength > 2 * bytes.length + 4096 ? new Uint8Array(bytes) : bytes;

export function captureOfAnswer(url: string, answer: Answer): PageCapture {
  const { status, statusText, headers, body, ip, sentAtMs, sentHead } = answer;
  const isCapped = status >= 300 && body.length >= MOST_OTHER_BYTES;
  return {
    url,
    dateMs: sentAtMs,
    ip,
    status,
    statusText,
    headers: headers.text(),
    body: ownBytes(body),
    truncated: isCapped ? 'length' : TRUNCATION.get(answer.outcome),
    requestHead: sentHead,
    source: '',
  };
}

/** @param lateMs Date of an answer that has none. */
export function captureOfStored(url: string, response: StoredResponse, lateMs: number): PageCapture {
  const { status, statusText, headerText, body, dateMs, file, offset, truncated, tooLarge } = response;
  return {
    url,
    dateMs: Number.isFinite(dateMs) ? dateMs : lateMs,
    ip: '',
    status,
    statusText,
    headers: headerText(),
    body,
    truncated: tooLarge ? 'length' : truncated ? 'unspecified' : undefined,
    requestHead: '',
    source: `${basename(file)} ${offset}`,
  };
}
