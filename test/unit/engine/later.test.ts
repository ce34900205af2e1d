import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Later } from '../../../src/engine/later.js';

test('links that wait for another attempt are taken by the time at which they are due', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 }), times => {
      const later = new Later();
      times.forEach((dueMs, slot) => {
        later.add(slot, dueMs);
      });
      for (const dueMs of times.toSorted((a, b) => a - b)) {
        assert.equal(later.nextMs, dueMs);
        assert.equal(later.take(dueMs - 1), -1);
        assert.equal(times[later.take(dueMs)], dueMs);
      }
      assert.deepEqual([later.count, later.nextMs], [0, Number.POSITIVE_INFINITY]);
    }),
    { seed: 4, numRuns: 200 },
  );
});
