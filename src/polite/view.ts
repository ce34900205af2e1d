/** What can be seen of a host's pace, and what of all of it has to survive a restart. Plain data both. */
import { delayOf, type PolitenessOptions } from './pace.js';
import type { AddressPlace, GoneReason, HostPlace } from './place.js';

export interface HostView {
  /** Addresses that are known, as text. */
  readonly ips: readonly string[];
  /** From start to start, at this moment. */
  readonly delayMs: number;
  /** Part of the person and robots.txt in it. */
  readonly floorMs: number;
  /** Part that refusals made; 0 without. */
  readonly penaltyMs: number;
  /** Average time to the first byte; 0 before the first. */
  readonly latencyMs: number;
  /** In a row: failures of class `host`, and refusals. */
  readonly failures: number;
  readonly refusals: number;
  readonly inFlight: number;
  /** When the host itself lets the next request start; Infinity: not before an answer; −Infinity: no wait. */
  readonly openAtMs: number;
  /** Why the host was given up; null when it was not. */
  readonly goneReason: GoneReason | null;
}

/** The facts of a host in a snapshot. */
type HostFacts = Pick<
  HostPlace,
  'sentMs' | 'blockedMs' | 'penaltyMs' | 'latencyMs' | 'failures' | 'refusals' | 'goneReason'
>;

export interface PolitenessSnapshot {
  readonly hosts: readonly (HostFacts & { readonly host: number })[];
  /** IP as text, and when the last request to it went out. */
  readonly addresses: readonly (readonly [ip: string, sentMs: number])[];
  /** Host, and the delay that its robots.txt asks for. */
  readonly delays: readonly (readonly [host: number, ms: number])[];
}

export function viewOf(
  place: HostPlace,
  facts: Pick<HostView, 'ips' | 'floorMs' | 'openAtMs'>,
  options: PolitenessOptions,
): HostView {
  const { penaltyMs, latencyMs, failures, refusals, inFlight, goneReason } = place;
  const delayMs = delayOf(place, facts.floorMs, options);
  return { ...facts, delayMs, penaltyMs, latencyMs, failures, refusals, inFlight, goneReason };
}

interface SnapshotParts {
  readonly places: readonly AddressPlace[];
  readonly asked: ReadonlyMap<number, number>;
  readonly textOf: (address: number) => string;
}

/** Whatever was allowed to go out may have gone out. */
const lastMs = ({ sentMs, startedMs, inFlight }: HostPlace | AddressPlace): number =>
  inFlight > 0 ? Math.max(sentMs, startedMs) : sentMs;

export function snapshotOf(
  hosts: readonly HostPlace[],
  { places, asked, textOf }: SnapshotParts,
): PolitenessSnapshot {
  return {
    hosts: hosts.map(place => {
      const { id, blockedMs, penaltyMs, latencyMs, failures, refusals, goneReason } = place;
      return {
        host: id,
        sentMs: lastMs(place),
        blockedMs,
        penaltyMs,
        latencyMs,
        failures,
        refusals,
        goneReason,
      };
    }),
    addresses: places.map(place => [textOf(place.id), lastMs(place)]),
    delays: [...asked],
  };
}
