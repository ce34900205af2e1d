// The seen table: fingerprint (u64) → slot (u32). Layout, growth and concurrency rule: src/kernel/seen.ts, its owner.
// One memory holds one table: header at 0, scratch of each thread, buckets of one cache line from FIRST on.

const BUCKETS: usize = 0;
const MULTIPLIER: usize = 8;
const FIRST: usize = 64 + 257 * 1536;

/** Places within a bucket: low[5] high[5] slot[5], then the number of entries, plus PASSED once a key went on. */
const HIGH: usize = 20;
const SLOT: usize = 40;
const STATE: usize = 60;
const ROOM: u32 = 5;
const PASSED: u32 = 8;

// @ts-ignore: decorator
@inline function home(key: u64, multiplier: u64, buckets: u32): usize {
  return FIRST + ((((((key * multiplier) >> 32) * (buckets as u64)) >> 32) as usize) << 6);
}

// @ts-ignore: decorator
@inline function next(bucket: usize, buckets: u32): usize {
  const following = bucket + 64;
  return following == FIRST + ((buckets as usize) << 6) ? FIRST : following;
}

/** One bit for each of the bucket's entries that holds the key. */
// @ts-ignore: decorator
@inline function match(bucket: usize, key: u64, state: u32): u32 {
  const low = key as u32;
  const high = (key >> 32) as u32;
  const lows = i32x4.eq(v128.load(bucket), i32x4.splat(low));
  const highs = i32x4.eq(v128.load(bucket, HIGH), i32x4.splat(high));
  const last = (load<u32>(bucket, 16) == low) && (load<u32>(bucket, HIGH + 16) == high);
  return (i32x4.bitmask(v128.and(lows, highs)) | ((last as u32) << 4)) & ((1 << (state & 7)) - 1);
}

// @ts-ignore: decorator
@inline function findKey(key: u64, multiplier: u64, buckets: u32): i32 {
  let bucket = home(key, multiplier, buckets);
  while (true) {
    const state = atomic.load<u32>(bucket, STATE);
    const found = match(bucket, key, state);
    if (found) return load<i32>(bucket + ((ctz(found) as usize) << 2), SLOT);
    if (state < PASSED) return -1;
    bucket = next(bucket, buckets);
  }
}

// @ts-ignore: decorator
@inline function insertKey(key: u64, slot: u32, multiplier: u64, buckets: u32): i32 {
  let bucket = home(key, multiplier, buckets);
  while (true) {
    const state = load<u32>(bucket, STATE);
    const found = match(bucket, key, state);
    if (found) return load<i32>(bucket + ((ctz(found) as usize) << 2), SLOT);
    if (state < ROOM) {
      const entry = bucket + ((state as usize) << 2);
      store<u32>(entry, key as u32);
      store<u32>(entry, (key >> 32) as u32, HIGH);
      store<u32>(entry, slot, SLOT);
      atomic.store<u32>(bucket, state + 1, STATE);
      return -1;
    }
    if (state < PASSED) atomic.store<u32>(bucket, state | PASSED, STATE);
    bucket = next(bucket, buckets);
  }
}

/** The slot of a fingerprint, or -1. */
export function find(low: u32, high: u32): i32 {
  return findKey((low as u64) | ((high as u64) << 32), load<u64>(MULTIPLIER), load<u32>(BUCKETS));
}

/** Writer only: -1 when the fingerprint is new, else the slot that it has, which stays. */
export function insert(low: u32, high: u32, slot: u32): i32 {
  return insertKey((low as u64) | ((high as u64) << 32), slot, load<u64>(MULTIPLIER), load<u32>(BUCKETS));
}

/**
 * Reads every home once, before any is searched: the misses of the cache then overlap instead of following each other.
 * The sum is of use to no one, but its caller writes it somewhere, so that no compiler drops the reads.
 */
function touch(keys: usize, count: u32, multiplier: u64, buckets: u32): u32 {
  let sum: u32 = 0;
  const end = keys + ((count as usize) << 3);
  for (let at = keys; at < end; at += 8) sum += load<u32>(home(load<u64>(at), multiplier, buckets));
  return sum;
}

/** `out[i]` becomes slot + 1 of the u64 `keys[i]`, or 0; returns how many were found. */
export function findMany(keys: usize, count: u32, out: usize): u32 {
  const multiplier = load<u64>(MULTIPLIER);
  const buckets = load<u32>(BUCKETS);
  store<u32>(out, touch(keys, count, multiplier, buckets));
  let hits: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const slot = findKey(load<u64>(keys + ((i as usize) << 3)), multiplier, buckets);
    store<u32>(out + ((i as usize) << 2), slot + 1);
    hits += (slot >= 0) as u32;
  }
  return hits;
}

/** Writer only: inserts u64 `keys[i]` with u32 `slots[i]`, unless it is known; returns how many were new. */
export function insertMany(keys: usize, slots: usize, count: u32, scratch: usize): u32 {
  const multiplier = load<u64>(MULTIPLIER);
  const buckets = load<u32>(BUCKETS);
  store<u32>(scratch, touch(keys, count, multiplier, buckets));
  let fresh: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const slot = load<u32>(slots + ((i as usize) << 2));
    fresh += (insertKey(load<u64>(keys + ((i as usize) << 3)), slot, multiplier, buckets) < 0) as u32;
  }
  return fresh;
}

/**
 * Writer only, before any reader knows of this table: inserts all entries of `count` buckets of another one with the same
 * multiplier. They are distinct, so nothing is compared.
 */
export function absorb(from: usize, count: u32): void {
  const multiplier = load<u64>(MULTIPLIER);
  const buckets = load<u32>(BUCKETS);
  const end = from + ((count as usize) << 6);
  for (let source = from; source < end; source += 64) {
    const entries = source + (((load<u32>(source, STATE) & 7) as usize) << 2);
    for (let entry = source; entry < entries; entry += 4) {
      const low = load<u32>(entry);
      const high = load<u32>(entry, HIGH);
      let bucket = home((low as u64) | ((high as u64) << 32), multiplier, buckets);
      let state = load<u32>(bucket, STATE);
      while (state >= ROOM) {
        store<u32>(bucket, ROOM | PASSED, STATE);
        bucket = next(bucket, buckets);
        state = load<u32>(bucket, STATE);
      }
      const place = bucket + ((state as usize) << 2);
      store<u32>(place, low);
      store<u32>(place, high, HIGH);
      store<u32>(place, load<u32>(entry, SLOT), SLOT);
      store<u32>(bucket, state + 1, STATE);
    }
  }
}
