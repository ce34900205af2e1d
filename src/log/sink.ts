/**
 * The log as the engine sees it: rows become columns here and leave for the log's thread in batches that end between
 * two pages, so that whatever is committed there holds whole pages. Hand in a page's row before its links, events and
 * relevances; where it waits for the archive they come before it, and a batch ends with the clock alone.
 *
 * Bounds: a batch of 512 pages or 4 million bytes of text, or what comes in a second; `isFull` at 8 batches on their way. Once the thread has failed,
 * every call throws its Fault.
 */
import { Worker } from 'node:worker_threads';
import type { LinkRows } from '../contract/link-rows.js';
import type * as Rows from '../contract/row.js';
import { TABLES, type TableName } from '../contract/row.js';
import type { LogSink } from '../contract/sink.js';
import { type Clock, systemClock } from '../kit/clock.js';
import { Fault } from '../kit/fault.js';
import { BatchBuilder } from './batch.js';
import { messageOf } from './fault.js';
import { holdLog } from './held.js';
import type { Batch } from './layout.js';
import { putLinks } from './link-columns.js';
import type { LogAnswer, LogOrder, LogStart } from './serve.js';
import { sinkFrom } from './sink-from.js';
import type { LogCut } from './writer.js';

const BATCH_PAGES = 512;
const BATCH_ROWS = 8192;
const BATCH_BYTES = 4_000_000;
const MOST_ON_THEIR_WAY = 8;
/** Rows leave after this time even when they are few. */
const LATEST_SEND_MS = 1000;

export interface SinkOptions extends LogStart {
  /** Measures `blockedMs` only. */
  readonly clock?: Clock;
}

interface Answered {
  readonly resolve: () => void;
  readonly reject: (fault: Fault) => void;
}

type Builders = Readonly<Record<TableName, BatchBuilder>>;

const newBuilders = (): Builders =>
  Object.fromEntries(
    (Object.keys(TABLES) as TableName[]).map(name => [name, new BatchBuilder(name, BATCH_PAGES)]),
  ) as Builders;

class ThreadSink implements LogSink {
  readonly #worker: Worker;
  readonly #clock: Clock;
  readonly #builders = newBuilders();
  /** One entry an order, and one for the opening. */
  readonly #waiting: Answered[] = [];
  readonly #drains: Answered[] = [];
  /** What opening found, see `LogWriter.cut`. */
  cut: LogCut = { from: 0, eventsFrom: 0, hasLost: false, runs: 0 };
  #fault: Fault | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #blockedMs = 0;

