import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hamming64, highHalf, joinHalves, lowHalf, popcount32 } from '../../../src/kit/bits.js';
import { NearIndex } from '../../../src/kit/near.js';
import { type Random, randomOf } from '../../../src/kit/random.js';

interface Print {
  readonly low: number;
  readonly high: number;
}

/** Every entry compared with every other one. */
function bruteForce(kept: readonly Print[], asked: Print): { index: number; distance: number } {
  let best = { index: -1, distance: 4 };
  kept.forEach((each, index) => {
    const distance = hamming64(each.low, each.high, asked.low, asked.high);
    if (distance < best.distance) best = { index, distance };
  });
  return best;
}

function flip({ low, high }: Print, bits: number, random: Random): Print {
  for (let i = 0; i < bits; i++) {
    const bit = random.below(64);
    if (bit < 32) low = (low ^ (1 << bit)) >>> 0;
    else high = (high ^ (1 << (bit - 32))) >>> 0;
  }
  return { low, high };
}

const drawn = (random: Random): Print => ({ low: random.below(2 ** 32), high: random.below(2 ** 32) });

for (const capacity of [1 << 17, 512]) {
  test(`the nearest SimHash within three bits is that of brute force, with room for ${capacity}`, () => {
    const random = randomOf(capacity);
    const index = new NearIndex(capacity);
    const kept: Print[] = [];
    const found = [0, 0, 0, 0, 0];
    for (let i = 0; i < 2500; i++) {
      const old = kept[random.below(kept.length)];
      const print = old === undefined || i % 3 === 0 ? drawn(random) : flip(old, random.below(6), random);
      const first = Math.max(0, kept.length - capacity);
      const expected = bruteForce(kept.slice(first), print);
      assert.equal(index.nearest(print.low, print.high), expected.index < 0 ? -1 : first + expected.index);
      assert.equal(index.distance, expected.distance);
      (found[expected.distance] as number)++;
      index.add(print.low, print.high, i);
      kept.push(print);
    }
    assert.equal(index.size, Math.min(capacity, 2500));
    assert.equal(index.cutShort, 0);
    assert.ok(
      found.every(count => count > 50),
      `${found}`,
    );
  });
}

test('an empty index answers -1', () => {
  const index = new NearIndex();
  assert.equal(index.nearest(0, 0), -1);
  index.add(0, 0, 7);
  assert.equal(index.nearest(0, 0x80000001), 7);
  assert.equal(index.distance, 2);
});

test('a chain made long on purpose is followed only so far, and the index says so', () => {
  const index = new NearIndex();
  for (let i = 0; i < 5000; i++) index.add((i << 16) >>> 0, Math.imul(i, 0x9e3779b1) >>> 0, i);
  index.nearest(0, 0xffffffff);
  assert.equal(index.cutShort, 1);
});

test('bits are counted as BigInt counts them', () => {
  const u32 = fc.integer({ min: 0, max: 0xffffffff });
  const ones = (value: bigint): number => value.toString(2).replaceAll('0', '').length;
  fc.assert(
    fc.property(u32, u32, u32, u32, (a, b, c, d) => {
      assert.equal(popcount32(a), ones(BigInt(a)));
      assert.equal(hamming64(a, b, c, d), ones(joinHalves(a, b) ^ joinHalves(c, d)));
      assert.deepEqual([lowHalf(joinHalves(a, b)), highHalf(joinHalves(a, b))], [a, b]);
    }),
    { seed: 1, numRuns: 300 },
  );
});
