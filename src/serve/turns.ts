/**
 * Runs jobs one at a time with a look at the network between two: a burst of requests is stamped when it arrives, not when
 * the pages before it have been made.
 */
export class Turns {
  #waiting: (() => void)[] = [];
  #next = 0;
  #isRunning = false;

  add(job: () => void): void {
    this.#waiting.push(job);
    if (this.#isRunning) return;
    this.#isRunning = true;
    setImmediate(this.#run);
  }

  /** Runs what waits, now. */
  flush(): void {
    while (this.#next < this.#waiting.length) this.#one();
  }

  readonly #run = (): void => {
    if (this.#next < this.#waiting.length) this.#one();
    if (this.#next < this.#waiting.length) setImmediate(this.#run);
    else {
      this.#waiting = [];
      this.#next = 0;
      this.#isRunning = false;
    }
  };

  #one(): void {
    (this.#waiting[this.#next++] as () => void)();
  }
}
