/**
 * The whole state of a road between two steps, part by part. A road that loads it is where the other one was; what was in
 * flight there is under way here as a journal would leave it.
 */
import type { TripKind } from '../contract/journal.js';
import type { Loaded, Savable, Savables } from '../contract/snapshot.js';
import type { Road } from './road.js';

interface SavedTrip {
  readonly slot: number;
  readonly kind: TripKind;
  readonly rank: number;
  readonly chosenMs: number;
  readonly prefetched: number | undefined;
}

interface RoadFacts {
  readonly seq: number;
  readonly nowMs: number;
  readonly fetching: number;
  readonly trips: readonly SavedTrip[];
  readonly prefetched: ReadonlyMap<number, number>;
  readonly attempts: ReadonlyMap<number, number>;
  readonly ruleTries: ReadonlyMap<number, number>;
}

/** Loaded in this order: who is in flight is asked of the frontier. */
export function stateOf(road: Road): Savables {
  const { parts, tally, hosts, gate } = road;
  return {
    ...parts.state,
    frontier: parts.frontier,
    tally,
    hosts,
    road: savableRoad(road),
    strategy: savableStrategy(road),
    ...(gate !== undefined && { gate }),
  };
}

export function loadState(road: Road, base: (part: string) => Loaded): void {
  for (const [name, savable] of Object.entries(stateOf(road))) savable.load(base(name));
  road.parts.onRow?.(road.seq);
}

const savableRoad = (road: Road): Savable => ({
  save: () => ({
    facts: {
      seq: road.seq,
      nowMs: road.nowMs,
      fetching: road.fetching,
      trips: [...road.trips.values()].map(({ record: _, ...trip }) => trip as SavedTrip),
      prefetched: road.prefetched,
      attempts: road.attempts,
      ruleTries: road.ruleTries,
    } satisfies RoadFacts,
    arrays: {
      slot: Uint32Array.from(road.seqOf.keys()),
      seq: Uint32Array.from(road.seqOf.values()),
    },
  }),
  load({ facts, array }) {
    const { trips, prefetched, attempts, ruleTries, ...numbers } = facts as RoadFacts;
    Object.assign(road, numbers);
    for (const trip of trips)
      road.trips.set(trip.slot, { ...trip, record: road.parts.frontier.recall(trip.slot) });
    for (const name of ['prefetched', 'attempts', 'ruleTries'] as const)
      for (const [slot, value] of { prefetched, attempts, ruleTries }[name]) road[name].set(slot, value);
    const seq = array<Uint32Array>('seq');
    for (const [i, slot] of array<Uint32Array>('slot').entries()) road.seqOf.set(slot, seq[i] as number);
  },
});

const savableStrategy = ({ parts: { strategy } }: Road): Savable => ({
  save: () => ({ facts: strategy.snapshot?.() }),
  load({ facts }) {
    if (facts !== undefined) strategy.restore?.(facts);
  },
});