  constructor(worker: Worker, clock: Clock) {
    this.#worker = worker;
    this.#clock = clock;
    worker.on('message', (answer: LogAnswer) => this.#hear(answer));
    worker.on('error', error => this.#fail(died(messageOf(error), error)));
    worker.on('exit', code => this.#fail(died(`exit code ${code}`)));
  }

  get isFull(): boolean {
    return this.#waiting.length >= MOST_ON_THEIR_WAY;
  }

  get blockedMs(): number {
    return this.#blockedMs;
  }

  run(row: Rows.RunRow): void {
    this.#put('runs', row);
  }

  page(row: Rows.PageRow): void {
    if (this.#isBatchFull()) void this.#send(false);
    this.#put('pages', row);
  }

  link(row: Rows.LinkRow): void {
    this.#put('links', row);
  }

  links(rows: LinkRows): void {
    this.#open();
    this.#builders.links.pushMany(rows.count, (held, at) => putLinks(rows, held, at));
  }

  host(row: Rows.HostRow): void {
    this.#put('hosts', row);
  }

  robots(row: Rows.RobotsRow): void {
    this.#put('robots', row);
  }

  topic(row: Rows.TopicRow): void {
    this.#put('topics', row);
  }

  relevance(row: Rows.RelevanceRow): void {
    this.#put('relevance', row);
  }

  event(row: Rows.EventRow): void {
    this.#put('events', row);
  }

  async drained(): Promise<void> {
    if (this.#fault !== undefined) throw this.#fault;
    if (!this.isFull) return;
    const since = this.#clock.tick();
    try {
      await new Promise<void>((resolve, reject) => this.#drains.push({ resolve, reject }));
    } finally {
      this.#blockedMs += this.#clock.tick() - since;
    }
  }

  async flush(): Promise<void> {
    await this.#send(true);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    const ended = new Promise<void>(resolve => {
      this.#worker.once('exit', () => resolve());
    });
    await this.#send(true, true);
    await ended;
  }

  /** Resolves when the log is open. */
  opened(): Promise<void> {
    return this.#answer();
  }

  #put(table: TableName, row: object): void {
    this.#open();
    this.#builders[table].push(row as Readonly<Record<string, unknown>>);
  }

  /** Something is about to be put in. */
  #open(): void {
    if (this.#fault !== undefined) throw this.#fault;
    if (this.#isClosed) throw new Fault('LOG_CLOSED', 'A row came after the log was closed.');
    this.#timer ??= setTimeout(() => void this.#send(false), LATEST_SEND_MS).unref();
  }

  #isBatchFull(): boolean {
    const { pages, links, relevance } = this.#builders;
    return (
      pages.count >= BATCH_PAGES ||
      links.count + relevance.count >= BATCH_ROWS ||
      pages.bytes + links.bytes >= BATCH_BYTES
    );
  }

  /** Posts everything held. Resolves when the thread has taken (or, for a commit, written) it. */
  #send(isCommit: boolean, isLast = false): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#fault !== undefined) return Promise.reject(this.#fault);
    this.#isClosed ||= isLast;
    const builders = Object.values(this.#builders).filter(builder => builder.count > 0);
    const batches = builders.map(builder => builder.take());
    const order: LogOrder = { batches, isCommit, isLast };
    this.#worker.postMessage(order);
    return this.#answer(() => {
      builders.forEach((builder, i) => {
        builder.giveBack(batches[i] as Batch);
      });
    });
  }

  /** `onRead` is called before it resolves. */
  #answer(onRead?: () => void): Promise<void> {
    const answer = new Promise<void>((resolve, reject) => {
      const hear = (): void => {
        onRead?.();
        resolve();
      };
      this.#waiting.push({ resolve: hear, reject });
    });
    // Whoever does not wait for this answer hears of the fault at the next row.
    answer.catch(() => undefined);
    return answer;
  }

  #hear(answer: LogAnswer): void {
    if (answer.fault !== undefined) {
      const { code, message, exitCode } = answer.fault;
      this.#fail(new Fault(code, message, exitCode));
      return;
    }
    if (answer.cut !== undefined) this.cut = answer.cut;
    this.#waiting.shift()?.resolve();
    if (this.isFull) return;
    for (const one of this.#drains.splice(0)) one.resolve();
  }

  #fail(fault: Fault): void {
    if (this.#waiting.length === 0 && this.#isClosed) return;
    this.#fault ??= fault;
    clearTimeout(this.#timer);
    for (const one of [...this.#waiting.splice(0), ...this.#drains.splice(0)]) one.reject(this.#fault);
  }
}

const died = (why: string, cause?: unknown): Fault =>
  new Fault('LOG_DIED', `The log's thread ended before the crawl did (${why}).`, 70, cause);

const startSink = async (options: SinkOptions): Promise<ThreadSink> => {
  const { clock = systemClock, ...start } = options;
  const release = holdLog(start.folder);
  const worker = new Worker(new URL('../../workers/log.js', import.meta.url), { workerData: start });
  worker.once('exit', release);
  const sink = new ThreadSink(worker, clock);
  await sink.opened();
  return sink;
};

/** Starts the log's thread and opens `crawl.duckdb` in the folder. Rejects with a Fault when that fails. */
export const openSink = (options: SinkOptions): Promise<LogSink> => startSink(options);

/** The same for a crawl that goes on behind row `lastSeq`. Rows that the log has are not taken twice. */
export async function reopenSink(
  options: SinkOptions & { readonly lastSeq: number; readonly wholeSeq: number },
): Promise<{ readonly log: LogSink; readonly cut: LogCut }> {
  const sink = await startSink(options);
  return { log: sinkFrom(sink, sink.cut.from, sink.cut.eventsFrom), cut: sink.cut };
}
