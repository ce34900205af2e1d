/**
 * xxHash64 with seed 0 of a term's UTF-8 bytes, in plain BigInt arithmetic: terms outside Chinese are hashed once each
 * and then cached, so this is not on the hot path.
 */

const MASK = (1n << 64n) - 1n;
const PRIME = [
  0x9e3779b185ebca87n,
  0xc2b2ae3d27d4eb4fn,
  0x165667b19e3779f9n,
  0x85ebca77c2b2ae63n,
  0x27d4eb2f165667c5n,
] as const;

const rotate = (value: bigint, bits: bigint): bigint => ((value << bits) | (value >> (64n - bits))) & MASK;
const round = (lane: bigint, word: bigint): bigint =>
  (rotate((lane + word * PRIME[1]) & MASK, 31n) * PRIME[0]) & MASK;

/** Stripes of 32 bytes; the state before the tail. */
function stripes(bytes: Buffer): bigint {
  if (bytes.length < 32) return PRIME[4];
  const lane = [(PRIME[0] + PRIME[1]) & MASK, PRIME[1], 0n, MASK + 1n - PRIME[0]];
  for (let at = 0; at + 32 <= bytes.length; at += 32) {
    for (let i = 0; i < 4; i++) lane[i] = round(lane[i] as bigint, bytes.readBigUInt64LE(at + 8 * i));
  }
  const shift = [1n, 7n, 12n, 18n];
  let state = lane.reduce((sum, value, i) => (sum + rotate(value, shift[i] as bigint)) & MASK, 0n);
  for (const value of lane) state = ((state ^ round(0n, value)) * PRIME[0] + PRIME[3]) & MASK;
  return state;
}

/** Low and high half. */
export function hashText(text: string): Uint32Array {
  const bytes = Buffer.from(text, 'utf8');
  let state = (stripes(bytes) + BigInt(bytes.length)) & MASK;
  let at = bytes.length - (bytes.length % 32);
  for (; at + 8 <= bytes.length; at += 8) {
    state = (rotate(state ^ round(0n, bytes.readBigUInt64LE(at)), 27n) * PRIME[0] + PRIME[3]) & MASK;
  }
  if (at + 4 <= bytes.length) {
    const word = BigInt(bytes.readUInt32LE(at)) * PRIME[0];
    state = (rotate(state ^ (word & MASK), 23n) * PRIME[1] + PRIME[2]) & MASK;
    at += 4;
  }
  for (; at < bytes.length; at++) {
    state = (rotate(state ^ ((BigInt(bytes[at] as number) * PRIME[4]) & MASK), 11n) * PRIME[0]) & MASK;
  }
  state = ((state ^ (state >> 33n)) * PRIME[1]) & MASK;
  state = ((state ^ (state >> 29n)) * PRIME[2]) & MASK;
  state ^= state >> 32n;
  return Uint32Array.of(Number(state & 0xffffffffn), Number(state >> 32n));
}
