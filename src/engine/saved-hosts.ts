/** Hosts in a snapshot: numbers in a row each, names as one text, and what only the live web knows of some. */
import type { RobotsAnswer } from '../contract/row.js';
import type { Loaded, Saved } from '../contract/snapshot.js';
import type { Host } from './host.js';

const COUNTED = [
  ...(['pages', 'relevant', 'errors', 'bytes', 'entered', 'open', 'outOfScope', 'traps'] as const),
  ...(['firstSeq', 'lastSeq', 'fetching', 'requests', 'denied'] as const),
];

interface Heard {
  readonly id: number;
  readonly robots: RobotsAnswer | null;
  readonly crawlDelayMs: number | null;
  readonly ips: readonly string[];
}

const isHeard = ({ robots, crawlDelayMs, ips }: Host): boolean =>
  robots !== null || crawlDelayMs !== null || ips.length > 0;

export function saveHosts(hosts: readonly Host[]): Saved {
  const counts = new Float64Array(hosts.length * COUNTED.length);
  let at = 0;
  for (const host of hosts) for (const name of COUNTED) counts[at++] = host[name];
  const heard = hosts
    .filter(isHeard)
    .map(({ id, robots, crawlDelayMs, ips }): Heard => ({ id, robots, crawlDelayMs, ips }));
  // No host's name holds a line's end.
  return { facts: heard, arrays: { counts, names: Buffer.from(hosts.map(({ name }) => name).join('\n')) } };
}

/** `hostOf` makes a host of a name, in order. */
export function loadHosts(saved: Loaded, hostOf: (name: string) => Host): void {
  const names = Buffer.from(saved.array<Uint8Array>('names')).toString();
  const counts = saved.array<Float64Array>('counts');
  if (counts.length === 0) return;
  const hosts = names.split('\n').map(hostOf);
  let at = 0;
  for (const host of hosts) for (const name of COUNTED) host[name] = counts[at++] as number;
  for (const { id, robots, crawlDelayMs, ips } of saved.facts as readonly Heard[]) {
    const host = hosts[id] as Host;
    host.robots = robots;
    host.crawlDelayMs = crawlDelayMs;
    host.ips.push(...ips);
  }
}
