/**
 * xxHash64 (Yann Collet's specification) without BigInt: the plain twin of asm/xxhash64.ts. The number being worked on
 * is held in two halves; a product of 64 bits is put together from products of 16. Halves are int32, because V8 keeps
 * those in variables without allocating.
 */

type Halves = readonly [high: number, low: number];

const prime = (high: number, low: number): Halves => [high | 0, low | 0];
const P1 = prime(0x9e3779b1, 0x85ebca87);
const P2 = prime(0xc2b2ae3d, 0x27d4eb4f);
const P3 = prime(0x165667b1, 0x9e3779f9);
const P4 = prime(0x85ebca77, 0xc2b2ae63);
const P5 = prime(0x27d4eb2f, 0x165667c5);

let high = 0;
let low = 0;

function set(value: Halves): void {
  high = value[0];
  low = value[1];
}

function add(value: Halves): void {
  addHalves(value[0], value[1]);
}

function addHalves(valueHigh: number, valueLow: number): void {
  const sum = (low >>> 0) + (valueLow >>> 0);
  high = (high + valueHigh + (sum > 0xffffffff ? 1 : 0)) | 0;
  low = sum | 0;
}

function xor(valueHigh: number, valueLow: number): void {
  high ^= valueHigh;
  low ^= valueLow;
}

function multiply(value: Halves): void {
  const factorHigh = value[0];
  const factorLow = value[1];
  const a = low & 0xffff;
  const b = low >>> 16;
  const c = factorLow & 0xffff;
  const d = factorLow >>> 16;
  const middle = (Math.imul(b, c) >>> 0) + ((Math.imul(a, c) >>> 0) >>> 16);
  const upper = (Math.imul(a, d) >>> 0) + (middle & 0xffff);
  const carry = Math.imul(b, d) + (middle >>> 16) + (upper >>> 16);
  high = (carry + Math.imul(high, factorLow) + Math.imul(low, factorHigh)) | 0;
  low = Math.imul(low, factorLow);
}

/** By 1 to 31 bits, to the left. */
function rotate(bits: number): void {
  const was = high;
  high = (high << bits) | (low >>> (32 - bits));
  low = (low << bits) | (was >>> (32 - bits));
}

function mixEnd(): void {
  xor(0, high >>> 1);
  multiply(P2);
  xor(high >>> 29, (high << 3) | (low >>> 29));
  multiply(P3);
  xor(0, high);
}

const word = (bytes: Uint8Array, at: number): number =>
  (bytes[at] as number) |
  ((bytes[at + 1] as number) << 8) |
  ((bytes[at + 2] as number) << 16) |
  ((bytes[at + 3] as number) << 24);

/** Four lanes of the specification, high and low half each. */
const lane = new Int32Array(8);

/** round(lane i, 8 bytes). */
function feedLane(i: number, bytes: Uint8Array, at: number): void {
  low = word(bytes, at);
  high = word(bytes, at + 4);
  multiply(P2);
  addHalves(lane[2 * i] as number, lane[2 * i + 1] as number);
  rotate(31);
  multiply(P1);
  lane[2 * i] = high;
  lane[2 * i + 1] = low;
}

/** Puts the four lanes together; leaves the result in high, low. */
function gatherLanes(): void {
  const shift = [1, 7, 12, 18] as const;
  let sumHigh = 0;
  let sumLow = 0;
  for (let i = 0; i < 4; i++) {
    high = lane[2 * i] as number;
    low = lane[2 * i + 1] as number;
    rotate(shift[i] as number);
    addHalves(sumHigh, sumLow);
    sumHigh = high;
    sumLow = low;
  }
  for (let i = 0; i < 4; i++) {
    high = lane[2 * i] as number;
    low = lane[2 * i + 1] as number;
    multiply(P2);
    rotate(31);
    multiply(P1);
    xor(sumHigh, sumLow);
    multiply(P1);
    add(P4);
    sumHigh = high;
    sumLow = low;
  }
}

/** Whole stripes of 32 bytes; returns where the tail begins. */
function stripes(bytes: Uint8Array, length: number): number {
  lane.set([0x60ea27ee, 0xadc0b5d6, ...P2, 0, 0, 0x61c8864e, 0x7a143579]);
  let at = 0;
  for (; at + 32 <= length; at += 32) {
    for (let i = 0; i < 4; i++) feedLane(i, bytes, at + 8 * i);
  }
  gatherLanes();
  return at;
}

function tail(bytes: Uint8Array, at: number, length: number): void {
  for (; at + 8 <= length; at += 8) {
    const hashHigh = high;
    const hashLow = low;
    low = word(bytes, at);
    high = word(bytes, at + 4);
    multiply(P2);
    rotate(31);
    multiply(P1);
    xor(hashHigh, hashLow);
    rotate(27);
    multiply(P1);
    add(P4);
  }
  if (at + 4 <= length) {
    tailPiece(word(bytes, at), P1, 23);
    multiply(P2);
    add(P3);
    at += 4;
  }
  for (; at < length; at++) {
    tailPiece(bytes[at] as number, P5, 11);
    multiply(P1);
  }
}

function tailPiece(value: number, prime: Halves, bits: number): void {
  const hashHigh = high;
  const hashLow = low;
  high = 0;
  low = value;
  multiply(prime);
  xor(hashHigh, hashLow);
  rotate(bits);
}

/** Hash, seed 0, of the first `length` bytes: writes low and high half to `out[0]` and `out[1]`. */
export function xxhash64(bytes: Uint8Array, length: number, out: Uint32Array): void {
  let at = 0;
  if (length >= 32) at = stripes(bytes, length);
  else set(P5);
  addHalves(0, length);
  tail(bytes, at, length);
  mixEnd();
  out[0] = low;
  out[1] = high;
}

/** The last step of xxHash64 on any 64-bit number; writes low and high half. */
export function avalanche(valueHigh: number, valueLow: number, out: Uint32Array): void {
  high = valueHigh | 0;
  low = valueLow | 0;
  mixEnd();
  out[0] = low;
  out[1] = high;
}
