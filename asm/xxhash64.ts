// xxHash64 (Yann Collet's specification, version 0.1.1) of bytes in memory. A part: kernels import it, it is not built
// into a kernel of its own. Unaligned loads are fine in WebAssembly; memory is little-endian as the specification wants.

const PRIME1: u64 = 0x9e3779b185ebca87;
const PRIME2: u64 = 0xc2b2ae3d27d4eb4f;
const PRIME3: u64 = 0x165667b19e3779f9;
const PRIME4: u64 = 0x85ebca77c2b2ae63;
const PRIME5: u64 = 0x27d4eb2f165667c5;

// @ts-ignore: decorator
@inline function round(lane: u64, input: u64): u64 {
  return rotl<u64>(lane + input * PRIME2, 31) * PRIME1;
}

// @ts-ignore: decorator
@inline function merge(hash: u64, lane: u64): u64 {
  return (hash ^ round(0, lane)) * PRIME1 + PRIME4;
}

/** Last step of xxHash64; alone it turns any 64-bit number into a well mixed one. */
// @ts-ignore: decorator
@inline export function avalanche(hash: u64): u64 {
  hash = (hash ^ (hash >> 33)) * PRIME2;
  hash = (hash ^ (hash >> 29)) * PRIME3;
  return hash ^ (hash >> 32);
}

/** Hash of the `length` bytes at `at`. */
export function xxhash64(at: usize, length: usize, seed: u64): u64 {
  const end = at + length;
  let hash: u64;
  if (length >= 32) {
    let a = seed + PRIME1 + PRIME2;
    let b = seed + PRIME2;
    let c = seed;
    let d = seed - PRIME1;
    const last = end - 32;
    do {
      a = round(a, load<u64>(at));
      b = round(b, load<u64>(at, 8));
      c = round(c, load<u64>(at, 16));
      d = round(d, load<u64>(at, 24));
      at += 32;
    } while (at <= last);
    hash = rotl<u64>(a, 1) + rotl<u64>(b, 7) + rotl<u64>(c, 12) + rotl<u64>(d, 18);
    hash = merge(merge(merge(merge(hash, a), b), c), d);
  } else {
    hash = seed + PRIME5;
  }
  hash += length as u64;
  while (at + 8 <= end) {
    hash = rotl<u64>(hash ^ round(0, load<u64>(at)), 27) * PRIME1 + PRIME4;
    at += 8;
  }
  if (at + 4 <= end) {
    hash = rotl<u64>(hash ^ ((load<u32>(at) as u64) * PRIME1), 23) * PRIME2 + PRIME3;
    at += 4;
  }
  while (at < end) {
    hash = rotl<u64>(hash ^ ((load<u8>(at) as u64) * PRIME5), 11) * PRIME1;
    at += 1;
  }
  return avalanche(hash);
}
