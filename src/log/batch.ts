/**
 * Rows to columns, on the thread that makes the rows: one pass over the columns a row, no object kept.
 * A value that is missing where the table wants one is our fault and stops the crawl.
 */
import type { TableName } from '../contract/row.js';
import { Fault } from '../kit/fault.js';
import { type Batch, LAYOUTS, type Layout, type Place } from './layout.js';

type Row = Readonly<Record<string, unknown>>;
type Lane<T> = (T | null)[];

export class BatchBuilder {
  readonly #layout: Layout;
  readonly #initialCapacity: number;
  #capacity: number;
  #numbers: Float64Array<ArrayBuffer>;
  #bits: BigUint64Array;
  #texts: Lane<string>[];
  #maps: Lane<Readonly<Record<string, number>>>[];
  #count = 0;
  #characters = 0;

  constructor(table: TableName, initialCapacity = 256) {
    this.#layout = LAYOUTS[table];
    this.#initialCapacity = initialCapacity;
    this.#capacity = initialCapacity;
    this.#numbers = new Float64Array(this.#layout.count.numbers * initialCapacity);
    this.#bits = new BigUint64Array(this.#numbers.buffer);
    this.#texts = lanes(this.#layout.count.texts);
    this.#maps = lanes(this.#layout.count.maps);
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
    for (const place of this.#layout.places) {
      const value = row[place.name] ?? null;
      if (value === null && !place.isNullable) throw this.#missing(place);
      if (place.lanes === 'numbers') this.#putNumber(place, at, value);
      else if (place.lanes === 'texts') this.#putText(place, value);
      else (this.#maps[place.lane] as unknown[]).push(value);
    }
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
    this.#bits = new BigUint64Array(this.#numbers.buffer);
    this.#texts = lanes(this.#layout.count.texts);
    this.#maps = lanes(this.#layout.count.maps);
    this.#count = 0;
    this.#characters = 0;
    return batch;
  }

  #putNumber(place: Place, at: number, value: unknown): void {
    const index = place.lane * this.#capacity + at;
    if (place.type === 'u64') {
      this.#bits[index] = (value as bigint | null) ?? 0n;
      this.#numbers[index + this.#capacity] = value === null ? Number.NaN : 0;
      return;
    }
    const number = value === null ? Number.NaN : Number(value);
    if (Number.isNaN(number) && !place.isNullable) throw this.#missing(place);
    this.#numbers[index] = number;
  }

  #putText(place: Place, value: unknown): void {
    const text = value as string | null;
    if (text !== null) this.#characters += text.length;
    (this.#texts[place.lane] as Lane<string>).push(text);
  }

  #missing(place: Place): Fault {
    return new Fault(
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
    this.#bits = new BigUint64Array(numbers.buffer);
    this.#capacity = capacity;
  }
}

const lanes = <T>(count: number): Lane<T>[] => Array.from({ length: count }, () => []);
