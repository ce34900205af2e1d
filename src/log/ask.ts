/**
 * Whom do I ask: the crawl that runs, or the file that it left? Statement by statement: the one that holds the file answers, and a
 * crawl that starts, ends or is taken up again between two statements changes nothing but who that is.
 */
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../kit/fault.js';
import { askDoor, isAnswered } from './door/ask.js';
import { answerToParquet } from './door/parquet.js';
import { copyTo } from './parquet.js';
import { type Answer, type LogReader, locate, openLog, type ReaderOptions } from './query.js';

/** A crawl that begins or ends holds its file and answers nothing for a moment. */
const MOST_SILENT_MS = 6000;
const TRY_EVERY_MS = 100;

export interface LogAsker {
  /** Full path of the database. */
  readonly file: string;
  /** True when a running crawl answered last, or opened its door. */
  readonly isRunning: boolean;
  /** Runs one statement. Rejects with a Fault (exit 1) that has DuckDB's message. */
  query(sql: string): Promise<Answer>;
  /** Writes the answer of one SELECT to a Parquet file, whole or not at all; resolves to the number of rows. */
  toParquet(sql: string, path: string): Promise<number>;
  /** Stops the statement that is running. */
  interrupt(): void;
  close(): void;
}

class Asker implements LogAsker {
  readonly file: string;
  readonly #options: ReaderOptions;
  #isRunning = false;
  #reader: LogReader | undefined;
  #stop: (fault: Fault) => void = () => undefined;

  constructor(file: string, options: ReaderOptions) {
    this.file = file;
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Resolves once somebody could answer. Rejects with a Fault that says why nobody does. */
  async open(): Promise<this> {
    await this.#until(async () => ((await isAnswered(dirname(this.file))) ? true : undefined));
    return this;
  }

  async query(sql: string): Promise<Answer> {
    return (await this.#askDoor(sql)) ?? (this.#reader as LogReader).query(sql);
  }

  async toParquet(sql: string, path: string): Promise<number> {
    const answer = await this.#askDoor(sql);
    return answer === undefined
      ? copyTo(this.#reader as LogReader, sql, path)
      : answerToParquet(answer, path);
  }

  interrupt(): void {
    this.#stop(new Fault('LOG_QUERY', 'INTERRUPT Error: Interrupted!', 1));
    this.#reader?.interrupt();
  }

  close(): void {
    this.interrupt();
    this.#reader?.close();
    this.#reader = undefined;
  }

  /** The running crawl's answer; undefined once the file is open instead. */
  #askDoor(sql: string): Promise<Answer | undefined> {
    return this.#until(() =>
      askDoor(dirname(this.file), sql, stop => {
        this.#stop = stop;
      }),
    );
  }

  /** What the running crawl says; undefined once the file is open instead. */
  async #until<T>(ask: () => Promise<T | undefined>): Promise<T | undefined> {
    for (let waitedMs = 0; this.#reader === undefined; waitedMs += TRY_EVERY_MS) {
      const said = await ask();
      this.#isRunning = said !== undefined;
      if (said !== undefined) return said;
      try {
        this.#reader = await openLog(this.file, this.#options);
      } catch (error) {
        const isHeld = error instanceof Fault && error.code === 'LOG_LOCKED';
        if (!isHeld || waitedMs >= MOST_SILENT_MS) throw error;
        await sleep(TRY_EVERY_MS);
      }
    }
    return undefined;
  }
}

/**
 * The log of a crawl, whether it runs or not. What a running one shows is what it committed: whole pages, up to some seconds
 * ago. Rejects with a Fault (exit 1) where there is no log.
 */
export async function askLog(path: string, options: ReaderOptions = {}): Promise<LogAsker> {
  return new Asker(locate(path), options).open();
}
