/**
 * What outlives a process: the clock, the disk, the log, the web, and what has been seen of the crawl so far. Every call of a
 * port is a step; at the planned one the process ends, and from then on no port does anything for it.
 */
import assert from 'node:assert/strict';
import type { Road } from '../../src/engine/road.js';
import { VirtualClock } from '../../src/kit/clock.js';
import { type Random, randomOf } from '../../src/kit/random.js';
import { ForgetfulLog } from './forgetful-log.js';
import { type FragileDisk, fragileDisk } from './fragile-disk.js';
import type { Plan, TroubleKind } from './schedule-plan.js';

/** The end of a process, thrown through everything. */
export class Killed extends Error {}

// One of each, because a trace of the stack costs more than the step that ends.
const KILLED = new Killed('killed');
const GONE = new Killed('gone');

/** What the crawl was told, and has to obey as soon as it is certain. */
export interface Facts {
  /** Answers of servers. */
  readonly heard: number;
  /** Changes of what servers asked for, and of how often pages were asked for, up to then. */
  readonly told: number;
  readonly tried: number;
  /** Of the budget. */
  readonly spent: number;
}

/** Numbers by name that can go back to what they were after so many changes. */
export class Memory {
  readonly #now = new Map<string, number>();
  readonly #changes: { readonly name: string; readonly before: number | undefined }[] = [];

  get count(): number {
    return this.#changes.length;
  }

  get(name: string): number {
    return this.#now.get(name) ?? 0;
  }

  set(name: string, value: number): void {
    this.#changes.push({ name, before: this.#now.get(name) });
    this.#now.set(name, value);
  }

  goBackTo(count: number): void {
    while (this.#changes.length > count) {
      const { name, before } = this.#changes.pop() as { name: string; before: number | undefined };
      if (before === undefined) this.#now.delete(name);
      else this.#now.set(name, before);
    }
  }
}

/** Only dates move: no turn is given to an event loop in which nothing happens. */
class StillClock extends VirtualClock {
  override tick(): number {
    return 0;
  }
}

/** More steps of one process are a loop. */
const MOST_STEPS = 400_000;

