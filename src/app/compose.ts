/** Which parts make this crawl? Builds every room once and hands them to the engine. */
import { isAbsolute, join } from 'node:path';
import type { LaneSetup } from '../../workers/lane-setup.js';
import type { CrawlHooks } from '../contract/crawl.js';
import type { Past } from '../contract/journal.js';
import type { PacketShape } from '../contract/packet.js';
import type { LogSink } from '../contract/sink.js';
import type { Savables } from '../contract/snapshot.js';
import type { Strategy } from '../contract/strategy.js';
import { listsOf, numbersOf, type Parts, type Road } from '../engine/road.js';
import { Frontier } from '../frontier/frontier.js';
import { LinkStore } from '../frontier/link-store.js';
import { viewOf } from '../frontier/view.js';
import { MeasureVersions } from '../graph/versions.js';
import type { Commit } from '../journal/journal.js';
import { createFingerprinter } from '../kernel/fingerprint.js';
import { createSeenTable } from '../kernel/seen.js';
import { SegmenterStore } from '../kernel/segmenter-store.js';
import { createWalk } from '../kernel/wang-landau.js';
import { systemClock } from '../kit/clock.js';
import { type Disk, realDisk } from '../kit/disk.js';
import { type Random, randomOf } from '../kit/random.js';
import type { PolitenessSnapshot } from '../polite/view.js';
import { CrawlFrequency } from '../text/crawl-frequency.js';
import { primaryTag } from '../text/language.js';
import { registrableDomainOf } from '../url/domain.js';
import { hostOf } from '../url/parts.js';
import { createScope } from '../url/scope.js';
import type { CrawlConfig } from './config.js';
import { duplicatesOf } from './duplicates.js';
import type { Keeper, SyncArchive } from './keeper.js';
import { archiveSetup, archivistOf } from './kept-pages.js';
import { openReadingRoom, type ReadingRoom } from './lanes.js';
import { livePartsOf, liveSetupOf } from './live.js';
import type { Prepared } from './prepare.js';
import { savableDelays, savableFence, savableFrequency, savableLog, savableRandom } from './state.js';
import { trainerOf } from './trainer.js';

const LINKS_FILE = 'links.bin';

export interface Composed {
  readonly parts: Parts;
  readonly keeper: Keeper;
  /** Ends the lanes; the stored web and the log belong to whoever opened them. */
  close(): Promise<void>;
}

export interface Given {
  readonly config: CrawlConfig;
  readonly prepared: Prepared;
  readonly log: LogSink;
  readonly hooks: CrawlHooks;
  /** Opens the journal; `shape` says what readings carry. */
  readonly keeperOf: (shape: PacketShape, sync: SyncArchive | undefined) => Keeper;
  readonly ceiling: () => string | undefined;
  readonly isShort?: () => boolean;
  /** Where the frontier keeps addresses. Default: the disk. */
  readonly disk?: Disk;
  /** Nothing is written: a road is only retraced. */
  readonly isPaper?: boolean;
  /** A crawl that is taken up again. */
  readonly resumed?: Resumed | undefined;
}

/** What its journal says. */
export interface Resumed {
  /** `onCommit` hears of each commit before its entries are told. */
  readonly pastOf: (onCommit: (commit: Commit) => void) => Past;
  readonly last: Commit | undefined;
  readonly isFromSnapshot: boolean;
}

