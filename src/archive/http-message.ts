/**
 * What did the server answer, as stored? Reads an HTTP/1 response out of a WARC block and takes the codings off its body
 * (RFC 9112 §7.1, RFC 9110 §8.4). Archives often keep the header of a coding that was already taken off: a coding that
 * does not fit the bytes is left alone.
 */
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

export interface HttpHead {
  readonly status: number;
  readonly statusText: string;
  /** Names in lower case; several lines of a name joined with ", ". */
  readonly headers: ReadonlyMap<string, string>;
  /** Bytes of the head with its blank line. */
  readonly bytes: number;
}

export interface DecodedBody {
  readonly body: Buffer;
  /** A coding broke off before its end. */
  readonly cut: boolean;
  /** The decoded body would be larger than allowed; `body` is empty. */
  readonly tooLarge: boolean;
}

const STATUS_LINE = /^HTTP\/\d+(?:\.\d+)?[ \t]+(\d{3})(?:[ \t]+(.*))?$/;
const LF = 10;
const CR = 13;
const MOST_CODINGS = 4;

/** The head of a response, or undefined when the block does not begin with a status line. A head without end is all head. */
export function readHttpHead(block: Buffer): HttpHead | undefined {
  const headers = new Map<string, string>();
  let status: RegExpExecArray | null = null;
  let last = '';
  let from = 0;
  while (from < block.length) {
    const feed = block.indexOf(LF, from);
    const end = feed < 0 ? block.length : feed;
    const line = block.toString('latin1', from, end > from && block[end - 1] === CR ? end - 1 : end);
    from = feed < 0 ? block.length : feed + 1;
    if (status === null) {
      status = STATUS_LINE.exec(line);
      if (status === null) return undefined;
    } else if (line === '') break;
    else last = addLine(headers, line, last);
  }
  if (status === null) return undefined;
  return { status: Number(status[1]), statusText: status[2]?.trim() ?? '', headers, bytes: from };
}

/** Puts one header line in; returns its name, to which a folded line may belong. */
function addLine(headers: Map<string, string>, line: string, last: string): string {
  if (line.startsWith(' ') || line.startsWith('\t')) {
    if (last !== '') headers.set(last, `${headers.get(last) ?? ''} ${line.trim()}`.trim());
    return last;
  }
  const colon = line.indexOf(':');
  if (colon < 1) return last;
  const name = line.slice(0, colon).trim().toLowerCase();
  const value = line.slice(colon + 1).trim();
  const before = headers.get(name);
  headers.set(name, before === undefined ? value : `${before}, ${value}`);
  return name;
}

/** Takes transfer and content codings off, within `mostBytes` of decoded body. */
export function decodeBody(
  stored: Buffer,
  headers: ReadonlyMap<string, string>,
  mostBytes: number,
): DecodedBody {
  let body = stored;
  let cut = false;
  if (/\bchunked\b/i.test(headers.get('transfer-encoding') ?? '')) {
    const joined = joinChunks(body);
    body = joined?.body ?? body;
    cut = joined?.cut ?? false;
  }
  for (const coding of codings(headers)) {
    const result = takeOff(body, coding, mostBytes);
    if (result.tooLarge) return result;
    body = result.body;
    cut ||= result.cut;
  }
  const tooLarge = body.length > mostBytes;
  return { body: tooLarge ? Buffer.alloc(0) : body, cut, tooLarge };
}

/** Codings in the order in which they have to be taken off. */
function codings(headers: ReadonlyMap<string, string>): string[] {
  const names = [headers.get('content-encoding'), headers.get('transfer-encoding')]
    .flatMap(list => (list ?? '').toLowerCase().split(','))
    .map(name => name.trim().replace(/^x-/, ''))
    .filter(name => name === 'gzip' || name === 'deflate' || name === 'br');
  return names.reverse().slice(0, MOST_CODINGS);
}

/** The chunks joined, or undefined when the body does not begin like a chunked one. */
function joinChunks(stored: Buffer): { body: Buffer; cut: boolean } | undefined {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const feed = stored.indexOf(LF, at);
    const line = feed < 0 || feed - at > 1024 ? '' : stored.toString('latin1', at, feed);
    const size = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?\r?$/i.exec(line);
    if (size === null) return at === 0 ? undefined : { body: Buffer.concat(pieces), cut: true };
    const bytes = Number.parseInt(size[1] as string, 16);
    if (bytes === 0) return { body: Buffer.concat(pieces), cut: false };
    const start = feed + 1;
    pieces.push(stored.subarray(start, start + bytes));
    if (start + bytes >= stored.length) return { body: Buffer.concat(pieces), cut: true };
    at = start + bytes;
    if (stored[at] === CR) at++;
    if (stored[at] === LF) at++;
  }
}

interface Decoder {
  readonly decode: typeof gunzipSync | typeof brotliDecompressSync;
  /** The flush with which a beginning decodes; absent where garbage could pass for one. */
  readonly flush?: number;
}

/** Decoders of a coding, tried in turn: "deflate" is sent both with and without the zlib wrapper. */
const DECODERS: Readonly<Record<string, readonly Decoder[]>> = {
  gzip: [{ decode: gunzipSync, flush: constants.Z_SYNC_FLUSH }],
  deflate: [{ decode: inflateSync, flush: constants.Z_SYNC_FLUSH }, { decode: inflateRawSync }],
  br: [{ decode: brotliDecompressSync, flush: constants.BROTLI_OPERATION_FLUSH }],
};

const isGzip = (body: Buffer): boolean => body[0] === 0x1f && body[1] === 0x8b;

function takeOff(body: Buffer, coding: string, mostBytes: number): DecodedBody {
  const asIs = { body, cut: false, tooLarge: false };
  if (body.length === 0 || (coding === 'gzip' && !isGzip(body))) return asIs;
  for (const { decode, flush } of DECODERS[coding] ?? []) {
    // First as the whole that it should be, then as the beginning of one.
    for (const finishFlush of flush === undefined ? [undefined] : [undefined, flush]) {
      try {
        const options = finishFlush === undefined ? {} : { finishFlush };
        const decoded = decode(body, { ...options, maxOutputLength: mostBytes });
        const cut = finishFlush !== undefined;
        if (!cut || decoded.length > 0) return { body: decoded, cut, tooLarge: false };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
          return { body: Buffer.alloc(0), cut: false, tooLarge: true };
      }
    }
  }
  return coding === 'gzip' ? { body: Buffer.alloc(0), cut: true, tooLarge: false } : asIs;
}
