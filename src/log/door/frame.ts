/**
 * What goes through the door? Frames: four bytes of length, little-endian, then so many bytes. One question a connection, a line
 * with the protocol's name and the statement behind it as UTF-8; then frames of the answer, which are serialized
 * values, because only the crawl writes those. A question is text and nothing else, because anybody may write that.
 */
import { deserialize, serialize } from 'node:v8';
import { Fault } from '../../kit/fault.js';
import type { PlainFault } from '../fault.js';

export const MOST_QUESTION_BYTES = 65_536;
/** Of an answer. A row may be large; many rows are many frames. */
export const MOST_FRAME_BYTES = 2 ** 25;
const HEAD_BYTES = 4;
const PROTOCOL = 'dowser door 1\n';

/** What `Answer` needs of a column's type, and how DuckDB spells it. */
export interface DoorType {
  readonly typeId: number;
  readonly alias?: string;
  readonly sql: string;
}

export type DoorMessage =
  | {
      readonly kind: 'head';
      readonly names: readonly string[];
      readonly types: readonly DoorType[];
      readonly hasRows: boolean;
    }
  /** Values packed by value.ts. */
  | { readonly kind: 'rows'; readonly rows: readonly (readonly unknown[])[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'fault'; readonly fault: PlainFault };

function framed(bytes: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(HEAD_BYTES + bytes.length);
  frame.writeUInt32LE(bytes.length);
  frame.set(bytes, HEAD_BYTES);
  return frame;
}

export const messageFrame = (message: DoorMessage): Buffer => framed(serialize(message));

export const readMessage = (bytes: Uint8Array): DoorMessage => deserialize(bytes) as DoorMessage;

const questionTooLong = (): Fault =>
  new Fault(
    'DOOR_QUESTION',
    `A running crawl takes statements of at most ${MOST_QUESTION_BYTES.toLocaleString('en-US')} bytes.`,
    1,
  );

/** @throws {Fault} exit code 1 when it is longer than a door takes. */
export function questionFrame(sql: string): Buffer {
  const bytes = Buffer.from(PROTOCOL + sql);
  if (bytes.length > MOST_QUESTION_BYTES) throw questionTooLong();
  return framed(bytes);
}

/** The statement of a question. @throws {Fault} when it is none. */
export function readQuestion(bytes: Uint8Array): string {
  let text = '';
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new Fault('DOOR_QUESTION', 'A question is UTF-8.', 1, error);
  }
  if (!text.startsWith(PROTOCOL))
    throw new Fault('DOOR_QUESTION', 'Ask with the same version of Dowser that crawls.', 1);
  // DuckDB's parser would stop there, and judge another statement than it runs.
  if (text.includes('\0')) throw new Fault('DOOR_QUESTION', 'A statement holds no NUL.', 1);
  return text.slice(PROTOCOL.length);
}

/** Cuts a stream of bytes into frames; every byte is moved once. */
export class FrameReader {
  readonly #most: number;
  readonly #tooLong: () => Fault;
  #parts: Uint8Array[] = [];
  #size = 0;
  /** Of the frame that is coming; undefined while its head is. */
  #wanted: number | undefined;

  /** `tooLong`: what is thrown for a frame of more than `mostBytes`. */
  constructor(mostBytes: number, tooLong: () => Fault = questionTooLong) {
    this.#most = mostBytes;
    this.#tooLong = tooLong;
  }

  /** Frames that these bytes complete. @throws {Fault} for a length beyond the most. */
  push(bytes: Uint8Array): Uint8Array[] {
    this.#parts.push(bytes);
    this.#size += bytes.length;
    const frames: Uint8Array[] = [];
    for (;;) {
      if (this.#wanted === undefined) {
        if (this.#size < HEAD_BYTES) return frames;
        this.#wanted = Buffer.from(this.#take(HEAD_BYTES)).readUInt32LE();
        if (this.#wanted > this.#most) throw this.#tooLong();
      }
      if (this.#size < this.#wanted) return frames;
      frames.push(this.#take(this.#wanted));
      this.#wanted = undefined;
    }
  }

  #take(count: number): Uint8Array {
    const whole = this.#parts.length === 1 ? (this.#parts[0] as Uint8Array) : Buffer.concat(this.#parts);
    const rest = whole.subarray(count);
    this.#parts = rest.length === 0 ? [] : [rest];
    this.#size = rest.length;
    return whole.subarray(0, count);
  }
}
