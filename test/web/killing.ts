/** Kills a crawl by a plan, takes it up again each time, and lets it end. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../src/kit/random.js';
import { commitsMore, type DowserProcess, startDowser } from './dowser-process.js';

export interface Kill {
  readonly signal: 'SIGKILL' | 'SIGTERM';
  /** Commits that the process makes before, and how much longer it lives, ms. */
  readonly afterCommits: number;
  readonly afterMs: number;
}

/**
 * Every fourth one is a SIGTERM. A third comes without a commit of this process: while it starts, before the first one, or
 * while it walks the road again. `startMs`: what a start takes here.
 */
export function killsBy(random: Random, count: number, startMs: number): Kill[] {
  return Array.from({ length: count }, (_, i) => {
    const afterCommits = i % 3 === 0 ? 0 : Math.floor(random.next() * 4);
    const mostMs = afterCommits === 0 ? 1.3 * startMs : 500;
    return { signal: i % 4 === 3 ? 'SIGTERM' : 'SIGKILL', afterCommits, afterMs: random.next() * mostMs };
  });
}

export interface Killed {
  readonly signal: Kill['signal'];
  readonly code: number | NodeJS.Signals;
}

export interface Crawling {
  readonly folder: string;
  /** Of `dowser crawl`, without --out. */
  readonly flags: readonly string[];
  /** Of `dowser resume` too. */
  readonly preload?: string;
  readonly env?: Record<string, string>;
}

/** A crawl that never got as far as to keep its settings is begun; any other one goes on. */
export function startOrResume({ folder, flags, ...options }: Crawling): DowserProcess {
  const argv = existsSync(join(folder, 'crawl.json'))
    ? ['resume', folder, '--quiet']
    : ['crawl', ...flags, '--out', folder, '--quiet'];
  return startDowser(argv, options);
}

async function kill(running: DowserProcess, folder: string, planned: Kill): Promise<Killed> {
  if (planned.afterCommits > 0) await commitsMore(folder, planned.afterCommits, running);
  await Promise.race([running.ended, sleep(planned.afterMs)]);
  running.child.kill(planned.signal);
  return { signal: planned.signal, code: await running.ended };
}

/**
 * The kills that met a running crawl; one that ends before its turn ends the plan.
 * @throws {Error} with what was said, when a process ends in another way than by its signal or well.
 */
export async function crawlThrough(
  crawling: Crawling,
  plan: readonly Kill[],
  onKilled: (killed: Killed) => void | Promise<void> = () => undefined,
): Promise<readonly Killed[]> {
  const killed: Killed[] = [];
  for (const planned of plan) {
    const running = startOrResume(crawling);
    const one = await kill(running, crawling.folder, planned);
    if (one.code === 0) return killed;
    // A process that has not yet come to listen ends by the signal itself.
    if (one.code !== planned.signal && one.code !== 143)
      throw new Error(`${planned.signal} ended the crawl with ${one.code}: ${running.said()}`);
    killed.push(one);
    await onKilled(one);
  }
  const last = startOrResume(crawling);
  const code = await last.ended;
  if (code !== 0) throw new Error(`The crawl ended with ${code}: ${last.said()}`);
  return killed;
}
