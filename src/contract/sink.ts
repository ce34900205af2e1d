/** Where rows go: the door of the log, as the engine sees it. Rows are batched behind it; nothing here waits. */
import type { EventRow, HostRow, LinkRow, PageRow, RelevanceRow, RunRow, TopicRow } from './row.js';

export interface LogSink {
  run(row: RunRow): void;
  page(row: PageRow): void;
  link(row: LinkRow): void;
  host(row: HostRow): void;
  topic(row: TopicRow): void;
  relevance(row: RelevanceRow): void;
  event(row: EventRow): void;
  /** True while too many rows are on their way: the engine takes no new work. */
  readonly isFull: boolean;
  /** Resolves when there is room again. */
  drained(): Promise<void>;
  /** Everything handed in so far is on disk when it resolves. */
  flush(): Promise<void>;
  close(): Promise<void>;
}
