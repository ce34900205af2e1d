/**
 * The frontier with millions of waiting links, as main keeps it for best-first: seen table, arrays, heap, addresses on disk. What a put
 * and a take cost in CPU time, how memory grows, how long a snapshot and a restart take. Links come from a generator: no page
 * stands behind them. `node dist/bench/room/frontier.js [LINKS…]` prints one JSON line.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Frontier, STATE } from '../../src/frontier/frontier.js';
import { LinkStore } from '../../src/frontier/link-store.js';
import { SnapshotFile, writeSnapshot } from '../../src/journal/snapshot-file.js';
import { createSeenTable } from '../../src/kernel/seen.js';
import { systemClock } from '../../src/kit/clock.js';
import { realDisk } from '../../src/kit/disk.js';
import { randomOf } from '../../src/kit/random.js';

const HOSTS = 100_000;
const TAKES = 1_000_000;
const SAMPLE_EVERY = 1 << 16;
const MEBI = 2 ** 20;
const NO_LISTS: readonly Uint32Array[] = [];

function memoryMiB(): number {
  const text = readFileSync('/proc/self/status', 'utf8');
  const kilobytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return Math.round((kilobytes('RssAnon') + kilobytes('RssShmem')) / 1024);
}

/** Seconds of this process's CPU time, and of the clock. */
async function timed(work: () => void | Promise<void>): Promise<{ cpuS: number; wallS: number }> {
  const since = process.cpuUsage();
  const began = systemClock.tick();
  await work();
  const { user, system } = process.cpuUsage(since);
  const figure = (seconds: number): number => Number(seconds.toPrecision(3));
  return { cpuS: figure((user + system) / 1e6), wallS: figure((systemClock.tick() - began) / 1000) };
}

const mixed = (n: number, odd: number): number => {
  const a = Math.imul(n ^ (n >>> 16), odd);
  return (a ^ (a >>> 15)) >>> 0;
};

/** Addresses as a lane hands them over: bytes in a row, of hosts of which some are met much more often. */
class Generator {
  readonly bytes = Buffer.from('http://h12345.example/section/12/page-12345678.htmlan anchor');
  readonly middle = this.bytes.indexOf('an anchor');
  readonly to = this.bytes.length;
  readonly #random = randomOf(1);
  host = 0;

  next(i: number): void {
    this.host = Math.floor(HOSTS * this.#random.next() ** 3);
    this.#write(this.host, 13);
    this.#write(i % 97, 32);
    this.#write(i, 46);
  }

  score(): number {
    return this.#random.next();
  }

  /** The digits of a number, of which the last stands before `end`. */
  #write(number: number, end: number): void {
    for (let at = end, rest = number; rest > 0; rest = Math.floor(rest / 10))
      this.bytes[--at] = 48 + (rest % 10);
  }
}

const partsIn = (folder: string, isNew: boolean) => {
  const path = join(folder, 'links.bin');
  const links = new LinkStore(isNew ? realDisk.create(path) : realDisk.open(path));
  const frontier = new Frontier({ columns: [], capacity: Number.POSITIVE_INFINITY, links });
  return { links, frontier, seen: createSeenTable() };
};

async function fill(count: number, folder: string): Promise<object> {
  const { links, frontier, seen } = partsIn(folder, true);
  const generator = new Generator();
  let mostMiB = 0;
  const put = await timed(() => {
    for (let i = 0; i < count; i++) {
      generator.next(i);
      const { bytes, middle, to, host } = generator;
      const slot = frontier.count;
      if (seen.insert(mixed(i, 0x9e3779b1), mixed(i, 0x85ebca6b), slot) >= 0) continue;
      frontier.allocate(host, 3);
      frontier.rememberBytes(
        slot,
        { bytes, from: 0, middle, to, parent: 0, enteredMs: i, redirects: 0, lists: NO_LISTS },
        1,
      );
      frontier.admit(slot, generator.score());
      if (i % SAMPLE_EVERY === 0) mostMiB = Math.max(mostMiB, memoryMiB());
    }
  });
  mostMiB = Math.max(mostMiB, memoryMiB());
  const file = realDisk.create(join(folder, 'snapshot.bin'));
  const snapshot = await timed(() => writeSnapshot(file, {}, { links, frontier, seen }));
  const sync = await timed(async () => {
    await file.synced();
    await links.synced();
  });
  const snapshotMiB = memoryMiB();
  const takes = Math.min(TAKES, frontier.waiting);
  const take = await timed(() => {
    for (let i = 0; i < takes; i++) {
      const slot = frontier.top;
      frontier.leave(slot, STATE.inFlight);
      if (frontier.recall(slot).url === '') throw new Error('An address is lost.');
      frontier.setState(slot, STATE.settled);
    }
  });
  return {
    waiting: count,
    putsPerCpuS: Math.round(count / put.cpuS),
    takesPerCpuS: Math.round(takes / take.cpuS),
    putCpuS: put.cpuS,
    mostMiB,
    bytesALink: Math.round((mostMiB * MEBI) / count),
    snapshot: { ...snapshot, mostMiB: snapshotMiB, fileMiB: Math.round(file.length / MEBI) },
    sync,
  };
}

async function restart(folder: string): Promise<object> {
  const { links, frontier, seen } = partsIn(folder, false);
  const load = await timed(() => {
    const snapshot = new SnapshotFile(realDisk.open(join(folder, 'snapshot.bin')));
    for (const [name, part] of Object.entries({ links, frontier, seen })) part.load(snapshot.part(name));
  });
  const { url } = frontier.recall(frontier.top);
  return { ...load, waiting: frontier.waiting, first: url, mostMiB: memoryMiB() };
}

/** In a process of its own, so that memory is only its own. */
function inChild(...argv: readonly string[]): Record<string, never> {
  const { stdout, status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...argv], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}.`);
  return JSON.parse(stdout) as Record<string, never>;
}

function measured(count: number): Record<string, number> {
  const folder = mkdtempSync(join(tmpdir(), 'dowser-frontier-'));
  try {
    return { ...inChild('fill', String(count), folder), restart: inChild('restart', folder) } as never;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Time grows as this power of the number of links. */
function growthExponent([few, many]: readonly Record<string, number>[]): number | undefined {
  if (few === undefined || many === undefined) return undefined;
  const ratio = (name: string): number => Math.log((many[name] as number) / (few[name] as number));
  return Math.round((100 * ratio('putCpuS')) / ratio('waiting')) / 100;
}

async function main(): Promise<void> {
  const [verb, ...rest] = process.argv.slice(2);
  const print = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
  if (verb === 'fill') return print(await fill(Number(rest[0]), rest[1] as string));
  if (verb === 'restart') return print(await restart(rest[0] as string));
  const counts = verb === undefined ? [1_000_000, 10_000_000] : process.argv.slice(2).map(Number);
  const sizes = counts.map(measured);
  print({ bench: 'room frontier', node: process.version, growthExponent: growthExponent(sizes), sizes });
}

await main();
