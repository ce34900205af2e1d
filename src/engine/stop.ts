/** Is there a reason to stop? Every limit is off unless asked for; the first that holds wins. */
import { stopReasonOf } from '../contract/crawl.js';
import type { Road } from './road.js';

export function stopReason(road: Road): string | undefined {
  const { limits, signal, strategy, clock, ceiling } = road.parts;
  if (signal?.aborted) return stopReasonOf(signal);
  if (road.tally.pages >= limits.maxPages) return 'max pages';
  if (road.tally.bytes >= limits.maxBytes) return 'max bytes';
  if (clock.tick() - road.startedMs >= limits.maxTimeMs) return 'max time';
  return ceiling?.() ?? (road.seq === 0 ? undefined : strategy.done?.());
}
