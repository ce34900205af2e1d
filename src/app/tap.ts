/** A log whose rows of fetched pages somebody else takes, too. Where that one is slow, the engine waits as it waits for the log. */
import type { PageTaker } from '../contract/crawl.js';
import type { LogSink } from '../contract/sink.js';
import { sinkAround } from '../log/sink-around.js';

/** `from`: rows with a smaller seq come again while a resumed crawl retraces its road, and were taken before. */
export function tapped(log: LogSink, pages: PageTaker | undefined, from = 0): LogSink {
  if (pages === undefined) return log;
  return sinkAround(log, {
    page(row) {
      log.page(row);
      const isFetch = (row.kind === 'page' || row.kind === 'prefetch') && row.attempt > 0;
      if (isFetch && row.seq >= from) pages.take(row);
    },
    isFull: () => log.isFull || pages.isFull,
    async drained() {
      await log.drained();
      await pages.drained();
    },
  });
}
