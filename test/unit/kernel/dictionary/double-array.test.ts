import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildDoubleArray, type DoubleArray } from '../../../../src/kernel/dictionary/double-array.js';

/** Value of a word; 0 when the array does not hold it. */
function lookUp(array: DoubleArray, word: string): number {
  const [first = 0, ...rest] = Array.from({ length: word.length }, (_, i) => word.charCodeAt(i));
  let value = array.rootValue[first] as number;
  let base = array.rootBase[first] as number;
  for (const id of rest) {
    const at = 2 * (base + id);
    if (base === 0 || ((array.slot[at] as number) & 0xffff) !== id) return 0;
    value = (array.slot[at] as number) >>> 16;
    base = array.slot[at + 1] as number;
  }
  return value;
}

const word = fc
  .array(fc.integer({ min: 131, max: 150 }), { minLength: 1, maxLength: 6 })
  .map(ids => String.fromCharCode(...ids));

test('holds every word that it was built from and no other', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 60 }), fc.array(word), (words, others) => {
      const sorted = words.sort();
      const array = buildDoubleArray({ word: sorted, value: Uint16Array.from(sorted, (_, i) => i + 1) });
      sorted.forEach((each, i) => {
        assert.equal(lookUp(array, each), i + 1);
      });
      for (const other of others) assert.equal(lookUp(array, other), sorted.indexOf(other) + 1);
    }),
    { numRuns: 25, seed: 1 },
  );
});
