/** What is remembered of a host or an address that is being asked, and when the gap and the limit let the next one start. */
import type { HeapMember, ObjectHeap } from './heap.js';

export type GoneReason =
  /** Failures of the outcome class `host`, in a row. */
  | 'unreachable'
  /** Answers such as 429 and 503, time-outs and resets, in a row. */
  | 'refuses';

/** Before anything was asked; finite, so that it survives in JSON. */
export const LONG_AGO_MS = Number.MIN_SAFE_INTEGER;

/** Fields are made in one order with values of one kind, so that V8 gives all of them one shape. */
class Asked implements HeapMember {
  readonly id: number;
  place = -1;
  /** When the last request really went out. */
  sentMs = LONG_AGO_MS;
  /** When the last request was allowed to start. */
  startedMs = LONG_AGO_MS;
  /** When it may come out of the timers. */
  openAtMs = LONG_AGO_MS;
  /** Requests that were allowed and of whose sending nothing was heard. */
  unsent = 0;
  inFlight = 0;

  constructor(id: number) {
    this.id = id;
  }
}

export class HostPlace extends Asked {
  /** Retry-After or back-off. */
  blockedMs = LONG_AGO_MS;
  /** When trouble was heard last. */
  troubleMs = LONG_AGO_MS;
  /** Delay learned from refusals; 0 = none. */
  penaltyMs = 0;
  /** Average time to answer; 0 before the first. */
  latencyMs = 0;
  /** In a row. */
  failures = 0;
  refusals = 0;
  goneReason: GoneReason | null = null;
  isHeld = false;
  /** Held hosts of an address go by greater urgency, then by smaller order. */
  urgency = 0;
  order = 0;
  /** Where it waits; undefined when only an answer can open it. */
  queue: ObjectHeap<HostPlace> | undefined = undefined;
}

export class AddressPlace extends Asked {
  /** Held hosts that wait for this address and for nothing of their own. */
  readonly waiters: ObjectHeap<HostPlace>;
  /** Openings given out and not used; they count until the turn ends. */
  offered = 0;
  turnEndsMs = LONG_AGO_MS;
  isArmed = false;

  constructor(id: number, waiters: ObjectHeap<HostPlace>) {
    super(id);
    this.waiters = waiters;
  }
}

/**
 * When gap and limit let the next request start; Infinity: not before something is heard of one that is out. A gap is
 * counted from the sending, so nothing starts while it is unknown when the last one went out.
 */
export function freeAt(place: Asked, delayMs: number, concurrency: number): number {
  if (place.inFlight >= concurrency) return Number.POSITIVE_INFINITY;
  if (delayMs <= 0) return Number.NEGATIVE_INFINITY;
  return place.unsent > 0 ? Number.POSITIVE_INFINITY : place.sentMs + delayMs;
}
