import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzzLive } from '../../fuzz/live.js';

test('whatever a server sends, every visit is answered, and every answer keeps the law of readings', async () => {
  const ends = await fuzzLive(400, 11);
  assert.ok(ends.size > 15);
});
