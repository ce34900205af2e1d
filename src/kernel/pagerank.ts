/**
 * Who matters in a link graph? PageRank in its unnormalised form (METHODS A.4, seed 000 equation 6): ranks average 1 when
 * no rank is lost, which is what a threshold such as "more than 2" needs.
 *
 *   rank(n) = 1 − d + d Σ rank(m) / links(m)   over the m that link to n,   + d × dangling / nodes   when `uniform`
 *
 * Every round adds the shares of a node's linkers in order of their rows, so kernel and twin agree to the last bit.
 * Each call has a memory of its own, which is free again afterwards: 8 bytes an edge while it is laid out, 4 then.
 */
import { Fault } from '../kit/fault.js';
import { canShareMemory } from './load.js';
import { instantiate, kernelModule } from './module.js';

/** Rows of links: row i is those of node `source[i]`, `target[start[i]]` to before `target[start[i + 1]]`. */
export interface LinkRowsOf {
  /** Node numbers are below it. */
  readonly nodes: number;
  /** No node twice. */
  readonly source: Uint32Array;
  /** One more than there are rows; no row is empty. */
  readonly start: Uint32Array;
  /** No target twice in a row, and never the row's own node. */
  readonly target: Uint32Array;
}

export interface RankOptions {
  /** d, in [0, 1). Default 0.85. */
  readonly damping?: number;
  /** It ends when no rank changes by so much. Default 1e-8. */
  readonly tolerance?: number;
  /** Default 200. */
  readonly mostRounds?: number;
  /** Where the rank of nodes without links goes: to all, or nowhere (as printed). Default `uniform`. */
  readonly dangling?: 'uniform' | 'drop';
  /** Ranks to begin with; nodes beyond them, and NaN, begin with 1. */
  readonly from?: Float64Array;
}

export interface Ranks {
  readonly rank: Float64Array;
  readonly rounds: number;
}

/** A graph laid out for rounds; `rank` may be called often. */
export interface Ranker {
  rank(options?: RankOptions): Ranks;
}

interface Exports {
  run(
    state: number,
    damping: number,
    tolerance: number,
    most: number,
    isUniform: number,
    total: number,
  ): number;
}

const PAGE = 65536;
const BITS = 16;
const SPAN = 1 << BITS;
/** Bytes of the state; the field at 48 is a f64. */
const STATE = 64;

const blocksOf = (count: number): number => Math.max(1, Math.ceil(count / SPAN));
const weightsOf = ({ start }: LinkRowsOf, weight: Float64Array, damping: number): void => {
  for (let i = 0; i < weight.length; i++)
    weight[i] = damping / ((start[i + 1] as number) - (start[i] as number));
};

function begin(rank: Float64Array, from: Float64Array | undefined): number {
  rank.fill(1);
  for (let i = 0; i < Math.min(rank.length, from?.length ?? 0); i++) {
    const known = from?.[i] as number;
    if (known >= 0 && known < Number.POSITIVE_INFINITY) rank[i] = known;
  }
  let total = 0;
  for (let i = 0; i < rank.length; i++) total += rank[i] as number;
  return total;
}

class KernelRanker implements Ranker {
  readonly #graph: LinkRowsOf;
  readonly #call: Exports;
  readonly #rank: Float64Array;
  readonly #weight: Float64Array;

  constructor(graph: LinkRowsOf) {
    const { nodes, source } = graph;
    const rows = source.length;
    const [blocks, groups] = [blocksOf(nodes), blocksOf(rows)];
    const sizes = {
      rank: 8 * nodes,
      sum: 8 * nodes,
      share: 8 * rows,
      source: 4 * rows,
      weight: 8 * rows,
      cells: 4 * (blocks * groups + 1),
      edges: 4 * graph.target.length,
    };
    const { memory, at } = layOut(sizes);
    const u32 = (place: number, length: number) => new Uint32Array(memory.buffer, place, length);
    const places = [at.rank, at.sum, at.share, at.source, at.weight, at.cells, at.edges];
    u32(0, 11).set([nodes, rows, blocks, groups, ...places]);
    u32(at.source, rows).set(source);
    cut(graph, u32(at.cells, blocks * groups + 1), u32(at.edges, graph.target.length));
    this.#graph = graph;
    this.#rank = new Float64Array(memory.buffer, at.rank, nodes);
    this.#weight = new Float64Array(memory.buffer, at.weight, rows);
    this.#call = instantiate<Exports>(kernelModule('pagerank'), memory);
  }

