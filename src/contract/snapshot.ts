/** State that survives the process without being walked again: small facts, and arrays of numbers that are written as they lie. */

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array | BigUint64Array;

export interface Saved {
  /** Anything that the structured clone knows. */
  readonly facts?: unknown;
  /** May be the part's own memory: it is written before anything changes. */
  readonly arrays?: Readonly<Record<string, Numbers>>;
}

export interface Loaded {
  readonly facts: unknown;
  /** A copy of its own. @throws {Fault} 70 when there is none, or its bytes were damaged. */
  array<T extends Numbers>(name: string): T;
  /** Fills `into`, which has the array's size in bytes. */
  read(name: string, into: Uint8Array): void;
}

/** A part of a crawl whose state belongs into a snapshot. */
export interface Savable {
  save(): Saved;
  /** Called once, on a part that is as it was made. */
  load(saved: Loaded): void;
  /** What it keeps in files of its own survives a power cut when it resolves. */
  synced?(): Promise<void>;
}

export type Savables = Readonly<Record<string, Savable>>;
