/** One process of a schedule: begins or resumes the crawl as `app` does, with the ports of a world, and walks until it ends. */
import assert from 'node:assert/strict';
import { Keeper } from '../../src/app/keeper.js';
import { outcome } from '../../src/contract/outcome.js';
import type { PacketShape } from '../../src/contract/packet.js';
import type { HostRow } from '../../src/contract/row.js';
import type { LogSink } from '../../src/contract/sink.js';
import type { Strategy } from '../../src/contract/strategy.js';
import { crawl } from '../../src/engine/crawl.js';
import { type LiveParts, listsOf, numbersOf, type Parts, type Road } from '../../src/engine/road.js';
import { Frontier } from '../../src/frontier/frontier.js';
import { LinkStore } from '../../src/frontier/link-store.js';
import { viewOf } from '../../src/frontier/view.js';
import {
  type ArchiveCommit,
  beginJournal,
  JOURNAL_FILE,
  type JournalWriter,
  pastOf,
  reopenJournal,
  type Survey,
  surveyJournal,
} from '../../src/journal/journal.js';
import type { AppendFile } from '../../src/kit/disk.js';
import { randomOf } from '../../src/kit/random.js';
import { sinkFrom } from '../../src/log/sink-from.js';
import { Politeness } from '../../src/polite/politeness.js';
import type { PolitenessSnapshot } from '../../src/polite/view.js';
import { hostOf } from '../../src/url/parts.js';
import { createScope } from '../../src/url/scope.js';
import { LiveLanes, StoredLanes, type Watch } from './schedule-reader.js';
import { Killed, type World } from './schedule-world.js';

const EXCLUDED = { code: outcome('OutOfScope').code, reason: 'exclude' };
/** An address that ends with it is asked for as a string. */
const THREE = 0x33;
const NO_SNAPSHOTS = { snapshotAnswers: Number.POSITIVE_INFINITY, snapshotShare: 0 };
/** Pages after which document frequencies have a new version. */
const NEW_VERSION = 6;

export interface Ended {
  readonly reason: string;
  /** Of the process: what it counted. */
  readonly tally: Readonly<Record<string, number>>;
  readonly hosts: readonly unknown[];
}

/** The journal's file, of which every append behind the first is a commit. */
function watched(world: World, file: AppendFile, commits: number): AppendFile {
  let count = commits;
  return {
    get length() {
      return file.length;
    },
    append(bytes) {
      const facts = world.marked ?? world.facts();
      world.marked = undefined;
      const at = file.append(bytes);
      if (count >= 0) world.commits.push(facts);
      count++;
      return at;
    },
    appended: bytes => file.appended(bytes),
    read: (at, into) => file.read(at, into),
    sync() {
      file.sync();
      world.syncedCommits = world.commits.length - 1;
    },
    async synced() {
      const { length } = world.commits;
      await file.synced();
      world.syncedCommits = Math.max(world.syncedCommits, length - 1);
    },
    truncate: length => file.truncate(length),
    close: () => file.close(),
  };
}

export interface Process {
  readonly world: World;
  readonly watch: Watch;
  readonly maxPages: number;
}

/** Runs until the crawl has a reason to stop. @throws what ended it before that. */
export async function runProcess({ world, watch, maxPages }: Process): Promise<Ended> {
  const bare = world.disk.open(JOURNAL_FILE);
  const survey = surveyJournal(bare);
  const commits = survey === undefined ? -1 : survey.next - 1;
  world.goBackTo(Math.max(0, commits));
  const file = watched(world, bare, commits);
  const isFirst = bare.length === 0;
  const from = isFirst ? 0 : world.log.cut(survey?.last?.seq ?? 0);
  const log = isFirst ? world.log.sink : sinkFrom(world.log.sink, from);
  try {
    const made = partsOf(world, { log, survey, file, watch, maxPages });
    try {
      const { reason, road } = await crawl(made.parts, {
        onSettled(walked) {
          made.keeper.tick(walked);
          world.checkRoad(walked);
        },
      });
      world.checkRoad(road);
      await made.keeper.finish(road);
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

function hostsOf(road: Road): HostRow[] {
  if (road.waiting + road.trips.size === 0)
    assert.equal(road.hosts.active, 0, 'a host has links, and no link waits');
  return [...road.hosts.rows()];
}

interface Opened {
  readonly log: LogSink;
  readonly survey: Survey | undefined;
  readonly file: AppendFile;
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
  const { log, survey } = opened;
  const random = randomOf(plan.crawlSeed).fork('crawl');
  const moment = { seq: 0 };
  const strategy = plan.makeStrategy(random.fork('strategy'), (kind, numbers) =>
    log.event({ seq: moment.seq, at: clock.now(), kind, numbers }),
  );
  const links = new LinkStore(world.disk.create('links.bin'));
  const { columns = [], capacity = Number.POSITIVE_INFINITY } = strategy;
  const frontier = new Frontier({ columns, capacity, links });
  const shape = shapeOf(strategy, plan.linkRows);
  const rhythm = { ...plan.rhythm, ...NO_SNAPSHOTS, every: (listener: () => void) => world.every(listener) };
  const keeper = new Keeper(
    writerOf(world, opened, shape),
    rhythm,
    plan.keepsPages ? () => syncSlowly(world) : undefined,
  );
  const seen = seenTable();
  const counting = { pages: 0, version: 0 };
  const lent = { shape, find: seen.find, version: () => counting.version };
  const parts: Parts = {
    strategy,
    frontier,
    viewOf: road => {
      world.road = road;
      return viewOf({
        frontier,
        random: random.fork('view'),
        inFlight: () => road.trips.size,
        prefetched: slot => road.prefetched.get(slot) ?? Number.NaN,
      });
    },
    seen,
    fence: fenceOf(world),
    duplicates: exactDuplicates(),
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
    live: plan.isLive ? liveOf(world, survey) : undefined,
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
    past: survey && pastOf(opened.file, survey),
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

function writerOf(world: World, { survey, file }: Opened, shape: PacketShape): JournalWriter {
  return survey === undefined
    ? beginJournal(file, { startedMs: world.clock.now(), shape })
    : reopenJournal(file, survey);
}

const shapeOf = (strategy: Strategy, linkRows: Parts['linkRows']): PacketShape => ({
  numbers: [
    ...new Set([...numbersOf(strategy), ...(linkRows === 'none' ? [] : (['anchor', 'context'] as const))]),
  ],
  lists: listsOf(strategy),
});

function seenTable(): Parts['seen'] {
  const slots = new Map<number, number>();
  return {
    find: low => slots.get(low) ?? -1,
    insert: (low, _high, slot) => {
      const before = slots.get(low);
      if (before === undefined) slots.set(low, slot);
      return before ?? -1;
    },
  };
}

function exactDuplicates(): Parts['duplicates'] {
  const first = new Map<bigint, number>();
  return {
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

function liveOf({ plan, clock }: World, survey: Survey | undefined): LiveParts {
  const politeness = new Politeness(plan.polite);
  const before = survey?.last?.beside['politeness'] as PolitenessSnapshot | undefined;
  if (survey !== undefined)
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
