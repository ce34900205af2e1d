/** Calls the command line in this process with streams that remember, and a crawl that only prepares. */
import { Readable, Writable } from 'node:stream';
import type { CrawlConfig } from '../../../src/app/config.js';
import { claimDirectory } from '../../../src/app/out.js';
import { prepare } from '../../../src/app/prepare.js';
import { resumeCrawl } from '../../../src/app/resume.js';
import type { Io, StartCrawl, StopSignal } from '../../../src/cli/io.js';
import { main } from '../../../src/cli/run.js';
import type { CrawlEnd } from '../../../src/contract/crawl.js';
import { temporaryFolder } from '../../web/tiny.js';

export const endOf = (config: CrawlConfig, over: Partial<CrawlEnd> = {}): CrawlEnd => ({
  stopReason: 'frontier empty',
  exitCode: 0,
  pages: 10,
  relevant: 4,
  threshold: 0.5,
  harvest: 0.4,
  averageRelevance: 0.3,
  deviation: 0.1,
  outcomes: { Ok: 9, HttpError: 1 },
  bytes: 1_500_000,
  durationMs: 2000,
  directory: config.out,
  ...over,
});

/** Refuses what a real crawl would refuse, and fetches nothing. */
export const onlyPrepare: StartCrawl = async config => {
  const { web } = await prepare(config);
  web?.close();
  claimDirectory(config.out)();
  return endOf(config);
};

class MemoryOut extends Writable {
  readonly isTTY: boolean;
  readonly columns = 80;
  text = '';

  constructor(isTTY: boolean) {
    super({ decodeStrings: false });
    this.isTTY = isTTY;
  }

  override _write(text: string, _encoding: string, done: () => void): void {
    this.text += text;
    done();
  }
}

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly folder?: string;
  readonly env?: Record<string, string>;
  readonly isTTY?: boolean;
  readonly startCrawl?: StartCrawl;
  readonly endAtOnce?: (code: number) => void;
  readonly input?: string;
}

/** Sends a signal to the command line that runs now. */
export const signals: { send(name: StopSignal): void } = { send: () => undefined };

export async function runMain(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const stdout = new MemoryOut(options.isTTY ?? false);
  const stderr = new MemoryOut(options.isTTY ?? false);
  const io: Io = {
    stdout,
    stderr,
    stdin: Readable.from(options.input === undefined ? [] : [options.input]),
    env: options.env ?? {},
    folder: options.folder ?? temporaryFolder(),
    onSignal: listener => {
      signals.send = listener;
      return () => {
        signals.send = () => undefined;
      };
    },
    endAtOnce: options.endAtOnce ?? (() => undefined),
    startCrawl: options.startCrawl ?? onlyPrepare,
    resumeCrawl,
  };
  const code = await main(argv, io);
  return { code, stdout: stdout.text, stderr: stderr.text };
}
