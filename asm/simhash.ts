// 64-bit SimHash (Charikar 2002) of a term vector: each term votes with its count for or against every bit of its hash.
// The wrapper is src/kernel/simhash.ts; sums are exact u32 as long as the bounds there are kept.
import { avalanche } from './xxhash64';

/** Any odd constant: the avalanche alone would leave id 0 without a vote. */
const OFFSET: u64 = 0x9e3779b97f4a7c15;
const MOST: f64 = 4095;

/** Adds the vote to four sums: a lane gets it when the hash has the lane's bit. */
// @ts-ignore: decorator
@inline function vote(sum: v128, half: v128, bits: v128, weight: v128): v128 {
  return i32x4.add(sum, v128.and(i32x4.eq(v128.and(half, bits), bits), weight));
}

/** The eight groups of four bits whose sums are more than half of the total. */
// @ts-ignore: decorator
@inline function decide(sum: v128, half: v128): u32 {
  return i32x4.bitmask(i32x4.gt_u(sum, half));
}

/** 32 bits, those of the high half of the hashes when `shift` is 32, else of the low half. */
function halfHash(ids: usize, counts: usize, length: u32, shift: u64): u32 {
  const b0 = i32x4(1, 2, 4, 8);
  const b1 = i32x4.shl(b0, 4);
  const b2 = i32x4.shl(b0, 8);
  const b3 = i32x4.shl(b0, 12);
  const b4 = i32x4.shl(b0, 16);
  const b5 = i32x4.shl(b0, 20);
  const b6 = i32x4.shl(b0, 24);
  const b7 = i32x4.shl(b0, 28);
  let s0 = i32x4.splat(0);
  let s1 = s0;
  let s2 = s0;
  let s3 = s0;
  let s4 = s0;
  let s5 = s0;
  let s6 = s0;
  let s7 = s0;
  let total: u32 = 0;
  for (let i: u32 = 0; i < length; i++) {
    const hash = avalanche((load<u32>(ids + ((i as usize) << 2)) as u64) + OFFSET);
    const weight = min<f64>(load<f64>(counts + ((i as usize) << 3)), MOST) as u32;
    total += weight;
    const half = i32x4.splat((hash >> shift) as i32);
    const votes = i32x4.splat(weight);
    s0 = vote(s0, half, b0, votes);
    s1 = vote(s1, half, b1, votes);
    s2 = vote(s2, half, b2, votes);
    s3 = vote(s3, half, b3, votes);
    s4 = vote(s4, half, b4, votes);
    s5 = vote(s5, half, b5, votes);
    s6 = vote(s6, half, b6, votes);
    s7 = vote(s7, half, b7, votes);
  }
  const middle = i32x4.splat(total >> 1);
  return (
    decide(s0, middle) |
    (decide(s1, middle) << 4) |
    (decide(s2, middle) << 8) |
    (decide(s3, middle) << 12) |
    (decide(s4, middle) << 16) |
    (decide(s5, middle) << 20) |
    (decide(s6, middle) << 24) |
    (decide(s7, middle) << 28)
  );
}

/** SimHash of u32 `ids` with f64 `counts`; low and high half go to `out`. */
export function simhash(ids: usize, counts: usize, length: u32, out: usize): void {
  store<u32>(out, halfHash(ids, counts, length, 0));
  store<u32>(out, halfHash(ids, counts, length, 32), 4);
}
