/** One process of a schedule: begins or resumes the crawl as `app` does, with the ports of a world, and walks until it ends. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Keeper } from '../../src/app/keeper.js';
import { savableDelays, savableFence, savableLog, savableRandom } from '../../src/app/state.js';
import { outcome } from '../../src/contract/outcome.js';
import type { PacketShape } from '../../src/contract/packet.js';
import type { HostRow } from '../../src/contract/row.js';
import type { LogSink } from '../../src/contract/sink.js';
import type { Savable } from '../../src/contract/snapshot.js';
import type { Strategy } from '../../src/contract/strategy.js';
import { crawl } from '../../src/engine/crawl.js';
import { type LiveParts, listsOf, numbersOf, type Parts, type Road } from '../../src/engine/road.js';
import { Frontier } from '../../src/frontier/frontier.js';
import { LinkStore } from '../../src/frontier/link-store.js';
import { viewOf } from '../../src/frontier/view.js';
import { beginChain, type Chain, type JournalFolder, surveyChain } from '../../src/journal/chain.js';
import type { ArchiveCommit } from '../../src/journal/journal.js';
import { randomOf } from '../../src/kit/random.js';
import { sinkFrom } from '../../src/log/sink-from.js';
import { Politeness } from '../../src/polite/politeness.js';
import type { PolitenessSnapshot } from '../../src/polite/view.js';
import { hostOf } from '../../src/url/parts.js';
import { createScope } from '../../src/url/scope.js';
import { CRAWL, diskOf } from './schedule-disk.js';
import type { Plan } from './schedule-plan.js';
import { LiveLanes, StoredLanes, type Watch } from './schedule-reader.js';
import { Killed, type World } from './schedule-world.js';

const EXCLUDED = { code: outcome('OutOfScope').code, reason: 'exclude' };
/** An address that ends with it is asked for as a string. */
const THREE = 0x33;
const SNAPSHOT = /^snapshot-(\d+)\.bin$/;
/** Pages after which document frequencies have a new version. */
const NEW_VERSION = 6;

export interface Ended {
  readonly reason: string;
  /** Of the process: what it counted. */
  readonly tally: Readonly<Record<string, number>>;
  readonly hosts: readonly unknown[];
}

export interface Process {
  readonly world: World;
  readonly watch: Watch;
  readonly maxPages: number;
}

/** Runs until the crawl has a reason to stop. @throws what ended it before that. */
export async function runProcess({ world, watch, maxPages }: Process): Promise<Ended> {
  const files = { disk: diskOf(world), folder: CRAWL };
  const chain = surveyChain(files);
  const first = Math.max(0, ...files.disk.list(CRAWL).map(name => Number(SNAPSHOT.exec(name)?.[1] ?? 0)));
  world.goBackTo(chain === undefined ? 0 : (world.bases.get(first) as number) + chain.commits);
  const { from, eventsFrom } = world.log.cut(chain?.last?.seq ?? 0, chain?.wholeSeq ?? 0);
  const log = sinkFrom(world.log.sink, from, eventsFrom);
  try {
    const made = partsOf(world, { log, chain, files, watch, maxPages });
    try {
      const { reason, road } = await crawl(made.parts, {
        onSettled(walked) {
          made.keeper.tick(walked);
          world.checkRoad(walked);
        },
        rest(walked) {
          const resting = made.keeper.rest(walked);
          return resting && goingOn(world, resting);
        },
      });
      world.checkRoad(road);
      await goingOn(world, made.keeper.finish(road));
      const { tally } = road;
      const numbers = Object.entries(tally).filter(([, value]) => typeof value === 'number');
      return { reason, tally: Object.fromEntries(numbers), hosts: hostsOf(road) };
    } finally {
      made.keeper.close();
      made.links.close();
    }
  } finally {
    await log.close();
  }
}

