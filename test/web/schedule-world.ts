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

/** What the crawl was told, and has to obey as soon as it is certain. */
export interface Facts {
  /** Answers of servers. */
  readonly heard: number;
  /** By host: not before (by address too, of one that is asked again), and how far apart; ms. */
  readonly blocked: ReadonlyMap<string, number>;
  readonly delays: ReadonlyMap<string, number>;
  /** On a stored web the same question has the same answer, so how often one was asked goes back with the crawl. */
  readonly tries: ReadonlyMap<string, number>;
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
  readonly names = new Map<string, number>();
  /** By the number of the frame that made them certain. */
  readonly commits: Facts[] = [];
  /** Commits that survive a power cut. */
  syncedCommits = 0;
  /** As they were when a commit began that waits for something. */
  marked: Facts | undefined;
  heard = 0;
  blocked = new Map<string, number>();
  delays = new Map<string, number>();
  tries = new Map<string, number>();
  /** Requests that went out, ever. */
  sends = 0;
  laneDeathsLeft: number;
  /** Number of the process that runs, and what it has done. */
  life = 0;
  steps = 0;
  road: Road | undefined;
  abort = new AbortController();
  isDead = false;
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
    this.abort = new AbortController();
    this.#listeners.clear();
    this.disk.roomBytes = trouble?.kind === 'full' ? 1 + 37 * trouble.step : Number.POSITIVE_INFINITY;
    this.disk.roomBytesAfter = this.random.below(2) === 0 ? 0 : Number.POSITIVE_INFINITY;
  }

  /** The process is gone, however it ended. */
  end(isPowerCut: boolean): void {
    this.isDead = true;
    this.life++;
    this.disk.onStep = undefined;
    if (isPowerCut) this.disk.crash(this.random);
    else this.disk.kill();
    this.disk.roomBytes = Number.POSITIVE_INFINITY;
    this.disk.onStep = (_kind, bytes) => this.#diskStep(bytes);
    this.log.kill();
  }

  /** Every call of a port comes here. @throws when the process ends. */
  step(): void {
    if (this.isDead) throw new Killed('gone');
    assert.ok(++this.steps < MOST_STEPS, 'the process does not come to an end');
    const trouble = this.#trouble;
    if (trouble === undefined || this.steps !== trouble.step) return;
    if (trouble.kind === 'stop') this.abort.abort('SIGTERM');
    if (trouble.kind !== 'cut' && trouble.kind !== 'kill') return;
    this.isDead = true;
    throw new Killed('killed');
  }

  /** How many of so many bytes are written. A process may end within a write. */
  #diskStep(bytes: number): number {
    if (this.isDead) throw new Killed('gone');
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
    assert.equal(road.tally.imbalance(road.waiting), 0, 'entered = waiting + held + in flight + settled');
    const { maxPages } = road.parts.limits;
    assert.ok(road.tally.pages + road.fetching <= maxPages, 'the budget is kept');
  }

  facts(): Facts {
    return {
      heard: this.heard,
      blocked: new Map(this.blocked),
      delays: new Map(this.delays),
      tries: new Map(this.tries),
    };
  }

  /** Only what the journal holds has happened. */
  goBackTo(commit: number): void {
    this.commits.length = commit + 1;
    const facts = this.commits[commit] as Facts;
    this.heard = facts.heard;
    this.blocked = new Map(facts.blocked);
    this.delays = new Map(facts.delays);
    if (!this.plan.isLive) this.tries = new Map(facts.tries);
    this.syncedCommits = Math.min(this.syncedCommits, commit);
  }

  printOf(name: string): { readonly low: number; readonly high: number } {
    let print = this.names.get(name);
    if (print === undefined) {
      print = this.names.size;
      this.names.set(name, print);
    }
    return { low: print, high: 7 };
  }
}
