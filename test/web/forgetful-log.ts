/**
 * A log that forgets what it has not committed, as the log of the product does (log/sink.ts, log/writer.ts): rows gather
 * in main, leave in batches that end between two pages, and are certain once a batch was committed, by a rhythm of its
 * own. Rows that are cut at a resume must come again the same.
 */
import assert from 'node:assert/strict';
import type { TableName } from '../../src/contract/row.js';
import type { LogSink } from '../../src/contract/sink.js';
import type { Random } from '../../src/kit/random.js';

/** Every field; a table's row has other ones than another table's. */
export type Row = Readonly<Record<string, unknown>>;

export interface Kept {
  readonly table: TableName;
  readonly row: Row;
}

/** Rows that belong to a page, or came with one. Events may tell a time that is none of the road's. */
const SEQUENCED: ReadonlySet<TableName> = new Set(['pages', 'links', 'robots', 'relevance', 'events']);

const seqOf = ({ table, row }: Kept): number => (SEQUENCED.has(table) ? (row['seq'] as number) : -1);

export class ForgetfulLog {
  /** Certain rows, in order; a row with a key replaces none here. */
  rows: Kept[] = [];
  /** Rows that left main, in order. */
  #sent: Kept[] = [];
  #held: Kept[] = [];
  /** Rows at or before a commit of the journal that were cut, to be compared with what comes instead. */
  #owed: Kept[] = [];
  readonly #random: Random;
  readonly #step: () => void;
  #isFull = false;
  #certainSeq = 0;

  constructor(random: Random, step: () => void) {
    this.#random = random;
    this.#step = step;
  }

  /** As `LogWriter.cut`. */
  cut(lastSeq: number, wholeSeq: number): { readonly from: number; readonly eventsFrom: number } {
    let seq = 0;
    for (const { table, row } of this.rows) if (table === 'pages') seq = Math.max(seq, row['seq'] as number);
    assert.ok(seq >= wholeSeq, `the log ends with row ${seq}, the snapshot with row ${wholeSeq}`);
    const from = Math.max(Math.min(seq, lastSeq), wholeSeq + 1);
    const eventsFrom = from === wholeSeq + 1 ? wholeSeq : from;
    const isCut = (kept: Kept): boolean => seqOf(kept) >= (kept.table === 'events' ? eventsFrom : from);
    this.#certainSeq = lastSeq;
    this.#owed = this.rows.filter(kept => isCut(kept) && this.#isCertain(kept));
    this.rows = this.rows.filter(kept => !isCut(kept));
    return { from, eventsFrom };
  }

  /** What was noted behind the last page may not have happened. */
  #isCertain({ table, row }: Kept): boolean {
    const seq = row['seq'] as number;
    return table === 'events' ? seq < this.#certainSeq : seq <= this.#certainSeq;
  }

  /** The process is gone. */
  kill(): void {
    this.#sent = [];
    this.#held = [];
    this.#isFull = false;
  }

  /** Between two steps of main: a batch may leave, the log's thread may commit. */
  rest(): void {
    if (this.#random.below(4) === 0) this.#send();
    if (this.#random.below(4) === 0) this.#commit();
    this.#isFull = this.#random.below(16) === 0;
  }

  get pages(): Row[] {
    return this.rows.filter(({ table }) => table === 'pages').map(({ row }) => row);
  }

  readonly sink: LogSink = this.#makeSink();

  #makeSink(): LogSink {
    const isFull = (): boolean => this.#isFull;
    return {
      run: row => this.#put('runs', row),
      page: row => {
        if (this.#random.below(8) === 0) this.#send();
        this.#put('pages', row);
      },
      link: row => this.#put('links', row),
      links: rows => {
        for (let i = 0; i < rows.count; i++) this.#put('links', rows.row(i));
      },
      host: row => this.#put('hosts', row),
      robots: row => this.#put('robots', row),
      topic: row => this.#put('topics', row),
      relevance: row => this.#put('relevance', row),
      event: row => this.#put('events', row),
      get isFull() {
        return isFull();
      },
      drained: async () => {
        this.#step();
        this.rest();
        this.#isFull = false;
      },
      blockedMs: 0,
      flush: async () => this.#flush(),
      close: async () => this.#flush(),
    };
  }

  #put(table: TableName, row: object): void {
    this.#step();
    // Rows of pages and links are made for the log alone.
    const isOwn = table === 'pages' || table === 'links';
    this.#held.push({ table, row: (isOwn ? row : { ...row }) as Row });
  }

  #send(): void {
    this.#sent.push(...this.#held);
    this.#held = [];
  }

  #commit(): void {
    for (const kept of this.#sent) {
      if (SEQUENCED.has(kept.table) && this.#isCertain(kept)) this.#compare(kept);
      this.rows.push(kept);
    }
    this.#sent = [];
  }

  #flush(): void {
    this.#send();
    this.#commit();
  }

  /** Those that come first after a cut are those that were cut, at least as far as the journal goes. */
  #compare(kept: Kept): void {
    const before = this.#owed.shift();
    if (before === undefined) return;
    assert.equal(kept.table, before.table, 'rows that were cut come again in their order');
    for (const name in before.row) {
      const value: unknown = before.row[name];
      if (kept.table === 'events' && name === 'at') continue;
      if (name === 'numbers') assert.deepEqual(kept.row[name], value);
      else if (!Object.is(kept.row[name], value))
        assert.fail(`${kept.table}.${name} was ${value} before the kill and is ${kept.row[name]}`);
    }
  }
}
