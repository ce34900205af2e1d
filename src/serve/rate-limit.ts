/** Has this host been asked too often? At most so many requests in any second; a request over the limit does not count. */

const SECOND_MS = 1000;

export class RateLimit {
  readonly #perSecond: number;
  /** Times of the last requests that counted, by host, the oldest first. */
  readonly #times = new Map<string, number[]>();

  /** Infinity: no limit. */
  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Counts a request; false when it is one too many. */
  allows(host: string, nowMs: number): boolean {
    if (this.#perSecond === Number.POSITIVE_INFINITY) return true;
    const times = (this.#times.get(host) ?? []).filter(at => at > nowMs - SECOND_MS);
    this.#times.set(host, times);
    if (times.length >= this.#perSecond) return false;
    times.push(nowMs);
    return true;
  }
}