export function compose(given: Given): Composed {
  const { config, prepared } = given;
  const archivist = archivistOf(given);
  const savedLog = savableLog(archivist?.log ?? given.log);
  const { log } = savedLog;
  const random = randomOf(config.randomSeed);
  const moment = { seq: 0 };
  const strategyRandom = random.fork('strategy');
  const strategy = makeStrategy({ ...given, log }, strategyRandom, moment);
  const { frontier, links } = openFrontier(given, strategy);
  const viewRandom = random.fork('view');
  const seen = createSeenTable({ announce: handle => room.moveSeen(handle) });
  const { frequency } = prepared;
  const counting = config.idf === 'crawl' ? new CrawlFrequency({ first: frequency }) : undefined;
  const shape = shapeOf(strategy, config);
  const keeper = given.keeperOf(shape, archivist && (seq => archivist.sync(seq)));
  const room = openReadingRoom({
    workers: config.workers,
    setup: {
      ...laneSetup(given, { shape, wantsTerms: counting !== undefined }),
      ...archiveSetup(given),
      seen: seen.handle,
      frequency: frequency.handle,
    },
    shape,
    onReplaced: (sentence, slot) => reportReplaced({ ...given, log }, sentence, { seq: moment.seq, slot }),
    ...{ archive: archivist?.events, model: config.own?.model },
  });
  if (archivist !== undefined) archivist.door = room.archive;
  const fence = savableFence(fenceOf(config, prepared));
  const duplicates = duplicatesOf();
  const measures = measuresOf(strategy, config);
  const live = prepared.web === undefined ? liveOf(given, () => room.wake()) : undefined;
  const state: Savables = {
    ...{ links, seen, fence, duplicates, log: savedLog },
    random: savableRandom({ strategy: strategyRandom, view: viewRandom }),
    ...(archivist && { archivist }),
    ...(live && { delays: savableDelays(live.politeness, () => systemClock.now()) }),
    ...(measures && { measures }),
    ...(counting && { frequency: savableFrequency(counting, ({ current }) => room.renew(current)) }),
  };
  const parts: Parts = {
    state,
    strategy,
    frontier,
    viewOf: road => view(road, viewRandom),
    measures,
    seen,
    fence,
    duplicates,
    reader: room.reader,
    log,
    archive: archivist,
    live,
    onRow: seq => {
      moment.seq = seq;
    },
    onSettled: (reading, _seq, kind) => {
      if (counting !== undefined && kind !== 'adopted') count(counting, reading.terms, room);
    },
    journal: keeper.entries,
    past: given.resumed?.pastOf(({ archive }) => archive && archivist?.recall(archive)),
    ...whatIsAsked(given),
  };
  return { parts, keeper, close: () => closeAll(room, links, keeper, measures) };
}

/** Only for a strategy that wants some. */
function measuresOf({ wants }: Strategy, { workers }: CrawlConfig): MeasureVersions | undefined {
  const names = wants?.measures ?? [];
  return names.length === 0 ? undefined : new MeasureVersions(names, trainerOf(workers));
}

/** What the person asked for, and what is the same in every crawl. */
function whatIsAsked({ config, prepared, hooks, ceiling, isShort }: Given) {
  const fingerprinter = createFingerprinter();
  return {
    fingerprintOf: (url: string) => fingerprinter.of(url),
    clock: systemClock,
    hostOf,
    domainOf: (host: string) => registrableDomainOf(host),
    seeds: prepared.seeds,
    topicCount: prepared.topics.views.length,
    threshold: prepared.threshold,
    window: prepared.web === undefined ? config.concurrency : 1,
    limits: limitsOf(config),
    linkRows: config.links,
    ceiling,
    isShort,
    signal: hooks.signal,
  } satisfies Partial<Parts>;
}

function openFrontier({ config, resumed, disk = realDisk }: Given, strategy: Strategy) {
  const path = join(config.out, LINKS_FILE);
  // A snapshot knows how many of its addresses to keep.
  const links = new LinkStore(resumed?.isFromSnapshot ? disk.open(path) : disk.create(path));
  const { columns = [], capacity = Number.POSITIVE_INFINITY } = strategy;
  return { links, frontier: new Frontier({ columns, capacity, links }) };
}

/** A full disk may let files close badly; lanes would keep the process alive. */
async function closeAll(
  { reader }: ReadingRoom,
  links: LinkStore,
  keeper: Keeper,
  measures: MeasureVersions | undefined,
): Promise<void> {
  keeper.stop();
  try {
    await measures?.close();
    await reader.close();
  } finally {
    links.close();
    keeper.close();
  }
}

/** Hosts are paced as before. */
function liveOf({ config, resumed }: Given, wake: () => void): Parts['live'] {
  const live = livePartsOf(config, wake);
  const before = resumed?.last?.beside['politeness'] as PolitenessSnapshot | undefined;
  if (resumed !== undefined)
    live.politeness.restore(before ?? { hosts: [], addresses: [], delays: [] }, systemClock.now());
  return live;
}

