/**
 * Which hosts and pages does an island web have? Everything but links and words: who lies where, in which language, on
 * which topic. Deterministic in the options; page numbers run host by host.
 */
import { usageFault } from '../kit/fault.js';
import { type Random, randomOf } from '../kit/random.js';
import { pick, share, shuffle } from './draw.js';
import type { Language } from './vocabulary.js';
import { ASKED, type AskedTopic } from './words-asked.js';
import { FOLDER, HOST_SYLLABLE } from './words-common.js';
import { OTHER } from './words-other.js';

export interface IslandOptions {
  readonly seed: number;
  /** Default 40. Half of them are Chinese. */
  readonly hosts?: number;
  /** Pages with a topic, default 3,000; robots, sitemaps, redirects and the calendar come on top. */
  readonly pages?: number;
  /** 2–6, default 6; one of them is asked for. */
  readonly topics?: number;
  /** Islands of the asked topic, default 8; at most one on a host, on hosts of its language. */
  readonly islands?: number;
  /** The asked topic, default `rainstorm` (暴雨灾害). */
  readonly topic?: AskedTopic;
}

export interface HostShape {
  /** Host name. */
  readonly name: string;
  readonly language: Language;
  readonly isGbk: boolean;
  readonly hasSitemap: boolean;
  readonly hasCalendar: boolean;
  /** Form of its addresses, 0–3, and the folders in them. */
  readonly style: number;
  readonly folder: readonly string[];
  /** Folder that robots.txt closes. */
  readonly closed: string;
  /** Number of the island here, 0 when there is none. */
  readonly island: number;
  /** First page off the topic, and the end of them; islands come first. */
  readonly first: number;
  readonly middle: number;
  readonly end: number;
}

export interface IslandShape {
  readonly options: Required<IslandOptions>;
  readonly hosts: readonly HostShape[];
  /** Host of each page. */
  readonly hostOf: Uint16Array;
  /** Topic of each page, 0 is the asked one. */
  readonly topicOf: Uint8Array;
  /** Island of each page from 1; 0 off the topic. */
  readonly islandOf: Uint8Array;
  /** Names of the topics for the labels. */
  readonly topicName: readonly string[];
  /** Pages of each island; `islandPages[0]` is empty. */
  readonly islandPages: readonly (readonly number[])[];
}

/** Pages of each host that its navigation names: a front and this many sections behind it. */
export const SECTIONS = 4;
const LEAST_ISLAND = 15;
const MOST_ISLAND = 60;
/** Least pages off the topic a host. */
const LEAST_REST = 2 + SECTIONS;

export function islandShape(given: IslandOptions): IslandShape {
  const options = checked(given);
  const random = randomOf(options.seed).fork('shape');
  const sizes = islandSizes(options, random);
  const language = shuffle(
    random,
    Array.from({ length: options.hosts }, (_, i): Language => (i % 2 === 0 ? 'zh' : 'en')),
  );
  const own = language.flatMap((one, host) => (one === ASKED[options.topic].language ? [host] : []));
  const islandOf = new Uint8Array(options.hosts);
  shuffle(random, own).forEach((host, i) => {
    if (i < options.islands) islandOf[host] = i + 1;
  });
  const hosts = makeHosts(random, { language, island: islandOf, sizes, pages: options.pages });
  return { options, hosts, ...fillPages(options, hosts, random) };
}

function checked(given: IslandOptions): Required<IslandOptions> {
  const options = { hosts: 40, pages: 3000, topics: 6, islands: 8, topic: 'rainstorm' as const, ...given };
  const { hosts, pages, topics, islands, seed } = options;
  const whole = [hosts, pages, topics, islands, seed].every(Number.isSafeInteger);
  const refuse = (text: string): never => {
    throw usageFault('WEB_SIZE', text);
  };
  if (!whole || seed < 0)
    refuse('Give whole numbers for seed, hosts, pages, topics and islands of the island web.');
  if (!(options.topic in ASKED))
    refuse(`Write one of ${Object.keys(ASKED).join(', ')} as the topic of the island web.`);
  if (topics < 2 || topics > OTHER.length + 1)
    refuse(`Give 2 to ${OTHER.length + 1} topics to the island web.`);
  if (islands < 1 || islands > 200 || hosts < 2 * islands + 2)
    refuse('Give the island web 1 to 200 islands and at least two hosts an island and two more.');
  if (hosts > 60_000) refuse('Give the island web at most 60,000 hosts.');
  const least = Math.ceil((islands * LEAST_ISLAND) / 0.4) + hosts * LEAST_REST * 2;
  if (pages < least || pages > 2_000_000)
    refuse(
      `Give the island web between ${least} and 2,000,000 pages for ${hosts} hosts and ${islands} islands.`,
    );
  return options;
}

