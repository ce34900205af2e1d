import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Frontier, STATE } from '../../../src/frontier/frontier.js';
import { LinkStore } from '../../../src/frontier/link-store.js';
import { viewOf } from '../../../src/frontier/view.js';
import { memoryDisk } from '../../../src/kit/disk.js';
import { randomOf } from '../../../src/kit/random.js';

const frontierOf = (capacity = Infinity, columns: string[] = []): Frontier =>
  new Frontier({ columns, capacity, links: new LinkStore(memoryDisk().create('links')) });

function fill(frontier: Frontier, score: readonly number[]): void {
  for (const value of score) frontier.admit(frontier.allocate(value > 0.5 ? 1 : 2, 0), value);
}

function drain(frontier: Frontier): number[] {
  const order: number[] = [];
  while (frontier.top >= 0) {
    order.push(frontier.top);
    frontier.leave(frontier.top, STATE.settled);
  }
  return order;
}

test('the frontier gives links back as a sorted array would, whatever is rescored in between', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 2 })), { maxLength: 60 }),
      fc.array(fc.tuple(fc.nat(59), fc.integer({ min: 0, max: 5 })), { maxLength: 30 }),
      (links, changes) => {
        const frontier = frontierOf();
        const plain = links.map(([score, order]) => {
          const slot = frontier.allocate(0, 0);
          frontier.admit(slot, score, order);
          return { slot, score, order };
        });
        for (const [which, score] of changes) {
          const link = plain[which];
          if (link === undefined) continue;
          link.score = score;
          frontier.rescore(link.slot, score);
        }
        plain.sort((a, b) => b.score - a.score || a.order - b.order || a.slot - b.slot);
        assert.deepEqual(
          frontier.best(7),
          plain.slice(0, 7).map(link => link.slot),
        );
        assert.deepEqual(
          drain(frontier),
          plain.map(link => link.slot),
        );
      },
    ),
  );
});

test('over its capacity the frontier drops the worst link (METHODS B.4: N = 3, push .9 .1 .5 .7 keeps .9 .7 .5)', () => {
  const frontier = frontierOf(3);
  fill(frontier, [0.9, 0.1, 0.5, 0.7]);
  assert.equal(frontier.state(1), STATE.evicted);
  assert.deepEqual(drain(frontier), [0, 3, 2]);
});

test('a link remembers its words, in the block that is being filled, in those kept and on disk', () => {
  const store = new LinkStore(memoryDisk().create('links'));
  const record = (i: number) => ({
    url: `http://a.test/${'x'.repeat(i % 50)}`,
    anchor: `锚 ${i}`,
    parent: i - 1,
    enteredMs: i * 1.5,
    redirects: i % 3,
    lists: i % 2 === 0 ? [Uint32Array.of(i, 4294967295), new Uint32Array(0)] : [],
  });
  const at = Array.from({ length: 30_000 }, (_, i) => store.append(record(i)));
  for (const i of [0, 1, 2, 1499, 14_998, 20_000, 25_001, 29_998, 29_999])
    assert.deepEqual(store.read(at[i] as number), record(i));
});

test('words that come as bytes are remembered like strings, and an endless anchor ends between two characters', () => {
  const store = new LinkStore(memoryDisk().create('links'));
  const more = { parent: 7, enteredMs: 1.5, redirects: 2, lists: [Uint32Array.of(1, 2)] };
  const url = 'http://a.test/b';
  for (const anchor of ['', 'plain', '锚 文', '锚'.repeat(1000)]) {
    const bytes = Buffer.from(`before${url}${anchor}after`);
    const middle = 6 + url.length;
    const at = store.appendBytes({ ...more, bytes, from: 6, middle, to: bytes.length - 5 });
    assert.deepEqual(store.read(at), { ...more, url, anchor: anchor.slice(0, 266) });
  }
});

test('regions count, average and rank what waits, also after links move and leave (METHODS C.2)', () => {
  const frontier = frontierOf();
  const view = viewOf({ frontier, random: randomOf(1), inFlight: () => 0, prefetched: () => Number.NaN });
  const links: [number, number][] = [
    [1, 0.62],
    [1, 0.3],
    [2, 0.45],
    [2, 0.44],
    [2, 0.43],
    [3, 0.1],
  ];
  for (const [host, score] of links) frontier.admit(frontier.allocate(host, 0), score);
  const means = () => view.regions('host').map(region => Number(region.meanScore.toFixed(6)));
  assert.deepEqual(means(), [0.46, 0.44, 0.1]);
  assert.equal(view.regions('host')[0]?.best, 0);
  frontier.rescore(1, 0.7);
  assert.equal(view.regions('host')[0]?.best, 1);
  frontier.leave(1, STATE.inFlight);
  frontier.leave(5, STATE.inFlight);
  assert.deepEqual(means(), [0.62, 0.44]);
});

test('a sample has no slot twice and reaches every slot', () => {
  const frontier = frontierOf();
  fill(
    frontier,
    Array.from({ length: 20 }, (_, i) => i / 20),
  );
  const met = new Set<number>();
  const random = randomOf(7);
  for (let i = 0; i < 60; i++) {
    const drawn = frontier.sample(5, random);
    assert.equal(new Set(drawn).size, 5);
    for (const slot of drawn) met.add(slot);
  }
  assert.equal(met.size, 20);
  assert.equal(frontier.sample(99, random).length, 20);
});
