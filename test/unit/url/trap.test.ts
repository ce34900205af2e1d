import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_TRAPS, STRICT_TRAPS, trapOf } from '../../../src/url/trap.js';

test('a segment that comes more than three times is a trap by default', () => {
  assert.equal(trapOf('http://h.org/a/b/a/b/a/b/c', DEFAULT_TRAPS), undefined);
  assert.equal(trapOf('http://h.org/a/b/a/b/a/b/a', DEFAULT_TRAPS), 'repeated-segments');
  assert.equal(trapOf('http://h.org/x/y/z/x/q/x/r/x/', DEFAULT_TRAPS), 'repeated-segments');
  assert.equal(trapOf('http://h.org/?a/a/a/a/a', DEFAULT_TRAPS), undefined);
});

test('the other guards are off by default and on when asked for', () => {
  const deep = `http://h.org/${Array.from({ length: 13 }, (_, i) => `s${i}`).join('/')}`;
  const long = `http://h.org/${'a'.repeat(500)}`;
  const wide = 'http://h.org/?a&b&c&d&e&f&g';
  for (const url of [deep, long, wide]) assert.equal(trapOf(url, DEFAULT_TRAPS), undefined);
  assert.equal(trapOf(deep, STRICT_TRAPS), 'path-depth');
  assert.equal(trapOf(deep.replace('/s12', ''), STRICT_TRAPS), undefined);
  assert.equal(trapOf(long, STRICT_TRAPS), 'url-length');
  assert.equal(trapOf(long.slice(0, 512), STRICT_TRAPS), undefined);
  assert.equal(trapOf(wide, STRICT_TRAPS), 'parameters');
  assert.equal(trapOf(wide.slice(0, -2), STRICT_TRAPS), undefined);
});

test('a guard can be switched off', () => {
  const off = { ...DEFAULT_TRAPS, repeatedSegments: undefined };
  assert.equal(trapOf('http://h.org/a/a/a/a/a', off), undefined);
});
