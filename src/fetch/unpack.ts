/**
 * What do the bytes say, whatever Content-Encoding claims? Codings are undone from the last to the first (RFC 9110 §8.4).
 * A coding that is not really there (plain text sent as gzip, `utf-8` as a coding) is passed over; deflate is meant as
 * zlib and often sent raw; several gzip members in a row are one body.
 */
import { GzipMembers, isGzip } from './gzip.js';
import { type Packing, type Receiver, type Step, takeStepper, type Unpacker } from './stepper.js';

/** Most codings in a row; nobody honest sends two. */
const MOST_CODINGS = 4;
/** Bytes by which the kind of packing is told. */
const ENOUGH_TO_TELL = 64;
const UNREADABLE = { zstd: [0x28, 0xb5, 0x2f, 0xfd], compress: [0x1f, 0x9d] } as const;

export type Claim = 'gzip' | 'deflate' | 'br' | 'zstd' | 'compress';

const CLAIMS: Readonly<Record<string, Claim>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
  compress: 'compress',
  'x-compress': 'compress',
};

/** The codings of a Content-Encoding that may change bytes, first applied first; undefined when there are too many. */
export function claimsOf(values: readonly string[]): readonly Claim[] | undefined {
  const claims: Claim[] = [];
  for (const value of values)
    for (const word of value.slice(0, 1000).toLowerCase().split(',')) {
      const claim = CLAIMS[word.trim()];
      if (claim !== undefined) claims.push(claim);
    }
  return claims.length > MOST_CODINGS ? undefined : claims;
}

/** No control characters but white space: hardly any packed stream of that length looks so. */
function looksPlain(bytes: Uint8Array): boolean {
  for (const byte of bytes.subarray(0, 512))
    if (byte === 127 || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13)) return false;
  return true;
}

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  bytes.length >= magic.length && magic.every((byte, i) => bytes[i] === byte);

const isZlib = (bytes: Uint8Array): boolean => {
  const [first = 0, second = 0] = bytes;
  return bytes.length >= 2 && (first & 15) === 8 && first >> 4 <= 7 && ((first << 8) | second) % 31 === 0;
};

/** How the bytes are really packed; `bad` when they are and we cannot undo it. */
function packingOf(claim: Claim, head: Uint8Array): Packing | 'gzip' | 'plain' | 'bad' {
  if (claim === 'zstd' || claim === 'compress') return startsWith(head, UNREADABLE[claim]) ? 'bad' : 'plain';
  if (isGzip(head)) return 'gzip';
  if (claim === 'gzip') return isZlib(head) && !looksPlain(head) ? 'deflate' : 'plain';
  if (head.length >= 4 * ENOUGH_TO_TELL && looksPlain(head)) return 'plain';
  if (claim === 'br') return 'br';
  return isZlib(head) ? 'deflate' : 'deflate-raw';
}

/** Undoes one coding. */
export class Layer {
  readonly #claim: Claim;
  readonly #receive: Receiver;
  #unpacker: Unpacker | undefined;
  #isPlain = false;
  #isEnded = false;
  /** Input before the packing is known, then the first piece of it until something has come out. */
  #head: Uint8Array = new Uint8Array(0);
  #hasOutput = false;
  readonly #handOn: Receiver = piece => {
    this.#hasOutput = true;
    return this.#receive(piece);
  };

  constructor(claim: Claim, receive: Receiver) {
    this.#claim = claim;
    this.#receive = receive;
  }

  push(piece: Uint8Array): Step {
    if (this.#isPlain) return this.#receive(piece) ? 'more' : 'stopped';
    if (this.#isEnded) return 'ended';
    if (this.#unpacker !== undefined) return this.#step(piece);
    this.#head = this.#head.length === 0 ? piece.slice() : Buffer.concat([this.#head, piece]);
    return this.#head.length < ENOUGH_TO_TELL ? 'more' : this.#start();
  }

  /** No more input: what is still held is handed on. `more` means that the packed stream is cut off. */
  end(): Step {
    if (this.#unpacker === undefined && !this.#isPlain && this.#head.length > 0) {
      const step = this.#start();
      if (step === 'bad' || step === 'stopped') return step;
    }
    return this.#isEnded || (this.#unpacker?.isWhole() ?? true) ? 'ended' : 'more';
  }

  close(): void {
    this.#unpacker?.close();
    this.#unpacker = undefined;
    this.#isEnded = true;
  }

  #start(): Step {
    const packing = packingOf(this.#claim, this.#head);
    if (packing === 'bad') return 'bad';
    if (packing === 'plain') return this.#passOver();
    this.#unpacker = packing === 'gzip' ? new GzipMembers() : takeStepper(packing);
    return this.#step(this.#head);
  }

  #step(piece: Uint8Array): Step {
    const step = (this.#unpacker as Unpacker).push(piece, this.#handOn);
    if (step === 'ended') this.#isEnded = true;
    if (step === 'bad' && !this.#hasOutput && looksPlain(this.#head)) return this.#passOver(piece);
    return step;
  }

  /** The coding is not there. A later piece is what failed; the head came before it and was held. */
  #passOver(piece = this.#head): Step {
    this.#isPlain = true;
    this.#unpacker?.close();
    this.#unpacker = undefined;
    const isMore = this.#receive(this.#head) && (piece === this.#head || this.#receive(piece));
    return isMore ? 'more' : 'stopped';
  }
}
