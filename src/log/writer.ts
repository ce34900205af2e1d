/**
 * How do rows become certain? Batches are appended to open appenders and committed together, so that a log killed at
 * any moment holds whole commits only: the rows of all tables up to one point of the crawl.
 *
 * A commit costs about 8 ms a wide table whatever it holds, so small batches are collected first. Tables with a key
 * (hosts, runs, topics) go through a temporary twin, from which a commit replaces the older rows.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  DuckDBAppender,
  DuckDBConnection,
  DuckDBType,
  DuckDBInstance as Instance,
} from '@duckdb/node-api';
import { TABLES, type Table, type TableName } from '../contract/row.js';
import { chunksOf } from './chunk.js';
import { DuckDBInstance } from './duckdb.js';
import { isLocked, openFault, writeFault } from './fault.js';
import { type Batch, LAYOUTS } from './layout.js';
import { migrate } from './migrate.js';
import { LOG_FILE, quoteName } from './schema.js';

export interface WriterOptions {
  /** Most memory of DuckDB, bytes. Default 256 MB. */
  readonly memoryBytes?: number;
}

/** Rows after which a commit is made: of pages, and of all tables together. */
const COMMIT_PAGES = 2048;
const COMMIT_ROWS = 65_536;
/** Journal size at which DuckDB folds it into the file; a larger one makes fewer, an open after a crash slower. */
const CHECKPOINT = '256MB';

const DEFAULT_MEMORY = 2 ** 28;
/** Someone who asked while no crawl ran is about to leave. */
const MOST_LOCKED_MS = 3000;
const TRY_EVERY_MS = 50;

/** Tables whose rows belong to a page, or came with one. */
const SEQUENCED = (Object.keys(TABLES) as TableName[]).filter(name => 'seq' in TABLES[name].columns);

/** What DuckDB may put beside the log while it sorts or groups. */
const MOST_SPILLED = '1GiB';

/** Whoever reads beside the writer reaches no other file, and changes nothing of the engine. */
const FENCE = `SET allowed_directories = []; SET enable_external_access = false;
  SET allowed_configs = ['memory_limit']; SET lock_configuration = true;`;

interface Target {
  readonly appender: DuckDBAppender;
  readonly types: readonly DuckDBType[];
}

const namesOf = (table: TableName): string =>
  LAYOUTS[table].places.map(place => quoteName(place.name)).join(', ');

const keyOf = (table: TableName): readonly string[] => (TABLES[table] as Table).key ?? [];

const twin = (table: TableName): string => `incoming_${table}`;

/** What opening a log found that a crawl goes on with. */
export interface LogCut {
  /** Rows from this seq on are to be handed in again. */
  readonly from: number;
  readonly eventsFrom: number;
  /** Rows are missing that nobody hands in again. */
  readonly hasLost: boolean;
  /** How many began so far. */
  readonly runs: number;
}

async function openWhenFree(file: string, options: Record<string, string>): Promise<Instance> {
  for (let waitedMs = 0; ; waitedMs += TRY_EVERY_MS) {
    try {
      return await DuckDBInstance.create(file, options);
    } catch (error) {
      if (!isLocked(error) || waitedMs >= MOST_LOCKED_MS) throw error;
      await sleep(TRY_EVERY_MS);
    }
  }
}

export class LogWriter {
  /** Full path of the database. */
  readonly file: string;
  /** Its limit, bytes. */
  readonly memoryBytes: number;
  readonly #instance: Instance;
  readonly #connection: DuckDBConnection;
  readonly #targets = new Map<TableName, Target>();
  #isOpen = false;
  #pages = 0;
  #rows = 0;

  private constructor(file: string, memoryBytes: number, instance: Instance, connection: DuckDBConnection) {
    this.file = file;
    this.memoryBytes = memoryBytes;
    this.#instance = instance;
    this.#connection = connection;
  }

  /** Opens or makes the log of a crawl's directory. */
  static async open(folder: string, options: WriterOptions = {}): Promise<LogWriter> {
    const file = join(folder, LOG_FILE);
    const memoryBytes = options.memoryBytes ?? DEFAULT_MEMORY;
    try {
      mkdirSync(folder, { recursive: true });
      const instance = await openWhenFree(file, {
        threads: '1',
        memory_limit: `${Math.round(memoryBytes / 2 ** 20)}MiB`,
        max_temp_directory_size: MOST_SPILLED,
        checkpoint_threshold: CHECKPOINT,
        preserve_insertion_order: 'true',
      });
      const connection = await instance.connect();
      await migrate(connection);
      await connection.run(FENCE);
      return new LogWriter(file, memoryBytes, instance, connection);
    } catch (error) {
      throw openFault(error, file);
    }
  }

