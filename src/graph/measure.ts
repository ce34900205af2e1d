/**
 * What does a measure come to, on the graph up to a mark? A pure function of its arguments, so it does not matter which
 * thread computes it, or whether it is computed again at a resume. PageRank: METHODS A.4.
 */
import type { MeasureName } from '../contract/measure.js';
import { createRanker, type LinkRowsOf, type RankOptions } from '../kernel/pagerank.js';
import { type GraphMark, pagesOf } from './link-graph.js';

/** What a trainer is asked for. */
export interface MeasureTask {
  readonly names: readonly MeasureName[];
  readonly mark: GraphMark;
  /** The version before, in the order of `names`; empty for the first. */
  readonly from: readonly Float64Array[];
}

/** A crawl asks whether a rank is above 2, not for its eighth digit. */
const TOLERANCE = 1e-6;

export const computeAll = ({ names, mark, from }: MeasureTask): Float64Array[] =>
  names.map((name, i) => computeMeasure(name, mark, from[i]));

/** The value of every node; `from`: the version before, from which ranks go on. */
export function computeMeasure(name: MeasureName, mark: GraphMark, from?: Float64Array): Float64Array {
  const start: RankOptions = { tolerance: TOLERANCE, ...(from && { from }) };
  switch (name) {
    case 'pagerank':
      return createRanker(rowsOf(mark)).rank(start).rank;
    case 'pagerank-drop':
      return createRanker(rowsOf(mark)).rank({ ...start, dangling: 'drop' }).rank;
    case 'topic-pagerank':
      return topicRank(mark, start);
    case 'in-links':
      return countInLinks(mark);
  }
}

/** All pages that have links, as the kernel wants them. */
export function rowsOf(mark: GraphMark): LinkRowsOf {
  return gather(mark, mark.nodes, node => node);
}

/**
 * PageRank on relevant pages alone (Teoma, METHODS A.4): edges that leave them are cut, links are counted among them. NaN
 * for all others; with no relevant page all are.
 */
function topicRank(mark: GraphMark, options: RankOptions): Float64Array {
  const place = new Int32Array(mark.nodes).fill(-1);
  const members: number[] = [];
  for (const { source, isRelevant } of pagesOf(mark)) {
    if (isRelevant) place[source] = members.push(source) - 1;
  }
  const rows = gather(mark, members.length, node => place[node] as number);
  const { from } = options;
  const start = from && { from: Float64Array.from(members, node => from[node] ?? Number.NaN) };
  const { rank } = createRanker(rows).rank({ ...options, ...start });
  const value = new Float64Array(mark.nodes).fill(Number.NaN);
  for (let i = 0; i < members.length; i++) value[members[i] as number] = rank[i] as number;
  return value;
}

/** Rows of the nodes that `placeOf` gives a place of 0 or more; the others are left out. */
function gather(mark: GraphMark, nodes: number, placeOf: (node: number) => number): LinkRowsOf {
  const source: number[] = [];
  const start: number[] = [0];
  let edges = 0;
  for (const page of pagesOf(mark)) {
    const count = placeOf(page.source) < 0 ? 0 : countPlaced(page.target, placeOf);
    if (count === 0) continue;
    edges += count;
    source.push(placeOf(page.source));
    start.push(edges);
  }
  const target = new Uint32Array(edges);
  let at = 0;
  for (const page of pagesOf(mark)) {
    if (placeOf(page.source) < 0) continue;
    for (const to of page.target) if (placeOf(to) >= 0) target[at++] = placeOf(to);
  }
  return { nodes, source: Uint32Array.from(source), start: Uint32Array.from(start), target };
}

function countPlaced(target: Uint32Array, placeOf: (node: number) => number): number {
  let count = 0;
  for (const to of target) if (placeOf(to) >= 0) count++;
  return count;
}

function countInLinks(mark: GraphMark): Float64Array {
  const count = new Float64Array(mark.nodes);
  for (const { target } of pagesOf(mark)) for (const to of target) (count[to] as number)++;
  return count;
}
