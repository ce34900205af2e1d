/** What lanes of the live web are made of, for tests: loopback allowed, short limits, a topic and a model of the product. */
import type { TestContext } from 'node:test';
import { models } from '../../models/index.js';
import { optionsOf } from '../../src/app/set.js';
import { loadTopics } from '../../src/app/topics.js';
import type { ModelEntry } from '../../src/contract/model.js';
import { outcome, outcomeOf } from '../../src/contract/outcome.js';
import { type Reading, UNASKED, type Visit } from '../../src/contract/visit.js';
import { LIMITS, type Limits } from '../../src/fetch/options.js';
import { createSeenTable } from '../../src/kernel/seen.js';
import { SegmenterStore } from '../../src/kernel/segmenter-store.js';
import { loadBackground } from '../../src/text/background.js';
import { type LaneSetup, openLane } from '../../workers/lane-setup.js';
import type { LiveHooks, LivePages, LiveSetup } from '../../workers/live-pages.js';
import { LOOPBACK } from './fetchers.js';

const QUICK: Limits = { ...LIMITS, dnsMs: 1500, connectMs: 1500, headMs: 1500, totalMs: 3000, idleMs: 500 };

export interface LiveChoice extends Partial<Omit<LiveSetup, 'fetch'>> {
  readonly fetch?: Partial<LiveSetup['fetch']>;
  readonly lane?: Partial<LaneSetup>;
}

/** The set-up of a lane that judges by the topic "flood-warning"; `limits` of its fetcher are short. */
export function liveSetup({ fetch, lane, ...live }: LiveChoice = {}): LaneSetup {
  const frequency = loadBackground();
  const topics = loadTopics(['flood-warning'], 'kernel', frequency);
  const model = models[0] as ModelEntry;
  return {
    shape: { numbers: ['anchor', 'urlMatch', 'sameHost', 'position'], lists: ['urlTerms', 'anchorTerms'] },
    topicCount: 1,
    tidiesUrls: false,
    languages: [],
    wantsTerms: false,
    mostBodyBytes: 100_000,
    reader: 'wasm',
    segmenter: { kernel: SegmenterStore.open(topics.userWords).share },
    seen: createSeenTable().handle,
    frequency: frequency.handle,
    model: model.name,
    prepared: model.prepare(topics.views, { options: optionsOf(model.name, model.options, {}) }),
    kept: topics.kept,
    topicIds: topics.views[0]?.id ?? new Uint32Array(0),
    live: {
      token: 'testbot',
      obeysRobots: false,
      tellsSends: false,
      ...live,
      fetch: {
        userAgent: 'testbot/1.0',
        allowPrivate: LOOPBACK,
        ...fetch,
        limits: { ...QUICK, ...fetch?.limits },
      },
    },
    ...lane,
  };
}

/** Pages of the live web on this thread; closed when the test ends. */
export function livePages(t: TestContext, choice: LiveChoice = {}, hooks: LiveHooks = {}): LivePages {
  const { live } = openLane(liveSetup(choice), 1, hooks);
  t.after(() => (live as LivePages).close());
  return live as LivePages;
}

/** A visit of an address; slot 7 unless it is said otherwise. */
export const visitOf = (url: string, more: Partial<Visit> = {}): Visit => ({
  slot: 7,
  url,
  level: 0,
  ...more,
});

/** Name of a reading's outcome, also of those that no row has. */
export function endOf({ outcome: code, status }: Pick<Reading, 'outcome' | 'status'>): string {
  if (code === UNASKED.needsRobots) return 'needsRobots';
  if (code === UNASKED.freed) return 'freed';
  return code === outcome('HttpError').code ? `HttpError ${status}` : outcomeOf(code).name;
}

/** Addresses of a reading's links. */
export const linksOf = ({ links }: Pick<Reading, 'links'>): string[] =>
  Array.from({ length: links.count }, (_, i) => links.url(i));
