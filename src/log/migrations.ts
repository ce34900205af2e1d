/**
 * How does a log of an older version become one of the next? Frozen SQL: a step says what changed then, whatever
 * contract/row.ts says now. New columns of a table that is appended to come last in row.ts, as they do here.
 */
export interface Migration {
  /** The version that the log has afterwards. */
  readonly version: number;
  readonly sql: string;
}

const added = (table: string, columns: readonly string[]): string =>
  columns.map(column => `ALTER TABLE ${table} ADD COLUMN ${column};`).join('\n');

/** Oldest first, without gaps, from version 2. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 2,
    sql: [
      added('pages', [
        'sent_at TIMESTAMP',
        'sends INTEGER',
        'ip VARCHAR',
        'first_byte_ms DOUBLE',
        'wire_bytes BIGINT',
        'retry_after_ms DOUBLE',
        'trouble VARCHAR',
        'detail VARCHAR',
      ]),
      added('hosts', [
        'requests BIGINT',
        'ips VARCHAR',
        'latency_ms DOUBLE',
        'robots VARCHAR',
        'crawl_delay_ms DOUBLE',
        'failures INTEGER',
        'refusals INTEGER',
        'gone_reason VARCHAR',
      ]),
      `CREATE TABLE robots (origin VARCHAR NOT NULL, seq BIGINT NOT NULL, fetched_at TIMESTAMP NOT NULL,
         url VARCHAR NOT NULL, status INTEGER, answer VARCHAR NOT NULL, agent_group VARCHAR NOT NULL,
         rules INTEGER NOT NULL, crawl_delay_ms DOUBLE, opt_outs VARCHAR, is_truncated BOOLEAN NOT NULL,
         sitemaps INTEGER NOT NULL);`,
    ].join('\n'),
  },
];
