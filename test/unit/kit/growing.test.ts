/** Arrays keep their numbers while they grow, small or large, and new places are zero. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitting, roomFor } from '../../../src/kit/growing.js';

for (const type of [Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array] as const) {
  test(`${type.name}: from a few to a few million entries`, () => {
    let array: InstanceType<typeof type> = new type(4);
    const written: number[] = [];
    for (let at = 0; at < 3_000_000; at = 2 * at + 1) {
      array = fitting(array, at);
      assert.equal(array[at], 0);
      array[at] = (at % 100) + 1;
      written.push(at);
    }
    for (const at of written) assert.equal(array[at], (at % 100) + 1);
    let filled = 0;
    for (const value of array) if (value !== 0) filled++;
    assert.equal(filled, written.length);
  });
}

test('an array that fits stays as it is', () => {
  const array = new Uint32Array(8);
  assert.equal(fitting(array, 7), array);
});

test('a large array grows where it lies', () => {
  const array = roomFor(Uint32Array, 2 ** 20);
  array[5] = 7;
  const grown = fitting(array, 2 ** 20);
  assert.equal(grown.length, 1.5 * 2 ** 20);
  grown[6] = 8;
  assert.deepEqual([array[5], array[6]], [7, 8]);
});
