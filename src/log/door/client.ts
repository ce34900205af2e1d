/**
 * Someone who knocks: gives one question within a time, is told one answer. Whatever he sends or does not read concerns him alone.
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Fault } from '../../kit/fault.js';
import { plainFault } from '../fault.js';
import { FrameReader, MOST_QUESTION_BYTES, messageFrame, readQuestion } from './frame.js';

/** What is still on its way is given so long to arrive. */
const LINGER_MS = 5000;

export class Client {
  readonly #socket: Socket;
  readonly #frames = new FrameReader(MOST_QUESTION_BYTES);
  readonly #stop = new AbortController();
  /** Undefined until the question is whole. */
  sql: string | undefined;
  #timer: NodeJS.Timeout;

  /** `onAsked` is called once at most. */
  constructor(socket: Socket, mostMs: number, onAsked: () => void) {
    this.#socket = socket;
    this.#timer = setTimeout(() => socket.destroy(), mostMs);
    // What breaks a connection is told by its end too.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(this.#timer);
      this.stop(new Fault('DOOR_GONE', 'Whoever asked has gone.', 1));
    });
    socket.on('data', bytes => this.#hear(bytes, onAsked));
  }

  /** Aborted when the answer is to end; the reason is a Fault. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  stop(fault: Fault): void {
    if (!this.signal.aborted) this.#stop.abort(fault);
  }

  /** Resolves when there is room for more. Rejects when the answer was stopped. */
  readonly send = async (frame: Uint8Array): Promise<void> => {
    this.signal.throwIfAborted();
    if (!this.#socket.write(frame)) await once(this.#socket, 'drain', { signal: this.signal });
  };

  /** The end, with a last word where the answer is not whole. */
  close(fault?: unknown): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    if (socket.destroyed) return;
    if (fault === undefined) socket.end();
    else socket.end(messageFrame({ kind: 'fault', fault: plainFault(fault, 'LOG_QUERY') }));
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
  }

  /** At once, whatever is still to be read. */
  destroy(): void {
    this.#socket.destroy();
  }

  #hear(bytes: Buffer, onAsked: () => void): void {
    // One question a connection; what comes behind it is not kept.
    if (this.sql !== undefined) {
      this.#socket.destroy();
      return;
    }
    try {
      const [frame] = this.#frames.push(bytes);
      if (frame === undefined) return;
      this.sql = readQuestion(frame);
    } catch (error) {
      this.#socket.pause();
      this.close(error);
      return;
    }
    clearTimeout(this.#timer);
    onAsked();
  }
}
