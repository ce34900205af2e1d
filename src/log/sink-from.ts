/** A log that has the rows of pages before some seq already: they are handed in once more while a crawl retraces its road. */
import type { LogSink } from '../contract/sink.js';
import { sinkAround } from './sink-around.js';

export function sinkFrom(log: LogSink, from: number, eventsFrom = from): LogSink {
  const isNew = ({ seq }: { readonly seq: number }): boolean => seq >= from;
  return sinkAround(log, {
    page: row => isNew(row) && log.page(row),
    link: row => isNew(row) && log.link(row),
    links: rows => isNew(rows) && log.links(rows),
    robots: row => isNew(row) && log.robots(row),
    relevance: row => isNew(row) && log.relevance(row),
    event: row => row.seq >= eventsFrom && log.event(row),
  });
}