/** The disk works on while main waits for it. */
async function goingOn(world: World, waiting: Promise<void>): Promise<void> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  waiting.then(end, end);
  for (let turns = 0; !isOver; turns++) {
    await undefined;
    if (turns % 8 === 7 && !isOver) world.rest();
  }
  await waiting;
}

function hostsOf(road: Road): HostRow[] {
  const { frontier } = road.parts;
  if ((road.gate?.laterCount ?? 0) === 0) {
    const slots = [...frontier.waitingSlots(), ...road.trips.keys()];
    const hosts = new Set(slots.map(slot => frontier.host(slot)));
    assert.equal(road.hosts.active, hosts.size, 'hosts are active whose links wait or are under way');
  }
  return [...road.hosts.rows()];
}

interface Opened {
  readonly log: LogSink;
  readonly chain: Chain | undefined;
  readonly files: JournalFolder;
  readonly watch: Watch;
  readonly maxPages: number;
}

interface Made {
  readonly parts: Parts;
  readonly keeper: Keeper;
  readonly links: LinkStore;
}

function partsOf(world: World, opened: Opened): Made {
  const { plan, clock } = world;
  const { chain, files } = opened;
  const savedLog = savableLog(opened.log);
  const { log } = savedLog;
  const random = randomOf(plan.crawlSeed).fork('crawl');
  const [strategyRandom, viewRandom] = [random.fork('strategy'), random.fork('view')];
  const moment = { seq: 0 };
  const strategy = plan.makeStrategy(strategyRandom, (kind, numbers) =>
    log.event({ seq: moment.seq, at: clock.now(), kind, numbers }),
  );
  const path = join(CRAWL, 'links.bin');
  const links = new LinkStore(
    chain?.snapshot === undefined ? files.disk.create(path) : files.disk.open(path),
  );
  const { columns = [], capacity = Number.POSITIVE_INFINITY } = strategy;
  const frontier = new Frontier({ columns, capacity, links });
  const shape = shapeOf(strategy, plan);
  const { snapshotAnswers } = plan;
  const rhythm = {
    ...plan.rhythm,
    snapshotAnswers,
    snapshotShare: 0,
    every: (listener: () => void) => world.every(listener),
  };
  const keeper = new Keeper(
    chain?.reopen() ?? beginChain(files, { startedMs: clock.now(), shape }),
    rhythm,
    plan.keepsPages ? () => syncSlowly(world) : undefined,
  );
  const seen = seenTable();
  const counting = { pages: 0, version: 0 };
  const fence = savableFence(fenceOf(world));
  const duplicates = exactDuplicates();
  const live = plan.isLive ? liveOf(world, chain) : undefined;
  const lent = { shape, find: seen.find, version: () => counting.version };
  const parts: Parts = {
    state: {
      ...{ links, seen, fence, duplicates, log: savedLog },
      random: savableRandom({ strategy: strategyRandom, view: viewRandom }),
      ...(live && { delays: savableDelays(live.politeness, () => clock.now()) }),
      frequency: {
        save: () => ({ facts: counting }),
        load: ({ facts }) => void Object.assign(counting, facts),
      },
    },
    strategy,
    frontier,
    viewOf: road => {
      world.road = road;
      return viewOf({
        frontier,
        random: viewRandom,
        inFlight: () => road.trips.size,
        prefetched: slot => road.prefetched.get(slot) ?? Number.NaN,
      });
    },
    seen,
    fence,
    duplicates,
    reader: plan.isLive ? new LiveLanes(world, opened.watch, lent) : new StoredLanes(world, lent),
    log,
    clock,
    hostOf,
    domainOf: host => host,
    fingerprintOf: url => world.printOf(url),
    seeds: plan.web.seeds,
    topicCount: 1,
    threshold: 0.5,
    window: plan.window,
    limits: {
      maxPages: opened.maxPages,
      maxBytes: Number.POSITIVE_INFINITY,
      maxTimeMs: Number.POSITIVE_INFINITY,
      maxPagesPerHost: plan.maxPagesPerHost,
      maxRedirects: 10,
    },
    live,
    linkRows: plan.linkRows,
    onSettled: (reading, _seq, kind) => {
      if (kind === 'adopted' || reading.terms.length === 0) return;
      counting.pages += 1 + ((reading.terms[1] as number) % 2);
      counting.version = Math.floor(counting.pages / NEW_VERSION);
    },
    onRow: seq => {
      moment.seq = seq;
    },
    journal: keeper.entries,
    past: chain?.past(),
    signal: world.abort?.signal,
  };
  return { parts, keeper, links };
}

