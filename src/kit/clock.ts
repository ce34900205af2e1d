/** Time as a port. Milliseconds since 1970 for dates, milliseconds from an arbitrary start for durations. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Monotonic milliseconds with a fraction, for durations only. */
  tick(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  tick: () => globalThis.performance.now(),
};

/** Time that moves only when told to: stored webs crawl in it, so that the same seed gives the same log. */
export class VirtualClock implements Clock {
  #ms: number;

  constructor(startMs = 0) {
    this.#ms = startMs;
  }

  now(): number {
    return this.#ms;
  }

  tick(): number {
    return this.#ms;
  }

  advance(ms: number): void {
    this.#ms += ms;
  }
}
