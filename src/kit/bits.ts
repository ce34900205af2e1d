/** Numbers of 64 bits as two u32 halves, because BigInt is slow where millions are handled. */

/** Number of set bits of the low 32. */
export function popcount32(value: number): number {
  value -= (value >>> 1) & 0x55555555;
  value = (value & 0x33333333) + ((value >>> 2) & 0x33333333);
  return Math.imul((value + (value >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Number of bits in which two numbers given by their halves differ. */
export function hamming64(lowA: number, highA: number, lowB: number, highB: number): number {
  return popcount32(lowA ^ lowB) + popcount32(highA ^ highB);
}

/** u64 of two halves. */
export const joinHalves = (low: number, high: number): bigint =>
  (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);

export const lowHalf = (value: bigint): number => Number(value & 0xffffffffn);

export const highHalf = (value: bigint): number => Number((value >> 32n) & 0xffffffffn);
