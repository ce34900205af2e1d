/** The walk itself, of a crawl that begins or goes on: compose, crawl, close the log, say how it went. */

import { buildIndex } from '../archive/build-index.js';
import type { CrawlEnd } from '../contract/crawl.js';
import { exitCodeOf } from '../contract/crawl.js';
import type { RunRow } from '../contract/row.js';
import type { LogSink } from '../contract/sink.js';
import { crawl } from '../engine/crawl.js';
import type { Road } from '../engine/road.js';
import { systemClock } from '../kit/clock.js';
import { realDisk } from '../kit/disk.js';
import { asPause, Ceilings } from './ceilings.js';
import { compose, type Given } from './compose.js';
import type { CrawlConfig } from './config.js';
import { archiveFolder, keepsOf } from './kept-pages.js';
import type { Prepared } from './prepare.js';
import { ProgressMeter } from './progress-meter.js';
import { shownConfig } from './shown-config.js';
import { version } from './version.js';

/** Everything but the ceilings, which are set here. */
export type Walkable = Omit<Given, 'ceiling' | 'isShort'>;

/** Walks and closes the log. `run`: its number in the table of runs. @throws {Fault} 75 when the disk is full. */
export async function walkAndClose(given: Walkable, run: number): Promise<CrawlEnd> {
  const { maxMemory, maxDisk, out } = given.config;
  const ceilings = new Ceilings({ folder: out, maxMemory, maxDisk }, systemClock);
  try {
    try {
      ceilings.reserve();
      const limits = { ceiling: () => ceilings.reached(), isShort: () => ceilings.isShort };
      const end = await walk({ ...given, ...limits }, run);
      if (keepsOf(given.config) !== 'none')
        await buildIndex({ disk: realDisk, folder: archiveFolder(given.config) });
      return end;
    } finally {
      ceilings.release();
      await given.log.close();
    }
  } catch (error) {
    throw asPause(error);
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
      rest: walked => composed.keeper.rest(walked),
    });
    await composed.keeper.finish(road);
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
