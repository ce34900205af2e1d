// xxHash64, seed 0, of byte ranges in memory: names of URLs and of terms. The wrapper is src/kernel/fingerprint.ts.
import { xxhash64 } from './xxhash64';

/** Writes the hash of the `length` bytes at `at` to the 8 bytes at `out`, low half first. */
export function hashOne(at: usize, length: usize, out: usize): void {
  store<u64>(out, xxhash64(at, length, 0));
}

/** Low half of the hash of the `length` bytes at `at`. */
export function hashLow(at: usize, length: usize): u32 {
  return xxhash64(at, length, 0) as u32;
}

/**
 * Ranges that follow each other: range i has the length u32 `lengths[i]`. Writes hash i to `out[i]`, which may not
 * overlap the bytes.
 */
export function hashMany(at: usize, lengths: usize, count: u32, out: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    const length = load<u32>(lengths + ((i as usize) << 2)) as usize;
    store<u64>(out + ((i as usize) << 3), xxhash64(at, length, 0));
    at += length;
  }
}
