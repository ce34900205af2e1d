import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from '../../../src/kit/fault.js';
import type { Answer } from '../../../src/polite/pace.js';
import { Politeness } from '../../../src/polite/politeness.js';
import type { HostView } from '../../../src/polite/view.js';

const NONE = Number.NaN;
const answer = (atMs: number, change: Partial<Answer> = {}): Answer => ({
  sentAtMs: atMs,
  endedAtMs: atMs + 10,
  outcomeClass: 'ok',
  status: 200,
  latencyMs: 10,
  retryAfterMs: NONE,
  ...change,
});
const refused = { outcomeClass: 'retry', status: 503 } as const;
const dead = { outcomeClass: 'host', status: 0, sentAtMs: NONE, latencyMs: NONE } as const;

/** Asks as soon as it may and answers at once; returns when it asked. */
function ask(polite: Politeness, host: number, change: Partial<Answer> = {}): number {
  const at = Math.max(polite.view(host).openAtMs, 0);
  polite.finish(polite.start(host, at), answer(at, change), at + 10);
  return at;
}

test('a host is asked again when its delay is over, counted from the sending', () => {
  const polite = new Politeness({ delayMs: 200, isAdaptive: false });
  const ticket = polite.start(3, 1000);
  assert.equal(polite.canStart(3, 5000), false);
  polite.finish(ticket, answer(1050), 1100);
  assert.equal(polite.canStart(3, 1249), false);
  assert.equal(polite.canStart(3, 1250), true);
});

test('what may not start cannot be started, and nothing ends twice', () => {
  const polite = new Politeness();
  const ticket = polite.start(0, 0);
  assert.throws(
    () => polite.start(0, 1),
    (fault: Fault) => fault.code === 'POLITE_TOO_SOON',
  );
  polite.cancel(ticket, 1);
  assert.throws(
    () => polite.cancel(ticket, 1),
    (fault: Fault) => fault.code === 'POLITE_TWICE',
  );
});

test('a cancelled request leaves no trace', () => {
  const polite = new Politeness({ delayMs: 1000, perIpDelayMs: 500 });
  polite.setAddress(0, ['192.0.2.1'], 0);
  polite.cancel(polite.start(0, 0), 5);
  assert.equal(polite.canStart(0, 5), true);
  assert.equal(polite.inFlight, 0);
});

test('hosts on one address share its pace, however the address is written', () => {
  const polite = new Politeness({ delayMs: 0, perIpDelayMs: 100, isAdaptive: false });
  polite.setAddress(0, ['192.0.2.1'], 0);
  polite.setAddress(1, ['::FFFF:192.0.2.1'], 0);
  polite.setAddress(2, ['2001:db8::1'], 0);
  polite.finish(polite.start(0, 0), answer(0), 10);
  assert.equal(polite.canStart(1, 99), false);
  assert.equal(polite.canStart(2, 10), true);
  assert.equal(polite.canStart(1, 100), true);
});

test('of several addresses only the one that was asked has to rest', () => {
  const polite = new Politeness({ delayMs: 0, perIpDelayMs: 100, isAdaptive: false });
  polite.setAddress(0, ['192.0.2.1', '192.0.2.2'], 0);
  polite.setAddress(1, ['192.0.2.1'], 0);
  polite.setAddress(2, ['192.0.2.2'], 0);
  const ticket = polite.start(0, 0);
  assert.deepEqual([polite.canStart(1, 5), polite.canStart(2, 5)], [false, false]);
  polite.finish(ticket, answer(0, { ip: '192.0.2.2' }), 10);
  assert.deepEqual([polite.canStart(1, 10), polite.canStart(2, 10)], [true, false]);
});

test('the longer of our delay and that of robots.txt counts', () => {
  const polite = new Politeness({ delayMs: 1000 });
  polite.setDelay(0, 2500.5, 0);
  polite.setDelay(1, 300, 0);
  assert.equal(polite.view(0).delayMs, 2500.5);
  assert.equal(polite.view(1).delayMs, 1000);
});

test('a refusal doubles the delay, and good answers bring it back', () => {
  const polite = new Politeness({ delayMs: 1000 });
  ask(polite, 0, refused);
  assert.equal(polite.view(0).delayMs, 2000);
  ask(polite, 0, refused);
  assert.equal(polite.view(0).delayMs, 4000);
  for (let i = 0; i < 7; i++) ask(polite, 0);
  assert.equal(polite.view(0).delayMs, 1000);
  assert.equal(polite.view(0).penaltyMs, 0);
});

