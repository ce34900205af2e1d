/** A log that does some things in another way, and hands in the rest as it comes. */
import type { LogSink } from '../contract/sink.js';

export function sinkAround(
  log: LogSink,
  { isFull, ...over }: Partial<Omit<LogSink, 'isFull'>> & { isFull?: () => boolean },
): LogSink {
  return {
    run: row => log.run(row),
    host: row => log.host(row),
    topic: row => log.topic(row),
    page: row => log.page(row),
    link: row => log.link(row),
    links: rows => log.links(rows),
    robots: row => log.robots(row),
    relevance: row => log.relevance(row),
    event: row => log.event(row),
    get isFull() {
      return isFull?.() ?? log.isFull;
    },
    get blockedMs() {
      return log.blockedMs;
    },
    drained: () => log.drained(),
    flush: () => log.flush(),
    close: () => log.close(),
    ...over,
  };
}
