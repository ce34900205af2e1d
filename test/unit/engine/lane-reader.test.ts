import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { outcomeOf } from '../../../src/contract/outcome.js';
import { LaneReader } from '../../../src/engine/lane-reader.js';

const filename = fileURLToPath(new URL('../../web/dying-lane.js', import.meta.url));

/** Asks for all addresses at once; returns the name of each outcome, in order, and the sentences about lanes. */
async function readAll(urls: readonly string[], lanes = 2, watchMs = 200) {
  const sentences: string[] = [];
  const reader = new LaneReader({
    filename,
    lanes,
    watchMs,
    shape: { numbers: [], lists: [] },
    setup: undefined,
    onReplaced: sentence => sentences.push(sentence),
  });
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
