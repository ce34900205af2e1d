/**
 * The question "how is the crawl doing, and how did it end?": the words between the engine and whoever started it
 * (command line, test, embedding program).
 */
import type { PageRow } from './row.js';

/** One way in which a crawl can stop. `exitCode` is what the command line answers with. */
export interface StopLine {
  readonly reason: string;
  readonly exitCode: 0 | 75 | 130 | 143;
  readonly sentence: string;
}

/** Every reason of ours; a strategy's own `done()` may add others, which exit with 0. */
export const STOPS = [
  { reason: 'frontier empty', exitCode: 0, sentence: 'No link waits any more.' },
  { reason: 'max pages', exitCode: 0, sentence: '--max-pages was reached.' },
  { reason: 'max bytes', exitCode: 0, sentence: '--max-bytes was reached.' },
  { reason: 'max time', exitCode: 0, sentence: '--max-time was reached.' },
  { reason: 'disk full', exitCode: 75, sentence: 'The disk is nearly full: give it room and resume.' },
  { reason: 'max disk', exitCode: 75, sentence: '--max-disk was reached: resume with a higher one.' },
  { reason: 'max memory', exitCode: 75, sentence: '--max-memory was reached: resume with a higher one.' },
  { reason: 'interrupted', exitCode: 130, sentence: 'SIGINT, or an abort by the embedding program.' },
  { reason: 'terminated', exitCode: 143, sentence: 'SIGTERM.' },
] as const satisfies readonly StopLine[];

export type StopReason = (typeof STOPS)[number]['reason'];

/** Exit code of a stop reason, also of one that a strategy made up. */
export function exitCodeOf(reason: string): StopLine['exitCode'] {
  return STOPS.find(line => line.reason === reason)?.exitCode ?? 0;
}

/** The stop reason of an aborted signal: its `reason` is the name of the process signal when there was one. */
export function stopReasonOf(signal: AbortSignal): 'interrupted' | 'terminated' {
  return signal.reason === 'SIGTERM' ? 'terminated' : 'interrupted';
}

/** What holds the speed back at this moment. */
export type Limit =
  /** Lanes are busy reading and judging. */
  | 'reading'
  /** The log takes rows more slowly than they come. */
  | 'log'
  /** Hosts may not be asked yet. */
  | 'politeness'
  /** --concurrency requests are under way. */
  | 'concurrency'
  /** The last pages that --max-pages allows are under way. */
  | 'budget'
  /** Nothing waits. */
  | 'links';

/** A moment of a running crawl. Counts are since its start. */
export interface Progress {
  /** Fetches that count against --max-pages. */
  readonly pages: number;
  /** Undefined: no limit. */
  readonly maxPages: number | undefined;
  readonly waiting: number;
  readonly inFlight: number;
  /** Pages whose relevance reached the threshold. */
  readonly relevant: number;
  /** relevant / pages in [0, 1]; 0 before the first page. */
  readonly harvest: number;
  /** Over the last seconds of real time. */
  readonly pagesPerSecond: number;
  /** Hosts with a waiting link or a page in flight. */
  readonly activeHosts: number;
  /** Hosts among them that may not be asked yet though somebody waits for them; undefined on a stored web. */
  readonly restingHosts: number | undefined;
  /** Body bytes. */
  readonly bytes: number;
  /** Real time since the start. */
  readonly elapsedMs: number;
  readonly blockedBy: Limit;
}

export interface Message {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** One sentence. */
  readonly text: string;
  readonly details?: Readonly<Record<string, string | number | boolean>>;
}

/** Whoever takes the rows of pages as they are settled, and may be slower than the crawl. */
export interface PageTaker {
  /** A row of kind page or prefetch, in the order of seq. Nothing waits here. */
  take(row: PageRow): void;
  /** True while it has more than it wants: no new page is asked for. */
  readonly isFull: boolean;
  /** Resolves when there is room again. */
  drained(): Promise<void>;
}

export interface CrawlHooks {
  readonly pages?: PageTaker | undefined;
  /** Called at most every 100 ms of real time, on the live web at least once a second, and once at the end. */
  readonly onProgress?: (progress: Progress) => void;
  /** Messages of the program itself: a stored web opened, a lane replaced. Pages are not messages. */
  readonly onMessage?: (message: Message) => void;
  /** A request to stop: the crawl ends after the pages in flight and closes its log. `reason` may be a signal's name. */
  readonly signal?: AbortSignal;
}

/** How a crawl ended. Averages are over judged pages. */
export interface CrawlEnd {
  /** A reason of `STOPS`, or what the strategy's `done()` said. */
  readonly stopReason: string;
  readonly exitCode: StopLine['exitCode'];
  readonly pages: number;
  readonly relevant: number;
  /** Relevance from which a page counted as relevant. */
  readonly threshold: number;
  /** relevant / pages in [0, 1]; 0 without pages. */
  readonly harvest: number;
  /** In [0, 1]; NaN when no page was judged. */
  readonly averageRelevance: number;
  /** Population standard deviation of relevance; NaN when no page was judged. */
  readonly deviation: number;
  /** Number of ends by outcome name, zero counts left out. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly bytes: number;
  /** Real time. */
  readonly durationMs: number;
  /** Full path of the output directory, which holds `crawl.duckdb`. */
  readonly directory: string;
}
