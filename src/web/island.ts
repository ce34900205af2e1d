/**
 * Which web can we crawl without a network, knowing what is in it? Islands of an asked topic in a sea of others, joined
 * only by tunnels. The same options give the same bytes on every machine; labels say what a page is and stay outside.
 */
import { encodeGbk } from './gbk.js';
import { hostFrame } from './host-frame.js';
import { islandAddresses } from './island-address.js';
import { islandExtras, type TextAnswer } from './island-extra.js';
import { islandLinks } from './island-links.js';
import { type IslandPlan, islandPage, islandTitles } from './island-page.js';
import { islandRoles } from './island-roles.js';
import { type HostShape, type IslandOptions, islandShape } from './island-shape.js';
import type { WebAnswer } from './served-web.js';
import { type Language, vocabularyOf } from './vocabulary.js';

export interface IslandLabel {
  readonly topic: string;
  /** From 1; 0 off the asked topic. */
  readonly island: number;
}

export class IslandWeb {
  /** What was planned; tests and oracles look here, a crawl never does. */
  readonly plan: IslandPlan;
  /** Where a crawl starts: the home page of the host of island 1. */
  readonly seedUrl: string;
  /** Name that the labels give to the asked topic. */
  readonly askedTopic: string;
  /** Page or extra answer by address; made when the first one is asked for by address. */
  #byUrl: Map<string, number | TextAnswer> | undefined;

  private constructor(plan: IslandPlan) {
    this.plan = plan;
    this.seedUrl = plan.address.page[plan.shape.islandPages[1]?.[0] as number] as string;
    this.askedTopic = plan.shape.topicName[0] as string;
  }

  /** Plans the web; options that cannot be met are a usage fault. */
  static create(options: IslandOptions): IslandWeb {
    const shape = islandShape(options);
    const { seed, topic, topics } = shape.options;
    const roles = islandRoles(shape);
    const links = islandLinks(shape, roles);
    const address = islandAddresses(shape, roles, links.missing);
    const vocabulary = { zh: vocabularyOf('zh', topic, topics), en: vocabularyOf('en', topic, topics) };
    const title = islandTitles({ shape, roles, vocabulary });
    const frame = shape.hosts.map(host =>
      hostFrame(host, { seed, vocabulary: vocabulary[host.language as Language], page: address.page }),
    );
    return new IslandWeb({ shape, roles, links, address, title, vocabulary, frame });
  }

  /** Every stored answer once, in an order that tells nothing. Each is made when it is asked for. */
  *pages(): Generator<WebAnswer> {
    const { shape } = this.plan;
    for (const extra of islandExtras(this.plan)) yield extraAnswer(extra);
    for (let page = 0; page < shape.topicOf.length; page++) yield this.#answer(page);
  }

  /** The stored answer of one address, the same as among `pages`. */
  answer(url: string): WebAnswer | undefined {
    this.#byUrl ??= this.#index();
    const found = this.#byUrl.get(url);
    if (found === undefined) return undefined;
    return typeof found === 'number' ? this.#answer(found) : extraAnswer(found);
  }

  #index(): Map<string, number | TextAnswer> {
    const byUrl = new Map<string, number | TextAnswer>();
    this.plan.address.page.forEach((url, page) => void byUrl.set(url, page));
    for (const extra of islandExtras(this.plan)) byUrl.set(extra.url, extra);
    return byUrl;
  }

  /** What each page is; redirects, robots, sitemaps and the calendar have no label. */
  labels(): Map<string, IslandLabel> {
    const { shape, address } = this.plan;
    return new Map(
      address.page.map((url, page) => {
        const topic = shape.topicName[shape.topicOf[page] as number] as string;
        return [url, { topic, island: shape.islandOf[page] as number }];
      }),
    );
  }

  /** The labels as a table: `url TAB topic:NAME[,island:N]` a line. */
  labelTable(): string {
    let table = '';
    for (const [url, { topic, island }] of this.labels())
      table += `${url}\ttopic:${topic}${island > 0 ? `,island:${island}` : ''}\n`;
    return table;
  }

  #answer(page: number): WebAnswer {
    const { shape, address } = this.plan;
    const host = shape.hosts[shape.hostOf[page] as number] as HostShape;
    const { html, metaOnly } = islandPage(this.plan, page);
    const body = host.isGbk ? encodeGbk(html) : Buffer.from(html, 'utf8');
    const charset = metaOnly ? '' : `; charset=${host.isGbk ? 'gbk' : 'utf-8'}`;
    return {
      url: address.page[page] as string,
      status: 200,
      headers: [
        ['Content-Type', `text/html${charset}`],
        ['Content-Length', String(body.length)],
      ],
      body,
    };
  }
}

function extraAnswer({ url, status, type, location, text }: TextAnswer): WebAnswer {
  const body = Buffer.from(text, 'utf8');
  const headers: [string, string][] = [
    ['Content-Type', `${type}; charset=utf-8`],
    ['Content-Length', String(body.length)],
  ];
  if (location !== undefined) headers.push(['Location', location]);
  return { url, status, headers, body };
}