test('requests that were in flight together are refused once', () => {
  const polite = new Politeness({ delayMs: 0, perHostConcurrency: 4 });
  const tickets = [0, 0, 0, 0].map(at => polite.start(0, at));
  for (const ticket of tickets) polite.finish(ticket, answer(0, refused), 10);
  assert.equal(polite.view(0).refusals, 1);
  assert.equal(polite.view(0).penaltyMs, 1000);
});

test('Retry-After is obeyed up to its cap', () => {
  const polite = new Politeness({ delayMs: 100, maxRetryAfterMs: 60_000 });
  ask(polite, 0, { ...refused, retryAfterMs: 7000 });
  assert.equal(polite.view(0).openAtMs, 7010);
  ask(polite, 1, { ...refused, retryAfterMs: 1e12 });
  assert.equal(polite.view(1).openAtMs, 60_010);
});

test('slow answers stretch the delay, quickly up and slowly down, and only where that is wanted', () => {
  const polite = new Politeness({ delayMs: 1000, latencyFactor: 5 });
  ask(polite, 0, { latencyMs: 100 });
  assert.equal(polite.view(0).delayMs, 1000);
  ask(polite, 0, { latencyMs: 900 });
  assert.equal(polite.view(0).delayMs, 2500);
  ask(polite, 0, { latencyMs: 100 });
  assert.equal(polite.view(0).delayMs, 2250);
  ask(polite, 0, { latencyMs: 1, outcomeClass: 'retry', status: 500 });
  assert.equal(polite.view(0).latencyMs, 450);
  const plain = new Politeness({ delayMs: 1000, isAdaptive: false });
  ask(plain, 0, { latencyMs: 5000 });
  assert.equal(plain.view(0).delayMs, 1000);
});

test('a dead host is left alone for twice as long each time, then given up with a reason', () => {
  const polite = new Politeness({ delayMs: 100, firstBackoffMs: 1000, giveUpAfter: 4 });
  const asked = [0, 1, 2].map(() => ask(polite, 0, dead));
  assert.deepEqual(asked, [0, 1010, 3020]);
  ask(polite, 0, dead);
  assert.equal(polite.isGone(0), true);
  assert.equal(polite.view(0).goneReason, 'unreachable');
  assert.equal(polite.canStart(0, 1e9), false);
});

test('one good answer forgives the failures before it', () => {
  const polite = new Politeness({ giveUpAfter: 2 });
  for (const change of [dead, {}, dead, { outcomeClass: 'drop', status: 404 } as const, dead])
    ask(polite, 0, change);
  assert.equal(polite.isGone(0), false);
  for (let i = 0; i < 20; i++) ask(polite, 1, refused);
  assert.equal(polite.view(1).goneReason, 'refuses');
});

test('somebody who waits for a host hears of it when it opens, and when it is given up', () => {
  const polite = new Politeness({ delayMs: 100, isAdaptive: false, giveUpAfter: 1 });
  const ticket = polite.start(0, 0);
  polite.hold(0, 1);
  assert.equal(polite.wakeAtMs, Number.POSITIVE_INFINITY);
  polite.finish(ticket, answer(0), 10);
  assert.equal(polite.wakeAtMs, 100);
  assert.deepEqual(polite.takeOpened(99), []);
  assert.deepEqual(polite.takeOpened(100), [0]);
  assert.deepEqual(polite.takeOpened(1000), []);
  const last = polite.start(0, 1000);
  polite.hold(0, 1001);
  polite.finish(last, answer(1000, dead), 1100);
  assert.deepEqual(polite.takeOpened(1100), [0]);
});

test('who is released is not opened', () => {
  const polite = new Politeness({ perIpDelayMs: 50 });
  polite.setAddress(0, ['192.0.2.1'], 0);
  polite.finish(polite.start(0, 0), answer(0), 10);
  polite.hold(0, 10);
  polite.release(0, 20);
  assert.equal(polite.heldCount, 0);
  assert.equal(polite.wakeAtMs, Number.POSITIVE_INFINITY);
});

