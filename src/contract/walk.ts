/** The density of states of a Wang–Landau walk, as a strategy sees it (METHODS C.1, C.2). */

export interface WalkTable {
  /**
   * One move between two intervals of energy: accepted with min(1, g(from) / g(to)) against `u` in (0, 1). Whichever is stood on afterwards
   * gains ln f and a visit.
   */
  move(from: number, to: number, u: number): boolean;
  /** NaN where it never was. */
  lnG(interval: number): number;
  /** Visits in this stage. */
  visits(interval: number): number;
  /** How much a visit adds to ln g. */
  lnF: number;
  /** A new stage: visits are counted anew, ln g stays. */
  clearVisits(): void;
  /** Whether the interval was ever met. */
  isKnown(interval: number): boolean;
  /** Plain data, from which `restore` goes on. */
  snapshot(): readonly number[];
  restore(state: readonly number[]): void;
}

export interface WalkOptions {
  /** 0 ≤ interval < intervals ≤ 256. */
  readonly intervals: number;
  /** Visits with which a new interval begins: 1 as printed, or 0. */
  readonly firstVisits: number;
}
