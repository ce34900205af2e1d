/**
 * What a page costs the main thread, by part, with lanes that cost nothing (DESIGN §9: at most 40 µs at 50 links of which
 * 10 are new: message and row 10, seen and fence 5, strategy 15, frontier and politeness 10).
 * Each part is timed by taking it out: whole engine, then the engine with a part replaced by one that does nothing.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { defaultsOf } from '../../src/contract/option.js';
import { outcome } from '../../src/contract/outcome.js';
import { type Packet, packReading, unpackReading } from '../../src/contract/packet.js';
import type { LogSink } from '../../src/contract/sink.js';
import type { Strategy } from '../../src/contract/strategy.js';
import { blankReading, type Reading, type Visit } from '../../src/contract/visit.js';
import { crawl } from '../../src/engine/crawl.js';
import type { Parts, Reader } from '../../src/engine/road.js';
import { Frontier } from '../../src/frontier/frontier.js';
import { LinkStore } from '../../src/frontier/link-store.js';
import { viewOf } from '../../src/frontier/view.js';
import { createSeenTable } from '../../src/kernel/seen.js';
import { systemClock } from '../../src/kit/clock.js';
import { realDisk } from '../../src/kit/disk.js';
import { randomOf } from '../../src/kit/random.js';
import { openSink } from '../../src/log/sink.js';
import { shark } from '../../src/strategy/shark.js';
import { registrableDomainOf } from '../../src/url/domain.js';
import { hostOf } from '../../src/url/parts.js';
import { createScope } from '../../src/url/scope.js';

const LINKS = 50;
const FRESH = 10;
const SHAPE = { numbers: ['anchor', 'context'], lists: [] } as const;

/** Which parts do real work. */
export interface Switches {
  readonly message: boolean;
  readonly row: boolean;
  readonly fence: boolean;
  readonly strategy: boolean;
}

const ALL: Switches = { message: true, row: true, fence: true, strategy: true };

/** Pages whose links are half made up beforehand: page n has FRESH links never seen and the rest of pages before it. */
export function pagesOf(count: number): Packet[] {
  const random = randomOf(1);
  return Array.from({ length: count }, (_, page) => packReading(pageOf(page, random), SHAPE));
}

function pageOf(page: number, random: ReturnType<typeof randomOf>): Reading {
  // Slots are given in order, and the seed has 0: target n has slot n. Lanes tell the slots of those they know.
  const before = page * FRESH;
  const target = (i: number): number => (i < FRESH ? before + i + 1 : random.below(Math.max(1, before)) + 1);
  const targets = Array.from({ length: before === 0 ? FRESH : LINKS }, (_, i) => target(i));
  const url = targets.map(n => `http://host${n % 40}.example/section/${n % 7}/article-${n}.html`);
  return {
    ...blankReading(0, 1),
    outcome: outcome('Ok').code,
    status: 200,
    charset: 'utf-8',
    contentType: 'text/html; charset=utf-8',
    title: `Article ${page}`,
    language: 'en',
    bytes: 20000,
    topics: Float64Array.of(random.next()),
    simhash: BigInt(page),
    linksFound: LINKS,
    links: {
      count: targets.length,
      low: Uint32Array.from(targets, n => Math.imul(n, 2654435761)),
      high: Uint32Array.from(targets),
      known: Uint32Array.from(targets, (n, i) => (i < FRESH ? 0 : n + 1)),
      flags: new Uint32Array(targets.length),
      url: i => url[i] as string,
      anchor: i => `Article number ${targets[i]}`,
      number: {
        anchor: Float64Array.from(targets, () => random.next()),
        context: Float64Array.from(targets, () => random.next()),
      },
      list: {},
    },
  };
}

/** Answers at once with the next page made beforehand. */
class NullLanes implements Reader {
  readonly #packets: readonly Packet[];
  readonly #ready: readonly Reading[] | undefined;
  readonly #asked: Visit[] = [];
  #next = 0;