export class World {
  readonly plan: Plan;
  readonly clock = new StillClock(1_700_000_000_000);
  readonly disk: FragileDisk = fragileDisk();
  readonly log: ForgetfulLog;
  readonly random: Random;
  /** By the number of the frame that made them certain. */
  readonly commits: Facts[] = [];
  /** By generation of the journal, how many commits were made before it. */
  readonly bases = new Map<number, number>();
  /** Commits that survive a power cut. */
  syncedCommits = 0;
  /** As they were when a commit began that waits for something. */
  marked: Facts | undefined;
  heard = 0;
  /** By host, not before when (by address too, of one that is asked again); by `gapOf` a host, how far apart; ms. */
  readonly told = new Memory();
  /** On a stored web the same question has the same answer, so how often one was asked goes back with the crawl. */
  readonly tries = new Memory();
  /** Requests that went out, ever. */
  sends = 0;
  laneDeathsLeft: number;
  /** Number of the process that runs, and what it has done. */
  life = 0;
  steps = 0;
  road: Road | undefined;
  /** Only where somebody will send a signal: each costs what ten steps do. */
  abort: AbortController | undefined;
  isDead = false;
  /** Commits that the next process has to find; after a power cut there may be more. */
  #certain = 0;
  #wasCut = false;
  #trouble: { readonly kind: TroubleKind; readonly step: number } | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(plan: Plan) {
    this.plan = plan;
    const random = randomOf(plan.seed);
    this.random = random.fork('world');
    this.log = new ForgetfulLog(random.fork('log'), () => this.step());
    this.laneDeathsLeft = plan.laneDeaths;
    this.disk.onStep = (_kind, bytes) => this.#diskStep(bytes);
    this.commits.push(this.facts());
  }

  /** A process begins. `trouble`: what ends it, at which step. */
  begin(trouble: { readonly kind: TroubleKind; readonly step: number } | undefined): void {
    this.life++;
    this.steps = 0;
    this.isDead = false;
    this.#trouble = trouble;
    this.road = undefined;
    this.marked = undefined;
    this.abort = trouble?.kind === 'stop' ? new AbortController() : undefined;
    this.#listeners.clear();
    this.disk.roomBytes = trouble?.kind === 'full' ? 1 + 37 * trouble.step : Number.POSITIVE_INFINITY;
    this.disk.roomBytesAfter = this.random.below(2) === 0 ? 0 : Number.POSITIVE_INFINITY;
  }

  /** The process is gone, however it ended. */
  end(isPowerCut: boolean): void {
    this.isDead = true;
    this.life++;
    this.#certain = isPowerCut ? this.syncedCommits : this.commits.length - 1;
    this.#wasCut = isPowerCut;
    this.disk.onStep = undefined;
    if (isPowerCut) this.disk.crash(this.random);
    else this.disk.kill();
    this.disk.roomBytes = Number.POSITIVE_INFINITY;
    this.disk.onStep = (_kind, bytes) => this.#diskStep(bytes);
    this.log.kill();
  }

  /** Every call of a port comes here. @throws when the process ends. */
  step(): void {
    if (this.isDead) throw GONE;
    if (++this.steps >= MOST_STEPS) assert.fail('the process does not come to an end');
    const trouble = this.#trouble;
    if (trouble === undefined || this.steps !== trouble.step) return;
    if (trouble.kind === 'stop') this.abort?.abort('SIGTERM');
    if (trouble.kind !== 'cut' && trouble.kind !== 'kill') return;
    this.isDead = true;
    throw KILLED;
  }

  /** How many of so many bytes are written. A process may end within a write. */
  #diskStep(bytes: number): number {
    if (this.isDead) throw GONE;
    try {
      this.step();
    } catch (error) {
      if (!(error instanceof Killed) || bytes === 0) throw error;
      return this.random.below(bytes);
    }
    return bytes;
  }

  every(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Main decides nothing: timers run, syncs end, the log moves. */
  rest(): void {
    this.step();
    const { random, road } = this;
    if (random.below(5) === 0) for (const listener of this.#listeners) listener();
    if (random.below(8) === 0) this.disk.endSyncs();
    this.log.rest();
    if (road !== undefined) this.checkRoad(road);
  }

  checkRoad(road: Road): void {
    if (road.tally.imbalance(road.waiting) !== 0)
      assert.fail('entered = waiting + held + in flight + settled');
    const { maxPages } = road.parts.limits;
    if (road.tally.pages + road.fetching > maxPages) assert.fail('the budget is kept');
  }

  facts(): Facts {
    const spent = this.road?.tally.pages ?? 0;
    return { heard: this.heard, told: this.told.count, tried: this.tries.count, spent };
  }

  /** The journal holds so many commits. Only what it holds has happened, and what was certain is still there. */
  goBackTo(commit: number): void {
    if (commit < this.#certain) assert.fail(`${this.#certain} commits were certain, ${commit} are there`);
    if (!this.#wasCut && commit > this.#certain) assert.fail('a commit is there that never was');
    this.commits.length = commit + 1;
    const facts = this.commits[commit] as Facts;
    this.heard = facts.heard;
    this.told.goBackTo(facts.told);
    if (!this.plan.isLive) this.tries.goBackTo(facts.tried);
    this.syncedCommits = Math.min(this.syncedCommits, commit);
  }

  printOf(name: string): { readonly low: number; readonly high: number } {
    const { prints } = this.plan;
    let print = prints.get(name);
    if (print === undefined) {
      print = prints.size;
      prints.set(name, print);
    }
    return { low: print, high: 7 };
  }
}

/** Under which name the world remembers the gap that a host asks for. */
export const gapOf = (host: string): string => `gap of ${host}`;
