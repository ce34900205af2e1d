/** A version of a measure takes effect behind the row that was stated when it was begun, also when a journal is walked again. */
import type { Road } from './road.js';
import { rescoreOf } from './settle.js';

/** Undefined when nothing is due; else nothing may be decided until it resolves. Asked between two entries of a journal. */
export function refresh(road: Road): Promise<void> | undefined {
  const { measures, frontier } = road.parts;
  if (measures === undefined || !road.hasHeard) return undefined;
  road.hasHeard = false;
  return measures.isDue(road.seq, frontier.count) ? takeIn(road) : undefined;
}

async function takeIn(road: Road): Promise<void> {
  const { measures, strategy } = road.parts;
  await measures?.arrive();
  for (const name of measures?.names ?? [])
    strategy.refresh?.(name, slot => measures?.value(name, slot) ?? Number.NaN, road.view, rescoreOf(road));
}