/** Sizes of the islands, 15–60 pages; together at most two fifths of the web. */
function islandSizes(options: Required<IslandOptions>, random: Random): number[] {
  const most = Math.min(MOST_ISLAND, Math.floor((0.4 * options.pages) / options.islands));
  return Array.from({ length: options.islands }, () => LEAST_ISLAND + random.below(most - LEAST_ISLAND + 1));
}

function hostName(random: Random, taken: Set<string>): string {
  for (;;) {
    const syllables = 2 + random.below(2);
    let name = '';
    for (let i = 0; i < syllables; i++) name += pick(random, HOST_SYLLABLE);
    if (taken.has(name)) name += String(taken.size);
    if (taken.has(name)) continue;
    taken.add(name);
    return `${pick(random, ['www.', 'www.', '', 'web.'])}${name}.example`;
  }
}

interface HostDraft {
  readonly language: readonly Language[];
  readonly island: Uint8Array;
  readonly sizes: readonly number[];
  readonly pages: number;
}

/** A random fifth, half … of the items, exactly. */
function some(random: Random, items: readonly number[], part: number): Set<number> {
  return new Set(shuffle(random, [...items]).slice(0, Math.round(items.length * part)));
}

function makeHosts(random: Random, { language, island, sizes, pages }: HostDraft): HostShape[] {
  const number = language.map((_, host) => host);
  const gbk = some(
    random,
    number.filter(host => language[host] === 'zh'),
    0.2,
  );
  const sitemap = some(random, number, 0.5);
  const calendar = pick(
    random,
    number.filter(host => island[host] === 0),
  );
  const taken = new Set<string>();
  const rest = restSizes(random, island, sizes, pages);
  let at = 0;
  return number.map(host => {
    const first = at;
    const own = island[host] as number;
    const middle = first + (own === 0 ? 0 : (sizes[own - 1] as number));
    at = middle + (rest[host] as number);
    const folders = shuffle(random, [...FOLDER]);
    return {
      name: hostName(random, taken),
      language: language[host] as Language,
      isGbk: gbk.has(host),
      hasSitemap: sitemap.has(host),
      hasCalendar: host === calendar,
      style: random.below(4),
      folder: folders.slice(0, 4),
      closed: folders[4] as string,
      island: own,
      first,
      middle,
      end: at,
    };
  });
}

/** Pages off the topic of each host: what is left of an equal share, more or less, and never fewer than a navigation needs. */
function restSizes(random: Random, island: Uint8Array, sizes: readonly number[], pages: number): number[] {
  const even = pages / island.length;
  const total = pages - sizes.reduce((a, b) => a + b, 0) - island.length * LEAST_REST;
  const weight = Array.from(island, own => {
    const size = own === 0 ? 0 : (sizes[own - 1] as number);
    return Math.max(even / 4, even - size) * (0.6 + 0.8 * random.next());
  });
  return share(total, weight).map(size => size + LEAST_REST);
}

function fillPages(
  options: Required<IslandOptions>,
  hosts: readonly HostShape[],
  random: Random,
): Pick<IslandShape, 'hostOf' | 'topicOf' | 'islandOf' | 'topicName' | 'islandPages'> {
  const others = options.topics - 1;
  const hostOf = new Uint16Array(options.pages);
  const topicOf = new Uint8Array(options.pages);
  const islandOf = new Uint8Array(options.pages);
  const islandPages: number[][] = Array.from({ length: options.islands + 1 }, () => []);
  hosts.forEach((host, number) => {
    const favourite = [1 + random.below(others), 1 + random.below(others)];
    hostOf.fill(number, host.first, host.end);
    islandOf.fill(host.island, host.first, host.middle);
    for (let page = host.first; page < host.middle; page++) islandPages[host.island]?.push(page);
    for (let page = host.middle; page < host.end; page++)
      topicOf[page] = random.next() < 0.6 ? pick(random, favourite) : 1 + random.below(others);
  });
  const topicName: string[] = [options.topic, ...OTHER.slice(0, others).map(roots => roots.name)];
  return { hostOf, topicOf, islandOf, topicName, islandPages };
}
