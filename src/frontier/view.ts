/** The narrow window through which a strategy sees what waits (contract/strategy FrontierView). */
import type { MeasureName } from '../contract/measure.js';
import type { FrontierView } from '../contract/strategy.js';
import type { Random } from '../kit/random.js';
import type { Frontier } from './frontier.js';

export interface ViewSource {
  readonly frontier: Frontier;
  readonly random: Random;
  inFlight(): number;
  /** Known relevance of a prefetched link, else NaN. */
  prefetched(slot: number): number;
  /** Absent where no measure is wanted. */
  measure?: ((name: MeasureName, slot: number) => number) | undefined;
}

export function viewOf(source: ViewSource): FrontierView {
  const { frontier, random } = source;
  const columnIndex = new Map(frontier.columns.map((name, i) => [name, i]));
  return {
    get size() {
      return frontier.waiting;
    },
    get inFlight() {
      return source.inFlight();
    },
    best: count => frontier.best(count),
    sample: count => frontier.sample(count, random),
    regions: (kind, { among, except } = {}) =>
      frontier.regions(kind, among === undefined ? -1 : (columnIndex.get(among) ?? -1), except),
    score: slot => frontier.score(slot),
    depth: slot => frontier.depth(slot),
    host: slot => frontier.host(slot),
    column: (name, slot) => frontier.column(columnIndex.get(name) ?? -1, slot),
    isWaiting: slot => frontier.isWaiting(slot),
    get known() {
      return frontier.count;
    },
    measure: (name, slot) => source.measure?.(name, slot) ?? Number.NaN,
    prefetched: slot => source.prefetched(slot),
  };
}
