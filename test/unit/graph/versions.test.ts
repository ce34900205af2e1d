import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeAll, type MeasureTask } from '../../../src/graph/measure.js';
import { MeasureVersions, type Trainer } from '../../../src/graph/versions.js';
import { loadedFrom } from './loaded.js';

/** Computes when it is asked for, and remembers what it was given. */
function recording(): { readonly trainer: Trainer; readonly tasks: MeasureTask[] } {
  const tasks: MeasureTask[] = [];
  const trainer = {
    compute(task: MeasureTask) {
      tasks.push(task);
      return Promise.resolve(computeAll(task));
    },
    close: () => Promise.resolve(),
  };
  return { trainer, tasks };
}

/** Settles pages up to a row; every page links to the next two. Tells the rows behind which a version took effect. */
async function walk(versions: MeasureVersions, from: number, to: number): Promise<number[]> {
  const arrived: number[] = [];
  for (let seq = from; seq <= to; seq++) {
    versions.hear(seq, Uint32Array.of(seq + 1, seq + 2), false);
    if (!versions.isDue(seq, seq + 3)) continue;
    await versions.arrive();
    arrived.push(seq);
  }
  return arrived;
}

test('versions begin every 50 rows, later every 20th part, and take effect a fifth of that later', async () => {
  const { trainer, tasks } = recording();
  const arrived = await walk(new MeasureVersions(['pagerank'], trainer), 1, 2300);
  assert.deepEqual(arrived.slice(0, 3), [60, 110, 160]);
  const last = arrived.at(-1) as number;
  assert.equal(last - (arrived.at(-2) as number), 104);
  assert.equal(tasks[0]?.mark.nodes, 53);
  assert.equal(tasks[0]?.from.length, 0);
  assert.equal(tasks[1]?.from[0]?.length, 53, 'ranks go on from those of the version before');
});

test('values are those of the version that holds, and nothing before the first', async () => {
  const versions = new MeasureVersions(['in-links', 'pagerank'], recording().trainer);
  await walk(versions, 1, 59);
  assert.equal(versions.value('in-links', 3), Number.NaN);
  await walk(versions, 60, 60);
  assert.equal(versions.value('in-links', 3), 2);
  assert.equal(versions.value('in-links', 50), 2, 'the links of row 50 are in it');
  assert.equal(versions.value('in-links', 52), 1);
  assert.equal(versions.value('in-links', 53), Number.NaN, 'it was not known when the version began');
  assert.ok(versions.value('pagerank', 3) > 0.15);
});

test('a snapshot between the beginning of a version and its effect leaves no trace', async () => {
  for (const at of [10, 50, 55, 60, 104, 109]) {
    const whole = new MeasureVersions(['pagerank'], recording().trainer);
    const before = new MeasureVersions(['pagerank'], recording().trainer);
    const after = new MeasureVersions(['pagerank'], recording().trainer);
    const expected = await walk(whole, 1, 200);
    const first = await walk(before, 1, at);
    after.load(loadedFrom(before.save()));
    assert.deepEqual([...first, ...(await walk(after, at + 1, 200))], expected);
    for (let slot = 0; slot < 203; slot++)
      assert.equal(after.value('pagerank', slot), whole.value('pagerank', slot));
  }
});
