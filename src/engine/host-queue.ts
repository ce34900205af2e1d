/** What waits for one host to be asked, on the live web: its robots.txt first, then pages, sitemaps in between. */
import type { Visit } from '../contract/visit.js';

export interface QueueFacts {
  readonly robots: readonly Visit[];
  readonly pages: readonly Visit[];
  readonly sitemaps: readonly Visit[];
  readonly rulesAwaited: number;
  readonly isSitemapsTurn: boolean;
}

export class HostQueue {
  readonly robots: Visit[] = [];
  readonly pages: Visit[] = [];
  readonly sitemaps: Visit[] = [];
  /** Origins of the host whose robots.txt is being asked for: nothing else goes out before. */
  rulesAwaited = 0;
  /** The name of the host is being looked up. */
  isResolving = false;
  /** A page went out since the last sitemap. */
  #isSitemapsTurn = true;

  /** What a snapshot keeps: a name is looked up again. */
  get facts(): QueueFacts {
    const { robots, pages, sitemaps, rulesAwaited } = this;
    return { robots, pages, sitemaps, rulesAwaited, isSitemapsTurn: this.#isSitemapsTurn };
  }

  set facts({ robots, pages, sitemaps, rulesAwaited, isSitemapsTurn }: QueueFacts) {
    this.robots.push(...robots);
    this.pages.push(...pages);
    this.sitemaps.push(...sitemaps);
    this.rulesAwaited = rulesAwaited;
    this.#isSitemapsTurn = isSitemapsTurn;
  }

  /** True while no link of the frontier may be taken for this host. */
  get isBusy(): boolean {
    const isTurn = this.sitemaps.length > 0 && this.#isSitemapsTurn;
    return this.isResolving || this.rulesAwaited > 0 || this.robots.length + this.pages.length > 0 || isTurn;
  }

  get isIdle(): boolean {
    return !this.isBusy && this.sitemaps.length === 0;
  }

  /** What goes out next. While links of the host wait in the frontier, sitemaps and pages take turns. */
  first(haveLinks: boolean): Visit | undefined {
    if (this.robots.length > 0) return this.robots[0];
    if (this.rulesAwaited > 0) return undefined;
    if (this.pages.length > 0) return this.pages[0];
    return this.#isSitemapsTurn || !haveLinks ? this.sitemaps[0] : undefined;
  }

  /** Takes out the visit that `first` gave. */
  take({ kind }: Visit): void {
    if (kind === 'robots') this.robots.shift();
    else if (kind === 'sitemap') this.sitemaps.shift();
    else this.pages.shift();
    if (kind !== 'robots') this.#isSitemapsTurn = kind !== 'sitemap';
  }

  /** Takes out the pages, which wait for nothing any more; sitemaps stay. */
  release(): Visit[] {
    this.robots.length = 0;
    this.rulesAwaited = 0;
    this.isResolving = false;
    return this.pages.splice(0);
  }

  /** Takes out the visit of a slot, wherever it stands; undefined when it is not here. */
  remove(slot: number): Visit | undefined {
    for (const list of [this.pages, this.robots, this.sitemaps]) {
      const place = list.findIndex(visit => visit.slot === slot);
      const [visit] = place < 0 ? [] : list.splice(place, 1);
      if (visit !== undefined) return visit;
    }
    return undefined;
  }

  /** Puts back what went out in vain. */
  unshift(visit: Visit): void {
    if (visit.kind === 'robots') this.robots.unshift(visit);
    else if (visit.kind === 'sitemap') this.sitemaps.unshift(visit);
    else if (visit.kind === 'name') this.isResolving = false;
    else this.pages.unshift(visit);
  }
}
