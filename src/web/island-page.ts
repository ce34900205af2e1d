/** How does a page of an island web look? From its links, words and frame to HTML of 3 to 60 KB. */
import { type Random, randomOf } from '../kit/random.js';
import { logNormal, pick } from './draw.js';
import { type HostFrame, shortAddress } from './host-frame.js';
import type { IslandAddresses } from './island-address.js';
import { ANCHOR, anchorOf, type IslandLinks, targetOf } from './island-links.js';
import type { IslandRoles } from './island-roles.js';
import type { HostShape, IslandShape } from './island-shape.js';
import { commonWords, type Manner, sentences, setWords, titleWords, topicWord } from './prose.js';
import type { Language, Vocabulary } from './vocabulary.js';
import { ASKED, NAMING } from './words-asked.js';

/** Everything that pages are made from. */
export interface IslandPlan {
  readonly shape: IslandShape;
  readonly roles: IslandRoles;
  readonly links: IslandLinks;
  readonly address: IslandAddresses;
  readonly title: readonly (readonly string[])[];
  readonly vocabulary: Readonly<Record<Language, Vocabulary>>;
  readonly frame: readonly HostFrame[];
}

const MEDIAN_BYTES = 6500;
const SIGMA_BYTES = 0.6;
const LEAST_BYTES = 3400;
const MOST_BYTES = 48_000;
const META_ONLY = 0.3;
/** Bytes that head, navigation and footer take at least, and a link. */
const FRAME_BYTES = 2600;
const LINK_BYTES = 85;
const FULL = 65_536;

/** Titles of all pages; a copy has the title of its original. */
export function islandTitles(plan: Pick<IslandPlan, 'shape' | 'roles' | 'vocabulary'>): string[][] {
  const random = randomOf(plan.shape.options.seed).fork('titles');
  const { hosts, hostOf, topicOf } = plan.shape;
  const titles = Array.from(hostOf, (host, page) => {
    const { language } = hosts[host] as HostShape;
    return titleWords(plan.vocabulary[language], topicOf[page] as number, random);
  });
  return titles.map((own, page) => titles[plan.roles.copyOf[page] as number] ?? own);
}

export interface PageText {
  readonly html: string;
  /** The content-type header names no charset. */
  readonly metaOnly: boolean;
}

/** The page as text; a near copy draws the words of its original and changes a few. */
export function islandPage(plan: IslandPlan, page: number): PageText {
  const original = plan.roles.copyOf[page] as number;
  const { seed } = plan.shape.options;
  const random = randomOf(seed).fork(`page ${original < 0 ? page : original}`);
  return new PageWriter(plan, page, random).write(original >= 0);
}

class PageWriter {
  readonly #plan: IslandPlan;
  readonly #page: number;
  readonly #random: Random;
  readonly #host: HostShape;
  readonly #frame: HostFrame;
  readonly #vocabulary: Vocabulary;
  readonly #manner: Manner;

