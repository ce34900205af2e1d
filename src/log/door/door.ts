/**
 * The query door of a running crawl: a socket on which the log's thread answers statements that only read, one at a time, beside its
 * writing. The writer comes first: a statement that takes too long, too much memory or is not listened to ends, never the crawl.
 */
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../kit/fault.js';
import type { LogWriter } from '../writer.js';
import { Client } from './client.js';
import { Guard } from './guard.js';
import { closeToOthers, makeDoor, removeDoor } from './place.js';
import { answerOn } from './statement.js';

export interface DoorLimits {
  /** From a statement's start to the end of its answer. */
  readonly mostMs: number;
  readonly mostBytes: number;
  /** Who waits, asks or is answered. */
  readonly mostClients: number;
  /** From knocking to a whole question. */
  readonly mostAskingMs: number;
}

const LIMITS: DoorLimits = { mostMs: 30_000, mostBytes: 2 ** 28, mostClients: 16, mostAskingMs: 5000 };
/** A statement that does not end when told to is not waited for any longer. */
const MOST_CLOSING_MS = 5000;

const busy = (): Fault =>
  new Fault('DOOR_BUSY', 'Too many questions wait at the running crawl: ask again later.', 1);
const closing = (): Fault => new Fault('DOOR_CLOSING', 'The crawl ended while it answered: ask again.', 1);
const slow = (mostMs: number): Fault =>
  new Fault(
    'DOOR_TIME',
    `A running crawl gives a statement and its answer ${mostMs / 1000} s: ask for less, or when it has ended.`,
    1,
  );

export class Door {
  readonly #directory: string;
  readonly #limits: DoorLimits;
  readonly #server: Server;
  readonly #guard: Guard;
  readonly #clients = new Set<Client>();
  /** Those with a question, in their order; the first one is being answered. */
  readonly #asked: Client[] = [];
  #running: Promise<void> | undefined;
  #isClosing = false;

  private constructor(directory: string, writer: LogWriter, limits: DoorLimits) {
    this.#directory = directory;
    this.#limits = limits;
    this.#guard = new Guard(writer);
    this.#server = createServer(socket => {
      const client: Client = new Client(socket, limits.mostAskingMs, () => this.#take(client));
      this.#clients.add(client);
      socket.on('close', () => this.#forget(client));
      if (this.#clients.size > limits.mostClients) client.close(busy());
    });
  }

  /** Undefined where the directory takes no socket: a crawl does not need one. */
  static async open(
    directory: string,
    writer: LogWriter,
    limits: Partial<DoorLimits> = {},
  ): Promise<Door | undefined> {
    const door = new Door(directory, writer, { ...LIMITS, ...limits });
    try {
      await door.#listen();
    } catch {
      door.#server.close();
      return undefined;
    }
    return door;
  }

  /** Resolves when the writer may go on: at once, unless a statement takes the memory that it needs. */
  yield(): Promise<void> {
    return this.#guard.relieve();
  }

  /** Nobody is answered any more. Resolves within a bounded time. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const closed = new Promise<void>(resolve => this.#server.close(() => resolve()));
    for (const client of this.#clients) {
      client.stop(closing());
      if (client !== this.#asked[0]) client.close(closing());
    }
    const late = new AbortController();
    await Promise.race([this.#running, sleep(MOST_CLOSING_MS, undefined, { signal: late.signal })]);
    late.abort();
    this.#guard.close();
    // A last word may stand in the socket still: who reads gets it, who does not is not waited for.
    for (const client of this.#clients) client.destroy();
    await closed;
    removeDoor(this.#directory);
  }

  async #listen(): Promise<void> {
    const { path, release } = makeDoor(this.#directory);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#server.once('error', reject);
        this.#server.listen({ path }, () => resolve());
      });
      // Nothing that fails later (no descriptor left for one more client) is a matter of the crawl.
      this.#server.on('error', () => undefined);
      closeToOthers(this.#directory);
    } finally {
      release();
    }
  }

  #take(client: Client): void {
    if (this.#isClosing) client.close(closing());
    else {
      this.#asked.push(client);
      this.#next();
    }
  }

  #forget(client: Client): void {
    this.#clients.delete(client);
    const at = this.#asked.indexOf(client);
    if (at > 0) this.#asked.splice(at, 1);
  }

  #next(): void {
    const client = this.#asked[0];
    if (client === undefined || this.#running !== undefined) return;
    this.#running = this.#answer(client).then(() => {
      this.#running = undefined;
      this.#asked.shift();
      this.#next();
    });
  }

  /** Never rejects. */
  async #answer(client: Client): Promise<void> {
    const { mostMs, mostBytes } = this.#limits;
    const { signal, send, sql = '' } = client;
    const timer = setTimeout(() => client.stop(slow(mostMs)), mostMs);
    try {
      signal.throwIfAborted();
      await this.#guard.watch(client, connection => answerOn(connection, sql, { signal, send, mostBytes }));
      client.close();
    } catch (error) {
      client.close(signal.aborted ? signal.reason : error);
    } finally {
      clearTimeout(timer);
    }
  }
}
