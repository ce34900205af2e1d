/**
 * Where rows go: the door of the log, as the engine sees it. Rows are batched behind it; nothing here waits.
 * Hand in a page's row before its links and relevances: a commit never parts them. Once the log has failed (disk full,
 * say), every call throws or rejects with its Fault.
 */
import type { LinkRows } from './link-rows.js';
import type {
  EventRow,
  HostRow,
  LinkRow,
  PageRow,
  RelevanceRow,
  RobotsRow,
  RunRow,
  TopicRow,
} from './row.js';

export interface LogSink {
  run(row: RunRow): void;
  page(row: PageRow): void;
  link(row: LinkRow): void;
  /** All of a page at once; read before it returns. */
  links(rows: LinkRows): void;
  host(row: HostRow): void;
  robots(row: RobotsRow): void;
  topic(row: TopicRow): void;
  relevance(row: RelevanceRow): void;
  event(row: EventRow): void;
  /** True while too many rows are on their way: the engine takes no new work. */
  readonly isFull: boolean;
  /** Resolves when there is room again. */
  drained(): Promise<void>;
  /** How long callers of `drained` have waited so far, ms. */
  readonly blockedMs: number;
  /** Everything handed in so far is on disk when it resolves. */
  flush(): Promise<void>;
  close(): Promise<void>;
}