/** Lanes that take their time to write, or end while they do. */
async function syncSlowly(world: World): Promise<ArchiveCommit | undefined> {
  const { life } = world;
  world.step();
  world.marked = world.facts();
  for (let turns = world.random.below(60); turns > 0; turns--) await undefined;
  if (world.life !== life) throw new Killed('another process runs');
  world.step();
  if (world.random.below(6) > 0) return { lengths: [], kept: [] };
  world.marked = undefined;
  return undefined;
}

const shapeOf = (strategy: Strategy, { linkRows, maxDepth }: Plan): PacketShape => ({
  numbers: [
    ...new Set([...numbersOf(strategy), ...(linkRows === 'none' ? [] : (['anchor', 'context'] as const))]),
  ],
  lists: listsOf(strategy),
  leavesOutKnown: linkRows !== 'all' && maxDepth === undefined,
});

function seenTable(): Parts['seen'] & Savable {
  const slots = new Map<number, number>();
  return {
    ...savableMap(slots),
    find: low => slots.get(low) ?? -1,
    insert: (low, _high, slot) => {
      const before = slots.get(low);
      if (before === undefined) slots.set(low, slot);
      return before ?? -1;
    },
  };
}

const savableMap = (map: Map<unknown, number>): Savable => ({
  save: () => ({ facts: map }),
  load({ facts }) {
    for (const [key, value] of facts as ReadonlyMap<unknown, number>) map.set(key, value);
  },
});

function exactDuplicates(): Parts['duplicates'] & Savable {
  const first = new Map<bigint, number>();
  return {
    ...savableMap(first),
    firstLike({ textHash }, seq) {
      const before = first.get(textHash);
      if (before === undefined) first.set(textHash, seq);
      return before ?? 0;
    },
  };
}

function fenceOf({ plan }: World): Parts['fence'] {
  const { scope: kind, maxDepth, web } = plan;
  const scope = createScope({ scope: kind, seeds: web.seeds, maxDepth });
  const isExcluded = (url: string, depth: number): boolean =>
    url.endsWith('/13') && !(depth === 0 && web.seeds.includes(url));
  return {
    check: (url, host, depth) => (isExcluded(url, depth) ? EXCLUDED : scope.check(url, host, depth)),
    letsPass: ({ bytes, from, to }, host, depth) =>
      bytes[to - 1] !== THREE && scope.letsPass({ bytes, from, to }, host, depth),
    addSeed: url => scope.addSeed(url),
    dependsOnDepth: maxDepth !== undefined,
  };
}

function liveOf({ plan, clock }: World, chain: Chain | undefined): LiveParts {
  const politeness = new Politeness(plan.polite);
  const before = chain?.last?.beside['politeness'] as PolitenessSnapshot | undefined;
  if (chain !== undefined)
    politeness.restore(before ?? { hosts: [], addresses: [], delays: [] }, clock.now());
  return {
    politeness,
    followsSitemaps: true,
    mostCrawlDelayMs: 30_000,
    mostRetryAfterMs: 600_000,
    robotsRetryMs: 1000,
    mostRetries: Number.POSITIVE_INFINITY,
    resolvesFirst: plan.resolvesFirst,
    wakeReader: () => {},
  };
}

/** Pages that ended because nobody could be reached. */
export const isUnreached = (code: number): boolean =>
  ['ConnectFailed', 'HostGone', 'RobotsUnreachable'].some(name => outcome(name).code === code);
