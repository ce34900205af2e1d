// PageRank by rounds over a link graph cut into cells (METHODS A.4, unnormalised: ranks average 1). A cell holds the edges from one
// group of 65,536 rows to one block of 65,536 nodes, by row and then as given, each as u16 row, u16 node: what a cell adds
// to lies in the second-level cache, and the shares of its rows are read nearly in order. So no round waits for memory,
// whatever order the nodes have. The wrapper is src/kernel/pagerank.ts, which also lays the memory out:
//
//   state   u32 nodes, rows, blocks, groups, places of rank, sum, share, source, weight, cells, edges; f64 dangling at 48
//   rank, sum   f64 a node; sum is zero between rounds, both end at an even number of nodes
//   source, weight, share   u32, f64, f64 a row: its node, damping / number of its links, rank × weight
//   cells   u32 first edge of each cell, block by block, then the number of edges

// @ts-ignore: decorator
@inline function field(state: usize, index: usize): usize {
  return load<u32>(state + (index << 2)) as usize;
}

/** share = rank of the row's node × weight; returns the sum of these ranks. */
function spread(state: usize): f64 {
  const rows = field(state, 1);
  const rank = field(state, 4);
  const share = field(state, 6);
  const source = field(state, 7);
  const weight = field(state, 8);
  let sum: f64 = 0;
  for (let i: usize = 0; i < rows; i++) {
    const one = load<f64>(rank + ((load<u32>(source + (i << 2)) as usize) << 3));
    sum += one;
    store<f64>(share + (i << 3), one * load<f64>(weight + (i << 3)));
  }
  return sum;
}

// @ts-ignore: decorator
@inline function add(edge: u32, share: usize, sum: usize): void {
  const at = sum + (((edge >> 16) as usize) << 3);
  store<f64>(at, load<f64>(at) + load<f64>(share + (((edge & 0xffff) as usize) << 3)));
}

/** Adds every share to the sums of the nodes that the row links to. */
function gather(state: usize): void {
  const blocks = field(state, 2);
  const groups = field(state, 3);
  const edges = field(state, 10);
  let cell = field(state, 9);
  for (let block: usize = 0; block < blocks; block++) {
    const sum = field(state, 5) + (block << 19);
    for (let group: usize = 0; group < groups; group++) {
      const share = field(state, 6) + (group << 19);
      let at = edges + ((load<u32>(cell) as usize) << 2);
      const end = edges + ((load<u32>(cell, 4) as usize) << 2);
      for (; at + 16 <= end; at += 16) {
        add(load<u32>(at), share, sum);
        add(load<u32>(at, 4), share, sum);
        add(load<u32>(at, 8), share, sum);
        add(load<u32>(at, 12), share, sum);
      }
      for (; at < end; at += 4) add(load<u32>(at), share, sum);
      cell += 4;
    }
  }
}

/** rank = base + sum for two nodes at a time; returns the largest change and leaves the sum of all ranks at `total`. */
function settle(state: usize, base: f64, total: usize): f64 {
  const end = field(state, 4) + (field(state, 0) << 3);
  let rank = field(state, 4);
  let sum = field(state, 5);
  const bases = f64x2.splat(base);
  const zero = f64x2.splat(0);
  let largest = zero;
  let all = zero;
  for (; rank + 16 <= end; rank += 16, sum += 16) {
    const now = f64x2.add(bases, v128.load(sum));
    largest = f64x2.max(largest, f64x2.abs(f64x2.sub(now, v128.load(rank))));
    all = f64x2.add(all, now);
    v128.store(rank, now);
    v128.store(sum, zero);
  }
  let most = max<f64>(f64x2.extract_lane(largest, 0), f64x2.extract_lane(largest, 1));
  let last: f64 = 0;
  if (rank < end) {
    last = base + load<f64>(sum);
    most = max<f64>(most, abs<f64>(last - load<f64>(rank)));
    store<f64>(rank, last);
    store<f64>(sum, 0);
  }
  store<f64>(total, f64x2.extract_lane(all, 0) + f64x2.extract_lane(all, 1) + last);
  return most;
}

/**
 * Rounds until no rank changes by `tolerance`, at most `most`; returns how many. `damping` of the rank of nodes without
 * links goes to all nodes when `isUniform`, else it is lost. `total` is the sum of the ranks at the beginning.
 */
export function run(state: usize, damping: f64, tolerance: f64, most: u32, isUniform: u32, total: f64): u32 {
  const nodes = field(state, 0) as f64;
  const hasDangling = field(state, 1) < field(state, 0);
  store<f64>(state, total, 48);
  for (let round: u32 = 1; round <= most; round++) {
    const linking = spread(state);
    const dangling = hasDangling && isUniform != 0 ? load<f64>(state, 48) - linking : 0;
    gather(state);
    if (settle(state, 1 - damping + (damping * dangling) / nodes, state + 48) < tolerance) return round;
  }
  return most;
}
