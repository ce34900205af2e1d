/** How is the crawl doing? Turns the engine's counts into `Progress`, at most ten times a second and, while hosts rest, once. */
import type { CrawlHooks, Limit, Progress } from '../contract/crawl.js';
import { roomOf } from '../engine/refill.js';
import type { Road } from '../engine/road.js';
import { systemClock } from '../kit/clock.js';

const SHOWN_EVERY_MS = 100;
const REMIND_EVERY_MS = 1000;
/** Speed is taken over about this long. */
const SPEED_MS = 3000;

export class ProgressMeter {
  readonly #maxPages: number | undefined;
  readonly #show: CrawlHooks['onProgress'];
  readonly #startMs = systemClock.tick();
  #shownMs = Number.NEGATIVE_INFINITY;
  #road: Road | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Moments and page counts, the oldest at most SPEED_MS ago. */
  readonly #points: { readonly atMs: number; readonly pages: number }[] = [];

  constructor(maxPages: number | undefined, show: CrawlHooks['onProgress']) {
    this.#maxPages = maxPages;
    this.#show = show;
  }

  tick(road: Road): void {
    this.#road = road;
    this.#timer ??= this.#show && setInterval(() => this.#remind(), REMIND_EVERY_MS).unref();
    if (this.#show === undefined || systemClock.tick() - this.#shownMs < SHOWN_EVERY_MS) return;
    this.#now(road);
  }

  /** Shows the state now, for the last time. */
  end(road: Road): void {
    this.close();
    this.#now(road);
  }

  /** No more is shown. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#road = undefined;
  }

  /** Nothing was settled for a while. */
  #remind(): void {
    if (this.#road !== undefined && systemClock.tick() - this.#shownMs >= REMIND_EVERY_MS)
      this.#now(this.#road);
  }

  #now(road: Road): void {
    const nowMs = systemClock.tick();
    this.#shownMs = nowMs;
    this.#show?.(this.#progress(road, nowMs));
  }

  #progress(road: Road, nowMs: number): Progress {
    const { tally } = road;
    return {
      pages: tally.pages,
      maxPages: this.#maxPages,
      waiting: road.waiting,
      inFlight: road.trips.size,
      relevant: tally.relevant,
      harvest: tally.harvest,
      pagesPerSecond: this.#speed(nowMs, tally.pages),
      activeHosts: road.hosts.active,
      restingHosts: road.gate?.heldHosts,
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

/** The pages under way are all that --max-pages leaves. */
const isLastOf = ({ parts, tally, fetching }: Road): boolean =>
  tally.pages + fetching >= parts.limits.maxPages;

/** What holds the speed back: the first thing that keeps waiting links from being asked for. */
function limitOf(road: Road): Limit {
  const { gate, parts } = road;
  if (parts.log.isFull) return 'log';
  if (gate !== undefined && roomOf(road) <= 0) return isLastOf(road) ? 'budget' : 'concurrency';
  if (gate !== undefined && gate.heldHosts + gate.laterCount > 0) return 'politeness';
  return parts.frontier.waiting === 0 ? 'links' : 'reading';
}
