/**
 * Which web shows what only a live web has? An island web, and on each host beside it: redirects to itself and to the next
 * host, a linked page that robots.txt closes, pages that only the sitemap lists, here and there a crawl delay, a page that
 * answers 503 the first time, and a slow one. The home pages lead from host to host, so that one seed reaches all.
 */
import { randomOf } from '../kit/random.js';
import { IslandWeb } from './island.js';
import type { HostShape, IslandOptions } from './island-shape.js';
import { commonWords, setWords } from './prose.js';
import type { ServedWeb, Trouble, WebAnswer } from './served-web.js';

/** Every how manieth host has it, and from which on. */
const FLAKY = { every: 5, from: 0 };
const SLOW = { every: 12, from: 3 };
const DELAYED = { every: 20, from: 7 };
const CRAWL_DELAY_S = 0.35;
/** Pages of each host that only its sitemap lists. */
export const LISTED_ONLY = 2;

type Rhythm = typeof FLAKY;
const isOn = (host: number, { every, from }: Rhythm): boolean => host % every === from % every;

const html = (title: string, body: string): string =>
  `<!DOCTYPE html>\n<html>\n<head><meta charset="utf-8"><title>${title}</title></head>\n<body>\n${body}\n</body>\n</html>\n`;

/** Puts text in front of the last `mark`, in whatever encoding that holds ASCII. */
function insert(bytes: Buffer, mark: string, text: string): Buffer {
  const at = bytes.lastIndexOf(mark);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(text, 'latin1'), bytes.subarray(at)]);
}

export class LiveWeb implements ServedWeb {
  readonly island: IslandWeb;
  readonly hosts: readonly string[];
  readonly seedUrl: string;
  readonly #number: ReadonlyMap<string, number>;

  private constructor(island: IslandWeb) {
    this.island = island;
    this.hosts = island.plan.shape.hosts.map(({ name }) => name);
    this.#number = new Map(this.hosts.map((name, host) => [name, host]));
    this.seedUrl = island.seedUrl;
  }

  /** By default 60 hosts with 900 island pages. @throws {Fault} exit code 2 for sizes that cannot be met. */
  static create(options: IslandOptions): LiveWeb {
    return new LiveWeb(IslandWeb.create({ hosts: 60, pages: 900, islands: 3, ...options }));
  }

  /** Every address that has an answer. */
  *urls(): Generator<string> {
    for (const { url } of this.island.pages()) yield url;
    for (const [host, { closed, hasSitemap }] of this.island.plan.shape.hosts.entries()) {
      const at = `http://${this.hosts[host]}`;
      if (!hasSitemap) yield `${at}/sitemap.xml`;
      yield* [`${at}/go/here`, `${at}/go/away`, `${at}/go/next`, `${at}/landed.html`, `${at}/arrived.html`];
      yield `${at}/${closed}/never.html`;
      for (let i = 1; i <= LISTED_ONLY; i++) yield `${at}/listed/${i}.html`;
      if (isOn(host, FLAKY)) yield `${at}/flaky.html`;
      if (isOn(host, SLOW)) yield `${at}/slow.html`;
    }
  }

  /** True for addresses that robots.txt closes. */
  isClosed(url: string): boolean {
    const place = this.#place(url);
    return place?.path.startsWith(`/${place.shape.closed}/`) ?? false;
  }

  /** Delay that the robots.txt of a host asks for, in ms; 0 without one. */
  crawlDelayOf(host: string): number {
    const number = this.#number.get(host);
    return number !== undefined && isOn(number, DELAYED) ? CRAWL_DELAY_S * 1000 : 0;
  }

  troubleAt(url: string): Trouble | undefined {
    const path = this.#place(url)?.path;
    if (path === '/flaky.html') return { kind: '503', times: 1 };
    return path === '/slow.html' ? { kind: 'slow', times: Number.POSITIVE_INFINITY } : undefined;
  }

