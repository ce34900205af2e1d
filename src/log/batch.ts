/**
 * Rows to columns, on the thread that makes the rows: one pass over the columns a row, no object kept. This is the
 * main thread's share of the log (DESIGN §9), so the usual value of each kind takes the short way.
 * A value that is missing where the table wants one is our fault and stops the crawl.
 */
import type { TableName } from '../contract/row.js';
import { Fault } from '../kit/fault.js';
import { type Batch, LAYOUTS, type Layout, type Place } from './layout.js';

type Row = Readonly<Record<string, unknown>>;
type Lane<T> = (T | null)[];

const lanes = <T>(count: number): Lane<T>[] => Array.from({ length: count }, () => []);

export class BatchBuilder {
  readonly #layout: Layout;
  readonly #initialCapacity: number;
  readonly #numberPlaces: readonly Place[];
  readonly #textPlaces: readonly Place[];
  readonly #rarePlaces: readonly Place[];
  #capacity: number;
  #numbers: Float64Array<ArrayBuffer>;
  #texts: Lane<string>[];
  #maps: Lane<Readonly<Record<string, number>>>[];
  #count = 0;
  #characters = 0;

  constructor(table: TableName, initialCapacity = 256) {
    const layout = LAYOUTS[table];
    this.#layout = layout;
    const isRare = (place: Place): boolean => place.type === 'u64' || place.lanes === 'maps';
    this.#numberPlaces = layout.places.filter(place => place.lanes === 'numbers' && !isRare(place));
    this.#textPlaces = layout.places.filter(place => place.lanes === 'texts');
    this.#rarePlaces = layout.places.filter(isRare);
    this.#initialCapacity = initialCapacity;
    this.#capacity = initialCapacity;
    this.#numbers = new Float64Array(layout.count.numbers * initialCapacity);
    this.#texts = lanes(layout.count.texts);
    this.#maps = lanes(layout.count.maps);
  }

  /** Rows held. */
  get count(): number {
    return this.#count;
  }

  /** UTF-16 units of text held. */
  get characters(): number {
    return this.#characters;
  }

  push(row: Row): void {
    if (this.#count === this.#capacity) this.#grow();
    const at = this.#count;
    const capacity = this.#capacity;
    const numbers = this.#numbers;
    for (const place of this.#numberPlaces) {
      const value = row[place.name];
      numbers[place.lane * capacity + at] =
        typeof value === 'number' && !Number.isNaN(value) ? value : this.#oddNumber(place, value);
    }
    for (const place of this.#textPlaces) this.#putText(place, row[place.name]);
    for (const place of this.#rarePlaces) this.#putRare(place, at, row[place.name] ?? null);
    this.#count++;
  }

  /** Hands the rows over and starts anew. */
  take(): Batch {
    const batch = {
      table: this.#layout.table,
      count: this.#count,
      numbers: this.#numbers,
      capacity: this.#capacity,
      texts: this.#texts,
      maps: this.#maps,
    };
    this.#capacity = this.#initialCapacity;
    this.#numbers = new Float64Array(this.#layout.count.numbers * this.#capacity);
    this.#texts = lanes(this.#layout.count.texts);
    this.#maps = lanes(this.#layout.count.maps);
    this.#count = 0;
    this.#characters = 0;
    return batch;
  }

  /** NULL, a truth value, or a value that may not be there. */
  #oddNumber(place: Place, value: unknown): number {
    if (typeof value === 'boolean') return Number(value);
    return this.#nothing(place);
  }

  #putText(place: Place, value: unknown): void {
    const lane = this.#texts[place.lane] as Lane<string>;
    if (value === null || value === undefined) {
      this.#nothing(place);
      lane.push(null);
      return;
    }
    this.#characters += (value as string).length;
    lane.push(value as string);
  }

  #putRare(place: Place, at: number, value: unknown): void {
    const mark = value === null ? this.#nothing(place) : 0;
    if (place.lanes === 'maps') {
      (this.#maps[place.lane] as unknown[]).push(value);
      return;
    }
    const index = place.lane * this.#capacity + at;
    new BigUint64Array(this.#numbers.buffer, 8 * index, 1)[0] = (value as bigint | null) ?? 0n;
    this.#numbers[index + this.#capacity] = mark;
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
    const capacity = this.#capacity * 2;
    const numbers = new Float64Array(this.#layout.count.numbers * capacity);
    for (let lane = 0; lane < this.#layout.count.numbers; lane++) {
      const from = lane * this.#capacity;
      numbers.set(this.#numbers.subarray(from, from + this.#count), lane * capacity);
    }
    this.#numbers = numbers;
    this.#capacity = capacity;
  }
}
