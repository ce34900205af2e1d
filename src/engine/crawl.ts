/**
 * The loop: who goes next through which door? It owns no knowledge; every step is a room's answer.
 *
 *   choose a window → ask the lanes → take answers → settle → admit their links → record
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Fault } from '../kit/fault.js';
import { admitSeeds } from './admit.js';
import { LiveGate } from './gate.js';
import { hear } from './hear.js';
import { refill, roomOf, visitOf } from './refill.js';
import { refresh } from './refresh.js';
import { goOn, retrace } from './retrace.js';
import { type Parts, Road } from './road.js';
import { loadState } from './snapshot.js';
import { stopReason } from './stop.js';

/** The event loop gets a turn at least this often, so that signals, the log's answers and timers are heard. */
const TURN_MS = 10;
/** The law of the road is checked once in so many answers. */
const LAW_EVERY = 100;

export interface CrawlWatch {
  /** Called after every settled page. */
  onSettled?(road: Road): void;
  /** Called between two steps; while what it answers is not resolved, nothing is decided. */
  rest?(road: Road): Promise<void> | undefined;
}

/** Walks until a reason to stop; what is in flight is settled first. Returns the reason and the state at the end. */
export async function crawl(parts: Parts, watch: CrawlWatch = {}): Promise<{ reason: string; road: Road }> {
  const { road, gate } = open(parts);
  const wake = (): void => parts.live?.wakeReader();
  parts.signal?.addEventListener('abort', wake);
  try {
    await begin(road, gate);
    road.journal = parts.journal;
    if (parts.past !== undefined) goOn(road, gate);
    return { reason: await walk(road, gate, watch), road };
  } finally {
    parts.signal?.removeEventListener('abort', wake);
  }
}

/** The road as it was at the last commit of `parts.past`; nobody is asked and nothing goes on. */
export async function retraced(parts: Parts): Promise<Road> {
  const { road, gate } = open(parts);
  await begin(road, gate);
  return road;
}

function open(parts: Parts): { readonly road: Road; readonly gate: LiveGate | undefined } {
  const road = new Road(parts);
  const gate = parts.live === undefined ? undefined : new LiveGate(road, parts.live);
  road.gate = gate;
  return { road, gate };
}

/** Enters the seeds; a crawl that is taken up again then comes to where it was. */
async function begin(road: Road, gate: LiveGate | undefined): Promise<void> {
  const { past } = road.parts;
  if (past !== undefined) road.nowMs = past.startedMs;
  if (past?.base === undefined) admitSeeds(road);
  else loadState(road, past.base);
  if (past !== undefined) await retrace(road, gate, past);
}

async function walk(road: Road, gate: LiveGate | undefined, watch: CrawlWatch): Promise<string> {
  const { reader, clock, frontier } = road.parts;
  let turnedMs = clock.tick();
  for (let answers = 0; ; ) {
    if (clock.tick() - turnedMs >= TURN_MS) {
      await nextTurn();
      turnedMs = clock.tick();
    }
    gate?.tick();
    const reason = stopReason(road);
    if (reason !== undefined) gate?.giveBack();
    const dropped = reason === undefined && hasRoom(road) ? refill(road).dropped : 0;
    if (isIdle(road)) {
      if (dropped > 0) continue;
      const end = reason ?? (await whyIdle(road, gate));
      if (end !== undefined) return end;
      continue;
    }
    reader.plan(
      count => frontier.best(count),
      slot => visitOf(road, slot),
    );
    // Once it stops, only an answer moves the crawl: a time limit that is over would wake it without end.
    const isWoken = gate !== undefined && reason === undefined;
    const reading = await reader.next(isWoken ? wakeAt(road, gate) : undefined);
    if (reading === undefined) continue;
    hear(road, gate, reading, clock.now());
    const version = refresh(road);
    if (version !== undefined) await version;
    if (++answers % LAW_EVERY === 0) checkLaw(road);
    watch.onSettled?.(road);
    const rest = watch.rest?.(road);
    if (rest !== undefined) await rest;
  }
}

/** The one predicate of back-pressure: may more work enter? */
function hasRoom(road: Road): boolean {
  return roomOf(road) > 0 && !road.parts.log.isFull;
}

/** Nothing has been asked for that is not answered. */
const isIdle = (road: Road): boolean => road.trips.size + (road.gate?.sideCount ?? 0) === 0;

/** When to look again although no answer came, ms since 1970. */
function wakeAt(road: Road, gate: LiveGate): number {
  const { clock, limits } = road.parts;
  const leftMs = limits.maxTimeMs - (clock.tick() - road.startedMs);
  return Math.min(gate.wakeAtMs, clock.now() + Math.max(0, leftMs));
}

/** Nothing is in flight: wait for the log or for a host, end, or find the strategy stuck. */
async function whyIdle(road: Road, gate: LiveGate | undefined): Promise<string | undefined> {
  const { log, frontier, reader } = road.parts;
  if (log.isFull) {
    await log.drained();
    return undefined;
  }
  const wasClosed = frontier.top < 0;
  gate?.serveAll();
  // A host's time may have come in this very moment.
  if (!isIdle(road) || (wasClosed && frontier.top >= 0)) return undefined;
  if (gate !== undefined && frontier.top < 0 && gate.wakeAtMs < Number.POSITIVE_INFINITY) {
    await reader.next(wakeAt(road, gate));
    return undefined;
  }
  if (frontier.waiting === 0) return 'frontier empty';
  throw new Fault(
    'STRATEGY_STUCK',
    `The strategy chose none of ${frontier.waiting} waiting links although nothing is in flight; its choose() must fetch or prefetch one.`,
  );
}

/** entered = waiting + asked again later + in flight + ended + declined + evicted: else a link was lost or is there twice. */
function checkLaw({ tally, waiting }: Road): void {
  const missing = tally.imbalance(waiting);
  if (missing === 0) return;
  throw new Fault('ENGINE_LAW', `The road has lost ${missing} links (negative: has them twice).`);
}