  rank(options: RankOptions = {}): Ranks {
    const { damping = 0.85, tolerance = 1e-8, mostRounds = 200, dangling = 'uniform' } = options;
    weightsOf(this.#graph, this.#weight, damping);
    const total = begin(this.#rank, options.from);
    const isUniform = Number(dangling === 'uniform');
    const rounds = this.#call.run(0, damping, tolerance, mostRounds, isUniform, total);
    return { rank: this.#rank.slice(), rounds };
  }
}

/** Takes a memory for regions of these sizes behind the state, each at a multiple of 64. */
function layOut<K extends string>(sizes: Readonly<Record<K, number>>) {
  let top = STATE;
  const at = {} as Record<K, number>;
  for (const name of Object.keys(sizes) as K[]) {
    at[name] = top;
    top += 64 * Math.ceil(sizes[name] / 64);
  }
  const pages = Math.ceil(top / PAGE);
  try {
    return { memory: new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }), at };
  } catch (cause) {
    throw new Fault('KERNEL_MEMORY', `There is no memory for the ranks of ${pages * PAGE} bytes.`, 70, cause);
  }
}

/** Sorts the edges into cells; within one they keep the order of their rows. */
function cut({ source, start, target }: LinkRowsOf, cells: Uint32Array, edges: Uint32Array): void {
  const rows = source.length;
  const groups = blocksOf(rows);
  for (let row = 0; row < rows; row++) {
    const group = row >>> BITS;
    for (let e = start[row] as number; e < (start[row + 1] as number); e++)
      (cells[((target[e] as number) >>> BITS) * groups + group + 1] as number)++;
  }
  for (let i = 1; i < cells.length; i++) (cells[i] as number) += cells[i - 1] as number;
  const next = cells.slice(0, -1);
  for (let row = 0; row < rows; row++) {
    const group = row >>> BITS;
    for (let e = start[row] as number; e < (start[row + 1] as number); e++) {
      const to = target[e] as number;
      const cell = (to >>> BITS) * groups + group;
      edges[next[cell] as number] = (to << BITS) | (row & (SPAN - 1));
      (next[cell] as number)++;
    }
  }
}

/** The twin: each node looks its linkers up. */
class PlainRanker implements Ranker {
  readonly #graph: LinkRowsOf;
  /** Rows that link to node n: `row[first[n]]` to before `row[first[n + 1]]`. */
  readonly #first: Uint32Array;
  readonly #row: Uint32Array;
  readonly #weight: Float64Array;
  readonly #share: Float64Array;

  constructor(graph: LinkRowsOf) {
    const { nodes, source, start, target } = graph;
    this.#graph = graph;
    this.#first = new Uint32Array(nodes + 1);
    this.#row = new Uint32Array(target.length);
    this.#weight = new Float64Array(source.length);
    this.#share = new Float64Array(source.length);
    for (const to of target) (this.#first[to + 1] as number)++;
    for (let i = 0; i < nodes; i++) (this.#first[i + 1] as number) += this.#first[i] as number;
    const next = this.#first.slice(0, nodes);
    for (let row = 0; row < source.length; row++)
      for (let e = start[row] as number; e < (start[row + 1] as number); e++) {
        const to = target[e] as number;
        this.#row[next[to] as number] = row;
        (next[to] as number)++;
      }
  }

  rank(options: RankOptions = {}): Ranks {
    const { damping = 0.85, tolerance = 1e-8, mostRounds = 200, dangling = 'uniform' } = options;
    const { nodes, source } = this.#graph;
    weightsOf(this.#graph, this.#weight, damping);
    const rank = new Float64Array(nodes);
    let total = begin(rank, options.from);
    const mayDangle = source.length < nodes && dangling === 'uniform';
    for (let rounds = 1; rounds <= mostRounds; rounds++) {
      const linking = this.#spread(rank);
      const lost = mayDangle ? total - linking : 0;
      const ended = this.#settle(rank, 1 - damping + (damping * lost) / nodes);
      total = ended.total;
      if (ended.largest < tolerance) return { rank, rounds };
    }
    return { rank, rounds: mostRounds };
  }

  #spread(rank: Float64Array): number {
    const { source } = this.#graph;
    const share = this.#share;
    const weight = this.#weight;
    let sum = 0;
    for (let i = 0; i < share.length; i++) {
      const one = rank[source[i] as number] as number;
      sum += one;
      share[i] = one * (weight[i] as number);
    }
    return sum;
  }

  /** Even and odd nodes are summed apart, as the kernel does two at a time. */
  #settle(rank: Float64Array, base: number): { readonly total: number; readonly largest: number } {
    const first = this.#first;
    const row = this.#row;
    const share = this.#share;
    const pairs = rank.length - (rank.length & 1);
    let even = 0;
    let odd = 0;
    let last = 0;
    let largest = 0;
    let e = 0;
    for (let n = 0; n < rank.length; n++) {
      const end = first[n + 1] as number;
      let sum = 0;
      for (; e < end; e++) sum += share[row[e] as number] as number;
      const now = base + sum;
      const change = Math.abs(now - (rank[n] as number));
      if (change > largest) largest = change;
      rank[n] = now;
      if (n >= pairs) last = now;
      else if ((n & 1) === 0) even += now;
      else odd += now;
    }
    return { total: even + odd + last, largest };
  }
}

export const createRanker = (graph: LinkRowsOf): Ranker =>
  canShareMemory() ? new KernelRanker(graph) : new PlainRanker(graph);

/** The twin, for laws and benches. */
export const plainRanker = (graph: LinkRowsOf): Ranker => new PlainRanker(graph);
