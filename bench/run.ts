/**
 * npm run bench -- FOLDER [NAME…] [--rounds N] [--record]
 *
 * Prints machine, Node, commit, and for each way median and spread in units a second of processor time. With --record
 * the same is added to bench/record/MACHINE/DATE.json. Without a folder: what there is.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../src/kit/clock.js';
import { packageRoot } from '../src/kit/package-root.js';
import { type CaseResult, measure } from './harness.js';
import { describeMachine, folderOf, type Machine } from './machine.js';
import { BENCHES, type Bench } from './registry.js';
import type { Subject } from './subject.js';

const ROUND_MS = 60;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function printCase(result: CaseResult, { unit, scale }: Subject): void {
  const figure = (speed: number): string => (speed / scale).toPrecision(3);
  print(`  ${result.name}`);
  for (const [way, { median, lowest, highest }] of Object.entries(result.ways)) {
    print(
      `    ${way.padEnd(24)} ${figure(median).padStart(8)}  (${figure(lowest)}–${figure(highest)}) ${unit}/s`,
    );
  }
  if (result.ratio !== undefined) {
    const wanted = result.target === undefined ? '' : `, wanted ${result.target.toFixed(1)}`;
    print(`    kernel / twin ${result.ratio.toFixed(2)}${wanted}`);
  }
  if (result.withoutC !== undefined) print(`    C ${result.withoutC}`);
}

async function runSubject(bench: Bench & { kind: 'subject' }, rounds: number): Promise<CaseResult[]> {
  const made = (await bench.load()).subject('full');
  return made.cases.map(each => {
    const result = measure(each, { rounds, roundMs: ROUND_MS });
    printCase(result, made);
    return result;
  });
}

function runProgram(file: string): unknown {
  const path = join(packageRoot, 'dist', 'bench', file);
  const { stdout, status } = spawnSync(process.execPath, [path], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  print(stdout.trimEnd());
  if (status !== 0) throw new Error(`${file} ended with ${status}.`);
  return stdout
    .trim()
    .split(/\n(?=\{)/)
    .map(line => JSON.parse(line) as unknown);
}

async function runOne(bench: Bench, rounds: number): Promise<unknown> {
  switch (bench.kind) {
    case 'subject':
      return runSubject(bench, rounds);
    case 'report': {
      const result = await bench.run(rounds);
      print(JSON.stringify(result, null, 2));
      return result;
    }
    case 'program':
      return runProgram(bench.file);
  }
}

/** Adds results to the record of this day; those of the same bench are replaced. */
function record(machine: Machine, results: Readonly<Record<string, unknown>>): void {
  const folder = join(packageRoot, 'bench', 'record', folderOf(machine));
  const date = new Date(systemClock.now()).toISOString().slice(0, 10);
  const file = join(folder, `${date}.json`);
  mkdirSync(folder, { recursive: true });
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {};
  writeFileSync(file, `${JSON.stringify({ ...before, ...results }, null, 2)}\n`);
  print(`kept in ${file}`);
}

function complain(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

function chosenOf(folder: string, names: readonly string[]): [string, Bench][] {
  const shelf = BENCHES[folder];
  if (shelf === undefined)
    complain(`No folder of benches is called ${folder}; there are ${Object.keys(BENCHES)}.`);
  for (const name of names) {
    if (shelf[name] === undefined)
      complain(`No bench of ${folder} is called ${name}; there are ${Object.keys(shelf)}.`);
  }
  return Object.entries(shelf).filter(([name]) => names.length === 0 || names.includes(name));
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '15' }, record: { type: 'boolean', default: false } },
  });
  const [folder, ...names] = positionals;
  if (folder === undefined) {
    for (const [each, shelf] of Object.entries(BENCHES)) print(`${each}: ${Object.keys(shelf).join(', ')}`);
    return;
  }
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    complain(`--rounds is a whole number above 0, not ${values.rounds}.`);
  const machine = describeMachine();
  print(
    `${machine.cpu}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}, commit ${machine.commit}`,
  );
  print(`${rounds} interleaved rounds, processor time; load ${machine.load}`);
  const results: Record<string, unknown> = {};
  for (const [name, bench] of chosenOf(folder, names)) {
    print(`${folder} ${name}`);
    results[`${folder} ${name}`] = { machine, rounds, result: await runOne(bench, rounds) };
  }
  if (values.record) record(machine, results);
}

await main();
