/** The links of a page as main needs them: named, looked up, each target once, with the features that were asked for. */
import { HEADER, LINK, LINK_FLAG, linkAt, type PageDocument, sliceAt } from '../src/contract/document.js';
import type { Scorer, TextDocument } from '../src/contract/model.js';
import type { PacketShape } from '../src/contract/packet.js';
import type { LinkList, LinkNumber } from '../src/contract/strategy.js';
import type { Reading, Visit, VisitLinks } from '../src/contract/visit.js';
import { anchorOf } from '../src/parse/context.js';
import type { PageTerms } from '../src/text/page-terms.js';
import type { ParsedBase } from '../src/url/base.js';
import { baseOf, canonical } from '../src/url/canonical.js';
import { hostOf } from '../src/url/parts.js';
import { tidy } from '../src/url/tidy.js';
import { directories, urlMatch, urlTerms } from './address-features.js';
import { type LinkListTools, type ListedTarget, linkListOf } from './link-list.js';

const MOST_ANCHOR = 200;

export interface LinkTools extends LinkListTools {
  readonly terms: PageTerms;
}

export interface LinkSetup {
  readonly shape: PacketShape;
  readonly topicCount: number;
  readonly tidiesUrls: boolean;
}

type LinkPart = Pick<Reading, 'links' | 'linksFound' | 'badUrls' | 'nofollow'>;

/** One target on a page; `record` is the first link to it that has an anchor. */
interface Target extends ListedTarget {
  record: number;
  anchor: string;
}

interface Page {
  readonly document: PageDocument;
  readonly host: string;
  readonly scorer: Scorer;
  readonly level: number;
}

export class LinkReader {
  readonly #tools: LinkTools;
  readonly #setup: LinkSetup;
  readonly #scores: Float64Array;

  constructor(tools: LinkTools, setup: LinkSetup) {
    this.#tools = tools;
    this.#setup = setup;
    this.#scores = new Float64Array(setup.topicCount);
  }

  /** `charset` is the page's: queries of its links are written in it. */
  read(document: PageDocument, visit: Visit, scorer: Scorer, charset: string): LinkPart {
    const count = document.records[HEADER.linkCount] as number;
    const base = baseOf(visit.url, sliceAt(document.values, document.records, HEADER.base), charset);
    const { targets, badUrls, nofollow } = this.#targets(document, base, count);
    const page = { document, host: hostOf(visit.url), scorer, level: visit.level };
    return { links: this.#links(targets, page), linksFound: count, badUrls, nofollow };
  }

  #targets(document: PageDocument, base: ParsedBase | undefined, count: number) {
    const { values, records } = document;
    const byUrl = new Map<string, Target>();
    let badUrls = 0;
    let nofollow = 0;
    for (let i = 0; i < count; i++) {
      const flags = records[linkAt(i) + LINK.flags] as number;
      if ((flags & (LINK_FLAG.nofollow | LINK_FLAG.ugc | LINK_FLAG.sponsored)) !== 0) {
        nofollow++;
        continue;
      }
      const target = canonical(sliceAt(values, records, linkAt(i) + LINK.href) ?? '', base);
      if (target === undefined) badUrls++;
      else this.#merge(byUrl, this.#setup.tidiesUrls ? tidy(target) : target, i, document);
    }
    return { targets: [...byUrl.values()], badUrls, nofollow };
  }

  #merge(byUrl: Map<string, Target>, url: string, i: number, document: PageDocument): void {
    const known = byUrl.get(url);
    if (known === undefined) {
      const flags = document.records[linkAt(i) + LINK.flags] as number;
      byUrl.set(url, { url, record: i, anchor: shortAnchorOf(document, i), flags });
      return;
    }
    if (known.anchor !== '') return;
    known.anchor = shortAnchorOf(document, i);
    if (known.anchor !== '') known.record = i;
  }

  #links(targets: readonly Target[], page: Page): VisitLinks {
    const features = {
      number: (name: LinkNumber) => {
        const block = name === 'block' ? this.#blockMeans(targets, page) : undefined;
        return (target: Target) => block?.get(blockOf(page, target)) ?? this.#number(name, target, page);
      },
      list: (name: LinkList) => (target: Target) => this.#list(name, target, page),
    };
    return linkListOf(targets, features, { tools: this.#tools, shape: this.#setup.shape });
  }

  #number(name: LinkNumber, target: Target, page: Page): number {
    const { terms } = this.#tools;
    switch (name) {
      case 'anchor':
        return this.#score(terms.anchor(target.record), page);
      case 'hasAnchor':
        return terms.anchor(target.record) === undefined ? 0 : 1;
      case 'context':
        return this.#score(terms.context(target.record), page);
      case 'heading':
        return this.#score(terms.heading(target.record), page);
      case 'urlMatch':
        return urlMatch(this.#tools, target.url);
      case 'sameHost':
        return hostOf(target.url) === page.host ? 1 : 0;
      case 'position':
        return target.record;
      case 'block':
        return 0;
    }
  }

  #score(document: TextDocument | undefined, page: Page): number {
    if (document === undefined) return 0;
    page.scorer.score(document, page.level, this.#scores);
    return this.#scores[0] as number;
  }

  #blockMeans(targets: readonly Target[], page: Page): Map<number, number> {
    const sums = new Map<number, { sum: number; count: number }>();
    for (const target of targets) {
      const block = blockOf(page, target);
      const { sum, count } = sums.get(block) ?? { sum: 0, count: 0 };
      sums.set(block, { sum: sum + this.#number('anchor', target, page), count: count + 1 });
    }
    return new Map([...sums].map(([block, { sum, count }]) => [block, sum / count]));
  }

  #list(name: LinkList, target: Target, page: Page): Uint32Array {
    const { terms } = this.#tools;
    switch (name) {
      case 'anchorTerms':
        return terms.anchorTerms(target.record);
      case 'contextTerms':
        return terms.contextTerms(target.record);
      case 'leafTerms':
        return terms.leafTerms(target.record);
      case 'urlTerms':
        return urlTerms(this.#tools, target.url);
      case 'directories':
        return directories(this.#tools, target.url);
      case 'tagPath':
        return Uint32Array.of(page.document.records[linkAt(target.record) + LINK.tagPath] as number);
    }
  }
}

const blockOf = (page: Page, target: Target): number =>
  page.document.records[linkAt(target.record) + LINK.blockId] as number;

/** Anchor text on one line, at most 200 characters. */
const shortAnchorOf = (document: PageDocument, i: number): string =>
  anchorOf(document, i).slice(0, MOST_ANCHOR).replaceAll('\n', ' ').trim();