  constructor(packets: readonly Packet[], ready: readonly Reading[] | undefined) {
    this.#packets = packets;
    this.#ready = ready;
  }

  assign(visit: Visit): void {
    this.#asked.push(visit);
  }

  async next(): Promise<Reading> {
    const { slot } = this.#asked.shift() as Visit;
    const n = this.#next++;
    const ready = this.#ready?.[n];
    if (ready !== undefined) return Object.assign(ready, { slot });
    const packet = this.#packets[n] as Packet;
    packet.numbers[0] = slot;
    return unpackReading(packet, SHAPE);
  }

  plan(): void {}

  async close(): Promise<void> {}
}

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

/** Processor time of this thread where Linux tells it, else time in which its event loop was busy, ms. */
function threadMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.eventLoopUtilization().active;
  }
}

/** Microseconds of this thread a page. */
export async function costOf(
  packets: readonly Packet[],
  readings: readonly Reading[],
  on: Switches,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'dowser-bench-'));
  const log = on.row ? await openSink({ folder }) : nullSink();
  const strategy = on.strategy
    ? shark.create({
        options: defaultsOf(shark.options),
        random: randomOf(1),
        topics: [],
        threshold: 0.5,
        note() {},
      })
    : constant;
  const links = new LinkStore(realDisk.create(join(folder, 'links.bin')));
  const frontier = new Frontier({
    columns: strategy.columns ?? [],
    capacity: Number.POSITIVE_INFINITY,
    links,
  });
  const seen = createSeenTable();
  const scope = createScope({ scope: 'any', seeds: [] });
  const parts: Parts = {
    strategy,
    frontier,
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
    fence: on.fence
      ? {
          dependsOnDepth: false,
          addSeed: () => {},
          check: (url, host, depth) => scope.check(url, host, depth),
          letsPass: (address, host, depth) => scope.letsPass(address, host, depth),
        }
      : {
          dependsOnDepth: false,
          addSeed: () => {},
          check: () => ({ code: 0, reason: '' }),
          letsPass: () => true,
        },
    duplicates: { firstLike: () => 0 },
    reader: new NullLanes(packets, on.message ? undefined : readings),
    log,
    clock: systemClock,
    hostOf,
    domainOf: registrableDomainOf,
    fingerprintOf: () => ({ low: 1, high: 1 }),
    seeds: ['http://host0.example/'],
    topicCount: 1,
    threshold: 0.5,
    window: 1,
    limits: {
      maxPages: packets.length,
      maxBytes: Number.POSITIVE_INFINITY,
      maxTimeMs: Number.POSITIVE_INFINITY,
      maxPagesPerHost: Number.POSITIVE_INFINITY,
      maxRedirects: 10,
    },
    linkRows: 'admitted',
    signal: undefined,
  };
  const before = threadMs();
  await crawl(parts);
  const spentMs = threadMs() - before;
  await log.close();
  links.close();
  rmSync(folder, { recursive: true });
  return (spentMs * 1000) / packets.length;
}

export interface EngineCost {
  readonly [part: string]: number;
}

export const readingsOf = (packets: readonly Packet[]): Reading[] =>
  packets.map(packet => unpackReading(packet, SHAPE));

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
  const variants: Record<string, Switches> = {
    whole: ALL,
    'without message': { ...ALL, message: false },
    'without row': { ...ALL, row: false },
    'without fence': { ...ALL, fence: false },
    'without strategy': { ...ALL, strategy: false },
    bare: { message: false, row: false, fence: false, strategy: false },
  };
  const threads = Object.entries(variants).map(([name, on]) => ({ name, thread: openThread(pages, on) }));
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
  return {
    whole,
    message: whole - median('without message'),
    row: whole - median('without row'),
    fence: whole - median('without fence'),
    strategy: whole - median('without strategy'),
    'seen, frontier and loop': median('bare'),
  };
}
