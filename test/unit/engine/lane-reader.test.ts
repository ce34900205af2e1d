import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { outcomeOf } from '../../../src/contract/outcome.js';
import { LaneReader } from '../../../src/engine/lane-reader.js';

const dyingLane = fileURLToPath(new URL('../../web/dying-lane.js', import.meta.url));

const openReader = (
  lanes: number,
  watchMs = 200,
  onReplaced: (sentence: string) => void = () => {},
  filename = dyingLane,
) =>
  new LaneReader({
    ...{ filename, lanes, watchMs, onReplaced },
    shape: { numbers: [], lists: [] },
    setup: undefined,
  });

/** Asks for all addresses at once; returns the name of each outcome, in order, and the sentences about lanes. */
async function readAll(urls: readonly string[], lanes = 2, watchMs = 200) {
  const sentences: string[] = [];
  const reader = openReader(lanes, watchMs, sentence => sentences.push(sentence));
  urls.forEach((url, slot) => {
    reader.assign({ slot, url, level: 0 });
  });
  const names: string[] = [];
  try {
    for (const _ of urls) names.push(outcomeOf((await reader.next()).outcome).name);
  } finally {
    await reader.close();
  }
  return { names, sentences };
}

const calm = (count: number): string[] => Array.from({ length: count }, (_, i) => `page ${i}`);

test('answers come in the order of assignment, whichever lane is faster', async () => {
  const { names, sentences } = await readAll(calm(40), 3);
  assert.deepEqual(
    names,
    calm(40).map(() => 'Ok'),
  );
  assert.deepEqual(sentences, []);
});

for (const death of ['exit', 'throw', 'hang']) {
  test(`a lane that ends by ${death} costs one page, and the others that it owed come all the same`, async () => {
    const urls = [...calm(5), death, ...calm(6), death, ...calm(3)];
    const { names, sentences } = await readAll(urls);
    assert.deepEqual(
      names,
      urls.map(url => (url === death ? 'WorkerDied' : 'Ok')),
    );
    assert.equal(sentences.length, 2);
  });
}

test('lanes that die on every page end the crawl with a fault instead of a long agony', async () => {
  const urls = Array.from({ length: 40 }, () => 'throw');
  await assert.rejects(readAll(urls), { code: 'ENGINE_LANES_DIE' });
});

test('a lane that replaces another one judges by the newest document frequencies', async () => {
  const reader = openReader(1);
  try {
    reader.renew(3, 3);
    ['page', 'throw', 'page'].forEach((url, slot) => {
      reader.assign({ slot, url, level: 0 });
    });
    for (let slot = 0; slot < 3; slot++) assert.equal((await reader.next()).version, 3);
  } finally {
    await reader.close();
  }
});

test('new document frequencies make what was read ahead be read again, also what is asked for already', async () => {
  const reader = openReader(1);
  try {
    for (let slot = 0; slot < 5; slot++) reader.assign({ slot, url: 'page', level: 0 });
    assert.equal((await reader.next()).version, 0);
    await sleep(50);
    reader.renew(1, 1);
    for (let slot = 1; slot < 5; slot++) assert.equal((await reader.next()).version, 1);
  } finally {
    await reader.close();
  }
});

test('a lane that hangs on a page nobody asked for does not keep the crawl from ending', async () => {
  const reader = openReader(1);
  reader.plan(
    () => [7],
    slot => ({ slot, url: 'hang', level: 0 }),
  );
  await sleep(100);
  await reader.close();
});

test('lanes that cannot be opened end the crawl with a fault instead of silence', async () => {
  const lane = fileURLToPath(new URL('../../../workers/lane.js', import.meta.url));
  const reader = openReader(1, 200, () => {}, lane);
  try {
    reader.assign({ slot: 0, url: 'page', level: 0 });
    await assert.rejects(reader.next(), { code: 'ENGINE_LANES_DIE' });
  } finally {
    await reader.close();
  }
});
