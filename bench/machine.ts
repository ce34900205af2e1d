/** Where was this measured? */
import { spawnSync } from 'node:child_process';
import { cpus, loadavg, platform, release } from 'node:os';
import { packageRoot } from '../src/kit/package-root.js';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly system: string;
  readonly node: string;
  /** Commit of the checkout, with a + when files have changed since. */
  readonly commit: string;
  /** Average number of running processes over the last minute. */
  readonly load: number;
}

function git(...args: readonly string[]): string {
  const { stdout } = spawnSync('git', ['-C', packageRoot, ...args], { encoding: 'utf8' });
  return (stdout ?? '').trim();
}

export function describeMachine(): Machine {
  const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+';
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    system: `${platform()} ${release()}`,
    node: process.version,
    commit: `${git('rev-parse', '--short', 'HEAD') || 'unknown'}${changed}`,
    load: Math.round((loadavg()[0] as number) * 10) / 10,
  };
}

/** Name of its folder of records. */
export const folderOf = ({ cpu, cores }: Machine): string =>
  `${cpu.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${cores}-cores`.replace(/-+/g, '-');
