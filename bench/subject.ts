/** What a bench hands to the harness: cases of the same work done in several ways. */

/** One way; it does the case's `units` of work each time it is called. */
export type Way = () => void;

export interface Case {
  readonly name: string;
  /** Units of work of one call of a way. */
  readonly units: number;
  /** The way `kernel` must be at least this many times as fast as the way `twin`. */
  readonly target?: number;
  readonly ways: Readonly<Record<string, Way>>;
  /** The same work in C: a source in bench/kernel/c and what it is called with. It prints seconds and units. */
  readonly c?: { readonly source: string; readonly args: readonly (string | number)[] };
}

export interface Subject {
  /** What is counted, as in "million pairs". */
  readonly unit: string;
  /** Units that make one of it. */
  readonly scale: number;
  readonly cases: readonly Case[];
}

/** `tiny`: as little work as shows that it runs. */
export type Size = 'full' | 'tiny';

export type MakeSubject = (size: Size) => Subject;
