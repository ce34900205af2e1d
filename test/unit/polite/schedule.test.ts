import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Outcome, type Plan, type Send, Simulation } from './simulation.js';

const plans: fc.Arbitrary<Plan> = fc
  .record({ hosts: fc.integer({ min: 1, max: 14 }), addressCount: fc.integer({ min: 1, max: 5 }) })
  .chain(({ hosts, addressCount }) =>
    fc.record({
      seed: fc.nat(),
      options: fc.record({
        delayMs: fc.constantFrom(0, 50, 200),
        perHostConcurrency: fc.constantFrom(1, 1, 3),
        perIpDelayMs: fc.constantFrom(0, 20, 100),
        perIpConcurrency: fc.constantFrom(1, 2, Number.POSITIVE_INFINITY),
        isAdaptive: fc.boolean(),
        firstBackoffMs: fc.constant(500),
        giveUpAfter: fc.constantFrom(2, 1000),
      }),
      addresses: fc.array(fc.uniqueArray(fc.nat(addressCount - 1), { maxLength: 3 }), {
        minLength: hosts,
        maxLength: hosts,
      }),
      work: fc.array(fc.nat(6), { minLength: hosts, maxLength: hosts }),
      window: fc.constantFrom(1, 3, 100),
      lagMs: fc.constantFrom(0, 5, 60),
      latencyMs: fc.constantFrom(0, 30, 300),
      reported: fc.constantFrom(0, 0.5, 1),
      cancelled: fc.constantFrom(0, 0.2),
      troubled: fc.constantFrom(0, 0.2),
    }),
  );

interface Rule {
  readonly delayMs: number;
  readonly concurrency: number;
}

function checkGroup(sends: readonly Send[], { delayMs, concurrency }: Rule): void {
  sends.forEach((send, i) => {
    const earlier = sends.slice(0, i);
    const last = earlier[i - 1];
    if (last !== undefined)
      assert.ok(send.atMs - last.atMs >= delayMs, `a gap of ${send.atMs - last.atMs} ms`);
    const open = earlier.filter(({ endMs }) => endMs > send.atMs).length;
    assert.ok(open < concurrency, `${open + 1} in flight`);
  });
}

function group(sends: readonly Send[], keysOf: (send: Send) => readonly number[]): Send[][] {
  const groups = new Map<number, Send[]>();
  for (const send of sends)
    for (const key of keysOf(send)) groups.set(key, [...(groups.get(key) ?? []), send]);
  return [...groups.values()];
}

function check(plan: Plan, outcome: Outcome): void {
  const { options } = plan;
  assert.equal(outcome.left, 0, 'work was left although nothing was to be waited for');
  for (const sends of group(outcome.sends, send => [send.host])) {
    checkGroup(sends, {
      delayMs: options.delayMs as number,
      concurrency: options.perHostConcurrency as number,
    });
    // What was allowed before the answer came may still go out.
    for (const { endMs, retryAfterMs } of sends)
      for (const later of sends.filter(({ atMs }) => atMs > endMs + plan.lagMs))
        assert.ok(later.atMs >= endMs + retryAfterMs, 'Retry-After was not obeyed');
  }
  const rule = { delayMs: options.perIpDelayMs as number, concurrency: options.perIpConcurrency as number };
  for (const sends of group(outcome.sends, send => send.addresses)) checkGroup(sends, rule);
  assert.equal(outcome.politeness.inFlight, 0);
  assert.equal(outcome.politeness.heldCount, 0);
}

test('in any schedule gaps and limits hold, Retry-After is obeyed and every host is opened in the end', () => {
  fc.assert(
    fc.property(plans, plan => check(plan, new Simulation(plan).run())),
    { numRuns: 400, seed: 7 },
  );
});

const many = (hosts: number, change: Partial<Plan> = {}): Plan => ({
  seed: 1,
  options: { delayMs: 100, perIpDelayMs: 10, isAdaptive: false },
  addresses: Array.from({ length: hosts }, () => [0]),
  work: Array.from({ length: hosts }, () => 3),
  window: 100,
  lagMs: 0,
  latencyMs: 5,
  reported: 1,
  cancelled: 0,
  troubled: 0,
  ...change,
});

test('a thousand hosts on one address cost a step a request, not a thousand', () => {
  const { sends, openings, endMs } = new Simulation(many(1000)).run();
  assert.equal(sends.length, 3000);
  assert.ok(openings < 2 * sends.length, `${openings} openings for ${sends.length} requests`);
  assert.ok(endMs < 1.2 * 3000 * 10, `${endMs} ms`);
});

test('hosts on addresses of their own do not wait for each other', () => {
  const plan = many(50, { addresses: Array.from({ length: 50 }, (_, host) => [host]) });
  const { endMs } = new Simulation(plan).run();
  assert.ok(endMs <= 2 * 100 + 20, `${endMs} ms`);
});

test('sends that are reported let a host use its concurrency, others wait for the answer', () => {
  const slow = { options: { delayMs: 100, perHostConcurrency: 8, isAdaptive: false }, latencyMs: 2000 };
  const time = (reported: number): number =>
    new Simulation(many(1, { ...slow, work: [20], reported })).run().endMs;
  assert.ok(time(1) < 20 * 100 + 2100);
  assert.ok(time(0) > 10_000);
});
