/** Runs one crawl from configuration to end, or goes on with one: prepare, compose, walk, close the log, say how it went. */
import { join, resolve } from 'node:path';
import type { CrawlEnd, CrawlHooks } from '../contract/crawl.js';
import { exitCodeOf } from '../contract/crawl.js';
import type { PacketShape } from '../contract/packet.js';
import type { RunRow } from '../contract/row.js';
import type { LogSink } from '../contract/sink.js';
import { crawl } from '../engine/crawl.js';
import type { Road } from '../engine/road.js';
import { beginJournal, JOURNAL_FILE, pastOf, reopenJournal, surveyJournal } from '../journal/journal.js';
import { systemClock } from '../kit/clock.js';
import { type AppendFile, realDisk } from '../kit/disk.js';
import { openSink, reopenSink } from '../log/sink.js';
import { compose, type Given } from './compose.js';
import type { CrawlConfig } from './config.js';
import { Keeper } from './keeper.js';
import { checkPrint, keepConfig, keptConfig } from './kept-config.js';
import { lockDirectory } from './lock.js';
import { checkDirectory, claimDirectory } from './out.js';
import { type Prepared, prepare } from './prepare.js';
import { ProgressMeter } from './progress-meter.js';
import { shownConfig } from './shown-config.js';
import { checkTogether } from './together.js';
import { version } from './version.js';
import { webMessages } from './web-messages.js';

/**
 * Crawls. @throws {Fault} exit code 2 before anything is touched when the configuration cannot be used, 70 when the
 * fault is ours; the log is closed in both cases.
 */
export async function startCrawl(config: CrawlConfig, hooks: CrawlHooks = {}): Promise<CrawlEnd> {
  checkDirectory(config.out);
  const prepared = await prepare(config);
  try {
    for (const message of webMessages(prepared)) hooks.onMessage?.(message);
    const release = claimDirectory(config.out);
    try {
      keepConfig(config, prepared);
      const log = await openSink({ folder: config.out });
      const keeperOf = (shape: PacketShape): Keeper =>
        new Keeper(beginJournal(journalOf(config), { startedMs: systemClock.now(), shape }));
      return await walkAndClose({ config, prepared, log, hooks, keeperOf }, 1);
    } finally {
      release();
    }
  } finally {
    prepared.web?.close();
  }
}

/**
 * Goes on with the crawl in `folder`, however it ended: what was in flight is asked again, everything else stays as it was
 * at the last commit. `changes`: budgets and how to run. @throws {Fault} as startCrawl.
 */
export async function resumeCrawl(
  folder: string,
  changes: Partial<CrawlConfig> = {},
  hooks: CrawlHooks = {},
): Promise<CrawlEnd> {
  const { config, print } = keptConfig(resolve(folder), changes);
  checkTogether(config);
  const release = lockDirectory(config.out);
  try {
    const prepared = await prepare(config);
    try {
      checkPrint(prepared, print);
      return await goOn({ config, prepared, hooks });
    } finally {
      prepared.web?.close();
    }
  } finally {
    release();
  }
}

async function goOn(given: Pick<Given, 'config' | 'prepared' | 'hooks'>): Promise<CrawlEnd> {
  const { config } = given;
  const file = journalOf(config);
  const survey = surveyJournal(file);
  const { log, runs } = await reopenSink({ folder: config.out, lastSeq: survey?.last?.seq ?? 0 });
  const resumed = survey && { past: pastOf(file, survey), last: survey.last };
  const keeperOf = (shape: PacketShape): Keeper =>
    new Keeper(
      survey === undefined
        ? beginJournal(file, { startedMs: systemClock.now(), shape })
        : reopenJournal(file, survey),
    );
  return await walkAndClose({ ...given, log, keeperOf, resumed }, runs + 1);
}

const journalOf = ({ out }: CrawlConfig): AppendFile => realDisk.open(join(out, JOURNAL_FILE));

async function walkAndClose(given: Given, run: number): Promise<CrawlEnd> {
  try {
    return await walk(given, run);
  } finally {
    await given.log.close();
  }
}

async function walk(given: Given, run: number): Promise<CrawlEnd> {
  const { config, prepared, log, hooks } = given;
  const startedAt = systemClock.now();
  const meter = new ProgressMeter(config.maxPages, hooks.onProgress);
  const composed = compose(given);
  try {
    const start = { ...startRow(config, prepared, startedAt), run };
    log.run(start);
    writeTopics(log, prepared);
    const { reason, road } = await crawl(composed.parts, {
      onSettled(walked) {
        composed.keeper.tick(walked);
        meter.tick(walked);
      },
    });
    composed.keeper.commit(road);
    meter.end(road);
    const politeness = composed.parts.live?.politeness;
    for (const row of road.hosts.rows(politeness && (id => politeness.view(id)))) log.host(row);
    log.run({ ...start, ...endRow(road, reason) });
    return endOf(road, reason, { directory: config.out, startedAt, threshold: prepared.threshold });
  } finally {
    meter.close();
    await composed.close();
  }
}

function startRow(config: CrawlConfig, prepared: Prepared, startedAt: number): RunRow {
  return {
    run: 1,
    started_at: startedAt,
    version,
    node_version: process.versions.node,
    config: shownConfig(config),
    random_seed: config.randomSeed,
    strategy: prepared.strategy.name,
    model: prepared.model.name,
    topic: prepared.topics.views.map(topic => topic.name).join(', '),
    threshold: prepared.threshold,
    window: prepared.web === undefined ? config.concurrency : 1,
    workers: config.workers,
    seeds: prepared.seeds.length,
  };
}

function endRow(road: Road, reason: string): Partial<RunRow> {
  const { tally } = road;
  const { user, system } = process.cpuUsage();
  return {
    ended_at: systemClock.now(),
    stop_reason: reason,
    pages: tally.pages,
    relevant: tally.relevant,
    bytes: tally.bytes,
    links_found: tally.linksFound,
    entered: tally.entered,
    waiting: road.waiting,
    declined: tally.declined,
    evicted: tally.evicted,
    out_of_scope: tally.outOfScope,
    traps: tally.traps,
    bad_urls: tally.badUrls,
    nofollow: tally.nofollow,
    cpu_ms: (user + system) / 1000,
    log_blocked_ms: road.parts.log.blockedMs,
  };
}

function writeTopics(log: LogSink, prepared: Prepared): void {
  prepared.topics.views.forEach((topic, number) => {
    log.topic({
      topic: number,
      since_seq: 0,
      name: topic.name,
      languages: topic.languages.join(','),
      terms: Object.fromEntries(topic.terms.map(({ text, weight }) => [text, weight])),
    });
  });
}

function endOf(
  road: Road,
  reason: string,
  run: { directory: string; startedAt: number; threshold: number },
): CrawlEnd {
  const { tally } = road;
  return {
    stopReason: reason,
    exitCode: exitCodeOf(reason),
    pages: tally.pages,
    relevant: tally.relevant,
    threshold: run.threshold,
    harvest: tally.harvest,
    averageRelevance: tally.averageRelevance,
    deviation: tally.deviation,
    outcomes: Object.fromEntries(tally.outcomes),
    bytes: tally.bytes,
    durationMs: systemClock.now() - run.startedAt,
    directory: run.directory,
  };
}
