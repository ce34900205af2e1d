/**
 * How far is it? On a terminal one line that is rewritten, at most 10 times a second; in a pipe a plain line every few
 * seconds. Time is the crawl's own `elapsedMs`.
 */
import type { Limit, Progress } from '../contract/crawl.js';
import { fit } from '../kit/width.js';
import type { Out } from './io.js';

const LIVE_EVERY_MS = 100;
const PLAIN_EVERY_MS = 5000;
const CLEAR_LINE = '\r\u001b[K';

const LIMITS: Readonly<Record<Limit, string>> = {
  reading: 'reading',
  log: 'the log',
  politeness: 'politeness',
  concurrency: '--concurrency',
  budget: '--max-pages',
  links: 'few links',
};

export const grouped = (count: number): string => Math.round(count).toLocaleString('en-US');

/** Speed with three digits at most below a hundred. */
export const speed = (perSecond: number): string =>
  perSecond < 100 ? perSecond.toFixed(1) : grouped(perSecond);

/** What holds the speed back, and on the live web how many hosts there are; those that rest are a reason themselves. */
function limitText({ blockedBy, activeHosts, restingHosts }: Progress): string {
  const limit = `limit: ${LIMITS[blockedBy]}`;
  if (restingHosts === undefined) return limit;
  const hosts = grouped(Math.max(activeHosts, restingHosts));
  if (blockedBy === 'politeness' && restingHosts > 0) return `${grouped(restingHosts)}/${hosts} hosts rest`;
  return `${limit} · ${activeHosts === 1 ? '1 host' : `${grouped(activeHosts)} hosts`}`;
}

/** One moment as one line, which mostly fits into 80 cells. */
export function progressText(progress: Progress): string {
  const { pages, maxPages, harvest, pagesPerSecond, waiting } = progress;
  const of = maxPages === undefined ? '' : `/${grouped(maxPages)}`;
  return [
    `${grouped(pages)}${of} pages`,
    `harvest ${harvest.toFixed(3)}`,
    `${speed(pagesPerSecond)}/s`,
    `${grouped(waiting)} waiting`,
    limitText(progress),
  ].join(' · ');
}

export class ProgressLine {
  readonly #out: Out;
  #lastMs = Number.NEGATIVE_INFINITY;
  #shown = '';
  #latest: Progress | undefined;

  constructor(out: Out) {
    this.#out = out;
  }

  /** Says on a terminal what goes on before the first page. */
  begin(text: string): void {
    if (this.#out.isTTY) this.#show(text);
  }

  /** Takes a moment; writes it when it is time to. */
  update(progress: Progress): void {
    this.#latest = progress;
    const every = this.#out.isTTY ? LIVE_EVERY_MS : PLAIN_EVERY_MS;
    if (progress.elapsedMs - this.#lastMs < every) return;
    this.#lastMs = progress.elapsedMs;
    this.#draw(progress);
  }

  /** Writes other text without disturbing the live line. */
  write(text: string): void {
    if (this.#shown === '') this.#out.write(text);
    else this.#out.write(`${CLEAR_LINE}${text}${this.#shown}`);
  }

  /** Leaves the last moment on the screen. */
  end(): void {
    if (this.#latest !== undefined && this.#latest.elapsedMs !== this.#lastMs) this.#draw(this.#latest);
    if (this.#shown !== '') this.#out.write(this.#latest === undefined ? CLEAR_LINE : '\n');
    this.#shown = '';
  }

  #draw(progress: Progress): void {
    const text = progressText(progress);
    if (!this.#out.isTTY) {
      this.#out.write(`${text}\n`);
      return;
    }
    this.#show(text);
  }

  #show(text: string): void {
    this.#shown = fit(text, Math.max(1, (this.#out.columns || 80) - 1));
    this.#out.write(CLEAR_LINE + this.#shown);
  }
}
