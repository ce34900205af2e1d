/** What holds of every reading of the live web, whatever the server did. Throws an assertion otherwise. */
import assert from 'node:assert/strict';
import { OUTCOMES, outcomeOf } from '../../src/contract/outcome.js';
import { type PacketShape, packReading, unpackReading } from '../../src/contract/packet.js';
import type { Reading, Visit } from '../../src/contract/visit.js';
import { canonical } from '../../src/url/canonical.js';
import { linksOf } from './live-lane.js';

const CODES = new Set(OUTCOMES.map(({ code }) => code));
const TIMES = [
  'dnsMs',
  'connectMs',
  'firstByteMs',
  'wireBytes',
  'bytes',
  'fetchMs',
  'readMs',
  'judgeMs',
  'sends',
] as const;

export function assertLaw(reading: Reading, visit: Visit, shape: PacketShape): void {
  assert.equal(reading.fault, '');
  assert.deepEqual([reading.slot, reading.kind], [visit.slot, visit.kind ?? 'page']);
  assert.ok(CODES.has(reading.outcome), `no outcome has the code ${reading.outcome}`);
  for (const name of TIMES) assert.ok(reading[name] >= 0 && Number.isFinite(reading[name]), name);
  assert.equal(reading.sentAtMs > 0, reading.sends > 0);
  assert.ok(!(reading.retryAfterMs < 0));
  const { name, class: kind } = outcomeOf(reading.outcome);
  if (reading.kind === 'page' && kind === 'ok') assert.ok(Number.isFinite(reading.topics[0]), name);
  assert.equal(reading.target !== '', name === 'Redirected', 'only redirects have a target, and all of them');
  if (reading.target !== '') assert.equal(canonical(reading.target, undefined), reading.target);
  if (reading.kind === 'robots') assert.ok(typeof JSON.parse(reading.detail).answer === 'string');
  const links = linksOf(reading);
  assert.equal(new Set(links).size, links.length);
  for (const url of links) assert.equal(canonical(url, undefined), url);
  assert.deepEqual(linksOf(unpackReading(packReading(reading, shape), shape)), links);
}
