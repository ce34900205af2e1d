/**
 * The log's thread: one message after another, each answered once it is appended, so that the other side knows how
 * much is on its way. The first failure is told and ends the thread's work; what was committed stays.
 */
import type { MessagePort } from 'node:worker_threads';
import { Fault } from '../kit/fault.js';
import { messageOf } from './fault.js';
import type { Batch } from './layout.js';
import { type LogCut, LogWriter, type WriterOptions } from './writer.js';

export interface LogOrder {
  readonly batches: readonly Batch[];
  /** Answer only when everything so far is on disk. */
  readonly isCommit: boolean;
  /** Nothing follows: close the log. */
  readonly isLast: boolean;
}

/** A Fault as it crosses threads. */
export interface PlainFault {
  readonly code: string;
  readonly message: string;
  readonly exitCode: Fault['exitCode'];
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
}

/** Rows are committed after this time even when they are few. */
const LATEST_COMMIT_MS = 2000;

const plainFault = (error: unknown): PlainFault =>
  error instanceof Fault
    ? { code: error.code, message: error.message, exitCode: error.exitCode }
    : { code: 'LOG_WRITE', message: `The log's thread failed: ${messageOf(error)}`, exitCode: 70 };

class LogServer {
  readonly #port: MessagePort;
  #writer: LogWriter | undefined;
  #turn: Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #hasFailed = false;

  constructor(port: MessagePort, start: LogStart) {
    this.#port = port;
    this.#turn = this.#guard(async () => {
      this.#writer = await LogWriter.open(start.folder, start);
      this.#answer(
        start.lastSeq === undefined ? {} : { cut: await this.#writer.cut(start.lastSeq, start.wholeSeq) },
      );
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
      this.#writer?.abandon();
      this.#answer({ fault: plainFault(error) });
      this.#port.close();
    }
  }

  async #obey(order: LogOrder): Promise<void> {
    const writer = this.#writer as LogWriter;
    clearTimeout(this.#timer);
    await writer.append(order.batches);
    if (order.isCommit) await writer.commit();
    if (order.isLast) await writer.close();
    else if (writer.isDirty) this.#commitLater(writer);
    this.#answer({});
    if (order.isLast) this.#port.close();
  }

  #commitLater(writer: LogWriter): void {
    this.#timer = setTimeout(() => this.#queue(() => writer.commit()), LATEST_COMMIT_MS);
  }

  #answer(answer: LogAnswer): void {
    this.#port.postMessage(answer);
  }
}

/** Serves orders on the port until the last one or the first failure. */
export function serveLog(port: MessagePort, start: LogStart): void {
  new LogServer(port, start);
}
