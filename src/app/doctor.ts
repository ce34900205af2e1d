/** Can this machine run a crawl? Tries each thing that one needs, and says what to do about what is missing. See README. */
import { readFileSync, statfsSync } from 'node:fs';
import { availableParallelism, freemem, totalmem } from 'node:os';
import { canShareMemory, threadKernels } from '../kernel/load.js';
import { tryNodejieba } from '../text/nodejieba.js';

export interface Checked {
  readonly name: string;
  /** `bad`: no crawl will run; `poor`: one will, with something less. */
  readonly verdict: 'good' | 'poor' | 'bad';
  /** What was found. */
  readonly found: string;
  /** What to do; empty when good. */
  readonly advice: string;
}

const LEAST_DISK_BYTES = 1e9;
const LEAST_MEMORY_BYTES = 5e8;
const LEAST_FILES = 1024;

const good = (name: string, found: string): Checked => ({ name, verdict: 'good', found, advice: '' });
const poor = (name: string, found: string, advice: string): Checked => ({
  ...{ name, verdict: 'poor', found, advice },
});
const bad = (name: string, found: string, advice: string): Checked => ({
  ...{ name, verdict: 'bad', found, advice },
});

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString('en-US')} MB free`;

function node(): Checked {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNew = major > 20 || (major === 20 && minor >= 19);
  return isNew
    ? good('Node', process.versions.node)
    : bad('Node', process.versions.node, 'Install Node 20.19 or newer.');
}

function sharedMemory(): Checked {
  if (canShareMemory()) return good('shared memory', 'threads may share WebAssembly memory');
  return poor('shared memory', 'none', 'Lanes will use plain TypeScript, which is slower: use a plain Node.');
}

/** One stands for all: they are built together. */
function kernels(): Checked {
  try {
    const own = threadKernels();
    if (own === undefined) return poor('kernels', 'without shared memory none runs', 'See above.');
    own.exports('fingerprint');
    return good('kernels', 'built');
  } catch (error) {
    return bad('kernels', (error as Error).message, 'Run npm run build, or install the package again.');
  }
}

function disk(folder: string): Checked {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= LEAST_DISK_BYTES) return good('disk', megabytes(free));
  return poor('disk', megabytes(free), 'Free some, or crawl with -o on another disk.');
}

/** What a container may use; its limit is below what the machine has. */
function mostMemory(): number {
  try {
    const limit = Number(readFileSync('/sys/fs/cgroup/memory.max', 'utf8'));
    return Number.isFinite(limit) ? Math.min(limit, totalmem()) : totalmem();
  } catch {
    return totalmem();
  }
}

function memory(): Checked {
  const free = Math.min(freemem(), mostMemory());
  if (free >= LEAST_MEMORY_BYTES) return good('memory', megabytes(free));
  return poor('memory', megabytes(free), 'Close something, or set --max-memory and --workers 0.');
}

function openFiles(): Checked {
  try {
    const line = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    if (line === undefined) return good('open files', 'limit unknown');
    if (line === 'unlimited' || Number(line) >= LEAST_FILES) return good('open files', line);
    return poor('open files', line, `Run ulimit -n ${LEAST_FILES} first, or set a lower --concurrency.`);
  } catch {
    return good('open files', 'limit unknown');
  }
}

async function log(): Promise<Checked> {
  try {
    const { DuckDBInstance } = await import('../log/duckdb.js');
    (await DuckDBInstance.create(':memory:')).closeSync();
    return good('DuckDB', 'opens');
  } catch (error) {
    return bad(
      'DuckDB',
      (error as Error).message,
      'Install again with npm install, for this system and Node.',
    );
  }
}

/** Native, and wanted only with --segmenter nodejieba; its dictionary (250 MB) is left alone. */
function nodejieba(): Checked {
  try {
    tryNodejieba();
    return good('nodejieba', 'loads');
  } catch (error) {
    const advice = 'Needed for --segmenter nodejieba only: run npm rebuild nodejieba.';
    return poor('nodejieba', (error as Error).message, advice);
  }
}

/** One thing after the other; a check that fails itself is a thing that is missing. @param folder where crawls go */
export async function examine(folder: string): Promise<readonly Checked[]> {
  const cores = availableParallelism();
  const checks: readonly (() => Checked | Promise<Checked>)[] = [
    ...[node, sharedMemory, kernels, () => good('cores', String(cores)), memory, openFiles],
    ...[() => disk(folder), log, nodejieba],
  ];
  const list: Checked[] = [];
  for (const check of checks) {
    try {
      list.push(await check());
    } catch (error) {
      list.push(bad('check', (error as Error).message, 'See the message.'));
    }
  }
  return list;
}
