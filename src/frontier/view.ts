/** The narrow window through which a strategy sees what waits (contract/strategy FrontierView). */
import type { FrontierView, Region, RegionKind } from '../contract/strategy.js';
import type { Random } from '../kit/random.js';
import type { Frontier } from './frontier.js';
import { Regions } from './regions.js';

export interface ViewSource {
  readonly frontier: Frontier;
  readonly random: Random;
  inFlight(): number;
  /** Known relevance of a prefetched link, else NaN. */
  prefetched(slot: number): number;
}

export function viewOf(source: ViewSource): FrontierView {
  const { frontier, random } = source;
  const columnIndex = new Map(frontier.columns.map((name, i) => [name, i]));
  const regions = new Map<RegionKind, Regions>();
  const regionsOf = (kind: RegionKind): Region[] => {
    let group = regions.get(kind);
    if (group === undefined) {
      group = new Regions(frontier, kind);
      regions.set(kind, group);
      // Only who asks for regions pays for keeping them.
      const kept = [...regions.values()];
      frontier.listen(slot => {
        for (const one of kept) one.update(slot);
      });
    }
    return group.list();
  };
  return {
    get size() {
      return frontier.waiting;
    },
    get inFlight() {
      return source.inFlight();
    },
    best: count => frontier.best(count),
    sample: count => frontier.sample(count, random),
    regions: regionsOf,
    score: slot => frontier.score(slot),
    depth: slot => frontier.depth(slot),
    column: (name, slot) => frontier.column(columnIndex.get(name) ?? -1, slot),
    isWaiting: slot => frontier.isWaiting(slot),
    prefetched: slot => source.prefetched(slot),
  };
}
