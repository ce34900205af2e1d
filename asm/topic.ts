// Cosine of a text with each of several topics of few words. The wrapper is src/kernel/topic.ts.
// A topic lies at a multiple of 8: u32 number of words, u32 unused, f64 Euclidean length of its weights, u32 ids
// ascending (padded to 8 bytes), then for each word f64 weight and f64 factor. The next topic follows.

/** How many of the sixteen ids from `at` on are below those of `id`, whose four lanes are alike. */
// @ts-ignore: decorator
@inline function below(at: usize, id: v128): u32 {
  const first = i8x16.narrow_i16x8_s(
    i16x8.narrow_i32x4_s(i32x4.lt_u(v128.load(at), id), i32x4.lt_u(v128.load(at, 16), id)),
    i16x8.narrow_i32x4_s(i32x4.lt_u(v128.load(at, 32), id), i32x4.lt_u(v128.load(at, 48), id)),
  );
  return popcnt<u32>(i8x16.bitmask(first));
}

/**
 * First place in [from, length) whose id is not below `id`, or `length`: strides of sixteen, the last one looked at whole.
 * Pages are read in order and no load waits for another, which halving an interval cannot offer.
 */
// @ts-ignore: decorator
@inline function seek(ids: usize, from: u32, length: u32, id: u32): u32 {
  while (from + 16 <= length) {
    const at = ids + ((from as usize) << 2);
    if (load<u32>(at, 60) >= id) return from + below(at, i32x4.splat(id));
    from += 16;
  }
  while (from < length && load<u32>(ids + ((from as usize) << 2)) < id) from++;
  return from;
}

/** Euclidean length of `values`; four sums, so that additions do not wait for each other. */
function lengthOf(values: usize, count: u32): f64 {
  let even = f64x2.splat(0);
  let odd = even;
  const whole = count & ~3;
  let at = values;
  for (let i: u32 = 0; i < whole; i += 4) {
    const first = v128.load(at);
    const second = v128.load(at, 16);
    even = f64x2.add(even, f64x2.mul(first, first));
    odd = f64x2.add(odd, f64x2.mul(second, second));
    at += 32;
  }
  const both = f64x2.add(even, odd);
  let squares = f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
  for (let i = whole; i < count; i++) {
    const value = load<f64>(at);
    squares += value * value;
    at += 8;
  }
  return sqrt(squares);
}

/**
 * Weights count / total × rarity of the ids from `from` on, to f64 `out`. Rarities are looked up in a table of `mask` + 2
 * places of 16 bytes, an even one and the next for an id: u32 id, u32 1 (0 = free), f64 rarity. Returns the first number
 * whose id is not there, or `length`.
 */
export function weigh(
  ids: usize,
  counts: usize,
  length: u32,
  total: f64,
  table: usize,
  mask: u32,
  out: usize,
  from: u32,
): u32 {
  for (let i = from; i < length; i++) {
    const id = load<u32>(ids + ((i as usize) << 2));
    const key = (id as u64) | 0x100000000;
    let place = table + (((id & mask) as usize) << 4);
    if (load<u64>(place) != key) {
      place += 16;
      if (load<u64>(place) != key) return i;
    }
    const at = (i as usize) << 3;
    store<f64>(out + at, (load<f64>(counts + at) / total) * load<f64>(place, 8));
  }
  return length;
}

/**
 * Text: u32 `ids` ascending, f64 `values`; the weight of a term is value / divisor × factor of its word. The length of the
 * text is that of all its values when `isWhole`, else that of the weights of the topic's words. f64 `out[i]` is the
 * cosine with topic i, 0 where a side has no length.
 */
export function score(
  ids: usize,
  values: usize,
  length: u32,
  divisor: f64,
  isWhole: bool,
  topics: usize,
  count: u32,
  out: usize,
): void {
  const whole = isWhole ? lengthOf(values, length) : 0;
  let topic = topics;
  for (let k: u32 = 0; k < count; k++) {
    const words = load<u32>(topic);
    const wordIds = topic + 16;
    const wordWeights = wordIds + ((((words + 1) & ~1) as usize) << 2);
    let dot: f64 = 0;
    let squares: f64 = 0;
    let at: u32 = 0;
    for (let i: u32 = 0; i < words && at < length; i++) {
      const id = load<u32>(wordIds + ((i as usize) << 2));
      at = seek(ids, at, length, id);
      if (at < length && load<u32>(ids + ((at as usize) << 2)) == id) {
        const word = wordWeights + ((i as usize) << 4);
        const weight = (load<f64>(values + ((at as usize) << 3)) / divisor) * load<f64>(word, 8);
        dot += load<f64>(word) * weight;
        squares += weight * weight;
      }
    }
    const product = load<f64>(topic, 8) * (isWhole ? whole : sqrt(squares));
    store<f64>(out + ((k as usize) << 3), product > 0 && product < Infinity ? dot / product : 0);
    topic = wordWeights + ((words as usize) << 4);
  }
}
