import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trainerOf } from '../../../src/app/trainer.js';
import { LinkGraph } from '../../../src/graph/link-graph.js';
import { computeAll, type MeasureTask } from '../../../src/graph/measure.js';

function taskOf(from: readonly Float64Array[] = []): MeasureTask {
  const graph = new LinkGraph();
  for (let page = 0; page < 300; page++)
    graph.add(page, Uint32Array.of(page + 1, (7 * page) % 400, 3), page % 3 === 0);
  return { names: ['pagerank', 'topic-pagerank'], mark: graph.mark(401), from };
}

test('a thread computes what this thread would, one version after the other, and ends', async () => {
  const trainer = trainerOf(2);
  const first = await trainer.compute(taskOf());
  assert.deepEqual(first, computeAll(taskOf()));
  assert.deepEqual(await trainer.compute(taskOf(first)), computeAll(taskOf(first)));
  await trainer.close();
});

test('a task that the thread dies of is computed here, and a fault of its own is told', async () => {
  const trainer = trainerOf(1);
  const broken = { ...taskOf(), mark: { ...taskOf().mark, nodes: -1 } };
  await assert.rejects(trainer.compute(broken), RangeError);
  assert.deepEqual(await trainer.compute(taskOf()), computeAll(taskOf()), 'with a new thread');
  await trainer.close();
});
