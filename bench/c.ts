/** Small programs in C beside the kernels: what the machine can do. Compiled once a run when gcc is there. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../src/kit/package-root.js';
import type { Case } from './subject.js';

const sources = join(packageRoot, 'bench', 'kernel', 'c');
/** Program by source, or why there is none. */
const built = new Map<string, { readonly program: string } | { readonly reason: string }>();
let folder: string | undefined;

function build(source: string): { readonly program: string } | { readonly reason: string } {
  if (spawnSync('gcc', ['--version']).error !== undefined) return { reason: 'skipped: gcc is not there' };
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'dowser-bench-c-'));
    folder = made;
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  }
  const program = join(folder, source.replace(/\.c$/, ''));
  const file = join(sources, source);
  const compiled = spawnSync('gcc', ['-O3', '-march=native', '-o', program, file, '-lm'], {
    encoding: 'utf8',
  });
  return compiled.status === 0
    ? { program }
    : { reason: `skipped: gcc failed on ${source}: ${compiled.stderr}` };
}

/** Units a second of processor time in a run of at least `roundMs`, or why there is none. */
export function runC({ source, args }: NonNullable<Case['c']>, roundMs: number): number | string {
  const made = built.get(source) ?? build(source);
  built.set(source, made);
  if ('reason' in made) return made.reason;
  const output = execFileSync(made.program, [String(roundMs), ...args.map(String)], { encoding: 'utf8' });
  const [seconds = Number.NaN, units = Number.NaN] = output.trim().split(' ').map(Number);
  return units / seconds;
}
