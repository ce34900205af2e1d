/**
 * Takes gzip off where the bytes are gzip, whatever name and type say (RFC 1952 §2.3.1), also when they are packed
 * twice. Unpacked bytes come in pieces and are never held as a whole. A cut or damaged member gives what was in it
 * before the damage.
 */
import { constants, createGunzip, type Gunzip } from 'node:zlib';

/** Takes a piece; false when no more is wanted. */
export type TakeBytes = (bytes: Uint8Array) => boolean;

const MOST_LAYERS = 3;

export class Unpack {
  /** The packed bytes are wrong. That they merely stop early is not seen here. */
  isDamaged = false;
  readonly #take: TakeBytes;
  readonly #layers: number;
  /** Bytes before it is known what they are: fewer than two. */
  #start: Uint8Array | undefined = new Uint8Array();
  #gunzip: Gunzip | undefined;
  #inner: Unpack | undefined;
  #closed: Promise<void> | undefined;
  /** An error of our own in what takes the pieces: it must not escape into a stream's callback. */
  #fault: unknown;
  #isOver = false;

  constructor(take: TakeBytes, layers = MOST_LAYERS) {
    this.#take = take;
    this.#layers = layers;
  }

  /** False when no more is wanted. */
  write(bytes: Uint8Array): boolean {
    if (this.#isOver) return false;
    if (this.#start !== undefined) {
      bytes = this.#start.length === 0 ? bytes : Buffer.concat([this.#start, bytes]);
      this.#start = bytes.length < 2 ? bytes : undefined;
      if (this.#start !== undefined) return true;
      if (bytes[0] === 0x1f && bytes[1] === 0x8b && this.#layers > 0) this.#open();
    }
    return this.#pass(bytes);
  }

  async end(): Promise<void> {
    if (this.#start !== undefined) this.#pass(this.#start);
    if (!this.#isOver) this.#gunzip?.end();
    await this.#closed;
    await this.#inner?.end();
    if (this.#fault !== undefined) throw this.#fault;
    this.isDamaged ||= this.#inner?.isDamaged ?? false;
  }

  #pass(bytes: Uint8Array): boolean {
    if (this.#gunzip !== undefined) this.#gunzip.write(bytes);
    else this.#isOver = !this.#take(bytes);
    return !this.#isOver;
  }

  #open(): void {
    const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
    const inner = new Unpack(this.#take, this.#layers - 1);
    this.#gunzip = gunzip;
    this.#inner = inner;
    gunzip.on('data', (piece: Buffer) => this.#hand(piece, inner, gunzip));
    gunzip.on('error', () => {
      // After an end that was ours the stream complains of what it was still given.
      this.isDamaged ||= !this.#isOver;
      this.#isOver = true;
    });
    this.#closed = new Promise(resolve => gunzip.once('close', resolve));
  }

  #hand(piece: Buffer, inner: Unpack, gunzip: Gunzip): void {
    if (this.#isOver) return;
    try {
      this.#isOver = !inner.write(piece);
    } catch (fault) {
      this.#fault = fault;
      this.#isOver = true;
    }
    if (this.#isOver) gunzip.destroy();
  }
}