  constructor(plan: IslandPlan, page: number, random: Random) {
    const { hosts, hostOf, topicOf } = plan.shape;
    const host = hosts[hostOf[page] as number] as HostShape;
    const vocabulary = plan.vocabulary[host.language];
    this.#plan = plan;
    this.#page = page;
    this.#random = random;
    this.#host = host;
    this.#frame = plan.frame[hostOf[page] as number] as HostFrame;
    this.#vocabulary = vocabulary;
    this.#manner = {
      language: host.language,
      vocabulary,
      topic: vocabulary.topic[topicOf[page] as number] as readonly string[],
      share: Math.floor((0.12 + 0.3 * random.next()) * FULL),
    };
  }

  write(isCopy: boolean): PageText {
    const random = this.#random;
    const { language } = this.#host;
    const metaOnly = random.next() < META_ONLY;
    const hasMeta = metaOnly || random.next() < 0.5;
    const wanted = Math.max(LEAST_BYTES, Math.min(MOST_BYTES, logNormal(random, MEDIAN_BYTES, SIGMA_BYTES)));
    const title = setWords(this.#plan.title[this.#page] as string[], language);
    const body = this.#body(title, wanted);
    const changed = isCopy ? this.#change(body) : body;
    const html = `<!DOCTYPE html>\n<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">\n${this.#head(title, hasMeta)}\n<body>\n${this.#nav()}\n${changed}\n${this.#frame.footer}\n</body>\n</html>\n`;
    return { html, metaOnly };
  }

  #head(title: string, hasMeta: boolean): string {
    const charset = this.#host.isGbk ? 'gbk' : 'utf-8';
    const words = [1, 2, 3].map(() => topicWord(this.#manner.topic, this.#random));
    const meta = hasMeta ? `<meta charset="${charset}">\n` : '';
    return `<head>\n${meta}<title>${title} - ${this.#frame.siteName}</title>\n<meta name="keywords" content="${words.join(',')}">\n<meta name="viewport" content="width=device-width">\n<link rel="stylesheet" href="/style.css">\n${this.#frame.script}\n</head>`;
  }

  #nav(): string {
    return this.#plan.shape.islandOf[this.#page] === 0 ? this.#frame.restNav : this.#frame.islandNav;
  }

  /** Heading, paragraphs with links in them, and a list of the other links. */
  #body(title: string, wanted: number): string {
    const random = this.#random;
    const links = (this.#plan.links.of[this.#page] as readonly number[]).map(link => this.#link(link));
    const inline = links.slice(0, Math.floor(links.length * random.next()));
    const list = links.slice(inline.length).map(link => `<li>${link}</li>`);
    const listed = `<ul class="${this.#frame.list}">\n${list.join('\n')}\n</ul>`;
    // Nothing of the host is counted: a copy elsewhere has to come to the same text.
    const unit = this.#letterBytes();
    let bytes = FRAME_BYTES + links.length * LINK_BYTES;
    const parts = [`<div class="${this.#frame.main}">\n<h1>${title}</h1>`];
    let decoy = this.#decoy();
    let next = 0;
    do {
      if (random.below(5) === 0) parts.push(`<h2>${this.#heading()}</h2>`);
      const own = inline.slice(next, next + 1 + random.below(3));
      next += own.length;
      const paragraph = this.#paragraph(own, decoy);
      decoy = '';
      parts.push(paragraph);
      bytes += unit * own.reduce((letters, link) => letters - link.length, paragraph.length);
    } while (bytes < wanted || next < inline.length);
    return `${parts.join('\n')}\n${listed}\n</div>`;
  }

  #heading(): string {
    return setWords(titleWords(this.#vocabulary, this.#topic(), this.#random), this.#host.language);
  }

  #topic(): number {
    return this.#plan.shape.topicOf[this.#page] as number;
  }

  #paragraph(links: readonly string[], extra: string): string {
    let text = sentences(this.#manner, this.#random, 20 + this.#random.below(40));
    if (extra !== '') text += `${extra} `;
    for (const link of links)
      text += `${link} ${sentences(this.#manner, this.#random, 8 + this.#random.below(24))}`;
    return `<p>${text}</p>`;
  }

  /** A word or two that name the asked topic, on a decoy; drawn apart, so that copies draw the rest alike. */
  #decoy(): string {
    if (this.#plan.roles.isDecoy[this.#page] === 0) return '';
    const random = randomOf(this.#plan.shape.options.seed).fork(`decoy ${this.#page}`);
    return setWords(
      this.#naming(random, 1 + random.below(2)),
      ASKED[this.#plan.shape.options.topic].language,
    );
  }

  /** Words that name the asked topic, whatever language the page has. */
  #naming(random: Random, count: number): string[] {
    const { words } = ASKED[this.#plan.shape.options.topic];
    return Array.from({ length: count }, () => words[random.below(NAMING)] as string);
  }

  #link(link: number): string {
    const { address, shape } = this.#plan;
    const target = targetOf(link);
    const count = shape.topicOf.length;
    const full = (address.old[target] ?? address.page[target] ?? address.missing[target - count]) as string;
    const isShort = this.#random.next() < 0.7;
    return `<a href="${isShort ? shortAddress(full, this.#host) : full}">${this.#anchor(target, anchorOf(link))}</a>`;
  }

  #anchor(target: number, kind: number): string {
    const random = this.#random;
    const { language } = this.#host;
    if (kind === ANCHOR.lying) {
      const words = [...this.#naming(random, 1), ...commonWords(this.#vocabulary, random, 1)];
      return setWords(words, ASKED[this.#plan.shape.options.topic].language);
    }
    if (kind === ANCHOR.plain)
      return setWords(commonWords(this.#vocabulary, random, 1 + random.below(3)), language);
    const title = this.#plan.title[target] ?? titleWords(this.#vocabulary, this.#topic(), random);
    const from = random.below(2);
    const { hosts, hostOf } = this.#plan.shape;
    const other = hosts[hostOf[target] ?? -1]?.language ?? language;
    return setWords(title.slice(Math.min(from, title.length - 1)), other);
  }

  /** A near copy: a word behind the first comma, and about one in a hundred elsewhere. */
  #change(body: string): string {
    const random = randomOf(this.#plan.shape.options.seed).fork(`copy ${this.#page}`);
    const [comma, gap] = this.#host.language === 'zh' ? ['，', ''] : [', ', ' '];
    let isFirst = true;
    return body.replaceAll(comma, () => {
      const changes = isFirst || random.below(16) === 0;
      isFirst = false;
      return changes ? `${comma}${pick(random, this.#vocabulary.common)}${gap}` : comma;
    });
  }

  /** Bytes a letter takes, near enough. */
  #letterBytes(): number {
    if (this.#host.language === 'en') return 1;
    return this.#host.isGbk ? 1.9 : 2.8;
  }
}
