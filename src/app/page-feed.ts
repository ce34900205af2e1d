/**
 * Pages on their way from a crawl to the loop of a program. Nothing is kept before somebody reads; then at most `most`
 * pages and those that are in flight wait here, and the crawl asks for no more.
 */
import type { PageTaker } from '../contract/crawl.js';
import type { PageRow } from '../contract/row.js';

export class PageFeed implements PageTaker {
  readonly #most: number;
  #pages: PageRow[] = [];
  /** First page of `#pages` that was not taken. */
  #at = 0;
  #isOpen = false;
  #isOver = false;
  #isReady: (() => void) | undefined;
  #hasRoom: (() => void) | undefined;

  constructor(most = 64) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#pages.length - this.#at >= this.#most;
  }

  take(row: PageRow): void {
    if (!this.#isOpen) return;
    this.#pages.push(row);
    this.#isReady?.();
  }

  async drained(): Promise<void> {
    if (!this.isFull) return;
    await new Promise<void>(resolve => {
      this.#hasRoom = resolve;
    });
  }

  /** Somebody reads from now on. */
  open(): void {
    this.#isOpen = true;
  }

  /** The next page, or undefined when the crawl is over and every page was taken. One call at a time. */
  async next(): Promise<PageRow | undefined> {
    while (this.#at === this.#pages.length && !this.#isOver) {
      await new Promise<void>(resolve => {
        this.#isReady = resolve;
      });
    }
    const page = this.#pages[this.#at++];
    if (page === undefined) this.#at = this.#pages.length;
    if (this.#at >= this.#most) {
      this.#pages = this.#pages.slice(this.#at);
      this.#at = 0;
    }
    if (!this.isFull) this.wake();
    return page;
  }

  /** Lets whoever waits for room go on: the crawl has to hear that it shall stop. */
  wake(): void {
    this.#hasRoom?.();
    this.#hasRoom = undefined;
  }

  /** Nobody reads any more. */
  close(): void {
    this.#isOpen = false;
    this.#pages = [];
    this.#at = 0;
    this.wake();
  }

  /** No page comes any more; those that wait can still be taken. */
  finish(): void {
    this.#isOver = true;
    this.#isReady?.();
  }
}
