/**
 * The log's thread: one message after another, each answered once it is appended, so that the other side knows how
 * much is on its way. The first failure is told and ends the thread's work; what was committed stays.
 */
import type { MessagePort } from 'node:worker_threads';
import { Fault } from '../kit/fault.js';
import { Door, type DoorLimits } from './door/door.js';
import { messageOf, type PlainFault, plainFault } from './fault.js';
import type { Batch } from './layout.js';
import { type LogCut, LogWriter, type WriterOptions } from './writer.js';

export interface LogOrder {
  readonly batches: readonly Batch[];
  /** Answer only when everything so far is on disk. */
  readonly isCommit: boolean;
  /** Nothing follows: close the log. */
  readonly isLast: boolean;
}

/** One answer an order, in order; the first one says that the log is open. */
export interface LogAnswer {
  readonly fault?: PlainFault;
  /** Of the opening, when rows were cut. */
  readonly cut?: LogCut;
}

export interface LogStart extends WriterOptions {
  readonly folder: string;
  /** Of the last row that is certain, when a crawl is taken up again: see `LogWriter.cut`. */
  readonly lastSeq?: number;
  readonly wholeSeq?: number;
  /** What the query door gives; all have a default. */
  readonly door?: Partial<DoorLimits>;
}

/** Rows are committed after this time even when they are few. */
const LATEST_COMMIT_MS = 2000;

const faultOf = (error: unknown): PlainFault =>
  plainFault(
    error instanceof Fault ? error : new Error(`The log's thread failed: ${messageOf(error)}`),
    'LOG_WRITE',
    70,
  );

class LogServer {
  readonly #port: MessagePort;
  #writer: LogWriter | undefined;
  #door: Door | undefined;
  #turn: Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #hasFailed = false;

  constructor(port: MessagePort, start: LogStart) {
    this.#port = port;
    this.#turn = this.#guard(async () => {
      this.#writer = await LogWriter.open(start.folder, start);
      const answer =
        start.lastSeq === undefined ? {} : { cut: await this.#writer.cut(start.lastSeq, start.wholeSeq) };
      this.#door = await Door.open(start.folder, this.#writer, start.door);
      this.#answer(answer);
    });
    port.on('message', (order: LogOrder) => this.#queue(() => this.#obey(order)));
  }

  #queue(work: () => Promise<void>): void {
    this.#turn = this.#turn.then(() => this.#guard(work));
  }

  async #guard(work: () => Promise<void>): Promise<void> {
    if (this.#hasFailed) return;
    try {
      await work();
    } catch (error) {
      this.#hasFailed = true;
      await this.#door?.close();
      this.#writer?.abandon();
      this.#answer({ fault: faultOf(error) });
      this.#port.close();
    }
  }

  async #obey(order: LogOrder): Promise<void> {
    const writer = this.#writer as LogWriter;
    if (order.isLast) await this.#door?.close();
    else await this.#door?.yield();
    await writer.append(order.batches);
    if (order.isCommit) await writer.commit();
    if (order.isLast) await writer.close();
    this.#commitLater(writer);
    this.#answer({});
    if (order.isLast) this.#port.close();
  }

  /** From the first row that no commit holds, however many more come. */
  #commitLater(writer: LogWriter): void {
    if (!writer.isDirty) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      return;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#queue(async () => {
        await this.#door?.yield();
        await writer.commit();
      });
    }, LATEST_COMMIT_MS);
  }

  #answer(answer: LogAnswer): void {
    this.#port.postMessage(answer);
  }
}

/** Serves orders on the port until the last one or the first failure. */
export function serveLog(port: MessagePort, start: LogStart): void {
  new LogServer(port, start);
}
