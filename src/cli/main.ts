#!/usr/bin/env node
/** The executable: the real process behind the command line. */
import type { StopSignal } from './io.js';
import { main } from './run.js';

/** Whoever read our output may leave early, as `head` does; that is no fault. */
function forgiveClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
process.stdout.on('error', forgiveClosedPipe);
process.stderr.on('error', forgiveClosedPipe);

process.exitCode = await main(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  env: process.env,
  folder: process.cwd(),
  onSignal(listener) {
    const hear = (name: NodeJS.Signals): void => listener(name as StopSignal);
    process.on('SIGINT', hear).on('SIGTERM', hear);
    return () => void process.off('SIGINT', hear).off('SIGTERM', hear);
  },
  endAtOnce: code => process.exit(code),
  async startCrawl(config, hooks) {
    const { startCrawl } = await import('../app/crawl.js');
    return await startCrawl(config, hooks);
  },
});
