/** How it goes, and a way to stop it from elsewhere: a signal of a timeout, of a request that was cancelled, of the process. */
import { crawl } from 'dowser';
import { folder, question } from './web.js';

const cancel = new AbortController();
process.once('SIGINT', () => cancel.abort());

const run = crawl({
  ...question,
  out: `${folder}/signal`,
  signal: AbortSignal.any([cancel.signal, AbortSignal.timeout(60_000)]),
  onMessage: ({ level, text }) => console.error(level, text),
  onProgress({ pages, waiting, harvest, blockedBy }) {
    if (pages >= 30) cancel.abort();
    console.log(`${pages} pages, ${waiting} links wait, harvest ${harvest.toFixed(2)}, held by ${blockedBy}`);
  },
});

const { stopReason, exitCode } = await run.end;
console.log(stopReason, exitCode);
