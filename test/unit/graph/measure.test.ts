import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MeasureName } from '../../../src/contract/measure.js';
import { LinkGraph } from '../../../src/graph/link-graph.js';
import { computeMeasure } from '../../../src/graph/measure.js';

type Rows = readonly (readonly [source: number, targets: readonly number[], isRelevant: boolean])[];

function measured(name: MeasureName, nodes: number, rows: Rows): number[] {
  const graph = new LinkGraph();
  for (const [source, targets, isRelevant] of rows) graph.add(source, Uint32Array.from(targets), isRelevant);
  return [...computeMeasure(name, graph.mark(nodes))].map(value => Number(value.toFixed(4)));
}

/** The triangle of METHODS A.4 and D, which links to A and C; B is not relevant. */
const FOUR: Rows = [
  [0, [1, 2], true],
  [1, [2], false],
  [2, [0], true],
  [3, [2, 0], true],
];

test('ranks are those of METHODS A.4, on all pages and on relevant ones', () => {
  assert.deepEqual(measured('pagerank', 4, FOUR), [1.5189, 0.7955, 1.5355, 0.15]);
  assert.deepEqual(measured('topic-pagerank', 4, FOUR), [1.425, Number.NaN, 1.425, 0.15]);
  assert.deepEqual(measured('pagerank', 2, [[0, [1], false]]), [0.7018, 1.2982]);
  assert.deepEqual(measured('pagerank-drop', 2, [[0, [1], false]]), [0.15, 0.2775]);
});

test('links that were never fetched have ranks, which grow with the pages that link to them', () => {
  const rows: Rows = Array.from({ length: 40 }, (_, i) => [i, [50, 60 + i], false]);
  const rank = measured('pagerank', 100, rows);
  assert.ok((rank[50] as number) > 10 && (rank[60] as number) < 2);
  assert.equal(measured('in-links', 100, rows)[50], 40);
});

test('a graph without pages, links or relevant pages has values all the same', () => {
  assert.deepEqual(measured('pagerank', 0, []), []);
  assert.deepEqual(measured('pagerank', 2, []), [1, 1]);
  assert.deepEqual(measured('pagerank', 2, [[0, [], true]]), [1, 1]);
  assert.deepEqual(measured('topic-pagerank', 2, [[0, [1], false]]), [Number.NaN, Number.NaN]);
  assert.deepEqual(measured('topic-pagerank', 2, [[0, [1], true]]), [1, Number.NaN]);
});
