import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LinkGraph, pagesOf } from '../../../src/graph/link-graph.js';
import { loadedFrom } from './loaded.js';

const CHUNK = 1 << 20;

const told = (graph: LinkGraph) =>
  [...pagesOf(graph.mark(0))].map(({ source, isRelevant, target }) => [source, isRelevant, [...target]]);

const page = fc.record({
  source: fc.nat(0x7ffffffe),
  targets: fc.uniqueArray(fc.nat(0x7ffffffe), { maxLength: 9 }),
  isRelevant: fc.boolean(),
});

test('tells every page with its links in order, without links to itself, also after a snapshot', () => {
  fc.assert(
    fc.property(fc.array(page, { maxLength: 30 }), pages => {
      const graph = new LinkGraph();
      for (const { source, targets, isRelevant } of pages)
        graph.add(source, Uint32Array.from(targets), isRelevant);
      const expected = pages.map(({ source, targets, isRelevant }) => [
        ...[source, isRelevant],
        targets.filter(target => target !== source),
      ]);
      assert.deepEqual(told(graph), expected);
      const other = new LinkGraph();
      other.load(loadedFrom(graph.save()));
      other.add(7, Uint32Array.of(8), true);
      assert.deepEqual(told(other), [...expected, [7, true, [8]]]);
    }),
    { seed: 20261201, numRuns: 20 },
  );
});

test('a page that does not fit into a chunk begins the next one, and a mark tells only what was there', () => {
  const graph = new LinkGraph();
  const wide = Uint32Array.from({ length: 600_000 }, (_, i) => i + 10);
  graph.add(1, wide, false);
  const before = graph.mark(5);
  graph.add(2, wide, true);
  graph.add(3, Uint32Array.of(4), false);
  assert.deepEqual(
    [...pagesOf(graph.mark(5))].map(({ source, target }) => [source, target.length]),
    [
      [1, 600_000],
      [2, 600_000],
      [3, 1],
    ],
  );
  assert.equal([...pagesOf(before)].length, 1);
  assert.equal(graph.edges, 1_200_001);
});

test('a page that fills a chunk to the last number leaves no room for an end mark and needs none', () => {
  const graph = new LinkGraph();
  graph.add(1, new Uint32Array(CHUNK - 2).fill(9), true);
  graph.add(2, Uint32Array.of(3), false);
  assert.deepEqual(
    [...pagesOf(graph.mark(5))].map(({ source }) => source),
    [1, 2],
  );
});

test('leaves pages out that are too wide, or for which there is no room any more, and counts them', () => {
  const graph = new LinkGraph(CHUNK);
  graph.add(1, new Uint32Array(CHUNK), false);
  graph.add(2, new Uint32Array(CHUNK - 100).fill(5), false);
  graph.add(3, new Uint32Array(200).fill(5), false);
  graph.add(4, Uint32Array.of(5), false);
  assert.deepEqual(
    [...pagesOf(graph.mark(6))].map(({ source }) => source),
    [2, 4],
  );
  assert.equal(graph.dropped, 2);
});
