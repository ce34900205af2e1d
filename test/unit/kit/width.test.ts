import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fit, padEnd, padStart, widthOf, wrap } from '../../../src/kit/width.js';

test('a Chinese character takes two cells, a combining mark none', () => {
  assert.equal(widthOf('暴雨 rain'), 9);
  assert.equal(widthOf('e\u0301'), 1);
  assert.equal(widthOf('～　'), 4);
  assert.equal(padEnd('暴雨', 6), '暴雨  ');
  assert.equal(padStart('暴雨', 6), '  暴雨');
});

test('a cut text fits and shows that it was cut', () => {
  assert.equal(fit('暴雨灾害', 8), '暴雨灾害');
  assert.equal(fit('暴雨灾害', 7), '暴雨灾…');
  assert.equal(fit('暴雨灾害', 6), '暴雨…');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, cells) => {
      assert.ok(widthOf(fit(text, cells)) <= cells);
    }),
    { seed: 1, numRuns: 300 },
  );
});

test('wrapped lines keep every word and fit where a word does', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1 }), words => {
      const lines = wrap(words.join(' '), 12);
      assert.equal(lines.join(' '), words.join(' '));
      assert.ok(lines.every(line => widthOf(line) <= 12));
    }),
    { seed: 1, numRuns: 100 },
  );
});
