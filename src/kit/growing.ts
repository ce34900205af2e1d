/** Typed arrays that grow by half: one rule for all structures that are indexed by slot. */

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** The same array when index `at` fits, else a copy half as large again (at least to `at`). New places are 0. */
export function fitting<T extends Numbers>(array: T, at: number): T {
  if (at < array.length) return array;
  const length = Math.max(at + 1, array.length + (array.length >> 1), 1024);
  const grown = new (array.constructor as new (length: number) => T)(length);
  grown.set(array);
  return grown;
}

/** Room for `count` entries and an eighth more, so that an array that was just loaded need not grow at once. */
export const withSlack = (count: number): number => count + (count >> 3) + 1024;
