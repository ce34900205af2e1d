/**
 * Where does each stored answer lie? Captures as columns in shared memory, one row a response or resource record,
 * in the order of the files. 33 bytes a capture.
 */

/** Bits of `flags`. */
export const CAPTURE = {
  /** The record lies in a gzip member. */
  gzip: 1,
  /** A `resource` record: the block is the payload, without an HTTP head. */
  resource: 2,
  /** The record or its payload is known not to be whole. */
  cut: 4,
  /** The bytes lie in the spool and not in the file of the capture. */
  spooled: 8,
} as const;

export interface Capture {
  /** Number of the WARC file. */
  readonly file: number;
  /** Where a person finds it: the start of its gzip member or of the plain record. */
  readonly origin: number;
  /** Where the reader finds it: the same, except for spooled ones. */
  readonly offset: number;
  /** Bytes to read at `offset`: of the whole member, or of the plain record. */
  readonly size: number;
  /** Start of the record in the inflated member; 0 for plain ones. */
  readonly inner: number;
  /** Bytes of the record itself, inflated: head and block. */
  readonly bytes: number;
  readonly flags: number;
}

export interface CaptureColumns {
  readonly count: number;
  readonly place: Float64Array;
  readonly small: Uint32Array;
}

const PLACE = 4;
const SMALL = 2;

function sharedCopy<T extends Float64Array | Uint32Array>(from: T, length: number): T {
  const buffer = new SharedArrayBuffer(length * from.BYTES_PER_ELEMENT);
  const to = (from instanceof Float64Array ? new Float64Array(buffer) : new Uint32Array(buffer)) as T;
  to.set(from.subarray(0, Math.min(length, from.length)) as never);
  return to;
}

export class CaptureList {
  #count = 0;
  #place: Float64Array;
  #small: Uint32Array;

  constructor(columns?: CaptureColumns) {
    this.#count = columns?.count ?? 0;
    this.#place = columns?.place ?? new Float64Array(256 * PLACE);
    this.#small = columns?.small ?? new Uint32Array(256 * SMALL);
  }

  get count(): number {
    return this.#count;
  }

  /** Returns the number of the new capture. */
  add(capture: Capture): number {
    const i = this.#count++;
    if ((i + 1) * PLACE > this.#place.length) {
      this.#place = sharedCopy(this.#place, 2 * this.#place.length);
      this.#small = sharedCopy(this.#small, 2 * this.#small.length);
    }
    this.#place.set([capture.origin, capture.offset, capture.size, capture.bytes], i * PLACE);
    this.#small.set([capture.inner, capture.file * 16 + capture.flags], i * SMALL);
    return i;
  }

  at(i: number): Capture {
    const place = this.#place;
    const packed = this.#small[i * SMALL + 1] as number;
    return {
      origin: place[i * PLACE] as number,
      offset: place[i * PLACE + 1] as number,
      size: place[i * PLACE + 2] as number,
      bytes: place[i * PLACE + 3] as number,
      inner: this.#small[i * SMALL] as number,
      file: packed >>> 4,
      flags: packed & 15,
    };
  }

  /** Columns in shared memory, cut to size. */
  share(): CaptureColumns {
    return {
      count: this.#count,
      place: sharedCopy(this.#place, this.#count * PLACE),
      small: sharedCopy(this.#small, this.#count * SMALL),
    };
  }
}
