/**
 * Rows to columns, on the thread that makes the rows: one pass over the columns a row, no object kept. This is the
 * main thread's share of the log (DESIGN §9), so the usual value of each kind takes the short way.
 * A value that is missing where the table wants one is our fault and stops the crawl.
 */
import type { TableName } from '../contract/row.js';
import { Fault } from '../kit/fault.js';
import { type Batch, LAYOUTS, type Layout, type Place } from './layout.js';
import { type Spread, spreadOf } from './spread.js';
import { TextColumn } from './text-column.js';

type Row = Readonly<Record<string, unknown>>;
type Maps = (Readonly<Record<string, number>> | null)[];

/** Rows held, as lanes. */
export interface Held {
  numbers: Float64Array<SharedArrayBuffer>;
  /** The same memory. */
  bits: BigUint64Array;
  capacity: number;
  readonly texts: readonly TextColumn[];
  readonly maps: readonly Maps[];
}

/** Spare lanes that are kept: as many as may be on their way. Memory that is new costs more than filling it. */
const MOST_SPARE = 8;

const some = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

const sharedNumbers = (count: number): Float64Array<SharedArrayBuffer> =>
  new Float64Array(new SharedArrayBuffer(8 * count));

function emptyOf({ count }: Layout, capacity: number): Held {
  const numbers = sharedNumbers(count.numbers * capacity);
  return {
    numbers,
    bits: new BigUint64Array(numbers.buffer),
    capacity,
    texts: some(count.texts, () => new TextColumn(capacity)),
    maps: some(count.maps, () => []),
  };
}

export class BatchBuilder {
  readonly #layout: Layout;
  readonly #rarePlaces: readonly Place[];
  readonly #spread: Spread;
  #held: Held;
  readonly #lent = new Map<Batch, Held>();
  readonly #spare: Held[] = [];
  #count = 0;
  #bytes = 0;

  constructor(table: TableName, capacity = 256) {
    const layout = LAYOUTS[table];
    this.#layout = layout;
    const isRare = (place: Place): boolean => place.type === 'u64' || place.lanes === 'maps';
    this.#spread = spreadOf(
      layout.places.filter(place => place.lanes === 'numbers' && !isRare(place)),
      layout.places.filter(place => place.lanes === 'texts'),
    );
    this.#rarePlaces = layout.places.filter(isRare);
    this.#held = emptyOf(layout, capacity);
  }

  /** Rows held. */
  get count(): number {
    return this.#count;
  }

  /** Bytes of text held. */
  get bytes(): number {
    return this.#bytes;
  }

  push(row: Row): void {
    if (this.#count === this.#held.capacity) this.#grow();
    const at = this.#count;
    this.#bytes += this.#spread(row, this.#held, at, this.#odd);
    for (const place of this.#rarePlaces) this.#putRare(place, at, row[place.name] ?? null);
    this.#count++;
  }

  /** Takes `count` rows at once: `put` writes them from row `at` on, all columns, and returns their bytes of text. */
  pushMany(count: number, put: (held: Held, at: number) => number): void {
    while (this.#count + count > this.#held.capacity) this.#grow();
    this.#bytes += put(this.#held, this.#count);
    this.#count += count;
  }

  /** Hands the rows over and starts anew. */
  take(): Batch {
    const held = this.#held;
    const { numbers, capacity, maps } = held;
    const texts = held.texts.map(column => column.lane);
    const batch = { table: this.#layout.table, count: this.#count, numbers, capacity, texts, maps };
    this.#lent.set(batch, held);
    this.#held = this.#spare.pop() ?? emptyOf(this.#layout, capacity);
    this.#count = 0;
    this.#bytes = 0;
    return batch;
  }

  /** The batch was read: its memory may be filled again. */
  giveBack(batch: Batch): void {
    const held = this.#lent.get(batch);
    if (held === undefined || !this.#lent.delete(batch) || this.#spare.length === MOST_SPARE) return;
    for (const column of held.texts) column.clear();
    for (const map of held.maps) map.length = 0;
    this.#spare.push(held);
  }

  /** NULL, a truth value, or a value that may not be there. */
  readonly #odd = (place: Place, value: unknown): number =>
    typeof value === 'boolean' && place.lanes === 'numbers' ? Number(value) : this.#nothing(place);

  #putRare(place: Place, at: number, value: unknown): void {
    const mark = value === null ? this.#nothing(place) : 0;
    if (place.lanes === 'maps') {
      (this.#held.maps[place.lane] as unknown[]).push(value);
      return;
    }
    const { numbers, bits, capacity } = this.#held;
    const index = place.lane * capacity + at;
    bits[index] = (value as bigint | null) ?? 0n;
    numbers[index + capacity] = mark;
  }

  /** NaN, the NULL of a lane, where a column may be empty. */
  #nothing(place: Place): number {
    if (place.isNullable) return Number.NaN;
    throw new Fault(
      'LOG_MISSING_VALUE',
      `A row of ${this.#layout.table} came without ${place.name}; that column may not be empty.`,
    );
  }

  #grow(): void {
    const { numbers, capacity } = this.#held;
    const wider = sharedNumbers(2 * numbers.length);
    for (let from = 0; from < numbers.length; from += capacity) {
      wider.set(numbers.subarray(from, from + this.#count), 2 * from);
    }
    this.#held.numbers = wider;
    this.#held.bits = new BigUint64Array(wider.buffer);
    this.#held.capacity = 2 * capacity;
  }
}
