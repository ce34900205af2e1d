// How often does each id stand in ranges of words? IdBag.toVector of src/text/vector.ts.

/** Up to here insertion is faster than four passes. */
const FEW: u32 = 40;
const BUCKETS: u32 = 256;
const COUNTER_BYTES: usize = 4096;

// @ts-ignore: decorator
@inline function at(list: usize, i: u32): usize {
  return list + ((i as usize) << 2);
}

/** The ids of all ranges (u32 from, to) without those of dropped words. */
function gather(ids: usize, ranges: usize, count: u32, out: usize): u32 {
  let found: u32 = 0;
  for (let k: u32 = 0; k < count; k++) {
    const to = load<u32>(at(ranges, 2 * k + 1));
    for (let i = load<u32>(at(ranges, 2 * k)); i < to; i++) {
      const id = load<u32>(at(ids, i));
      store<u32>(at(out, found), id);
      found += (id != 0) as u32;
    }
  }
  return found;
}

function sortFew(list: usize, count: u32): void {
  for (let i: u32 = 1; i < count; i++) {
    const id = load<u32>(at(list, i));
    let k = i;
    for (; k > 0 && load<u32>(at(list, k - 1)) > id; k--) store<u32>(at(list, k), load<u32>(at(list, k - 1)));
    store<u32>(at(list, k), id);
  }
}

// @ts-ignore: decorator
@inline function addOne(counter: usize): void {
  store<u32>(counter, load<u32>(counter) + 1);
}

/** One pass by the byte at `shift`; `counters` are those of this byte. */
function pass(from: usize, to: usize, count: u32, counters: usize, shift: u32): void {
  let sum: u32 = 0;
  for (let b: u32 = 0; b < BUCKETS; b++) {
    const counter = at(counters, b);
    const here = load<u32>(counter);
    store<u32>(counter, sum);
    sum += here;
  }
  for (let i: u32 = 0; i < count; i++) {
    const id = load<u32>(at(from, i));
    const counter = at(counters, (id >> shift) & 255);
    const place = load<u32>(counter);
    store<u32>(counter, place + 1);
    store<u32>(at(to, place), id);
  }
}

/** By bytes, lowest first: the same time for any ids. The sorted list is the first again. */
function sortMany(list: usize, other: usize, count: u32, counters: usize): void {
  memory.fill(counters, 0, COUNTER_BYTES);
  for (let i: u32 = 0; i < count; i++) {
    const id = load<u32>(at(list, i));
    addOne(at(counters, id & 255));
    addOne(at(counters, 256 + ((id >> 8) & 255)));
    addOne(at(counters, 512 + ((id >> 16) & 255)));
    addOne(at(counters, 768 + (id >> 24)));
  }
  pass(list, other, count, counters, 0);
  pass(other, list, count, at(counters, 256), 8);
  pass(list, other, count, at(counters, 512), 16);
  pass(other, list, count, at(counters, 768), 24);
}

/**
 * Different ids ascending to u32 `outIds`, how often to f64 `outCounts`. `work`: 4,096 bytes, then twice room for a u32 a
 * word and one more. Returns how many ids; the number of words goes to u32 `total`.
 */
export function countIds(ids: usize, ranges: usize, count: u32, work: usize, room: u32, outIds: usize, outCounts: usize): u32 {
  const list = work + COUNTER_BYTES;
  const words = gather(ids, ranges, count, list);
  if (words <= FEW) sortFew(list, words);
  else sortMany(list, at(list, room), words, work);
  store<u32>(work, words);
  let distinct: u32 = 0;
  for (let i: u32 = 0; i < words; ) {
    const id = load<u32>(at(list, i));
    const first = i;
    do i++;
    while (i < words && load<u32>(at(list, i)) == id);
    store<u32>(at(outIds, distinct), id);
    store<f64>(outCounts + ((distinct as usize) << 3), (i - first) as f64);
    distinct++;
  }
  return distinct;
}