  answer(url: string): WebAnswer | undefined {
    const place = this.#place(url);
    if (place === undefined) return undefined;
    const { host, shape, path } = place;
    const own = this.island.answer(url);
    switch (path) {
      case '/':
        return (
          own &&
          answerOf(url, own.headers[0]?.[1] ?? '', insert(own.body, '</body>', this.#ways(host, shape)))
        );
      case '/robots.txt':
        return answerOf(url, 'text/plain', Buffer.from(this.#robots(host, shape)));
      case '/sitemap.xml':
        return answerOf(url, 'application/xml', this.#sitemap(shape, own));
      default:
        return own ?? this.#extra(url, place);
    }
  }

  #place(url: string): { host: number; shape: HostShape; path: string } | undefined {
    const [, name = '', path = ''] = /^http:\/\/([^/]+)(\/[^#]*)$/.exec(url) ?? [];
    const host = this.#number.get(name);
    if (host === undefined) return undefined;
    return { host, shape: this.island.plan.shape.hosts[host] as HostShape, path };
  }

  #next(host: number): string {
    return this.hosts[(host + 1) % this.hosts.length] as string;
  }

  /** Links at the foot of the home page. */
  #ways(host: number, { closed }: HostShape): string {
    const paths = ['/go/here', '/go/away', '/go/next', `/${closed}/never.html`];
    if (isOn(host, FLAKY)) paths.push('/flaky.html');
    if (isOn(host, SLOW)) paths.push('/slow.html');
    return `<p>${paths.map(path => `<a href="${path}">${path.slice(1)}</a>`).join(' ')}</p>\n`;
  }

  #robots(host: number, { name, closed }: HostShape): string {
    const delay = isOn(host, DELAYED) ? `Crawl-delay: ${CRAWL_DELAY_S}\n` : '';
    return `User-agent: *\n${delay}Disallow: /${closed}/\n\nSitemap: http://${name}/sitemap.xml\n`;
  }

  #sitemap({ name }: HostShape, own: WebAnswer | undefined): Buffer {
    const empty =
      '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n</urlset>\n';
    let more = '';
    for (let i = 1; i <= LISTED_ONLY; i++) more += `<url><loc>http://${name}/listed/${i}.html</loc></url>\n`;
    return insert(own?.body ?? Buffer.from(empty), '</urlset>', more);
  }

  #extra(
    url: string,
    { host, shape, path }: { host: number; shape: HostShape; path: string },
  ): WebAnswer | undefined {
    const to = (status: number, location: string): WebAnswer => ({
      ...answerOf(url, 'text/html; charset=utf-8', Buffer.from(html(String(status), 'Elsewhere.'))),
      status,
      headers: [['Location', location]],
    });
    const next = this.#next(host);
    switch (path) {
      case '/go/here':
        return to(302, '/landed.html');
      case '/go/away':
        return to(302, `http://${next}/arrived.html`);
      case '/go/next':
        return to(301, `http://${next}/`);
      case `/${shape.closed}/never.html`:
      case '/landed.html':
      case '/arrived.html':
        return this.#page(url, shape);
      case '/flaky.html':
        return isOn(host, FLAKY) ? this.#page(url, shape) : undefined;
      case '/slow.html':
        return isOn(host, SLOW) ? this.#page(url, shape) : undefined;
      default: {
        const [, listed = '0'] = /^\/listed\/(\d)\.html$/.exec(path) ?? [];
        return Number(listed) >= 1 && Number(listed) <= LISTED_ONLY ? this.#page(url, shape) : undefined;
      }
    }
  }

  #page(url: string, { name, language }: HostShape): WebAnswer {
    const { shape, vocabulary } = this.island.plan;
    const random = randomOf(shape.options.seed).fork(url);
    const words = (count: number): string =>
      setWords(commonWords(vocabulary[language], random, count), language);
    const text = html(words(4), `<p>${words(120)}</p>\n<p><a href="/">${name}</a></p>`);
    return answerOf(url, 'text/html; charset=utf-8', Buffer.from(text));
  }
}

const answerOf = (url: string, type: string, body: Buffer): WebAnswer => ({
  url,
  status: 200,
  headers: [['Content-Type', type]],
  body,
});
