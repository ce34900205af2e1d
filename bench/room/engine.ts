/**
 * What a page costs the thread that decides, by part, with lanes that cost nothing (DESIGN §9: at most 40 µs at 50 links of
 * which 10 are new: message and row 10, seen and fence 5, strategy 15, frontier and politeness 10).
 *
 * `whole` is the loop of a crawl of a stored web as it is by default, with best-first: packets that another thread sends,
 * duplicates, rows of pages and admitted links to the log's thread, journal with its commits. What keeping pages and the
 * politeness of the live web cost beside is not in it (`bench room polite`). A part is measured by taking it out.
 * `a message a page`: packets come one by one, as from lanes that main waits for. `shark`: with a strategy that keeps two
 * columns and rescores known links.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { duplicatesOf } from '../../src/app/duplicates.js';
import { Keeper } from '../../src/app/keeper.js';
import { defaultsOf } from '../../src/contract/option.js';
import { unpackReading } from '../../src/contract/packet.js';
import type { LogSink } from '../../src/contract/sink.js';
import type { Strategy } from '../../src/contract/strategy.js';
import type { Reading } from '../../src/contract/visit.js';
import { crawl } from '../../src/engine/crawl.js';
import type { Fence, Parts } from '../../src/engine/road.js';
import { Frontier } from '../../src/frontier/frontier.js';
import { LinkStore } from '../../src/frontier/link-store.js';
import { viewOf } from '../../src/frontier/view.js';
import { beginJournal } from '../../src/journal/journal.js';
import { createSeenTable } from '../../src/kernel/seen.js';
import { createWalk } from '../../src/kernel/wang-landau.js';
import { systemClock } from '../../src/kit/clock.js';
import { realDisk } from '../../src/kit/disk.js';
import { randomOf } from '../../src/kit/random.js';
import { openSink } from '../../src/log/sink.js';
import { bestFirst } from '../../src/strategy/best-first.js';
import { shark } from '../../src/strategy/shark.js';
import { registrableDomainOf } from '../../src/url/domain.js';
import { hostOf } from '../../src/url/parts.js';
import { createScope } from '../../src/url/scope.js';
import { pagesOf, SHAPE } from '../thread/engine-pages.js';
import { NullLanes, ReadyReadings } from '../thread/null-reader.js';

/** Packets in a message of busy lanes. */
const BATCH = 8;

/** Which parts do real work. */
export interface Switches {
  /** Packets in a message; 0 = readings are there before. */
  readonly message: number;
  readonly row: boolean;
  readonly journal: boolean;
  readonly fence: boolean;
  readonly strategy: 'best-first' | 'shark' | 'none';
}

export const ALL: Switches = {
  message: BATCH,
  row: true,
  journal: true,
  fence: true,
  strategy: 'best-first',
};

const nullSink = (): LogSink => ({
  run() {},
  page() {},
  link() {},
  links() {},
  host() {},
  robots() {},
  topic() {},
  relevance() {},
  event() {},
  isFull: false,
  blockedMs: 0,
  async drained() {},
  async flush() {},
  async close() {},
});

const constant: Strategy = {
  offer(_page, links, out) {
    out.score.fill(0.5, 0, links.count);
  },
  reoffer() {},
};

const around = { random: randomOf(1), topics: [], threshold: 0.5, kernels: { walk: createWalk }, note() {} };

function strategyOf(name: Switches['strategy']): Strategy {
  if (name === 'best-first') return bestFirst.create({ ...around, options: defaultsOf(bestFirst.options) });
  if (name === 'shark') return shark.create({ ...around, options: defaultsOf(shark.options) });
  return constant;
}

const OPEN: Fence = {
  dependsOnDepth: false,
  addSeed: () => {},
  check: () => ({ code: 0, reason: '' }),
  letsPass: () => true,
};

function realFence(): Fence {
  const scope = createScope({ scope: 'any', seeds: [] });
  return {
    dependsOnDepth: false,
    addSeed: () => {},
    check: (url, host, depth) => scope.check(url, host, depth),
    letsPass: (address, host, depth) => scope.letsPass(address, host, depth),
  };
}

/** Processor time of this thread where Linux tells it, else time in which its event loop was busy, ms. */
function threadMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.eventLoopUtilization().active;
  }
}

/** What a crawl needs and gives back afterwards. */
interface Opened {
  readonly parts: Parts;
  readonly onSettled?: Parameters<typeof crawl>[1] & {};
  close(): Promise<void>;
}

type ReaderSource = () => NullLanes | ReadyReadings;

