/**
 * Unpacks a stream piece by piece in the calling thread, so that a limit is checked after every 32 KiB and not after the
 * bomb has gone off. Node's streams would hop through the thread pool for every piece (which name look-ups share), and its
 * one-call functions show nothing before the end. The handle below both of them is what npm's own tar reader uses;
 * decision 0111 says what was measured and what happens when it goes away.
 */
import { constants, createBrotliDecompress, createInflate, createInflateRaw } from 'node:zlib';
import { Fault } from '../kit/fault.js';

export type Packing = 'deflate' | 'deflate-raw' | 'br';

/**
 * What a step came to: `more` input is wanted, the packed stream has `ended` (what follows it is none of ours), the input
 * is `bad`, or the receiver had enough (`stopped`).
 */
export type Step = 'more' | 'ended' | 'bad' | 'stopped';

/** Takes a piece that is only lent until it returns; false = enough. */
export type Receiver = (piece: Uint8Array) => boolean;

/** What undoes one packing. */
export interface Unpacker {
  /** Unpacks a piece of input and hands on what comes out of it. */
  push(input: Uint8Array, receive: Receiver): Step;
  /** Whether the input so far is a whole packed stream. No more pushes after it. */
  isWhole(): boolean;
  close(): void;
}

interface Handle {
  onerror: () => void;
  writeSync(
    flush: number,
    from: Uint8Array,
    at: number,
    count: number,
    to: Uint8Array,
    toAt: number,
    room: number,
  ): void;
  reset(): void;
  close(): void;
}

interface Inner {
  readonly _handle: Handle | null;
  /** Room left in the output, bytes left in the input. */
  readonly _writeState: Uint32Array;
}

const MAKERS: Readonly<Record<Packing, (options: { chunkSize: number }) => unknown>> = {
  deflate: createInflate,
  'deflate-raw': createInflateRaw,
  br: createBrotliDecompress,
};
const OUT_BYTES = 32_768;
const NOTHING = new Uint8Array(0);

export class Stepper implements Unpacker {
  readonly packing: Packing;
  readonly #handle: Handle;
  readonly #state: Uint32Array;
  readonly #out = new Uint8Array(OUT_BYTES);
  #isBad = false;
  /** Bytes at the end of the last input that were not used, after `ended`. */
  rest = 0;

  constructor(packing: Packing) {
    const inner = MAKERS[packing]({ chunkSize: constants.Z_MIN_CHUNK }) as Inner;
    if (typeof inner._handle?.writeSync !== 'function' || inner._writeState === undefined)
      throw new Fault(
        'FETCH_ZLIB',
        `Node ${process.version} has no zlib handle that src/fetch/stepper.ts knows.`,
      );
    this.packing = packing;
    this.#handle = inner._handle;
    this.#state = inner._writeState;
    this.#handle.onerror = () => {
      this.#isBad = true;
    };
  }

  push(input: Uint8Array, receive: Receiver): Step {
    return this.#run(input, receive, 0);
  }

  isWhole(): boolean {
    const finish = this.packing === 'br' ? constants.BROTLI_OPERATION_FINISH : constants.Z_FINISH;
    return this.#run(NOTHING, () => true, finish) !== 'bad';
  }

  /** Ready for another stream. */
  reset(): void {
    this.#isBad = false;
    this.#handle.reset();
  }

  /** Gives the handle back to the next page, or frees it. */
  close(): void {
    const kept = spare.get(this.packing) ?? [];
    spare.set(this.packing, kept);
    if (this.packing === 'br' || kept.length >= MOST_SPARE) {
      this.#handle.close();
    } else {
      this.reset();
      kept.push(this);
    }
  }

  #run(input: Uint8Array, receive: Receiver, flush: number): Step {
    let left = input.length;
    for (;;) {
      this.#handle.writeSync(flush, input, input.length - left, left, this.#out, 0, OUT_BYTES);
      if (this.#isBad) return 'bad';
      const [room, rest] = this.#state as unknown as readonly [number, number];
      left = rest;
      this.rest = rest;
      if (room < OUT_BYTES && !receive(this.#out.subarray(0, OUT_BYTES - room))) return 'stopped';
      if (room > 0) return left > 0 ? 'ended' : 'more';
    }
  }
}

/** Kept for the next page: making one costs more than unpacking a small page. Brotli's do not start over cleanly. */
const spare = new Map<Packing, Stepper[]>();
const MOST_SPARE = 8;

export function takeStepper(packing: Packing): Stepper {
  return spare.get(packing)?.pop() ?? new Stepper(packing);
}
