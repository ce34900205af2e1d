/** Everything that main hears comes in here, live or from a journal: one answer at one time. */
import type { Reading } from '../contract/visit.js';
import type { LiveGate } from './gate.js';
import type { Road } from './road.js';
import { settle } from './settle.js';

export function hear(road: Road, gate: LiveGate | undefined, reading: Reading, atMs: number): void {
  road.nowMs = atMs;
  road.hasHeard = true;
  if (gate !== undefined) {
    gate.take(reading);
    return;
  }
  road.journal?.answered(reading, atMs);
  settle(road, reading);
}
