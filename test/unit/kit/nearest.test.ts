import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { didYouMean, nearestOf } from '../../../src/kit/nearest.js';

const names = ['breadth-first', 'best-first', 'shark', 'eq9'];

test('the nearest name is found over a slip, a swap, another case and a beginning', () => {
  assert.equal(nearestOf('bestfirst', names), 'best-first');
  assert.equal(nearestOf('shakr', names), 'shark');
  assert.equal(nearestOf('SHARK', names), 'shark');
  assert.equal(nearestOf('breadth', names), 'breadth-first');
});

test('a text that is near to nothing gets no suggestion', () => {
  assert.equal(nearestOf('wang-landau', names), undefined);
  assert.equal(didYouMean('', names), '');
  assert.equal(nearestOf('x'.repeat(1e6), names), undefined);
});

test('a known name is its own nearest one, and one edit is always near', () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(12), fc.constantFrom('x', ''), (name, at, put) => {
      assert.equal(nearestOf(name, names), name);
      const i = at % name.length;
      assert.equal(nearestOf(name.slice(0, i) + put + name.slice(i + 1), names), name);
    }),
    { seed: 1, numRuns: 200 },
  );
});
