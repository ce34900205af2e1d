/** A crawl as other programs see it: started by whoever asks first, read page by page, stopped by leaving the loop. */
import type { CrawlEnd, CrawlHooks } from '../contract/crawl.js';
import type { ModelEntry } from '../contract/model.js';
import type { PageRow } from '../contract/row.js';
import type { StrategyEntry } from '../contract/strategy.js';
import { usageFault } from '../kit/fault.js';
import type { CrawlConfig } from './config.js';
import { startCrawl } from './crawl.js';
import type { CrawlSettings } from './crawl-settings.js';
import { type Layer, optionLayer } from './layer.js';
import { changesFrom, configOf } from './load.js';
import type { OwnParts } from './own.js';
import { PageFeed } from './page-feed.js';
import { resumeCrawl } from './resume.js';
import { type Verified, verifyCrawl } from './verify.js';

/** How a program hears of a crawl and stops it, and what it hands in as objects. */
export interface ProgramOptions extends Pick<CrawlHooks, 'onProgress' | 'onMessage' | 'signal'> {
  /**
   * A name, the path of a module, or an object (`defineStrategy`).
   * Default: best-first.
   */
  readonly strategy?: string | StrategyEntry | undefined;
  /**
   * A name, the path of a module, or an object (`defineModel`). An object judges in this thread, so `workers` is 0 then;
   * a module is loaded by every lane.
   * Default: vsm.
   */
  readonly model?: string | ModelEntry | undefined;
}

/** Every setting under the name of its flag, `--max-pages` as `maxPages`. Relative paths start from the current directory. */
export interface CrawlOptions extends Omit<CrawlSettings, 'strategy' | 'model'>, ProgramOptions {}

/** What may change when a crawl goes on: budgets and how to run, not the question. Objects are handed in again. */
export interface ResumeOptions extends Partial<CrawlOptions> {}

/**
 * A crawl that begins when its first page is asked for, or its `end`. Each page is the row of the log's table `pages` (columns that
 * are NULL there are null or NaN), for every fetch that counts against `maxPages`, in the order of `seq`. A page may be seen
 * up to two seconds before it is certain; after a kill it is then fetched, and seen, again.
 *
 * While the loop is slow no more than 64 pages and those in flight wait for it. Leaving the loop stops the crawl in good
 * order: pages in flight are settled, the log is closed, and `resume` can go on.
 */
export class Crawl implements AsyncIterable<PageRow> {
  readonly #begin: (hooks: CrawlHooks) => Promise<CrawlEnd>;
  readonly #options: ProgramOptions;
  readonly #feed = new PageFeed();
  readonly #stop = new AbortController();
  #end: Promise<CrawlEnd> | undefined;
  #isRead = false;

  constructor(options: ProgramOptions, begin: (hooks: CrawlHooks) => Promise<CrawlEnd>) {
    this.#options = options;
    this.#begin = begin;
  }

  /**
   * How it ended. Rejects with a Fault: exit code 2 when something that was asked for cannot be, before anything was fetched or written; 75 when
   * the disk is full; 70 when the fault is ours. A crawl that was stopped resolves, with stopReason "interrupted".
   */
  get end(): Promise<CrawlEnd> {
    if (this.#end !== undefined) return this.#end;
    const end = this.#walk();
    // Whoever reads pages is told of the fault by the loop.
    end.catch(() => undefined);
    this.#end = end;
    return end;
  }

  /** Ends the crawl after the pages in flight; `end` tells when. */
  stop(): void {
    this.#stop.abort();
    this.#feed.wake();
  }

  /** @throws {Fault} exit code 2 when the pages of this crawl were asked for before: each comes once. */
  [Symbol.asyncIterator](): AsyncGenerator<PageRow, void, undefined> {
    if (this.#isRead)
      throw usageFault('CRAWL_READ_TWICE', 'The pages of a crawl come once: ask its log for them.');
    this.#isRead = true;
    return this.#pages();
  }

  async *#pages(): AsyncGenerator<PageRow, void, undefined> {
    this.#feed.open();
    const { end } = this;
    try {
      for (let page = await this.#feed.next(); page !== undefined; page = await this.#feed.next()) yield page;
    } finally {
      this.#feed.close();
      this.stop();
      await end;
    }
  }

  async #walk(): Promise<CrawlEnd> {
    const { onProgress, onMessage, signal } = this.#options;
    const wake = (): void => this.#feed.wake();
    signal?.addEventListener('abort', wake);
    try {
      return await this.#begin({
        ...(onProgress && { onProgress }),
        ...(onMessage && { onMessage }),
        signal: signal === undefined ? this.#stop.signal : AbortSignal.any([signal, this.#stop.signal]),
        pages: this.#feed,
      });
    } finally {
      signal?.removeEventListener('abort', wake);
      this.#feed.finish();
    }
  }
}

