/** Runs cases of the format of ../shared/cases by its own runner, through test/cases/adapter.mjs. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/kit/package-root.js';
import { temporaryFolder } from './tiny.js';

export const CASES = join(packageRoot, 'test', 'cases');

export interface Result {
  readonly id: string;
  readonly kind: string;
  readonly ok: boolean;
  readonly fails: readonly string[];
}

export interface Running {
  readonly jobs: number;
  /** Flags of the runner. */
  readonly choice: readonly string[];
  readonly out?: string;
  readonly adapter?: string;
}

/** Runs the cases that the flags choose, `jobs` at a time. */
export async function runCases(
  folder: string,
  { jobs, choice, out = temporaryFolder(), adapter = 'adapter.mjs' }: Running,
): Promise<readonly Result[]> {
  const argv = [
    join(folder, 'run.mjs'),
    '--crawler',
    `'${process.execPath}' '${join(CASES, adapter)}'`,
    '--out',
    out,
    '--jobs',
    String(jobs),
    ...choice,
  ];
  const child = spawn(process.execPath, argv, { stdio: 'ignore' });
  await new Promise(resolve => child.once('close', resolve));
  return (JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as { results: Result[] }).results;
}
