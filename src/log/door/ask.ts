/**
 * How do I ask a crawl that runs? Knocks at its door with one statement and takes the answer as it comes, whether anybody reads it yet
 * or not: it is bounded, and the crawl must not wait for a person with a pager.
 */
import { connect, type Socket } from 'node:net';
import { Fault } from '../../kit/fault.js';
import { messageOf } from '../fault.js';
import type { Answer } from '../query.js';
import { type DoorMessage, FrameReader, MOST_FRAME_BYTES, questionFrame, readMessage } from './frame.js';
import { findDoor } from './place.js';
import { unpack } from './value.js';

/** A whole answer is kept; a door gives less. */
const MOST_BYTES = 2 ** 29;

const broken = (cause?: unknown): Fault =>
  new Fault(
    'DOOR_BROKEN',
    'The running crawl answered what this version of Dowser or Node does not understand.',
    1,
    cause,
  );
const ended = (): Fault => new Fault('DOOR_CLOSING', 'The crawl ended while it answered: ask again.', 1);

/** The door of a directory; undefined where nobody opens. */
async function knock(directory: string): Promise<Socket | undefined> {
  try {
    const { path, release } = findDoor(directory);
    try {
      const socket = connect({ path });
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve).once('error', reject);
      });
      return socket;
    } finally {
      release();
    }
  } catch {
    return undefined;
  }
}

/** Messages in their order. */
class Inbox {
  readonly #socket: Socket;
  readonly #frames = new FrameReader(MOST_FRAME_BYTES, broken);
  readonly #messages: DoorMessage[] = [];
  #bytes = 0;
  #end: Fault | undefined;
  #wake: (() => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', bytes => this.#hear(bytes));
    socket.on('error', error => this.stop(new Fault('DOOR_CLOSING', messageOf(error), 1, error)));
    socket.on('close', () => this.stop(ended()));
  }

  stop(fault: Fault): void {
    this.#end ??= fault;
    this.#socket.destroy();
    this.#wake?.();
  }

  /** The next message. Rejects with a Fault when there will be none. */
  async next(): Promise<DoorMessage> {
    for (;;) {
      const message = this.#messages.shift();
      if (message?.kind === 'fault') {
        const { code, message: why, exitCode } = message.fault;
        throw new Fault(code, why, exitCode);
      }
      if (message !== undefined) return message;
      if (this.#end !== undefined) throw this.#end;
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }

  #hear(bytes: Buffer): void {
    this.#bytes += bytes.length;
    try {
      if (this.#bytes > MOST_BYTES) throw broken();
      for (const frame of this.#frames.push(bytes)) this.#messages.push(readMessage(frame));
    } catch (error) {
      this.stop(error instanceof Fault ? error : broken(error));
    }
    this.#wake?.();
  }
}

async function* rowsOf(inbox: Inbox): ReturnType<Answer['rows']> {
  try {
    for (;;) {
      const message = await inbox.next();
      if (message.kind !== 'rows') return;
      yield message.rows.map(row => row.map(unpack));
    }
  } finally {
    inbox.stop(ended());
  }
}

/** True when the directory's crawl runs and can be asked. */
export async function isAnswered(directory: string): Promise<boolean> {
  const socket = await knock(directory);
  socket?.destroy();
  return socket !== undefined;
}

/**
 * Asks one statement; undefined where nobody opens or the crawl ended before it answered. `onAsked` is given what stops it.
 * Rejects with the crawl's Fault.
 */
export async function askDoor(
  directory: string,
  sql: string,
  onAsked: (stop: (fault: Fault) => void) => void = () => undefined,
): Promise<Answer | undefined> {
  const question = questionFrame(sql);
  const socket = await knock(directory);
  if (socket === undefined) return undefined;
  const inbox = new Inbox(socket);
  onAsked(fault => inbox.stop(fault));
  socket.write(question);
  try {
    const head = await inbox.next();
    if (head.kind !== 'head') throw broken();
    const { names, types, hasRows } = head;
    return { names, types, hasRows, rows: () => rowsOf(inbox) };
  } catch (error) {
    inbox.stop(ended());
    if (error instanceof Fault && error.code === 'DOOR_CLOSING') return undefined;
    throw error;
  }
}
