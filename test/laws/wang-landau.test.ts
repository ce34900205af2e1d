/** Law over the kernel of Wang–Landau moves: it agrees with its twin, and loses nothing when threads share it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { type BatchedWalk, createWalk, type MoveBatch, plainWalk } from '../../src/kernel/wang-landau.js';
import { randomOf } from '../../src/kit/random.js';

const OPTIONS = { intervals: 50, firstVisits: 1 };
const THREADS = 4;
const MOVES = 50_000;

function batchOf(seed: number, count: number): MoveBatch {
  const random = randomOf(seed);
  const energies = Uint8Array.from({ length: count + 1 }, () => Math.floor(50 * random.next() ** 2));
  return {
    from: energies.subarray(0, count),
    to: energies.subarray(1),
    need: Float64Array.from({ length: count }, () => -Math.log(random.next() || 0.5)),
    accepted: new Uint8Array(count),
  };
}

test('batches and single moves of kernel and twin agree in every answer and every sum', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer({ min: 0, max: 2500 }),
      fc.integer({ min: 0, max: 25 }),
      (...drawn) => {
        const [seed, count, halvings] = drawn;
        const both = [createWalk(OPTIONS), plainWalk(OPTIONS)] as const;
        const answers = both.map(walk => {
          walk.lnF = 2 ** -halvings;
          const batch = batchOf(seed, count);
          walk.moves(batch);
          const single = [walk.move(3, 40, 0.5), walk.move(40, 3, 0.001)];
          return [...batch.accepted, ...single, ...walk.snapshot()];
        });
        assert.deepEqual(answers[0], answers[1]);
      },
    ),
    { seed: 20261201, numRuns: 60 },
  );
});

test('six moves of the worked example (METHODS C.2)', () => {
  for (const walk of [createWalk(OPTIONS), plainWalk(OPTIONS)]) {
    const at = (interval: number) => [walk.lnG(interval), walk.visits(interval)];
    assert.equal(walk.move(31, 20, 0.5), true);
    assert.deepEqual(
      [at(20), at(31)],
      [
        [1, 2],
        [0, 1],
      ],
    );
    assert.equal(walk.move(20, 31, 0.5), true);
    assert.equal(walk.move(31, 20, 0.5), true);
    assert.equal(walk.move(20, 10, 0.5), true);
    assert.deepEqual([walk.lnG(10), walk.lnG(20), walk.lnG(31)], [1, 2, 1]);
    assert.equal(walk.move(10, 20, 0.5), false, 'p = e^-1 = .367879');
    assert.equal(walk.move(10, 20, 0.5), true, 'p = e^0');
    assert.deepEqual(
      [at(10), at(20), at(31)],
      [
        [2, 3],
        [3, 4],
        [1, 2],
      ],
    );
  }
});

test('a state that is restored is the same', () => {
  const walk = createWalk(OPTIONS);
  walk.moves(batchOf(3, 1000));
  walk.lnF = 2 ** -20;
  walk.moves(batchOf(4, 10));
  const again = createWalk(OPTIONS);
  again.restore(JSON.parse(JSON.stringify(walk.snapshot())));
  assert.deepEqual(again.snapshot(), walk.snapshot());
  assert.equal(again.move(1, 2, 0.3), walk.move(1, 2, 0.3));
});

const visitsOf = (walk: BatchedWalk): number => {
  let sum = 0;
  for (let i = 0; i < OPTIONS.intervals; i++) sum += walk.visits(i);
  return sum;
};

test('four threads that share ln g and H lose no move', async () => {
  const walk = createWalk({ ...OPTIONS, firstVisits: 0 });
  if (walk.memory === undefined) return;
  const source = `import { parentPort, workerData } from 'node:worker_threads';
    import { attachWalk } from ${JSON.stringify(new URL('../../src/kernel/wang-landau.js', import.meta.url).href)};
    const { memory, options, thread, moves } = workerData;
    const walk = attachWalk(options, memory, thread);
    let at = thread;
    for (let i = 0; i < moves; i++) {
      const to = (at * 7 + thread + i) % 50;
      if (walk.move(at, to, ((i * 7919) % 1000 + 1) / 1002)) at = to;
    }`;
  const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  const workers = Array.from({ length: THREADS }, (_, i) => {
    const workerData = {
      ...{ memory: walk.memory, options: { ...OPTIONS, firstVisits: 0 }, thread: i + 1, moves: MOVES },
    };
    return new Worker(url, { workerData });
  });
  await Promise.all(workers.map(worker => once(worker, 'exit')));
  assert.equal(visitsOf(walk), THREADS * MOVES);
  let lnG = 0;
  for (let i = 0; i < OPTIONS.intervals; i++) lnG += walk.lnG(i) || 0;
  assert.equal(lnG, THREADS * MOVES);
});
