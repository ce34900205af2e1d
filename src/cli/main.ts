#!/usr/bin/env node
/** The executable: the real process behind the command line. */
import type { StopSignal } from './io.js';
import { main } from './run.js';

/** Exit code when the answer did not fit on the disk. */
const LOST_OUTPUT = 75;

/** Whoever read our output may leave early, as `head` does; that is no fault. A full disk is. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`dowser: The output could not be written: ${error.message}.\n`);
  process.exitCode = LOST_OUTPUT;
});
/** A crawl does not end because nobody can hear of its progress any more. */
process.stderr.on('error', () => undefined);

const code = await main(process.argv.slice(2), {
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
  async resumeCrawl(folder, changes, hooks) {
    const { resumeCrawl } = await import('../app/resume.js');
    return await resumeCrawl(folder, changes, hooks);
  },
});
// An error of the output may have come before.
process.exitCode ||= code;
