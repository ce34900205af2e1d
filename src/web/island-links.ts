/**
 * Who links to whom in an island web, with which kind of anchor? A link stays in its island or topic with probability
 * `STAY`, else it goes to a hub or to any page off the topic. Invariant: no link joins two islands, and the last page of a
 * tunnel is the only one off the topic that links into an island.
 */
import { type Random, randomOf } from '../kit/random.js';
import { logNormal, pick } from './draw.js';
import { ISLAND_FRONT, type IslandRoles } from './island-roles.js';
import type { IslandShape } from './island-shape.js';

/** What the words of an anchor are. */
export const ANCHOR = {
  /** Words of the target's title. */
  title: 0,
  /** Common words. */
  plain: 1,
  /** Words that name the asked topic, on a link that leads off it. */
  lying: 2,
} as const;

export interface IslandLinks {
  /** Links of each page: 4 × target + kind of anchor. A target ≥ the number of pages is missing. */
  readonly of: readonly (readonly number[])[];
  /** Number of missing targets. */
  readonly missing: number;
}

export const STAY = 0.75;
const MEDIAN_LINKS = 25;
const SIGMA_LINKS = 0.6;
const MOST_LINKS = 120;
const HUB_HALF = 0.5;
const SAME_HOST = 0.4;
const MISSING_PART = 0.025;
const PLAIN_PART = 0.12;
const LYING_PART = 0.05;

export const targetOf = (link: number): number => link >>> 2;
export const anchorOf = (link: number): number => link & 3;

export function islandLinks(shape: IslandShape, roles: IslandRoles): IslandLinks {
  const random = randomOf(shape.options.seed).fork('links');
  const count = shape.topicOf.length;
  const missing = Math.round(count * MISSING_PART);
  const aim = aims(shape, roles, random);
  const kindTo = (target: number): number => {
    if (target < count && shape.topicOf[target] !== 0 && random.next() < LYING_PART) return ANCHOR.lying;
    return random.next() < PLAIN_PART ? ANCHOR.plain : ANCHOR.title;
  };
  const of: number[][] = [];
  for (let page = 0; page < count; page++) {
    const wanted = Math.round(logNormal(random, MEDIAN_LINKS, SIGMA_LINKS));
    const own: number[] = [];
    for (let i = Math.min(MOST_LINKS, Math.max(2, wanted)); i > 0; i--) {
      const target = random.next() < MISSING_PART ? count + random.below(missing) : aim(page);
      own.push(target * 4 + kindTo(target));
    }
    of.push(own);
  }
  for (let page = 0; page < count; page++) {
    const original = roles.copyOf[page] as number;
    if (original >= 0) of[page] = [...(of[original] as number[])];
  }
  knit(shape, of);
  digTunnels(shape, roles, { of, random });
  return { of, missing };
}

/** Draws where one link of a page goes, by the law at the head of this file. */
function aims(shape: IslandShape, roles: IslandRoles, random: Random): (page: number) => number {
  const { hostOf, topicOf, islandOf, islandPages, options } = shape;
  const off: number[] = [];
  const byTopic: number[][] = Array.from({ length: options.topics }, () => []);
  const byHost = new Map<number, number[]>();
  const key = (page: number): number => (hostOf[page] as number) * 8 + (topicOf[page] as number);
  for (let page = 0; page < topicOf.length; page++) {
    if (topicOf[page] === 0 || roles.isDark[page] === 1) continue;
    off.push(page);
    byTopic[topicOf[page] as number]?.push(page);
    const near = byHost.get(key(page));
    if (near === undefined) byHost.set(key(page), [page]);
    else near.push(page);
  }
  return page => {
    if (random.next() >= STAY) return pick(random, random.next() < HUB_HALF ? roles.hubs : off);
    const island = islandOf[page] as number;
    if (island > 0) return pick(random, islandPages[island] as readonly number[]);
    const near = byHost.get(key(page)) ?? [];
    if (near.length > 2 && random.next() < SAME_HOST) return pick(random, near);
    const all = byTopic[topicOf[page] as number] as number[];
    return pick(random, all.length > 0 ? all : off);
  };
}

/** Makes every page of an island reachable from its front: one link more where chance left it out. */
function knit(shape: IslandShape, of: readonly number[][]): void {
  for (const pages of shape.islandPages) {
    const [front] = pages;
    if (front === undefined) continue;
    const reached = new Set(pages.slice(0, ISLAND_FRONT));
    for (const page of pages) {
      if (page !== front && !reached.has(page)) {
        spread(shape, of, reached);
        if (reached.has(page)) continue;
        of[front]?.push(page * 4 + ANCHOR.title);
        reached.add(page);
      }
    }
  }
}

/** Adds to `reached` all that can be reached from it within the island. */
function spread(shape: IslandShape, of: readonly number[][], reached: Set<number>): void {
  for (const page of reached)
    for (const link of of[page] ?? [])
      if (shape.islandOf[targetOf(link)] === shape.islandOf[page]) reached.add(targetOf(link));
}

/** Puts the links of the tunnels in, at random places of their pages. */
function digTunnels(
  shape: IslandShape,
  { tunnels, copyOf, isMoved }: IslandRoles,
  { of, random }: { readonly of: readonly number[][]; readonly random: Random },
): void {
  const originals = new Set(copyOf);
  const doors = shape.islandPages.map(pages =>
    pages.filter(page => copyOf[page] === -1 && !originals.has(page) && isMoved[page] === 0),
  );
  const dig = (from: number, to: number, kind: number): void => {
    const own = of[from] as number[];
    own.splice(random.below(own.length + 1), 0, to * 4 + kind);
  };
  for (const { from, to, pages } of tunnels) {
    let before = pick(random, doors[from] as number[]);
    for (const page of pages) {
      dig(before, page, random.next() < PLAIN_PART ? ANCHOR.plain : ANCHOR.title);
      before = page;
    }
    dig(before, pick(random, doors[to] as number[]), ANCHOR.plain);
  }
}
