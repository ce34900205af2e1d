/** What waits for one host to be asked, on the live web: its robots.txt first, then pages, sitemaps in between. */
import type { Visit } from '../contract/visit.js';

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

  /** Puts back what went out in vain. */
  unshift(visit: Visit): void {
    if (visit.kind === 'robots') this.robots.unshift(visit);
    else if (visit.kind === 'sitemap') this.sitemaps.unshift(visit);
    else if (visit.kind === 'name') this.isResolving = false;
    else this.pages.unshift(visit);
  }
}
