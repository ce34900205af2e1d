/**
 * Wang–Landau sampling (METHODS C.1, C.2; seed 000): walkers move from link to link so that all relevances are visited equally often. The
 * energy of a link is its relevance R(l) in 50 intervals; a target is accepted with min(1, g(E1) / g(E2)), and whichever is stood on
 * gains ln f in ln g and a visit in H. Candidates are links with R(l) ≥ θ and those of important pages; regions compete for the target.
 *
 * Walkers share g, H and the count of moves L, and move in the order of their numbers; H is tested every T moves of all together. What
 * the source lost is chosen in METHODS C.2 and can be set. No candidate: the walker begins anew at the best link that waits.
 */
import type { Choice, FrontierView, Region, Slot } from '../../contract/strategy.js';
import { defineStrategy } from '../../contract/strategy.js';
import { roulette } from '../../kit/roulette.js';
import { candidacyOf } from './candidacy.js';
import { WalkLedger } from './ledger.js';
import { WANG_LANDAU } from './options.js';

interface Walker {
  /** Of the link that it stands on; NaN before the first. */
  energy: number;
  /** Under way to it; -1 when it has arrived. */
  slot: Slot;
}

type PickRegion = (regions: readonly Region[], u: number) => Region | undefined;
type Saved = { walkers: Walker[]; random: number[]; ledger: ReturnType<WalkLedger['snapshot']> };

export const wangLandau = defineStrategy({
  name: 'wang-landau',
  summary:
    'Wang–Landau sampling: all relevances are visited equally often, so that the walk also leaves good regions.',
  source: 'METHODS C.1, C.2; seed 000',
  options: WANG_LANDAU,
  create(context) {
    const { options, random, threshold } = context;
    const ledger = new WalkLedger(context);
    const candidacy = candidacyOf(options, options.theta > 0 ? options.theta : threshold);
    let walkers: Walker[] = [];
    const pick = PICKS[options.competition] as PickRegion;

    const compete = (view: FrontierView): Slot | undefined => {
      const among = (except: ReadonlySet<Slot>): Region[] =>
        view.regions(options.region === 'source' ? 'among' : options.region, { among: 'candidate', except });
      let free = among(ledger.deferred);
      if (free.length === 0 && ledger.deferred.size > 0) {
        ledger.forgive();
        free = among(ledger.deferred);
      }
      return free.length === 0 ? undefined : pick(free, random.next())?.best;
    };

    /** Where a walker goes next; undefined when nothing waits. */
    const target = ({ energy }: Walker, view: FrontierView): Slot | undefined => {
      for (;;) {
        const slot = compete(view);
        if (slot === undefined || Number.isNaN(energy)) return slot ?? view.best(1)[0];
        if (ledger.move({ from: energy, to: view.column('energy', slot), slot })) return slot;
      }
    };

    const go = (walker: Walker, view: FrontierView, out: Choice): boolean => {
      const slot = target(walker, view);
      if (slot === undefined) return false;
      const { inFlight } = view;
      const energy = view.column('energy', slot);
      out.fetch(slot);
      // The host of the link may have had its share: then it has left, and nothing is under way.
      if (view.inFlight > inFlight) Object.assign(walker, { slot, energy });
      return true;
    };

    return {
      ...candidacy,
      settle({ slot }) {
        for (const walker of walkers) if (walker.slot === slot) walker.slot = -1;
      },
      choose(view, out) {
        const most = options.walkers > 0 ? options.walkers : view.inFlight + out.room;
        while (walkers.length < most) walkers.push({ energy: Number.NaN, slot: -1 });
        // A link that waits for another attempt, or for robots.txt, holds its walker only while others walk.
        if (view.inFlight === 0) for (const walker of walkers) walker.slot = -1;
        for (const walker of walkers)
          while (out.room > 0 && (walker.slot < 0 || view.isWaiting(walker.slot)))
            if (!go(walker, view, out)) return;
      },
      done() {
        if (options.stopLnF > 0 && ledger.lnF < options.stopLnF) return 'ln f small';
        return options.stopMoves > 0 && ledger.moves >= options.stopMoves ? 'walk over' : undefined;
      },
      snapshot: () => ({
        ledger: ledger.snapshot(),
        // JSON has no NaN.
        walkers: walkers.map(({ energy, slot }) => ({ energy: Number.isNaN(energy) ? null : energy, slot })),
        random: random.snapshot(),
      }),
      restore(before) {
        const saved = before as Saved;
        ledger.restore(saved.ledger);
        walkers = saved.walkers.map(({ energy, slot }) => ({ energy: energy ?? Number.NaN, slot }));
        random.restore(saved.random);
      },
    };
  },
});

/** Which region wins; ties go to the one that was seen first. Reconstructed, because the source lost its rule. */
const PICKS: Readonly<Record<string, PickRegion>> = {
  roulette: (regions, u) =>
    regions[
      roulette(
        Float64Array.from(regions, one => one.meanScore),
        u,
      )
    ],
  uniform: (regions, u) => regions[Math.floor(u * regions.length)],
  best: regions => [...regions].sort((a, b) => b.meanScore - a.meanScore)[0],
};
