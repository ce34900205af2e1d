/** What the command line needs from the process, as a port: tests hand in their own and call `main` directly. */
import type { Readable, Writable } from 'node:stream';
import type { CrawlConfig } from '../app/config.js';
import type { CrawlEnd, CrawlHooks } from '../contract/crawl.js';

export type StartCrawl = (config: CrawlConfig, hooks: CrawlHooks) => Promise<CrawlEnd>;
export type ResumeCrawl = (
  folder: string,
  changes: Partial<CrawlConfig>,
  hooks: CrawlHooks,
) => Promise<CrawlEnd>;

/** A stream to write to; a terminal also knows its width. */
export interface Out {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export type StopSignal = 'SIGINT' | 'SIGTERM';

export interface Io {
  readonly stdout: Writable & Out;
  readonly stderr: Writable & Out;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Directory that relative paths start from. */
  readonly folder: string;
  /** Hears SIGINT and SIGTERM until the returned function is called. */
  onSignal(listener: (signal: StopSignal) => void): () => void;
  /** Ends the process without waiting for anything. */
  endAtOnce(code: number): void;
  readonly startCrawl: StartCrawl;
  readonly resumeCrawl: ResumeCrawl;
}

/** What the person types to call us: npx and npm set these variables for what they run. */
export const programName = ({ env }: Pick<Io, 'env'>): string =>
  env['npm_command'] === undefined ? 'dowser' : 'npx dowser';
