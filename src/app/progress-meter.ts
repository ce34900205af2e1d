/** How is the crawl doing? Turns the engine's counts into `Progress`, at most ten times a second. */
import type { CrawlHooks, Limit, Progress } from '../contract/crawl.js';
import { hasRoom } from '../engine/crawl.js';
import type { Road } from '../engine/road.js';
import { systemClock } from '../kit/clock.js';

const SHOWN_EVERY_MS = 100;
/** Speed is taken over about this long. */
const SPEED_MS = 3000;

export class ProgressMeter {
  readonly #maxPages: number | undefined;
  readonly #show: CrawlHooks['onProgress'];
  readonly #startMs = systemClock.tick();
  #shownMs = Number.NEGATIVE_INFINITY;
  /** Moments and page counts, the oldest at most SPEED_MS ago. */
  readonly #points: { readonly atMs: number; readonly pages: number }[] = [];

  constructor(maxPages: number | undefined, show: CrawlHooks['onProgress']) {
    this.#maxPages = maxPages;
    this.#show = show;
  }

  tick(road: Road): void {
    if (this.#show === undefined || systemClock.tick() - this.#shownMs < SHOWN_EVERY_MS) return;
    this.end(road);
  }

  /** Shows the state now, whatever was shown last. */
  end(road: Road): void {
    const nowMs = systemClock.tick();
    this.#shownMs = nowMs;
    this.#show?.(this.#progress(road, nowMs));
  }

  #progress(road: Road, nowMs: number): Progress {
    const { tally } = road;
    return {
      pages: tally.pages,
      maxPages: this.#maxPages,
      waiting: road.parts.frontier.waiting,
      inFlight: road.trips.size,
      relevant: tally.relevant,
      harvest: tally.harvest,
      pagesPerSecond: this.#speed(nowMs, tally.pages),
      activeHosts: road.hosts.active,
      bytes: tally.bytes,
      elapsedMs: nowMs - this.#startMs,
      blockedBy: limitOf(road),
    };
  }

  #speed(nowMs: number, pages: number): number {
    this.#points.push({ atMs: nowMs, pages });
    while (this.#points.length > 2 && nowMs - (this.#points[0]?.atMs ?? 0) > SPEED_MS) this.#points.shift();
    const [first = { atMs: this.#startMs, pages: 0 }] = this.#points.length > 1 ? this.#points : [];
    return nowMs === first.atMs ? 0 : ((pages - first.pages) * 1000) / (nowMs - first.atMs);
  }
}

/** What holds the speed back. On a stored web that is reading, unless the log pushes back or nothing waits. */
function limitOf(road: Road): Limit {
  if (road.parts.frontier.waiting === 0) return 'links';
  return !hasRoom(road) && road.parts.log.isFull ? 'log' : 'reading';
}
