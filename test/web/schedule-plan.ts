/** What one seed stands for: a web, how it is crawled, and what happens to the crawl. */

import { strategies } from '../../src/app/registry.js';
import { defaultsOf } from '../../src/contract/option.js';
import type { Strategy, StrategyEntry } from '../../src/contract/strategy.js';
import type { VisitLinks } from '../../src/contract/visit.js';
import { createWalk } from '../../src/kernel/wang-landau.js';
import { type Random, randomOf } from '../../src/kit/random.js';
import type { PolitenessOptions } from '../../src/polite/pace.js';
import type { ScopeKind } from '../../src/url/scope.js';
import { type RandomWeb, randomWeb } from './random-web.js';

export type TroubleKind =
  /** The power goes. */
  | 'cut'
  /** kill -9. */
  | 'kill'
  /** SIGTERM. */
  | 'stop'
  /** The disk is full. */
  | 'full'
  /** The crawl was started with a smaller budget. */
  | 'budget';

export interface Trouble {
  readonly kind: TroubleKind;
  /** When, in [0, 1] of the steps of a crawl that nothing happens to; above: never. */
  readonly at: number;
  /** How long nobody crawls, ms. */
  readonly pauseMs: number;
}

type Note = (kind: string, numbers: Readonly<Record<string, number>>) => void;

export interface Plan {
  /** Of the web and of how it is crawled: so many schedules in a row share both. */
  readonly crawlSeed: number;
  /** Of what happens to the crawl. */
  readonly seed: number;
  readonly web: RandomWeb;
  /** Fingerprints of addresses and texts: numbers in the order in which they were met. */
  readonly prints: Map<string, number>;
  /** What pages, site maps and robots.txt say of their links, once made. */
  readonly found: Map<readonly string[], VisitLinks>;
  readonly isLive: boolean;
  /** Ends of pages may depend on the time at which they are asked. */
  readonly isOdd: boolean;
  readonly strategyName: string;
  readonly makeStrategy: (random: Random, note: Note) => Strategy;
  readonly maxPages: number;
  readonly maxPagesPerHost: number;
  readonly maxDepth: number | undefined;
  readonly scope: ScopeKind;
  readonly window: number;
  readonly linkRows: 'none' | 'admitted' | 'all';
  readonly polite: Partial<PolitenessOptions>;
  readonly resolvesFirst: boolean;
  readonly rhythm: { readonly mostAnswers: number; readonly mostBytes: number };
  /** Answers after which the crawl rests for a snapshot. */
  readonly snapshotAnswers: number;
  /** Commits wait until lanes have written what they keep. */
  readonly keepsPages: boolean;
  /** Lanes that die, live. */
  readonly laneDeaths: number;
  readonly troubles: readonly Trouble[];
}

interface Way {
  readonly name: string;
  /** On the live web the set of pages that it fetches does not depend on their order. */
  readonly takesAll: boolean;
  readonly make: (random: Random, note: Note) => Strategy;
}

const TAKE_ALL: ReadonlySet<string> = new Set(['breadth-first', 'best-first', 'eq9']);

const shipped = (entry: StrategyEntry, options: Record<string, unknown> = {}): Way => ({
  name: entry.name,
  takesAll: TAKE_ALL.has(entry.name) && Object.keys(options).length === 0,
  make: (random, note) =>
    entry.create({
      options: { ...defaultsOf(entry.options), ...options } as never,
      random,
      topics: [],
      kernels: { walk: createWalk },
      threshold: 0.5,
      note,
    }),
});

/** Draws what it takes, tells what it does, and may hold few. */
const tossing = (capacity: number | undefined): Way => ({
  name: 'tossing',
  takesAll: false,
  make: (random, note) => ({
    reads: ['anchor'],
    columns: ['toss'],
    ...(capacity === undefined ? {} : { capacity }),
    settle: end => note('settled', { slot: end.slot, seq: end.seq }),
    offer(_page, links, out) {
      for (let i = 0; i < links.count; i++) {
        if (random.below(20) === 0) continue;
        out.score[i] = random.next() + (links.number.anchor[i] as number);
        (out.column['toss'] as Float64Array)[i] = out.score[i] as number;
      }
    },
    choose(view, out) {
      if (view.size === 0) return;
      const [slot = -1] = random.below(2) === 0 ? view.sample(1) : view.best(1);
      const [region] = view.regions('host');
      note('chose', { slot, best: region?.best ?? -1, size: view.size });
      if (slot < 0) out.wait();
      else if (Number.isNaN(view.prefetched(slot)) && random.below(4) === 0) out.prefetch(slot);
      else out.fetch(slot);
    },
  }),
});

