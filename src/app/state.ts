/** What else belongs into a snapshot: state of the parts that only this composition knows. */

import type { EventRow } from '../contract/row.js';
import type { LogSink } from '../contract/sink.js';
import type { Savable } from '../contract/snapshot.js';
import type { Fence } from '../engine/road.js';
import type { Random } from '../kit/random.js';
import { sinkAround } from '../log/sink-around.js';
import type { Politeness } from '../polite/politeness.js';
import type { PolitenessSnapshot } from '../polite/view.js';
import type { CrawlFrequency } from '../text/crawl-frequency.js';

/**
 * The log keeps its rows itself, and those before a snapshot come no second time; but events behind its last row may have been
 * noted on both sides of it.
 */
export function savableLog(log: LogSink): { readonly log: LogSink } & Savable {
  let last: EventRow[] = [];
  const event = (row: EventRow): void => {
    if (last[0]?.seq !== row.seq) last = [];
    last.push(row);
    log.event(row);
  };
  return {
    log: sinkAround(log, { event }),
    save: () => ({ facts: last }),
    load({ facts }) {
      for (const row of facts as readonly EventRow[]) event(row);
    },
    synced: () => log.flush(),
  };
}

export const savableRandom = (streams: Readonly<Record<string, Random>>): Savable => ({
  save: () => ({
    facts: Object.fromEntries(Object.entries(streams).map(([name, random]) => [name, random.snapshot()])),
  }),
  load({ facts }) {
    for (const [name, state] of Object.entries(facts as Record<string, readonly number[]>))
      streams[name]?.restore(state);
  },
});

/** A fence that remembers the places that seeds redirected to. */
export function savableFence(fence: Fence): Fence & Savable {
  const added: string[] = [];
  const addSeed = (url: string): void => {
    added.push(url);
    fence.addSeed(url);
  };
  return {
    check: (url, host, depth) => fence.check(url, host, depth),
    letsPass: (address, host, depth) => fence.letsPass?.(address, host, depth) ?? false,
    dependsOnDepth: fence.dependsOnDepth,
    addSeed,
    save: () => ({ facts: added }),
    load({ facts }) {
      for (const url of facts as readonly string[]) addSeed(url);
    },
  };
}

/** Everything else about hosts is in every commit. */
export const savableDelays = (politeness: Politeness, now: () => number): Savable => ({
  save: () => ({ facts: politeness.snapshot(now()).delays }),
  load({ facts }) {
    for (const [host, ms] of facts as PolitenessSnapshot['delays']) politeness.setDelay(host, ms, now());
  },
});

/** `renew` hands the version of then to the lanes. */
export const savableFrequency = (
  counting: CrawlFrequency,
  renew: (counting: CrawlFrequency) => void,
): Savable => ({
  save: () => counting.save(),
  load(saved) {
    counting.load(saved);
    renew(counting);
  },
});
