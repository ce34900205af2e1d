/**
 * HTTP/1 as some servers speak it: bare line feeds, headers without a colon, two Content-Lengths, a 100 that nobody asked
 * for, ICY. Used only for an origin that undici could not understand, one request a connection, so that a misread length
 * can never shift one answer into the next. What cannot be made sense of even so is BadHttp.
 */
import type { Socket } from 'node:net';
import type { Carrier, Passenger } from './client.js';
import type { Link } from './dial.js';
import { ConnectError } from './faults.js';

const LF = 10;
const STATUS_LINE = /^(?:HTTP\/\d{1,2}(?:\.\d{1,2})?|ICY)[ \t]+([1-9]\d\d)(?!\d)(.*)/;
/** Longest size line of a chunk. */
const MOST_SIZE_LINE = 1024;
const badHttp = (): Error => new ConnectError('BadHttp', 'lenient');
const closed = (): Error => Object.assign(new Error('closed'), { code: 'UND_ERR_SOCKET' });

/** Names and values in turn, of lines that have a colon; a line that starts with white space goes on with the last. */
function headersOf(lines: readonly string[]): string[] {
  const pairs: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (/^[ \t]/.test(line)) {
      if (pairs.length > 0) pairs.push(`${pairs.pop()} ${line.trim()}`);
    } else if (colon > 0) {
      pairs.push(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
    }
  }
  return pairs;
}

function valuesOf(pairs: readonly string[], name: string): string[] {
  return pairs.filter((_, i) => i % 2 === 1 && pairs[i - 1]?.toLowerCase() === name);
}

/** Index after the empty line that ends a head, looking from `from`; -1 when it is not there. */
function endOfHead(bytes: Uint8Array, from: number, to: number): number {
  for (let at = bytes.indexOf(LF, from); at >= 0 && at < to; at = bytes.indexOf(LF, at + 1)) {
    const next = bytes[at + 1] === 13 ? at + 2 : at + 1;
    if (next < to && bytes[next] === LF) return next + 1;
  }
  return -1;
}

/** Takes chunked transfer apart. */
class Chunks {
  #line = '';
  #left = 0;
  isDone = false;

