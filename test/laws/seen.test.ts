/** Laws of the seen table and its twin: never a wrong slot, alone or with readers in other threads while it grows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { MessageChannel, Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { attachSeenTable, createSeenTable, plainSeenTable, type SeenHandle } from '../../src/kernel/seen.js';
import { highOf, lowOf, SHARED } from './seen-keys.js';

const makers = { kernel: createSeenTable, twin: plainSeenTable };

for (const [name, make] of Object.entries(makers)) {
  test(`the seen table (${name}) answers like a Map`, () => {
    const half = fc.constantFrom(0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff);
    const step = fc.record({
      low: half,
      high: half,
      slot: fc.integer({ min: 0, max: 0x7ffffffe }),
      looks: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 150 }), steps => {
        const table = make();
        const model = new Map<string, number>();
        for (const { low, high, slot, looks } of steps) {
          const key = `${low} ${high}`;
          assert.equal(table.find(low, high), model.get(key) ?? -1);
          if (looks) continue;
          assert.equal(table.insert(low, high, slot), model.get(key) ?? -1);
          if (!model.has(key)) model.set(key, slot);
        }
        assert.equal(table.size, model.size);
      }),
      { seed: 5, numRuns: 100 },
    );
  });

  test(`the seen table (${name}) holds a million keys after growing from nothing`, () => {
    const keys = 1_000_000;
    const table = make();
    const half = keys / 2;
    const slot = Uint32Array.from({ length: half }, (_, i) => i);
    table.insertMany(slot.map(lowOf), slot.map(highOf), slot);
    for (let i = half; i < keys; i++) table.insert(lowOf(i), highOf(i), i);
    assert.equal(table.size, keys);
    let wrong = 0;
    for (let i = 0; i < keys; i++) if (table.find(lowOf(i), highOf(i)) !== i) wrong++;
    for (let i = 0; i < keys; i++) if (table.find(lowOf(i), (highOf(i) ^ 1) >>> 0) >= 0) wrong++;
    assert.equal(wrong, 0);
  });
}

test('many look-ups at once are those of each one, also for known keys inserted again', () => {
  const table = createSeenTable({ capacity: 10 });
  const slot = Uint32Array.from({ length: 2000 }, (_, i) => i);
  const low = slot.map(lowOf);
  const high = slot.map(highOf);
  table.insertMany(low.subarray(0, 1500), high, slot.subarray(0, 1500));
  table.insertMany(low.subarray(0, 700), high, new Uint32Array(700).fill(9));
  assert.equal(table.size, 1500);
  const known = new Uint32Array(2000);
  assert.equal(table.findMany(low, high, 2000, known), 1500);
  assert.deepEqual(
    known,
    slot.map(i => (i < 1500 ? i + 1 : 0)),
  );
});

test('an entry takes 16 to 20 bytes once the table is large', () => {
  const table = createSeenTable();
  const slot = Uint32Array.from({ length: 10_000 }, (_, i) => i);
  let worst = 0;
  for (let first = 0; table.size < 3_000_000; first += slot.length) {
    const keys = slot.map(i => first + i);
    table.insertMany(keys.map(lowOf), keys.map(highOf), keys);
    if (table.size > 2_200_000) worst = Math.max(worst, table.bytes / table.size);
  }
  assert.ok(worst > 16 && worst < 20.4, `${worst} bytes`);
});

test('keys that are alike in all but their last bits do not share a home', () => {
  const table = createSeenTable();
  for (let i = 0; i < 200_000; i++) table.insert(i, 0, i);
  for (let i = 0; i < 200_000; i++) assert.equal(table.find(i, 0), i);
});

test('a reader that has not heard of growth knows what was there before, and nothing wrong', () => {
  const handles: SeenHandle[] = [];
  const table = createSeenTable({ announce: handle => handles.push(handle) });
  const before = attachSeenTable(table.handle as SeenHandle, 1);
  for (let i = 0; i < 1000; i++) table.insert(lowOf(i), highOf(i), i);
  assert.ok(handles.length >= 2);
  assert.equal(before.find(lowOf(3), highOf(3)), 3);
  assert.equal(before.find(lowOf(999), highOf(999)), -1);
  const after = attachSeenTable(handles.at(-1) as SeenHandle, 1);
  assert.equal(after.find(lowOf(999), highOf(999)), 999);
});

test('a reader number out of range is refused', () => {
  const { handle } = createSeenTable();
  assert.throws(() => attachSeenTable(handle as SeenHandle, 0), { code: 'SEEN_READER' });
  assert.throws(() => attachSeenTable(handle as SeenHandle, 257), { code: 'SEEN_READER' });
});

test('readers in other threads never see a wrong slot while main inserts and the table grows', async () => {
  const keys = 300_000;
  const words = new Int32Array(new SharedArrayBuffer(4 * SHARED.length));
  const channels = [1, 2].map(() => new MessageChannel());
  const announce = (handle: SeenHandle): void => {
    Atomics.add(words, SHARED.generation, 1);
    for (const { port1 } of channels) port1.postMessage({ handle, size: words[SHARED.size] });
  };
  const table = createSeenTable({ announce });
  announce(table.handle as SeenHandle);
  const file = new URL('./seen-reader.js', import.meta.url);
  const ends = channels.map(({ port2 }, i) => {
    const workerData = { port: port2, words, reader: i + 1, keys };
    const worker = new Worker(file, { workerData, transferList: [port2] });
    return new Promise<void>((resolve, reject) => worker.once('error', reject).once('exit', () => resolve()));
  });
  while (Atomics.load(words, SHARED.looked) < 2000) await setImmediate();
  for (let i = 0; i < keys; i++) {
    table.insert(lowOf(i), highOf(i), i);
    Atomics.store(words, SHARED.size, i + 1);
    if (i % 1000 === 0) await setImmediate();
  }
  Atomics.store(words, SHARED.isDone, 1);
  await Promise.all(ends);
  for (const { port1 } of channels) port1.close();
  assert.equal(words[SHARED.wrong], 0);
  assert.ok((words[SHARED.found] as number) > 1000, `${words[SHARED.found]} found`);
  assert.ok((words[SHARED.generation] as number) > 5);
});
