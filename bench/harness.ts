/**
 * Runs the ways of a case in turn, round by round, and says how fast each was and how the kernel compares with its twin.
 * Time is processor time of the whole process (a shared machine changes that less than the clock's); a ratio is the
 * median of the rounds' ratios, so that what slows one round slows both sides of it.
 */
import { runC } from './c.js';
import type { Case, Way } from './subject.js';

export interface Plan {
  readonly rounds: number;
  /** Processor time that a way gets in a round, at least. */
  readonly roundMs: number;
}

export interface WayResult {
  /** Units a second of processor time. */
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

export interface CaseResult {
  readonly name: string;
  readonly ways: Readonly<Record<string, WayResult>>;
  /** Speed of `kernel` / speed of `twin`. */
  readonly ratio?: number;
  readonly target?: number;
  /** Why there is no C beside it. */
  readonly withoutC?: string;
}

export function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

export const medianOf = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

/** How many calls make a round of a way long enough to be measured; warms it up on the way. */
function callsFor(way: Way, roundMs: number): number {
  for (let calls = 1; ; calls *= 2) {
    const seconds = cpuSeconds(() => {
      for (let i = 0; i < calls; i++) way();
    });
    if (seconds * 1000 >= roundMs || calls >= 1 << 24) return calls;
  }
}

function speedOf(way: Way, calls: number, units: number): number {
  const seconds = cpuSeconds(() => {
    for (let i = 0; i < calls; i++) way();
  });
  return (calls * units) / Math.max(seconds, 1e-6);
}

function resultOf(speeds: readonly number[]): WayResult {
  return { median: medianOf(speeds), lowest: Math.min(...speeds), highest: Math.max(...speeds) };
}

export function measure(subject: Case, plan: Plan): CaseResult {
  const names = Object.keys(subject.ways);
  const calls = names.map(name => callsFor(subject.ways[name] as Way, plan.roundMs));
  const speeds = new Map<string, number[]>(names.map(name => [name, []]));
  let withoutC: string | undefined;
  for (let round = 0; round < plan.rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const i = (round + turn) % names.length;
      const name = names[i] as string;
      speeds.get(name)?.push(speedOf(subject.ways[name] as Way, calls[i] as number, subject.units));
    }
    if (subject.c === undefined || withoutC !== undefined) continue;
    const ran = runC(subject.c, plan.roundMs);
    if (typeof ran === 'string') withoutC = ran;
    else speeds.set('C', [...(speeds.get('C') ?? []), ran]);
  }
  const kernel = speeds.get('kernel');
  const twin = speeds.get('twin');
  return {
    name: subject.name,
    ways: Object.fromEntries([...speeds].map(([name, each]) => [name, resultOf(each)])),
    ...(kernel && twin && { ratio: medianOf(kernel.map((speed, i) => speed / (twin[i] as number))) }),
    ...(subject.target !== undefined && { target: subject.target }),
    ...(withoutC !== undefined && { withoutC }),
  };
}
