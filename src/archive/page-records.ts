/**
 * How is a page that a crawl met written down? As response (or revisit, when this crawl keeps the same payload already),
 * request and metadata, in this order and bound by WARC-Concurrent-To; WARC/1.1 §6. The payload is what the reader saw, its
 * codings taken off: headers that spoke of them get the prefix `X-Crawler-`, and Content-Length is that of the payload.
 */
import type { PageNote, RecordName } from '../contract/archive.js';
import { outcomeOf } from '../contract/outcome.js';
import {
  dateText,
  type Field,
  fieldLines,
  httpLine,
  recordId,
  warcDigest,
  warcRecord,
} from './record-bytes.js';

/** Why a payload is not whole, in the words of WARC. */
export type Truncation = 'length' | 'time' | 'disconnect' | 'unspecified';

/** An answer as a lane holds it. */
export interface PageCapture {
  readonly url: string;
  /** When it was asked for, ms since 1970. */
  readonly dateMs: number;
  /** Address that was asked; empty: unknown. */
  readonly ip: string;
  readonly status: number;
  readonly statusText: string;
  /** Header lines as they came, each ended by CR LF; latin1. */
  readonly headers: string;
  /** Transfer and content codings taken off. */
  readonly body: Uint8Array;
  readonly truncated?: Truncation | undefined;
  /** What was sent, with its blank line; latin1. Empty: nothing was, the page was stored already. */
  readonly requestHead: string;
  /** Where it was stored before, in words; empty. */
  readonly source: string;
}

export interface PageRecords {
  /** Response or revisit first. */
  readonly records: readonly Buffer[];
  readonly digest: string;
  readonly isRevisit: boolean;
}

const REVISIT_PROFILE = 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest';
/** Headers that speak of the bytes on the wire. */
const OF_THE_WIRE = /^(content-encoding|transfer-encoding|content-length)[ \t]*:[ \t]*(.*)$/is;

/** The head of a response whose stored payload has so many bytes, with its blank line. */
export function storedHead(
  { status, statusText, headers }: Pick<PageCapture, 'status' | 'statusText' | 'headers'>,
  bodyBytes: number,
): Buffer {
  let head = `HTTP/1.1 ${status} ${httpLine(statusText)}\r\n`;
  let hasLength = false;
  for (const line of headers.split(/\r?\n/)) {
    if (line === '') continue;
    const found = OF_THE_WIRE.exec(line);
    const isTrue = !hasLength && found !== null && isTrueLength(found, bodyBytes);
    if (isTrue) hasLength = true;
    head += `${found !== null && !isTrue ? 'X-Crawler-' : ''}${httpLine(line)}\r\n`;
  }
  if (!hasLength) head += `Content-Length: ${bodyBytes}\r\n`;
  return Buffer.from(`${head}\r\n`, 'latin1');
}

const isTrueLength = ([, name = '', value = '']: readonly string[], bodyBytes: number): boolean =>
  name.toLowerCase() === 'content-length' && value.trim() === String(bodyBytes);

/** The id of the response or revisit record that has this name. */
const idOf = ({ seq, url, dateMs, digest }: RecordName): string =>
  recordId(`page ${seq} ${url} ${dateText(dateMs)} ${digest}`);

/** The records of a page, not packed. */
export function pageRecords(
  capture: PageCapture,
  seq: number,
  note: PageNote,
  refersTo?: RecordName,
): PageRecords {
  const { url, dateMs, body } = capture;
  const digest = warcDigest(body);
  const original = refersTo?.digest === digest && body.length > 0 ? refersTo : undefined;
  const id = idOf({ seq, url, dateMs, digest });
  const common: Field[] = [
    ['WARC-Target-URI', url],
    ['WARC-Date', dateText(dateMs)],
  ];
  if (capture.ip !== '') common.push(['WARC-IP-Address', capture.ip]);
  const records = [answerRecord(capture, { common, id, digest, original })];
  const beside = (kind: string): Field[] => [
    ['WARC-Record-ID', recordId(`${kind} of ${id}`)],
    ['WARC-Concurrent-To', id],
  ];
  if (capture.requestHead !== '') {
    const block = Buffer.from(capture.requestHead, 'latin1');
    records.push(
      warcRecord(
        [
          ['WARC-Type', 'request'],
          ...common,
          ...beside('request'),
          ['WARC-Block-Digest', warcDigest(block)],
          ['Content-Type', 'application/http; msgtype=request'],
        ],
        block,
      ),
    );
  }
  const block = Buffer.from(fieldLines(noteFields(seq, note, capture.source)), 'utf8');
  records.push(
    warcRecord(
      [
        ['WARC-Type', 'metadata'],
        ...common.slice(0, 2),
        ...beside('metadata'),
        ['WARC-Block-Digest', warcDigest(block)],
        ['Content-Type', 'application/warc-fields'],
      ],
      block,
    ),
  );
  return { records, digest, isRevisit: original !== undefined };
}

interface AnswerParts {
  readonly common: readonly Field[];
  readonly id: string;
  readonly digest: string;
  /** The record that has the payload already. */
  readonly original: RecordName | undefined;
}

function answerRecord(capture: PageCapture, { common, id, digest, original }: AnswerParts): Buffer {
  const head = storedHead(capture, capture.body.length);
  const block = original === undefined ? [head, capture.body] : [head];
  const fields: Field[] = [
    ['WARC-Type', original === undefined ? 'response' : 'revisit'],
    ...common,
    ['WARC-Record-ID', id],
    ['WARC-Payload-Digest', digest],
    ['WARC-Block-Digest', warcDigest(...block)],
    ['Content-Type', 'application/http; msgtype=response'],
  ];
  if (original !== undefined)
    fields.push(
      ['WARC-Profile', REVISIT_PROFILE],
      ['WARC-Refers-To', idOf(original)],
      ['WARC-Refers-To-Target-URI', original.url],
      ['WARC-Refers-To-Date', dateText(original.dateMs)],
      ['WARC-Truncated', 'length'],
    );
  else if (capture.truncated !== undefined) fields.push(['WARC-Truncated', capture.truncated]);
  return warcRecord(fields, ...block);
}

/** `via` and `hopsFromSeed` are the names that WARC readers know. */
function noteFields(seq: number, note: PageNote, source: string): Field[] {
  const numbers: readonly (readonly [string, number])[] = [
    ['seq', seq],
    ['relevance', note.relevance],
    ['hopsFromSeed', note.depth],
    ['parent', note.parent],
    ['attempt', note.attempt],
    ['topicVersion', note.topicVersion],
  ];
  const fields: Field[] = numbers
    .filter(([, value]) => Number.isFinite(value))
    .map(([name, value]) => [name, String(value)]);
  fields.push(['outcome', outcomeOf(note.outcome).name]);
  if (note.via !== '') fields.push(['via', note.via]);
  if (source !== '') fields.push(['source', source]);
  return fields;
}
