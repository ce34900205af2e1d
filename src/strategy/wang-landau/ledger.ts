/**
 * The books of a Wang–Landau walk (METHODS C.2), which all walkers share: ln g and H, the count of moves L, stages, and links that were
 * rejected and are passed over for a while.
 */
import type { OptionValues } from '../../contract/option.js';
import type { Slot, StrategyContext } from '../../contract/strategy.js';
import { INTERVALS, intervalOf } from '../../kit/energy.js';
import type { WANG_LANDAU } from './options.js';

/** The state of the walk goes into the log once in so many moves. */
const NOTE_EVERY = 100;

export type WalkContext = Pick<StrategyContext, 'kernels' | 'random' | 'note'> & {
  readonly options: OptionValues<typeof WANG_LANDAU>;
};

/** A move that a walker would like to make. */
interface Move {
  readonly from: number;
  readonly to: number;
  readonly slot: Slot;
}

export class WalkLedger {
  readonly #context: WalkContext;
  readonly #walk;
  #deferred = new Map<Slot, number>();
  #moves = 0;
  #stage = 0;
  /** In a row. */
  #rejections = 0;

  constructor(context: WalkContext) {
    this.#context = context;
    this.#walk = context.kernels.walk({ intervals: INTERVALS, firstVisits: context.options.initH });
  }

  get moves(): number {
    return this.#moves;
  }

  get lnF(): number {
    return this.#walk.lnF;
  }

  /** Links that are passed over now. */
  get deferred(): ReadonlySet<Slot> {
    return new Set(this.#deferred.keys());
  }

  forgive(): void {
    this.#deferred.clear();
  }

  /** Judges one move between two energies; a rejected link is passed over from now on. */
  move(move: Move): boolean {
    const { options, random } = this.#context;
    const isForced = this.#rejections >= options.rejections;
    const u = isForced ? 0 : random.next();
    const [from, to] = [intervalOf(move.from), intervalOf(move.to)];
    const p = Math.min(1, Math.exp((this.#walk.lnG(from) || 0) - (this.#walk.lnG(to) || 0)));
    const isAccepted = this.#walk.move(from, to, u);
    if (options.moves === 'all') this.#noteMove(move, { p, u, accepted: isAccepted ? 1 : 0 });
    this.#count();
    this.#rejections = isAccepted ? 0 : this.#rejections + 1;
    if (!isAccepted) this.#deferred.set(move.slot, this.#moves + options.deferMoves);
    return isAccepted;
  }

  snapshot() {
    return {
      ...{ walk: this.#walk.snapshot(), deferred: [...this.#deferred], moves: this.#moves },
      ...{ stage: this.#stage, rejections: this.#rejections },
    };
  }

  restore(before: ReturnType<WalkLedger['snapshot']>): void {
    this.#walk.restore(before.walk);
    this.#deferred = new Map(before.deferred);
    this.#moves = before.moves;
    this.#stage = before.stage;
    this.#rejections = before.rejections;
  }

  #count(): void {
    this.#moves++;
    for (const [slot, until] of this.#deferred) if (until <= this.#moves) this.#deferred.delete(slot);
    const { testEvery, factor } = this.#context.options;
    const isTest = this.#moves % testEvery === 0;
    const hasEnded = isTest && this.#isFlat();
    if (isTest || this.#moves % NOTE_EVERY === 0) this.#noteWalk(hasEnded);
    if (!hasEnded) return;
    this.#walk.lnF *= factor;
    this.#walk.clearVisits();
    this.#stage++;
  }

  /** Web states are used up: an interval that has run dry must not keep a stage from ending. */
  #isFlat(): boolean {
    const { flatOver, flatness } = this.#context.options;
    const visits = this.#known().map(interval => this.#walk.visits(interval));
    const active = flatOver === 'active' ? visits.filter(count => count > 0) : visits;
    const mean = active.reduce((sum, count) => sum + count, 0) / active.length;
    return active.length >= 2 && Math.min(...active) >= flatness * mean;
  }

  #known(): number[] {
    return Array.from({ length: INTERVALS }, (_, i) => i).filter(i => this.#walk.isKnown(i));
  }

  #noteWalk(hasEnded: boolean): void {
    const shared = {
      stage: this.#stage,
      ln_f: this.#walk.lnF,
      moves: this.#moves,
      is_flat: hasEnded ? 1 : 0,
    };
    for (const interval of this.#known()) {
      const [lnG, visits] = [this.#walk.lnG(interval), this.#walk.visits(interval)];
      this.#context.note('walk', { interval, ln_g: lnG, visits, ...shared });
    }
  }

  #noteMove({ from, to, slot }: Move, outcome: { p: number; u: number; accepted: number }): void {
    this.#context.note('move', {
      move: this.#moves + 1,
      slot,
      e1: from,
      e2: to,
      ...outcome,
      ln_f: this.#walk.lnF,
    });
  }
}
