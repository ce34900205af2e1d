/**
 * What politeness costs: CPU time of its operations, in ns, and memory for a million hosts. Best of the rounds.
 * `node --expose-gc dist/bench/room/polite.js [HOSTS]` prints one JSON line.
 */
import type { Answer } from '../../src/polite/pace.js';
import { Politeness, type Ticket } from '../../src/polite/politeness.js';

const ROUNDS = 5;
const OPTIONS = { delayMs: 1000, perIpDelayMs: 200, perIpConcurrency: 8 };
const hosts = Number(process.argv[2] ?? 1_000_000);

const answer: Answer = {
  sentAtMs: 0,
  endedAtMs: 0,
  outcomeClass: 'ok',
  status: 200,
  latencyMs: 120,
  retryAfterMs: Number.NaN,
};

/** Three hosts an address, as many hosts of the web have company. */
const ipOf = (host: number): string => {
  const address = Math.floor(host / 3);
  return `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`;
};

const memory = (): number => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

/** A million hosts, all asked once, their delays over. */
function fill(): Politeness {
  const polite = new Politeness(OPTIONS);
  for (let host = 0; host < hosts; host++) {
    const now = host * 250;
    polite.setAddress(host, [ipOf(host)], now);
    polite.finish(polite.start(host, now), { ...answer, sentAtMs: now, endedAtMs: now + 120 }, now + 120);
  }
  return polite;
}

function nanoseconds(count: number, work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.round(((user + system) * 1000) / count);
}

/** A busy crawl: `active` hosts in flight at once, each then held and opened, a hundred of them on an address. */
function busy(active: number): Record<string, number> {
  const polite = new Politeness(OPTIONS);
  const addresses = Math.ceil(active / 100);
  const cost = { start: 0, hold: 0, finish: 0, takeOpened: 0 };
  for (let host = 0; host < active; host++) polite.setAddress(host, [`10.0.0.${host % addresses}`], 0);
  let now = 0;
  let open = Array.from({ length: active }, (_, host) => host);
  let count = 0;
  while (count < 20_000) {
    const tickets: Ticket[] = [];
    const closed: number[] = [];
    cost.start += nanoseconds(1, () => {
      for (const host of open) {
        if (polite.canStart(host, now)) tickets.push(polite.start(host, now));
        else closed.push(host);
      }
    });
    cost.hold += nanoseconds(1, () => {
      for (const host of closed) polite.hold(host, now);
      for (const { host } of tickets) polite.hold(host, now);
    });
    const ended = { ...answer, sentAtMs: now, endedAtMs: now + 100 };
    cost.finish += nanoseconds(1, () => {
      for (const ticket of tickets) polite.finish(ticket, ended, now + 100);
    });
    count += tickets.length;
    now = Math.max(now + 100, polite.wakeAtMs);
    cost.takeOpened += nanoseconds(1, () => {
      open = polite.takeOpened(now);
    });
  }
  return Object.fromEntries(Object.entries(cost).map(([name, ns]) => [name, Math.round(ns / count)]));
}

const best = (measured: readonly Record<string, number>[]): Record<string, number> =>
  Object.fromEntries(
    Object.keys(measured[0] ?? {}).map(name => [name, Math.min(...measured.map(one => one[name] as number))]),
  );

const before = memory();
let idle: Politeness | undefined;
const fillNs = nanoseconds(hosts, () => {
  idle = fill();
});
const bytes = memory() - before;
process.stdout.write(
  `${JSON.stringify({
    bench: 'room polite',
    unit: 'ns of CPU time a request, best of 5',
    node: process.version,
    hosts,
    addressStartFinish: fillNs,
    bytesAHost: Math.round((bytes / hosts) * 10) / 10,
    remembered: idle?.activeCount,
    busy: best(Array.from({ length: ROUNDS }, () => busy(5000))),
  })}\n`,
);