function makeStrategy({ prepared, log }: Given, random: Random, moment: { seq: number }): Strategy {
  return prepared.strategy.create({
    options: prepared.strategyOptions,
    random,
    topics: prepared.topics.views,
    kernels: { walk: createWalk },
    threshold: prepared.threshold,
    note: (kind, numbers) => log.event({ seq: moment.seq, at: systemClock.now(), kind, numbers }),
  });
}

/** Features that cross threads: what the strategy reads, and what rows of links show. */
const shapeOf = (strategy: Strategy, config: CrawlConfig): LaneSetup['shape'] => ({
  numbers: [
    ...new Set([
      ...numbersOf(strategy),
      ...(config.links === 'none' ? [] : (['anchor', 'context'] as const)),
    ]),
  ],
  lists: listsOf(strategy),
  leavesOutKnown: config.links !== 'all' && config.maxDepth === undefined,
});

function laneSetup(
  { config, prepared }: Given,
  { shape, wantsTerms }: Pick<LaneSetup, 'shape' | 'wantsTerms'>,
): Omit<LaneSetup, 'seen' | 'frequency'> {
  const { topics } = prepared;
  return {
    shape,
    wantsTerms,
    topicCount: topics.views.length,
    tidiesUrls: config.dropSessionIds,
    languages: config.languages.map(tag => primaryTag(tag) ?? tag),
    ...(prepared.web === undefined ? { live: liveSetupOf(config) } : { web: prepared.web.handle }),
    mostBodyBytes: config.maxBodyBytes,
    reader: config.reader,
    segmenter:
      config.segmenter === 'kernel'
        ? { kernel: SegmenterStore.open(topics.userWords).share }
        : { nodejieba: topics.userWords },
    model: isAbsolute(config.model) ? config.model : prepared.model.name,
    prepared: prepared.model.prepare(topics.views, { options: prepared.modelOptions }),
    kept: topics.kept,
    topicIds: topics.views[0]?.id ?? new Uint32Array(0),
  };
}

function reportReplaced(
  { log, hooks }: Given,
  text: string,
  { seq, slot }: { readonly seq: number; readonly slot: number },
): void {
  log.event({ seq, at: systemClock.now(), kind: 'lane-replaced', text, numbers: { slot } });
  hooks.onMessage?.({ level: 'warn', text });
}

const view = (road: Road, random: Random) =>
  viewOf({
    frontier: road.parts.frontier,
    random,
    inFlight: () => road.trips.size,
    prefetched: slot => road.prefetched.get(slot) ?? Number.NaN,
    measure: (name, slot) => road.parts.measures?.value(name, slot) ?? Number.NaN,
  });

function fenceOf(config: CrawlConfig, prepared: Prepared): Parts['fence'] {
  const { scope: kind, include, exclude, maxDepth } = config;
  const scope = createScope({ scope: kind, seeds: prepared.seeds, include, exclude, maxDepth });
  return {
    check: (url, host, depth) => scope.check(url, host, depth),
    letsPass: (address, host, depth) => scope.letsPass(address, host, depth),
    addSeed: url => scope.addSeed(url),
    dependsOnDepth: maxDepth !== undefined,
  };
}

const limitsOf = (config: CrawlConfig): Parts['limits'] => ({
  maxPages: config.maxPages ?? Number.POSITIVE_INFINITY,
  maxBytes: config.maxBytes ?? Number.POSITIVE_INFINITY,
  maxTimeMs: config.maxTimeMs ?? Number.POSITIVE_INFINITY,
  maxPagesPerHost: config.maxPagesPerHost ?? Number.POSITIVE_INFINITY,
  maxRedirects: config.maxRedirects,
});

function count(counting: CrawlFrequency, terms: Uint32Array, room: ReadingRoom): void {
  if (terms.length === 0) return;
  const next = counting.add(terms);
  if (next !== undefined) room.renew(next);
}