  /**
   * Cuts the log back to whole pages before the crawl goes on behind row `lastSeq`: rows from the answer's `from` on are gone and
   * have to be handed in again, those before are here. Rows up to `wholeSeq` are never handed in again, but for events that were
   * noted behind it.
   */
  async cut(lastSeq: number, wholeSeq = 0): Promise<LogCut> {
    try {
      const read = await this.#connection.runAndReadAll(
        'SELECT (SELECT coalesce(max(seq), 0) FROM pages), (SELECT coalesce(max(run), 0) FROM runs)',
      );
      const [seq = 0, runs = 0] = (read.getRows()[0] ?? []).map(Number);
      // Links and events of the last page may be missing although its own row is there.
      const from = Math.max(Math.min(seq, lastSeq), wholeSeq + 1);
      const eventsFrom = from === wholeSeq + 1 ? wholeSeq : from;
      const firstOf = (table: string): number => (table === 'events' ? eventsFrom : from);
      await this.#connection.run(
        [
          'BEGIN',
          ...SEQUENCED.map(table => `DELETE FROM ${table} WHERE seq >= ${firstOf(table)}`),
          'COMMIT',
        ].join('; '),
      );
      return { from, eventsFrom, hasLost: seq < wholeSeq, runs };
    } catch (error) {
      throw writeFault(error, this.file);
    }
  }

  /** One more connection, for whoever reads what was committed. */
  connect(): Promise<DuckDBConnection> {
    return this.#instance.connect();
  }

  /** True while rows were appended that no commit holds yet. */
  get isDirty(): boolean {
    return this.#rows > 0;
  }

  /** Takes batches that end at one point of the crawl; commits when enough have come. */
  async append(batches: readonly Batch[]): Promise<void> {
    try {
      if (!this.#isOpen) await this.#connection.run('BEGIN');
      this.#isOpen = true;
      for (const batch of batches) await this.#appendBatch(batch);
    } catch (error) {
      throw writeFault(error, this.file);
    }
    if (this.#pages >= COMMIT_PAGES || this.#rows >= COMMIT_ROWS) await this.commit();
  }

  /** Everything appended so far is on disk when it resolves. */
  async commit(): Promise<void> {
    if (!this.#isOpen) return;
    try {
      for (const { appender } of this.#targets.values()) appender.flushSync();
      for (const table of this.#targets.keys()) if (keyOf(table).length > 0) await this.#replace(table);
      await this.#connection.run('COMMIT');
    } catch (error) {
      throw writeFault(error, this.file);
    }
    this.#isOpen = false;
    this.#pages = 0;
    this.#rows = 0;
  }

  /** Commits, folds the journal into the file and lets go of it. */
  async close(): Promise<void> {
    try {
      await this.commit();
      for (const { appender } of this.#targets.values()) appender.closeSync();
      await this.#connection.run('CHECKPOINT');
    } catch (error) {
      throw writeFault(error, this.file);
    } finally {
      this.abandon();
    }
  }

  /** Lets go of the file after a failure; what no commit holds is lost. */
  abandon(): void {
    this.#targets.clear();
    this.#connection.closeSync();
    this.#instance.closeSync();
  }

  async #appendBatch(batch: Batch): Promise<void> {
    const { appender, types } = await this.#target(batch.table);
    for (const chunk of chunksOf(batch, LAYOUTS[batch.table].places, types)) appender.appendDataChunk(chunk);
    this.#rows += batch.count;
    if (batch.table === 'pages') this.#pages += batch.count;
  }

  async #target(table: TableName): Promise<Target> {
    const known = this.#targets.get(table);
    if (known !== undefined) return known;
    const isKeyed = keyOf(table).length > 0;
    if (isKeyed) {
      await this.#connection.run(
        `CREATE TEMP TABLE ${twin(table)} AS SELECT ${namesOf(table)} FROM ${table} LIMIT 0`,
      );
    }
    const appender = await this.#connection.createAppender(isKeyed ? twin(table) : table);
    const types = LAYOUTS[table].places.map((_, column) => appender.columnType(column));
    const target = { appender, types };
    this.#targets.set(table, target);
    return target;
  }

  async #replace(table: TableName): Promise<void> {
    const key = keyOf(table).map(quoteName);
    const same = key.map(column => `${table}.${column} = incoming.${column}`).join(' AND ');
    await this.#connection.run(
      `DELETE FROM ${table} USING ${twin(table)} AS incoming WHERE ${same};
       INSERT INTO ${table} (${namesOf(table)}) SELECT * FROM ${twin(table)}
         QUALIFY row_number() OVER (PARTITION BY ${key.join(', ')} ORDER BY rowid DESC) = 1;
       DELETE FROM ${twin(table)};`,
    );
  }
}