async function openParts(pages: number, on: Switches, readerOf: ReaderSource): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'dowser-bench-'));
  const log = on.row ? await openSink({ folder }) : nullSink();
  const shape = { numbers: [...SHAPE.numbers], lists: [] };
  const writer = beginJournal(realDisk.open(join(folder, 'journal.bin')), { startedMs: 0, shape });
  const keeper = on.journal ? new Keeper(writer) : undefined;
  const strategy = strategyOf(on.strategy);
  const links = new LinkStore(realDisk.create(join(folder, 'links.bin')));
  const frontier = new Frontier({
    columns: strategy.columns ?? [],
    capacity: Number.POSITIVE_INFINITY,
    links,
  });
  const seen = createSeenTable();
  const reader = readerOf();
  const parts: Parts = {
    ...{ strategy, frontier, reader, log },
    viewOf: road =>
      viewOf({
        frontier,
        random: randomOf(1),
        inFlight: () => road.trips.size,
        prefetched: () => Number.NaN,
      }),
    seen: {
      find: (low, high) => seen.find(low, high),
      insert: (low, high, slot) => seen.insert(low, high, slot),
    },
    fence: on.fence ? realFence() : OPEN,
    duplicates: duplicatesOf(),
    clock: systemClock,
    hostOf,
    domainOf: registrableDomainOf,
    fingerprintOf: () => ({ low: 1, high: 1 }),
    seeds: ['http://host0.example/'],
    topicCount: 1,
    threshold: 0.5,
    window: 1,
    limits: {
      maxPages: pages,
      maxBytes: Number.POSITIVE_INFINITY,
      maxTimeMs: Number.POSITIVE_INFINITY,
      maxPagesPerHost: Number.POSITIVE_INFINITY,
      maxRedirects: 10,
    },
    linkRows: 'admitted',
    ...(keeper && { journal: keeper.entries }),
    signal: undefined,
  };
  return {
    parts,
    onSettled: { onSettled: road => keeper?.tick(road) },
    async close() {
      await reader.close();
      await log.close();
      links.close();
      if (keeper === undefined) writer.close();
      else keeper.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export interface EngineBench {
  /** Microseconds of this thread a page. */
  round(): Promise<number>;
  close(): Promise<void>;
}

/** One variant, in this thread. */
export function openBench(pages: number, on: Switches): EngineBench {
  const readings: Reading[] =
    on.message > 0 ? [] : pagesOf(pages).map(packet => unpackReading(packet, SHAPE));
  const lane =
    on.message > 0
      ? new Worker(new URL('../thread/null-lane.js', import.meta.url), { workerData: { pages } })
      : undefined;
  const readerOf: ReaderSource = () =>
    lane === undefined ? new ReadyReadings(readings) : new NullLanes(lane, on.message);
  return {
    async round() {
      const opened = await openParts(pages, on, readerOf);
      const before = threadMs();
      await crawl(opened.parts, opened.onSettled);
      const spentMs = threadMs() - before;
      await opened.close();
      return (spentMs * 1000) / pages;
    },
    async close() {
      await lane?.terminate();
    },
  };
}

export interface EngineCost {
  readonly [part: string]: number;
}

const VARIANTS: Readonly<Record<string, Switches>> = {
  whole: ALL,
  'without message': { ...ALL, message: 0 },
  'without row': { ...ALL, row: false },
  'without journal': { ...ALL, journal: false },
  'without fence': { ...ALL, fence: false },
  'without strategy': { ...ALL, strategy: 'none' },
  'a message a page': { ...ALL, message: 1 },
  shark: { ...ALL, strategy: 'shark' },
  bare: { message: 0, row: false, journal: false, fence: false, strategy: 'none' },
};

function openThread(pages: number, on: Switches): Worker {
  return new Worker(new URL('../thread/engine.js', import.meta.url), { workerData: { pages, on } });
}

/** Cost of one more round in the thread. */
async function ask(thread: Worker): Promise<number> {
  thread.postMessage('round');
  const [cost] = (await once(thread, 'message')) as [number];
  return cost;
}

/** Medians of interleaved rounds, µs of the thread that decides a page; the first round of each is not counted. */
export async function benchEngine(rounds: number, pages = 5000): Promise<EngineCost> {
  const threads = Object.entries(VARIANTS).map(([name, on]) => ({ name, thread: openThread(pages, on) }));
  const measured: Record<string, number[]> = {};
  for (let round = 0; round <= rounds; round++) {
    for (const { name, thread } of threads) {
      const cost = await ask(thread);
      measured[name] = round === 0 ? [] : [...(measured[name] ?? []), cost];
    }
  }
  for (const { thread } of threads) await thread.terminate();
  const median = (name: string): number =>
    (measured[name] as number[]).sort((a, b) => a - b)[rounds >> 1] as number;
  const whole = median('whole');
  const without = (part: string): number => whole - median(`without ${part}`);
  return {
    whole,
    message: without('message'),
    row: without('row'),
    journal: without('journal'),
    fence: without('fence'),
    strategy: without('strategy'),
    'seen, frontier and loop': median('bare'),
    'whole with a message a page': median('a message a page'),
    'whole with shark': median('shark'),
  };
}
