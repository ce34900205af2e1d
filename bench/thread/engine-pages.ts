/** Pages as lanes would send them, made up beforehand: page n has FRESH links never seen and the rest of pages before it. */
import { outcome } from '../../src/contract/outcome.js';
import { type Packet, packReading } from '../../src/contract/packet.js';
import { blankReading, type Reading } from '../../src/contract/visit.js';
import { type Random, randomOf } from '../../src/kit/random.js';

const LINKS = 50;
const FRESH = 10;
const HOSTS = 40;
/** What best-first and shark read, and rows of links show. */
export const SHAPE = {
  numbers: ['anchor', 'hasAnchor', 'context'],
  lists: [],
  leavesOutKnown: true,
} as const;

export function pagesOf(count: number): Packet[] {
  const random = randomOf(1);
  return Array.from({ length: count }, (_, page) => packReading(pageOf(page, random), SHAPE));
}

const anyU64 = (random: Random): bigint =>
  (BigInt(random.below(2 ** 32)) << 32n) | BigInt(random.below(2 ** 32));

function pageOf(page: number, random: Random): Reading {
  // Slots are given in order, and the seed has 0: target n has slot n. Lanes tell the slots of those they know.
  const before = page * FRESH;
  const target = (i: number): number => (i < FRESH ? before + i + 1 : random.below(Math.max(1, before)) + 1);
  const targets = Array.from({ length: before === 0 ? FRESH : LINKS }, (_, i) => target(i));
  const url = targets.map(n => `http://host${n % HOSTS}.example/section/${n % 7}/article-${n}.html`);
  return {
    ...blankReading(0, 1),
    outcome: outcome('Ok').code,
    status: 200,
    charset: 'utf-8',
    contentType: 'text/html; charset=utf-8',
    title: `Article ${page}`,
    language: 'en',
    bytes: 20000,
    termCount: 300,
    topics: Float64Array.of(random.next()),
    simhash: anyU64(random),
    textHash: anyU64(random),
    linksFound: LINKS,
    links: {
      count: targets.length,
      low: Uint32Array.from(targets, n => Math.imul(n, 2654435761)),
      high: Uint32Array.from(targets),
      known: Uint32Array.from(targets, (n, i) => (i < FRESH ? 0 : n + 1)),
      flags: new Uint32Array(targets.length),
      url: i => url[i] as string,
      anchor: i => `Article number ${targets[i]}`,
      number: {
        anchor: Float64Array.from(targets, () => random.next()),
        hasAnchor: Float64Array.from(targets, () => 1),
        context: Float64Array.from(targets, () => random.next()),
      },
      list: {},
    },
  };
}