  /** Hands on the data of a piece; false when it is not chunked. */
  push(piece: Buffer, receive: (data: Buffer) => void): boolean {
    let at = 0;
    while (at < piece.length && !this.isDone) {
      if (this.#left > 0) {
        const data = piece.subarray(at, at + this.#left);
        this.#left -= data.length;
        at += data.length;
        receive(data);
        continue;
      }
      const end = piece.indexOf(LF, at);
      this.#line += piece.toString('latin1', at, end < 0 ? piece.length : end);
      if (this.#line.length > MOST_SIZE_LINE) return false;
      if (end < 0) return true;
      at = end + 1;
      if (!this.#takeLine(this.#line.trim())) return false;
      this.#line = '';
    }
    return true;
  }

  /** The empty line after the data of a chunk is passed over. */
  #takeLine(line: string): boolean {
    if (line === '') return true;
    const size = /^[\da-f]{1,12}(?=$|[;\s])/i.exec(line)?.[0];
    if (size === undefined) return false;
    this.#left = Number.parseInt(size, 16);
    this.isDone = this.#left === 0;
    return true;
  }
}

/** Reads one answer from a socket and calls the passenger as undici would. */
class Reading {
  readonly #passenger: Passenger;
  readonly #socket: Socket;
  readonly #head: Buffer;
  #filled = 0;
  #isHeadIn = false;
  #chunks: Chunks | undefined;
  #left = Number.POSITIVE_INFINITY;
  #isOver = false;

  constructor(passenger: Passenger, socket: Socket, mostHeaderBytes: number) {
    this.#passenger = passenger;
    this.#socket = socket;
    this.#head = Buffer.alloc(mostHeaderBytes);
    socket.on('data', piece => this.#take(piece));
    socket.on('error', error => this.#end(error));
    socket.on('end', () => this.#finish());
    socket.on('close', () => this.#finish());
  }

  #take(piece: Buffer): void {
    if (this.#isOver || this.#socket.destroyed) return;
    this.#passenger.onResponseStarted?.();
    if (this.#isHeadIn) this.#takeBody(piece);
    else this.#takeHead(piece);
  }

  #takeHead(piece: Buffer): void {
    const from = Math.max(0, this.#filled - 2);
    const copied = piece.copy(this.#head, this.#filled);
    this.#filled += copied;
    const isHttp = this.#filled < 5 || STARTS.test(this.#head.toString('latin1', 0, 8));
    const end = endOfHead(this.#head, from, this.#filled);
    if (!isHttp) this.#end(badHttp());
    else if (end < 0 && this.#filled === this.#head.length)
      this.#end(new ConnectError('HeadersTooLarge', 'lenient'));
    if (end < 0 || !isHttp) return;
    const rest = Buffer.concat([this.#head.subarray(end, this.#filled), piece.subarray(copied)]);
    this.#readHead(this.#head.toString('latin1', 0, end));
    if (rest.length > 0) this.#take(rest);
  }

  #readHead(text: string): void {
    const [first = '', ...lines] = text.split(/\r?\n/);
    const [, digits = '0', words = ''] = STATUS_LINE.exec(first) ?? [];
    const status = Number(digits);
    const pairs = headersOf(lines);
    this.#filled = 0;
    if (status === 0 || status === 101) {
      this.#end(badHttp());
      return;
    }
    this.#isHeadIn = status >= 200;
    if (this.#isHeadIn) this.#measure(status, pairs);
    const raw = pairs.map(each => Buffer.from(each, 'latin1'));
    this.#passenger.onHeaders?.(status, raw, () => undefined, words.trim());
    if (this.#left === 0) this.#complete();
  }

  /** How long is the body? Lengths that contradict each other say nothing. */
  #measure(status: number, pairs: readonly string[]): void {
    const isChunked = valuesOf(pairs, 'transfer-encoding').some(value => /chunked/i.test(value));
    if (isChunked) this.#chunks = new Chunks();
    const lengths = new Set(valuesOf(pairs, 'content-length'));
    const [length = ''] = lengths;
    if (!isChunked && lengths.size === 1 && /^\d{1,15}$/.test(length)) this.#left = Number(length);
    if (status === 204 || status === 304) this.#left = 0;
  }

  #takeBody(piece: Buffer): void {
    if (this.#chunks !== undefined) {
      const isChunked = this.#chunks.push(piece, data => this.#passenger.onData?.(data));
      if (!isChunked) this.#end(closed());
      else if (this.#chunks.isDone) this.#complete();
      return;
    }
    const data = piece.subarray(0, this.#left);
    this.#left -= data.length;
    this.#passenger.onData?.(data);
    if (this.#left === 0) this.#complete();
  }

  /** The connection ended: the end of a body without a length, and of nothing else. */
  #finish(): void {
    const isComplete =
      this.#isHeadIn && this.#chunks === undefined && this.#left === Number.POSITIVE_INFINITY;
    if (isComplete) this.#complete();
    else this.#end(closed());
  }

  #complete(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#passenger.onComplete?.(null);
    this.#socket.destroy();
  }

  #end(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#passenger.onError?.(error);
    this.#socket.destroy();
  }
}

const STARTS = /^(?:HTTP\/|ICY[ \t])/;

const carrierOf = (link: Link): Carrier => ({
  link,
  useCount: 1,
  start: () => undefined,
  finish: () => link.socket.destroy(),
});

/**
 * Sends a request head over a connection of its own and reads the answer.
 * @param dialled Rejects with a ConnectError only.
 */
export async function speakLeniently(
  passenger: Passenger,
  dialled: Promise<Link>,
  head: string,
  mostHeaderBytes: number,
): Promise<void> {
  try {
    const link = await dialled;
    passenger.client = carrierOf(link);
    new Reading(passenger, link.socket, mostHeaderBytes);
    passenger.onConnect?.(() => link.socket.destroy());
    if (!link.socket.destroyed) link.socket.write(head, 'latin1');
  } catch (error) {
    passenger.onError?.(error as Error);
  }
}
