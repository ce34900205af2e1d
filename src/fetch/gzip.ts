/**
 * Gzip members, one after the other (RFC 1952). zlib's own gzip mode takes what follows the last member for a spoilt one
 * and throws away the page before it; servers do append things, so only the deflated part is left to zlib. Checksums are
 * not looked at, as in browsers: a page with a wrong one is still a page.
 */
import { type Receiver, type Step, type Stepper, takeStepper, type Unpacker } from './stepper.js';

const TRAILER_BYTES = 8;
const FIXED_BYTES = 10;
/** Names and comments in a member's head; more than this is an attack. */
const MOST_HEAD_BYTES = 4096;
const FLAG = { headCrc: 2, extra: 4, name: 8, comment: 16 } as const;
const EMPTY = new Uint8Array(0);

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

const endOfText = (bytes: Uint8Array, from: number): number => {
  const zero = bytes.indexOf(0, from);
  return zero < 0 ? Number.POSITIVE_INFINITY : zero + 1;
};

/** Length of a member's head; infinite when it is not all there. */
function headLength(bytes: Uint8Array): number {
  if (bytes.length < FIXED_BYTES) return Number.POSITIVE_INFINITY;
  const flags = bytes[3] as number;
  let at = FIXED_BYTES;
  if (flags & FLAG.extra) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 255);
  if (flags & FLAG.name) at = endOfText(bytes, at);
  if (flags & FLAG.comment) at = endOfText(bytes, at);
  if (flags & FLAG.headCrc) at += 2;
  return at > bytes.length ? Number.POSITIVE_INFINITY : at;
}

export class GzipMembers implements Unpacker {
  readonly #stepper: Stepper = takeStepper('deflate-raw');
  #place: 'head' | 'body' | 'trailer' | 'after' = 'head';
  #held: Uint8Array = EMPTY;
  #memberCount = 0;

  push(input: Uint8Array, receive: Receiver): Step {
    let piece = this.#held.length === 0 ? input : Buffer.concat([this.#held, input]);
    this.#held = EMPTY;
    for (;;) {
      if (this.#place === 'after') return 'ended';
      const rest = this.#place === 'body' ? this.#unpack(piece, receive) : this.#skip(piece);
      if (typeof rest === 'string') return rest;
      piece = rest;
    }
  }

  isWhole(): boolean {
    if (this.#place === 'body') return this.#stepper.isWhole();
    return this.#place !== 'head' || this.#memberCount > 0;
  }

  close(): void {
    this.#stepper.close();
  }

  #unpack(piece: Uint8Array, receive: Receiver): Step | Uint8Array {
    const step = this.#stepper.push(piece, receive);
    if (step !== 'ended') return step;
    this.#place = 'trailer';
    return piece.subarray(piece.length - this.#stepper.rest);
  }

  /** Goes over a head or a trailer; holds what is not yet a whole one. */
  #skip(piece: Uint8Array): Step | Uint8Array {
    const isHead = this.#place === 'head';
    if (isHead && piece.length >= 2 && !isGzip(piece)) return this.#endOrBad();
    const length = isHead ? headLength(piece) : TRAILER_BYTES;
    if (length > piece.length) {
      if (piece.length > MOST_HEAD_BYTES) return this.#endOrBad();
      this.#held = piece.slice();
      return 'more';
    }
    if (isHead) {
      this.#place = 'body';
      if (this.#memberCount > 0) this.#stepper.reset();
    } else {
      this.#place = 'head';
      this.#memberCount++;
    }
    return piece.subarray(length);
  }

  /** No head where one could be: the end when there was a member before. */
  #endOrBad(): Step {
    this.#place = 'after';
    return this.#memberCount > 0 ? 'ended' : 'bad';
  }
}
