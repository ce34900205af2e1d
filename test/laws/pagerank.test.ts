/** PageRank by kernel and twin: equal to the last bit on random graphs, and the numbers of METHODS A.4. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRanker, type LinkRowsOf, plainRanker, type RankOptions } from '../../src/kernel/pagerank.js';
import { randomOf } from '../../src/kit/random.js';

const SEED = { seed: 20261201, numRuns: 150 };

/** Rows as lists: [node, its targets]. */
function graphOf(nodes: number, rows: readonly (readonly [number, readonly number[]])[]): LinkRowsOf {
  const full = rows.filter(([, targets]) => targets.length > 0);
  const start = new Uint32Array(full.length + 1);
  full.forEach(([, targets], i) => {
    start[i + 1] = (start[i] as number) + targets.length;
  });
  const target = Uint32Array.from(full.flatMap(([, targets]) => [...targets]));
  return { nodes, source: Uint32Array.from(full, ([node]) => node), start, target };
}

const graph = fc.integer({ min: 0, max: 40 }).chain(nodes => {
  const node = fc.integer({ min: 0, max: Math.max(0, nodes - 1) });
  const row = fc.tuple(node, fc.uniqueArray(node, { maxLength: 12 }));
  return fc.uniqueArray(row, { maxLength: nodes, selector: ([source]) => source }).map(rows =>
    graphOf(
      nodes,
      rows.map(([source, targets]) => [source, targets.filter(to => to !== source)] as const),
    ),
  );
});

const start = fc.array(
  fc.oneof(fc.double({ min: 0, max: 9, noNaN: true }), fc.constantFrom(Number.NaN, -1, Infinity)),
  { maxLength: 50 },
);
const options = fc.record({
  damping: fc.constantFrom(0, 0.5, 0.85, 0.99),
  tolerance: fc.constantFrom(0, 1e-8, 1e-2),
  mostRounds: fc.integer({ min: 0, max: 60 }),
  dangling: fc.constantFrom('uniform' as const, 'drop' as const),
  from: start.map(values => Float64Array.from(values)),
});

const same = (one: LinkRowsOf, given: RankOptions): void =>
  assert.deepEqual(createRanker(one).rank(given), plainRanker(one).rank(given));

test('PageRank of any graph is the same by kernel and twin, and no rank is lost when it goes to all', () => {
  fc.assert(
    fc.property(graph, options, (one, given) => {
      same(one, given);
      if (given.dangling !== 'uniform' || one.nodes === 0) return;
      const { rank } = createRanker(one).rank({ ...given, from: new Float64Array(0) });
      const mean = rank.reduce((sum, each) => sum + each, 0) / one.nodes;
      assert.ok(Math.abs(mean - 1) < 1e-9, `mean ${mean}`);
    }),
    SEED,
  );
});

test('PageRank of a graph of several blocks is the same by kernel and twin', () => {
  const random = randomOf(4);
  const nodes = 140_001;
  const rows = Array.from(
    { length: 70_000 },
    (_, i) => [2 * i + 1, [random.below(i + 1) * 2, random.below(i + 1) * 2 + 70_000 - (i % 2)]] as const,
  );
  const whole = graphOf(
    nodes,
    rows.map(
      ([node, targets]) => [node, [...new Set(targets)].filter(to => to !== node && to < nodes)] as const,
    ),
  );
  same(whole, { mostRounds: 8 });
});

test('a ranker gives the same ranks again, from the same beginning', () => {
  const ranker = createRanker(
    graphOf(3, [
      [0, [1, 2]],
      [1, [2]],
      [2, [0]],
    ]),
  );
  assert.deepEqual(ranker.rank(), ranker.rank());
  const { rank, rounds } = ranker.rank();
  assert.ok(ranker.rank({ from: rank }).rounds < rounds);
});

const shown = (one: LinkRowsOf, given: RankOptions = {}): number[] =>
  [...createRanker(one).rank(given).rank].map(each => Number(each.toFixed(6)));

test('a triangle, a star and a dead end have the ranks of METHODS A.4', () => {
  assert.deepEqual(
    shown(
      graphOf(3, [
        [0, [1, 2]],
        [1, [2]],
        [2, [0]],
      ]),
    ),
    [1.163369, 0.644432, 1.192199],
  );
  const star = graphOf(5, [[0, [1, 2, 3, 4]], ...[1, 2, 3, 4].map(leaf => [leaf, [0]] as const)]);
  assert.deepEqual(shown(star), [2.378378, 0.655405, 0.655405, 0.655405, 0.655405]);
  const deadEnd = graphOf(2, [[0, [1]]]);
  assert.deepEqual(shown(deadEnd, { dangling: 'drop' }), [0.15, 0.2775]);
  assert.deepEqual(shown(deadEnd), [0.701754, 1.298246]);
  const four = graphOf(4, [
    [0, [1, 2]],
    [1, [2]],
    [2, [0]],
    [3, [2, 0]],
  ]);
  assert.deepEqual(shown(four), [1.518937, 0.795548, 1.535514, 0.15]);
});