interface Read {
  readonly layer: Layer;
  readonly own: OwnParts;
}

/** Options as settings, and the objects among them. @throws {Fault} exit code 2 for an unknown name. */
function read({ onProgress, onMessage, signal, strategy, model, ...rest }: ResumeOptions): Read {
  const named = { ...rest, strategy: nameOf(strategy), model: nameOf(model) };
  return {
    layer: optionLayer(named),
    own: {
      ...(typeof strategy === 'object' && { strategy }),
      ...(typeof model === 'object' && { model }),
    },
  };
}

const nameOf = (part: string | StrategyEntry | ModelEntry | undefined): unknown =>
  typeof part === 'object' ? (part as { name?: unknown } | null)?.name : part;

function configFrom(options: CrawlOptions): CrawlConfig {
  const { layer, own } = read(options);
  const config = configOf([layer], process.cwd());
  const isHere = own.model !== undefined && options.workers === undefined;
  return { ...config, own, ...(isHere && { workers: 0 }) };
}

/**
 * A crawl: `for await (const page of crawl({ topic, seed, web }))`, then `await` its `end`. Nothing happens before one of
 * the two is asked for. Variables of the environment are not read and signals of the process not heard; give a `signal`.
 */
export const crawl = (options: CrawlOptions): Crawl =>
  new Crawl(checked(options), async hooks => await startCrawl(configFrom(options), hooks));

/**
 * Goes on with the crawl in `directory`, however it ended. Its pages are those that come now. `end` rejects with a Fault, exit
 * code 2, when nothing can be taken up there or an option cannot change.
 */
export const resume = (directory: string, options: ResumeOptions = {}): Crawl =>
  new Crawl(checked(options), async hooks => {
    const { layer, own } = read({
      ...options,
      strategy: objectOf(options.strategy),
      model: objectOf(options.model),
    });
    const { strategy: _strategy, model: _model, ...values } = layer.values;
    return await resumeCrawl(directory, { ...changesFrom({ ...layer, values }), own }, hooks);
  });

/** @throws {Fault} exit code 2: a slip that no later check could tell. */
function checked<T extends ProgramOptions>(options: T): T {
  const { signal, onProgress, onMessage } = (options ?? {}) as ProgramOptions;
  const isGood =
    typeof options === 'object' &&
    options !== null &&
    (signal === undefined || signal instanceof AbortSignal) &&
    [onProgress, onMessage].every(one => one === undefined || typeof one === 'function');
  if (isGood) return options;
  throw usageFault(
    'CONFIG_BAD_OPTIONS',
    'Options are an object such as { topic, seed, web }; signal is an AbortSignal, onProgress and onMessage are functions.',
  );
}

function objectOf<E extends StrategyEntry | ModelEntry>(part: string | E | undefined): E | undefined {
  if (typeof part !== 'string') return part;
  throw usageFault(
    'RESUME_FIXED',
    `"${part}" cannot change in the middle of a crawl: leave it out, or start a new crawl.`,
  );
}

/**
 * Do journal, log and archive of the crawl in `directory` agree? Strategy and model that were objects are handed in again.
 * Rejects with a Fault, exit code 2, when no crawl lies there or another process crawls there.
 */
export const verify = (directory: string, own: OwnParts = {}): Promise<Verified> =>
  verifyCrawl(directory, own);