const bounded = (way: Way, capacity: number): Way => ({
  name: `${way.name} of ${capacity}`,
  takesAll: false,
  make: (random, note) => ({ ...way.make(random, note), capacity }),
});

const WAYS: readonly Way[] = strategies.flatMap(entry => {
  const way = shipped(entry);
  return entry.name === 'best-first'
    ? [way, shipped(entry, { relMode: 'target' }), bounded(way, 6), tossing(undefined), tossing(9)]
    : [way];
});

const chance = (random: Random, percent: number): boolean => random.below(100) < percent;

function troublesOf(random: Random): Trouble[] {
  const kinds = ['cut', 'kill', 'kill', 'cut', 'stop', 'full', 'budget'] as const;
  return Array.from({ length: 1 + random.below(4) }, () => ({
    kind: kinds[random.below(kinds.length)] as TroubleKind,
    // Now and then a second one follows at once, also while the road is walked again.
    at: chance(random, 30) ? random.next() / 10 : random.next(),
    pauseMs: chance(random, 50) ? random.below(20) : random.below(200_000),
  }));
}

function politeOf(random: Random, isOdd: boolean): Partial<PolitenessOptions> {
  const patient = isOdd
    ? { giveUpAfter: 1 + random.below(3), giveUpAfterRefusals: 1 + random.below(6) }
    : { giveUpAfter: 1000, giveUpAfterRefusals: 1000 };
  return {
    delayMs: [0, 100, 700][random.below(3)] as number,
    perHostConcurrency: chance(random, 25) ? 2 : 1,
    isAdaptive: chance(random, 50),
    firstBackoffMs: 300,
    ...patient,
    ...(chance(random, 20) ? { perIpDelayMs: 150, perIpConcurrency: 1 + random.below(2) } : {}),
  };
}

/** Schedules that happen to one crawl, so that it is walked undisturbed only once. */
const SCHEDULES_A_CRAWL = 4;

export function planOf(seed: number): Plan {
  const crawlSeed = Math.floor(seed / SCHEDULES_A_CRAWL);
  const plan = crawlSeed === last?.crawlSeed ? last : crawlOf(crawlSeed);
  last = plan;
  const random = randomOf(seed).fork('troubles');
  return {
    ...plan,
    seed,
    laneDeaths: plan.isLive && chance(random, 25) ? 1 + random.below(plan.web.isOdd ? 4 : 2) : 0,
    troubles: troublesOf(random),
    snapshotAnswers: chance(random, 60) ? 1 + random.below(20) : Number.POSITIVE_INFINITY,
  };
}

let last: Plan | undefined;

/** A crawl to which nothing happens. */
function crawlOf(seed: number): Plan {
  const random = randomOf(seed).fork('plan');
  const isLive = chance(random, 55);
  const isOdd = chance(random, 35);
  const way = WAYS[random.below(WAYS.length)] as Way;
  const polite = politeOf(random, isOdd);
  const isBudgeted = chance(random, 30);
  return {
    crawlSeed: seed,
    seed,
    web: randomWeb(random, { isLive, isOdd }),
    prints: new Map(),
    found: new Map(),
    isLive,
    isOdd: isOdd || isBudgeted || !way.takesAll,
    strategyName: way.name,
    makeStrategy: way.make,
    maxPages: isBudgeted ? 1 + random.below(20) : Number.POSITIVE_INFINITY,
    maxPagesPerHost: isOdd && chance(random, 40) ? 1 + random.below(6) : Number.POSITIVE_INFINITY,
    maxDepth: isOdd && chance(random, 40) ? 1 + random.below(3) : undefined,
    scope: isOdd ? (['any', 'host', 'domain'] as const)[random.below(3)]! : 'any',
    window: isLive ? 1 + random.below(8) : 1,
    linkRows: (['none', 'admitted', 'all'] as const)[random.below(3)]!,
    polite,
    resolvesFirst: polite.perIpDelayMs !== undefined,
    rhythm: { mostAnswers: 1 + random.below(12), mostBytes: 1 << (10 + random.below(8)) },
    keepsPages: chance(random, 40),
    snapshotAnswers: Number.POSITIVE_INFINITY,
    laneDeaths: 0,
    troubles: [],
  };
}
