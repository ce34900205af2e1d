/**
 * Wang–Landau sampling (METHODS C.2) as a sketch: walkers share ln g and H; a target won by region competition is
 * accepted with min(1, g(E1)/g(E2)), or waits for ten moves.
 */
import type { FrontierView, Slot, Strategy } from '../../../src/contract/strategy.js';
import { intervalOf } from '../../../src/kit/energy.js';

export type Compete = (view: FrontierView, isFree: (slot: Slot) => boolean) => Slot | undefined;
/** The region of the best mean wins, and in it the best link. */
export const bestRegion: Compete = (view, isFree) =>
  view
    .regions('host')
    .filter(region => isFree(region.best))
    .sort((a, b) => b.meanScore - a.meanScore)[0]?.best;
/** Links in the order in which they were found, for the worked example. */
export const oldest: Compete = (view, isFree) =>
  view
    .best(view.size)
    .filter(isFree)
    .sort((a, b) => a - b)[0];

interface Walk extends Strategy {
  readonly logG: Map<number, number>;
  readonly visits: Map<number, number>;
}

export function wangLandau(walkers: number, compete: Compete, u: () => number): Walk {
  const logG = new Map<number, number>();
  const visits = new Map<number, number>();
  const energy: number[] = [];
  const deferredUntil = new Map<Slot, number>();
  let moves = 0;
  const bump = (bin: number): void => {
    logG.set(bin, (logG.get(bin) as number) + 1);
    visits.set(bin, (visits.get(bin) as number) + 1);
  };
  const meet = (bin: number): void => {
    if (logG.has(bin)) return;
    logG.set(bin, 0);
    visits.set(bin, 1);
  };
  return {
    logG,
    visits,
    reads: ['anchor'],
    offer(page, links, out) {
      for (let i = 0; i < links.count; i++)
        out.score[i] = page.slot < 0 ? 0.621 : (links.number.anchor[i] as number);
    },
    choose(view, out) {
      for (let w = 0; w < walkers && out.room > 0 && view.size > 0; w++) {
        let target = compete(view, slot => (deferredUntil.get(slot) ?? 0) <= moves);
        if (target === undefined) deferredUntil.clear();
        target ??= compete(view, () => true) as Slot;
        const to = view.score(target);
        if (energy[w] === undefined) energy[w] = to;
        else if (!this.move(energy[w] as number, to)) {
          deferredUntil.set(target, moves + 10);
          w--;
          continue;
        } else energy[w] = to;
        out.fetch(target);
      }
    },
    move(from: number, to: number): boolean {
      const [b1, b2] = [intervalOf(from), intervalOf(to)];
      meet(b1);
      meet(b2);
      moves++;
      const isAccepted = u() < Math.exp((logG.get(b1) as number) - (logG.get(b2) as number));
      bump(isAccepted ? b2 : b1);
      return isAccepted;
    },
  } as Walk & { move(from: number, to: number): boolean };
}
