/**
 * The body of an answer, unpacked and under a limit while it comes. Bounded in every place: bytes kept, bytes between two
 * codings, bytes on the wire that unpack to nothing. What came before an end, a cut or the limit is kept.
 */
import type { Step } from './stepper.js';
import { type Claim, claimsOf, Layer } from './unpack.js';

/** Packed bytes may exceed the limit of unpacked ones by headers and blocks that hold nothing. */
const SLACK_BYTES = 65_536;
const FIRST_BYTES = 16_384;
const MOST_TRUSTED_LENGTH = 1 << 20;

export type BodyState =
  /** More may come. */
  | 'open'
  /** The limit is reached; the first `most` bytes are kept. */
  | 'full'
  /** The codings cannot be undone from here on. */
  | 'bad';

/** A growing buffer with a limit; a body of one piece is kept as it came. */
class Collector {
  readonly #most: number;
  readonly #expected: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #count = 0;

  constructor(most: number, expected: number) {
    this.#most = most;
    this.#expected = expected;
  }

  /** False once the piece goes beyond the limit; its first part is kept. */
  add(piece: Uint8Array, isLent: boolean): boolean {
    const room = this.#most - this.#count;
    const part = piece.length > room ? piece.subarray(0, room) : piece;
    if (this.#count === 0 && !isLent) {
      this.#bytes = part;
      this.#count = part.length;
    } else {
      this.#copy(part);
    }
    return piece.length <= room;
  }

  take(): Uint8Array {
    return this.#bytes.subarray(0, this.#count);
  }

  #copy(part: Uint8Array): void {
    const needed = this.#count + part.length;
    if (needed > this.#bytes.length) {
      const length = Math.min(this.#most, Math.max(needed, this.#count * 2, this.#expected, FIRST_BYTES));
      const grown = new Uint8Array(length);
      grown.set(this.take());
      this.#bytes = grown;
    }
    this.#bytes.set(part, this.#count);
    this.#count = needed;
  }
}

export class Body {
  /** Bytes as they came. */
  wireBytes = 0;
  readonly #most: number;
  readonly #collector: Collector;
  /** The coding that was applied last comes first. */
  readonly #layers: Layer[] = [];
  #state: BodyState = 'open';

  /**
   * @param encodings Values of Content-Encoding.
   * @param most Most unpacked bytes that are kept.
   * @param length Content-Length, or 0 when unknown; a hint only.
   */
  constructor(encodings: readonly string[], most: number, length: number) {
    this.#most = most;
    this.#collector = new Collector(most, Math.min(length, most, MOST_TRUSTED_LENGTH));
    const claims = encodings.length === 0 ? [] : claimsOf(encodings);
    if (claims === undefined) this.#state = 'bad';
    for (const claim of claims ?? []) this.#addLayer(claim);
  }

  /** Takes a piece; afterwards the piece may be kept by this body. */
  push(piece: Uint8Array): BodyState {
    this.wireBytes += piece.length;
    if (this.#state !== 'open') return this.#state;
    const outer = this.#layers[0];
    if (outer === undefined) {
      if (!this.#collector.add(piece, false)) this.#state = 'full';
      return this.#state;
    }
    this.#note(outer.push(piece));
    if (this.#state === 'open' && this.wireBytes > this.#most + SLACK_BYTES) this.#state = 'full';
    return this.#state;
  }

  /** The bytes, and whether every coding came to its end. */
  end(): { readonly bytes: Uint8Array; readonly isWhole: boolean; readonly state: BodyState } {
    let isWhole = true;
    for (const layer of this.#layers) {
      if (this.#state !== 'open') break;
      const step = layer.end();
      if (step === 'more') isWhole = false;
      this.#note(step);
    }
    for (const layer of this.#layers) layer.close();
    return { bytes: this.#collector.take(), isWhole: isWhole && this.#state === 'open', state: this.#state };
  }

  /** Layers are made from the innermost (applied first) outwards, each handing on to the one before. */
  #addLayer(claim: Claim): void {
    const inner = this.#layers[0];
    let count = 0;
    const receive = (piece: Uint8Array): boolean => {
      if (inner === undefined) return this.#collector.add(piece, true);
      count += piece.length;
      const step = inner.push(piece);
      if (step === 'bad') this.#state = 'bad';
      return step !== 'bad' && step !== 'stopped' && count <= this.#most + SLACK_BYTES;
    };
    this.#layers.unshift(new Layer(claim, receive));
  }

  #note(step: Step): void {
    if (this.#state !== 'open') return;
    if (step === 'bad') this.#state = 'bad';
    else if (step === 'stopped') this.#state = 'full';
  }
}