test('an address opens the most urgent host, and the next one when that does not use its turn', () => {
  const polite = new Politeness({ delayMs: 0, perIpDelayMs: 100, isAdaptive: false });
  for (const host of [0, 1, 2]) polite.setAddress(host, ['192.0.2.1'], 0);
  polite.finish(polite.start(0, 0), answer(0), 10);
  polite.hold(1, 20, 0.3);
  polite.hold(2, 30, 0.9);
  polite.hold(0, 40, 0.3);
  assert.equal(polite.wakeAtMs, 100);
  assert.deepEqual(polite.takeOpened(100), [2]);
  assert.deepEqual(polite.takeOpened(109), []);
  assert.deepEqual(polite.takeOpened(110), [1]);
  polite.start(1, 115);
  assert.deepEqual(polite.takeOpened(1000), []);
});

test('a held host whose address or delay changes waits for what is true now', () => {
  const polite = new Politeness({ delayMs: 100, perIpDelayMs: 1000, isAdaptive: false });
  polite.setAddress(0, ['192.0.2.1'], 0);
  polite.setAddress(1, ['192.0.2.1'], 0);
  polite.finish(polite.start(0, 0), answer(0), 10);
  polite.hold(1, 10);
  assert.equal(polite.wakeAtMs, 1000);
  polite.setAddress(1, ['192.0.2.2'], 20);
  assert.deepEqual(polite.takeOpened(20), [1]);
  polite.hold(0, 20);
  polite.setDelay(0, 5000, 20);
  assert.equal(polite.wakeAtMs, 5000);
});

test('deadlines, troubles and delays survive a snapshot as JSON', () => {
  const polite = new Politeness({ delayMs: 1000, perIpDelayMs: 300, giveUpAfter: 1 });
  polite.setAddress(0, ['192.0.2.1'], 0);
  polite.setAddress(1, ['192.0.2.9'], 0);
  polite.setDelay(2, 4000, -4000);
  polite.start(0, 100);
  ask(polite, 1, refused);
  ask(polite, 2);
  ask(polite, 3, dead);
  const copy = new Politeness(polite.options);
  copy.restore(JSON.parse(JSON.stringify(polite.snapshot(150))), 150);
  copy.setAddress(0, ['192.0.2.1'], 150);
  copy.setAddress(4, ['192.0.2.1'], 150);
  // Any host may have been asked behind the snapshot.
  for (const host of [0, 7]) {
    assert.equal(copy.canStart(host, 1149), false);
    assert.equal(copy.canStart(host, 1150), true);
  }
  assert.equal(copy.canStart(4, 449), false);
  for (const host of [1, 2, 3]) {
    const facts = ({ ips: _, openAtMs: __, ...rest }: HostView) => rest;
    assert.deepEqual(facts(copy.view(host)), facts(polite.view(host)));
    assert.ok(copy.view(host).openAtMs >= polite.view(host).openAtMs || copy.isGone(host));
  }
});

test('a host that was asked once costs nothing when its delay is over', () => {
  const polite = new Politeness({ delayMs: 100, perIpDelayMs: 10, isAdaptive: false });
  for (let host = 0; host < 20_000; host++) {
    polite.setAddress(host, [`10.${host >> 16}.${(host >> 8) & 255}.${host & 255}`], host);
    polite.finish(polite.start(host, host), answer(host), host);
  }
  assert.ok(polite.activeCount < 600, `${polite.activeCount} are remembered`);
});

test('nothing is forgotten of hosts that are held, however many others come and go', () => {
  const polite = new Politeness({ delayMs: 0, perIpDelayMs: 100, isAdaptive: false });
  const waiting = [1, 2, 3, 4];
  for (const host of [0, ...waiting]) polite.setAddress(host, ['192.0.2.1'], 0);
  polite.finish(polite.start(0, 0), answer(0), 10);
  for (const host of waiting) polite.hold(host, 10);
  let now = 150;
  for (let host = 10; host < 100; host++, now++) {
    polite.setAddress(host, [`10.0.0.${host}`], now);
    polite.finish(polite.start(host, now), answer(now), now);
  }
  for (const host of waiting) polite.hold(host, now);
  assert.equal(polite.heldCount, 4);
  const opened: number[] = [];
  while (polite.wakeAtMs < Number.POSITIVE_INFINITY) {
    now = Math.max(now, polite.wakeAtMs);
    const hosts = polite.takeOpened(now);
    opened.push(...hosts);
    for (const host of hosts) {
      assert.equal(polite.canStart(waiting.find(one => !opened.includes(one)) ?? host, now), true);
      polite.finish(polite.start(host, now), answer(now), now);
      assert.equal(polite.canStart(0, now), false);
    }
  }
  assert.deepEqual(opened, waiting);
  assert.equal(polite.heldCount, 0);
});
