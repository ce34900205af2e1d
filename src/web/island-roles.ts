/**
 * Which pages of an island web are something special? Hubs, tunnels, near copies, decoys, redirected and closed ones.
 * Nobody is two things that would spoil each other: a copy is never a tunnel, a tunnel is never behind a redirect.
 */
import { type Random, randomOf } from '../kit/random.js';
import { pick, shuffle } from './draw.js';
import { type IslandShape, SECTIONS } from './island-shape.js';

export interface Tunnel {
  /** Islands, from 1. */
  readonly from: number;
  readonly to: number;
  /** Its 1–5 pages off the topic; the first is a hub or an ordinary page, the others are reached only through it. */
  readonly pages: readonly number[];
  readonly startsAtHub: boolean;
}

export interface IslandRoles {
  readonly hubs: readonly number[];
  readonly tunnels: readonly Tunnel[];
  /** 1 for tunnel pages behind the first: no other link leads there. */
  readonly isDark: Uint8Array;
  /** Page of which each is a near copy, −1 for none. */
  readonly copyOf: Int32Array;
  /** 1 for pages off the topic that hold one or two words of it. */
  readonly isDecoy: Uint8Array;
  /** 1 for pages that links reach through a redirect. */
  readonly isMoved: Uint8Array;
  /** 1 for pages in the folder that robots.txt closes. */
  readonly isClosed: Uint8Array;
}

export const LONGEST_TUNNEL = 5;
const HUB_PART = 0.01;
const COPY_PART = 0.03;
const DECOY_PART = 0.1;
const MOVED_PART = 0.025;
const CLOSED_PART = 0.03;
/** Pages at the beginning of an island that its navigation names. */
export const ISLAND_FRONT = 3;

const flagged = (count: number, pages: Iterable<number>): Uint8Array => {
  const flag = new Uint8Array(count);
  for (const page of pages) flag[page] = 1;
  return flag;
};

export function islandRoles(shape: IslandShape): IslandRoles {
  const random = randomOf(shape.options.seed).fork('roles');
  const count = shape.topicOf.length;
  const rest: number[] = [];
  for (const host of shape.hosts)
    for (let page = host.middle + 1 + SECTIONS; page < host.end; page++) rest.push(page);
  // Every taker cuts its pages off the end of the one shuffled list, so that no page is taken twice.
  const free = shuffle(random, rest);
  const take = (most: number): number[] => free.splice(Math.max(0, free.length - Math.round(most)));
  const hubs = take(Math.max(4, count * HUB_PART));
  const tunnels = makeTunnels(shape, random, { hubs, take });
  const off = count - shape.islandPages.reduce((sum, pages) => sum + pages.length, 0);
  const closed = take(off * CLOSED_PART);
  const copyOf = makeCopies(shape, random, take(count * COPY_PART * 2));
  const dark = tunnels.flatMap(({ pages }) => pages.slice(1));
  const lit = new Set(dark);
  const moved = [...free, ...shape.islandPages.flatMap(pages => pages.slice(ISLAND_FRONT))];
  const decoys = shape.hosts.flatMap(host => range(host.middle, host.end)).filter(page => !lit.has(page));
  return {
    hubs,
    tunnels,
    isDark: flagged(count, dark),
    copyOf,
    isDecoy: flagged(count, shuffle(random, decoys).slice(0, Math.round(off * DECOY_PART))),
    isMoved: flagged(count, shuffle(random, moved).slice(0, Math.round(count * MOVED_PART))),
    isClosed: flagged(count, closed),
  };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

interface TunnelParts {
  readonly hubs: readonly number[];
  readonly take: (most: number) => number[];
}

/** Two tunnels an island: one tree that reaches all islands from the first, then random pairs. */
function makeTunnels(shape: IslandShape, random: Random, { hubs, take }: TunnelParts): Tunnel[] {
  const { islands } = shape.options;
  const count = islands === 1 ? 0 : 2 * islands;
  const order = shuffle(random, range(2, islands + 1));
  const reached = [1];
  const lengths = shuffle(
    random,
    range(0, count).map(i => 1 + (i % LONGEST_TUNNEL)),
  );
  const atHub = shuffle(
    random,
    range(0, count).map(i => i % 2 === 0),
  );
  return lengths.map((length, i) => {
    const isTree = i < order.length;
    const from = isTree ? pick(random, reached) : 1 + random.below(islands);
    const to = isTree ? (order[i] as number) : 1 + ((from + random.below(islands - 1)) % islands);
    if (isTree) reached.push(to);
    const startsAtHub = atHub[i] as boolean;
    const pages = startsAtHub ? [pick(random, hubs), ...take(length - 1)] : take(length);
    return { from, to, pages, startsAtHub };
  });
}

/** Pairs pages of one topic, language and charset, or of one island, into originals and copies. */
function makeCopies(shape: IslandShape, random: Random, candidates: readonly number[]): Int32Array {
  const copyOf = new Int32Array(shape.topicOf.length).fill(-1);
  let left = Math.floor(candidates.length / 2);
  for (const pages of shape.islandPages) {
    const behind = shuffle(random, pages.slice(ISLAND_FRONT));
    for (let i = 0; i < Math.round(pages.length * COPY_PART); i++, left--)
      copyOf[behind[2 * i] as number] = behind[2 * i + 1] as number;
  }
  const waiting = new Map<string, number>();
  for (const page of candidates) {
    if (left <= 0) break;
    const host = shape.hosts[shape.hostOf[page] as number];
    const key = `${shape.topicOf[page]} ${host?.language} ${host?.isGbk}`;
    const original = waiting.get(key);
    if (original === undefined) waiting.set(key, page);
    else {
      copyOf[page] = original;
      waiting.delete(key);
      left--;
    }
  }
  return copyOf;
}
