/** Reads an island web the way a crawl would, from its bytes, so that the laws are asked of what is really there. */
import { IslandWeb } from '../../../src/web/island.js';
import type { IslandOptions } from '../../../src/web/island-shape.js';
import type { WebAnswer } from '../../../src/web/served-web.js';

export interface SeenLink {
  /** Absolute, as written. */
  readonly url: string;
  /** Number of the page behind it, redirects followed; −1 for anything else. */
  readonly page: number;
  readonly anchor: string;
}

export interface SeenPage {
  readonly answer: WebAnswer;
  readonly html: string;
  readonly navigation: readonly SeenLink[];
  readonly links: readonly SeenLink[];
}

export interface Survey {
  readonly web: IslandWeb;
  readonly answer: ReadonlyMap<string, WebAnswer>;
  readonly pages: readonly SeenPage[];
}

export const headerOf = (answer: WebAnswer | undefined, name: string): string =>
  answer?.headers.find(([own]) => own === name)?.[1] ?? '';

export function survey(options: IslandOptions): Survey {
  const web = IslandWeb.create(options);
  const answer = new Map<string, WebAnswer>();
  for (const one of web.pages()) answer.set(one.url, one);
  const number = new Map(web.plan.address.page.map((url, page) => [url, page]));
  for (const [url, one] of answer) {
    const page = number.get(headerOf(one, 'Location'));
    if (one.status >= 300 && page !== undefined) number.set(url, page);
  }
  const linksIn = (html: string, origin: string): SeenLink[] =>
    [...html.matchAll(/<a [^>]*?href="([^"]+)">(.*?)<\/a>/g)].map(([, href = '', anchor = '']) => {
      const url = href.startsWith('/') ? origin + href : href;
      return { url, page: number.get(url) ?? -1, anchor };
    });
  const pages = web.plan.address.page.map((url, page) => {
    const one = answer.get(url) as WebAnswer;
    const host = web.plan.shape.hosts[web.plan.shape.hostOf[page] as number];
    const html = new TextDecoder(host?.isGbk ? 'gbk' : 'utf-8', { fatal: true }).decode(one.body);
    const origin = new URL(url).origin;
    const [top = '', rest = ''] = html.split('</ul></div>\n');
    return { answer: one, html, navigation: linksIn(top, origin), links: linksIn(rest, origin) };
  });
  return { web, answer, pages };
}

/** Links to each page from all others, navigation included or not. */
export function inDegree({ pages }: Survey, withNavigation: boolean): Uint32Array {
  const count = new Uint32Array(pages.length);
  for (const { navigation, links } of pages)
    for (const { page } of withNavigation ? [...navigation, ...links] : links)
      if (page >= 0) count[page] = (count[page] as number) + 1;
  return count;
}

/** PageRank with mean 1: (1 − λ) + λ Σ PR / links, λ = .85. */
export function pageRank({ pages }: Survey): Float64Array {
  const targets = pages.map(({ navigation, links }) =>
    Int32Array.from([...navigation, ...links].map(link => link.page).filter(page => page >= 0)),
  );
  let rank = new Float64Array(pages.length).fill(1);
  for (let round = 0; round < 30; round++) {
    const next = new Float64Array(pages.length).fill(0.15);
    for (const [page, own] of targets.entries())
      for (const target of own)
        next[target] = (next[target] as number) + (0.85 * (rank[page] as number)) / own.length;
    rank = next;
  }
  return rank;
}
