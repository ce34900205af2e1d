/**
 * What may a statement take of the crawl's process? DuckDB has one memory limit for the writer and for whoever asks. It is raised
 * while a statement runs; sorts, joins and groups stay within it by themselves, lists and texts that grow are looked
 * after here: often, and before every order of the writer, which waits for a statement that took too much where memory is scarce.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { Fault } from '../../kit/fault.js';
import { messageOf } from '../fault.js';
import type { LogWriter } from '../writer.js';
import type { Client } from './client.js';

/** Beside the writer's own memory. */
const STATEMENT_BYTES = 2 ** 28;
/** What DuckDB cannot put on disk. */
const MOST_PINNED_BYTES = 2 ** 27;
/** From here on the writer waits until a statement that was told to end has let go: its own memory might not be there. */
const SCARCE_BYTES = 2 ** 28;
/** The process may grow by so much while a statement runs: texts that a function makes count for no limit of DuckDB. */
const MOST_GROWTH_BYTES = 2 ** 29;
const LOOK_EVERY_MS = 25;

const PINNED = `SELECT coalesce(sum(memory_usage_bytes), 0)::DOUBLE FROM duckdb_memory() WHERE tag = 'ALLOCATOR'`;

const MEMORY = 'DOOR_MEMORY';

const tooLarge = (): Fault =>
  new Fault(
    MEMORY,
    `The statement needs more memory than a running crawl gives (${STATEMENT_BYTES / 2 ** 20} MiB): ask for less, or when it has ended.`,
    1,
  );

const isMemory = (error: unknown): boolean => /^out of memory error/i.test(messageOf(error));

/** A statement at work. */
interface Work {
  readonly connection: DuckDBConnection;
  readonly client: Client;
  readonly ended: Promise<void>;
  readonly residentBytes: number;
}

export class Guard {
  readonly #writer: LogWriter;
  #eye: DuckDBConnection | undefined;
  #work: Work | undefined;
  #looking: Promise<void> | undefined;

  constructor(writer: LogWriter) {
    this.#writer = writer;
  }

  /** Runs a statement's work on a connection of its own, and looks after it until it ends. */
  async watch(client: Client, work: (connection: DuckDBConnection) => Promise<void>): Promise<void> {
    this.#eye ??= await this.#writer.connect();
    await this.#setMemory(this.#writer.memoryBytes + STATEMENT_BYTES);
    const connection = await this.#writer.connect();
    // Told again and again: an interrupt that comes between two steps is forgotten by the next one.
    const timer = setInterval(() => void this.#look(), LOOK_EVERY_MS);
    const running = work(connection);
    const ended = running.then(
      () => undefined,
      () => undefined,
    );
    this.#work = { connection, client, ended, residentBytes: process.memoryUsage.rss() };
    try {
      await running;
    } catch (error) {
      throw isMemory(error) ? tooLarge() : error;
    } finally {
      clearInterval(timer);
      this.#work = undefined;
      await letGo(connection);
      await this.#setMemory(this.#writer.memoryBytes);
    }
  }

  /** Tells a statement that takes too much to end, and waits for that where memory is scarce. */
  async relieve(): Promise<void> {
    if (this.#work === undefined) return;
    await this.#look();
    while (this.#work !== undefined && (await this.#pinned()) > SCARCE_BYTES) {
      await Promise.race([this.#work?.ended, sleep(LOOK_EVERY_MS)]);
      await this.#look();
    }
  }

  close(): void {
    this.#eye?.closeSync();
    this.#eye = undefined;
  }

  /** One look at a time. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const work = this.#work;
    if (work === undefined) return;
    const { client, connection, residentBytes } = work;
    if (!client.signal.aborted) {
      const grown = process.memoryUsage.rss() - residentBytes;
      if (grown > MOST_GROWTH_BYTES || (await this.#pinned()) > MOST_PINNED_BYTES) client.stop(tooLarge());
    }
    if (client.signal.aborted && this.#work === work) connection.interrupt();
  }

  /** Bytes; more than any limit where there is not even memory to look. */
  async #pinned(): Promise<number> {
    try {
      const read = await (this.#eye as DuckDBConnection).runAndReadAll(PINNED);
      return Number(read.getRows()[0]?.[0]);
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  }

  /** A limit that cannot be lowered yet is lowered after the next statement. */
  async #setMemory(bytes: number): Promise<void> {
    await this.#eye
      ?.run(`SET memory_limit = '${Math.round(bytes / 2 ** 20)}MiB'`)
      .catch((error: unknown) => messageOf(error));
  }
}

/** Ends the transaction at once: a result that nobody has collected yet would hold what it saw. */
async function letGo(connection: DuckDBConnection): Promise<void> {
  await connection.run('ROLLBACK').catch((error: unknown) => messageOf(error));
  connection.closeSync();
}
