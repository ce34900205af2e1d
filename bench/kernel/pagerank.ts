/**
 * Rounds of PageRank on a random graph: nobody lies beside whom it links to, the worst case for a cache.
 */
import { createRanker, type LinkRowsOf, plainRanker } from '../../src/kernel/pagerank.js';
import { randomOf } from '../../src/kit/random.js';
import type { MakeSubject, Way } from '../subject.js';

const ROUNDS = 3;

/** Every node has the same number of links. */
function randomGraph(nodes: number, edges: number): LinkRowsOf {
  const random = randomOf(11);
  const out = Math.floor(edges / nodes);
  const source = Uint32Array.from({ length: nodes }, (_, i) => i);
  for (let i = nodes - 1; i > 0; i--) {
    const other = random.below(i + 1);
    const one = source[i] as number;
    source[i] = source[other] as number;
    source[other] = one;
  }
  const start = Uint32Array.from({ length: nodes + 1 }, (_, i) => i * out);
  const target = new Uint32Array(nodes * out);
  for (let e = 0; e < target.length; e++) target[e] = random.below(nodes);
  return { nodes, source, start, target };
}

export const subject: MakeSubject = size => {
  const [nodes, edges] = size === 'full' ? [1_000_000, 10_000_000] : [500, 4000];
  const graph = randomGraph(nodes, edges);
  const options = { tolerance: 0, mostRounds: ROUNDS };
  const rounds = (ranker: ReturnType<typeof createRanker>): Way => {
    return () => void ranker.rank(options);
  };
  const whole = (make: typeof createRanker): Way => {
    return () => void make(graph).rank({ mostRounds: 20, tolerance: 0 });
  };
  return {
    unit: 'million edges',
    scale: 1e6,
    cases: [
      {
        name: `rounds, ${nodes} nodes, ${edges} edges`,
        units: edges * ROUNDS,
        target: 2,
        ways: { kernel: rounds(createRanker(graph)), twin: rounds(plainRanker(graph)) },
        c: { source: 'pagerank.c', args: [nodes, edges, ROUNDS] },
      },
      {
        name: `laid out and 20 rounds, ${nodes} nodes, ${edges} edges`,
        units: edges * 20,
        ways: { kernel: whole(createRanker), twin: whole(plainRanker) },
      },
    ],
  };
};
