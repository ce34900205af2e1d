/**
 * Rows to columns, on the thread that makes the rows: one pass over the columns a row, no object kept. This is the
 * main thread's share of the log (DESIGN §9), so the usual value of each kind takes the short way.
 * A value that is missing where the table wants one is our fault and stops the crawl.
 */
import type { TableName } from '../contract/row.js';
import { Fault } from '../kit/fault.js';
import { type Batch, LAYOUTS, type Layout, type Place, type TextLane } from './layout.js';
import { type Spread, spreadOf } from './spread.js';

type Row = Readonly<Record<string, unknown>>;
type Lane<T> = (T | null)[];

/** Rows held, as lanes. */
interface Held {
  numbers: Float64Array<ArrayBuffer>;
  capacity: number;
  readonly texts: Lane<string>[];
  readonly maps: Lane<Readonly<Record<string, number>>>[];
}

const lanes = <T>(count: number): Lane<T>[] => Array.from({ length: count }, () => []);

const emptyOf = ({ count }: Layout, capacity: number): Held => ({
  numbers: new Float64Array(count.numbers * capacity),
  capacity,
  texts: lanes(count.texts),
  maps: lanes(count.maps),
});

export class BatchBuilder {
  readonly #layout: Layout;
  readonly #rarePlaces: readonly Place[];
  readonly #spread: Spread;
  #held: Held;
  #count = 0;
  #characters = 0;

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

  /** UTF-16 units of text held. */
  get characters(): number {
    return this.#characters;
  }

  push(row: Row): void {
    if (this.#count === this.#held.capacity) this.#grow();
    const at = this.#count;
    this.#characters += this.#spread(row, this.#held, at, this.#odd);
    for (const place of this.#rarePlaces) this.#putRare(place, at, row[place.name] ?? null);
    this.#count++;
  }

  /** Hands the rows over and starts anew. */
  take(): Batch {
    const texts = this.#held.texts.map(joined);
    const batch = { ...this.#held, table: this.#layout.table, count: this.#count, texts };
    this.#held = emptyOf(this.#layout, this.#held.capacity);
    this.#count = 0;
    this.#characters = 0;
    return batch;
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
    const { numbers, capacity } = this.#held;
    const index = place.lane * capacity + at;
    new BigUint64Array(numbers.buffer, 8 * index, 1)[0] = (value as bigint | null) ?? 0n;
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
    const wider = new Float64Array(2 * numbers.length);
    for (let from = 0; from < numbers.length; from += capacity) {
      wider.set(numbers.subarray(from, from + this.#count), 2 * from);
    }
    this.#held.numbers = wider;
    this.#held.capacity = 2 * capacity;
  }
}

function joined(texts: Lane<string>): TextLane {
  const end = new Int32Array(texts.length);
  let at = 0;
  for (let row = 0; row < texts.length; row++) {
    const text = texts[row] as string | null;
    if (text !== null) at += text.length;
    end[row] = text === null ? ~at : at;
  }
  return { text: texts.join(''), end };
}
