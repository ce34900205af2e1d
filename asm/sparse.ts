// Dot product and cosine of sparse vectors. A vector lies at a multiple of 8: u32 length, u32 unused, f64 Euclidean
// length, u32 ids ascending without repetition (padded to 8 bytes), f64 weights. The wrapper is src/kernel/sparse.ts.

const IDS: usize = 16;

// @ts-ignore: decorator
@inline function weightsOf(vector: usize, length: u32): usize {
  return vector + IDS + ((((length + 1) & ~1) as usize) << 2);
}

/**
 * Four ids of one against four of the other, all sixteen pairs in four comparisons; then the side whose last id is
 * smaller moves on by four, both when equal. No branch depends on which one it was. Products are added in order of id.
 */
export function dot(a: usize, b: usize): f64 {
  const lengthA = load<u32>(a);
  const lengthB = load<u32>(b);
  const idA = a + IDS;
  const idB = b + IDS;
  const weightA = weightsOf(a, lengthA);
  const weightB = weightsOf(b, lengthB);
  const endA = lengthA & ~3;
  const endB = lengthB & ~3;
  let sum: f64 = 0;
  let i: u32 = 0;
  let j: u32 = 0;
  while (i < endA && j < endB) {
    const fourA = v128.load(idA + ((i as usize) << 2));
    const fourB = v128.load(idB + ((j as usize) << 2));
    const same0 = i32x4.eq(fourA, fourB);
    const same1 = i32x4.eq(fourA, v128.shuffle<i32>(fourB, fourB, 1, 2, 3, 0));
    const same2 = i32x4.eq(fourA, v128.shuffle<i32>(fourB, fourB, 2, 3, 0, 1));
    const same3 = i32x4.eq(fourA, v128.shuffle<i32>(fourB, fourB, 3, 0, 1, 2));
    const same = v128.or(v128.or(same0, same1), v128.or(same2, same3));
    if (v128.any_true(same)) {
      const by1 = i32x4.bitmask(same1);
      const by2 = i32x4.bitmask(same2);
      const by3 = i32x4.bitmask(same3);
      let left: u32 = i32x4.bitmask(same);
      do {
        const lane = ctz(left);
        const turned = ((by1 >> lane) & 1) + (((by2 >> lane) & 1) << 1) + 3 * ((by3 >> lane) & 1);
        const atA = weightA + (((i + lane) as usize) << 3);
        const atB = weightB + (((j + ((lane + turned) & 3)) as usize) << 3);
        sum += load<f64>(atA) * load<f64>(atB);
        left &= left - 1;
      } while (left);
    }
    const lastA = load<u32>(idA + ((i as usize) << 2), 12);
    const lastB = load<u32>(idB + ((j as usize) << 2), 12);
    i += ((lastA <= lastB) as u32) << 2;
    j += ((lastB <= lastA) as u32) << 2;
  }
  while (i < lengthA && j < lengthB) {
    const oneA = load<u32>(idA + ((i as usize) << 2));
    const oneB = load<u32>(idB + ((j as usize) << 2));
    if (oneA == oneB) {
      sum += load<f64>(weightA + ((i as usize) << 3)) * load<f64>(weightB + ((j as usize) << 3));
    }
    i += (oneA <= oneB) as u32;
    j += (oneB <= oneA) as u32;
  }
  return sum;
}

/** 0 when a vector has no length, or one that is no finite number. */
export function cosine(a: usize, b: usize): f64 {
  const product = load<f64>(a, 8) * load<f64>(b, 8);
  return product > 0 && product < Infinity ? dot(a, b) / product : 0;
}

/** Writes the Euclidean length of a vector whose ids and weights are in place. */
export function measure(vector: usize): void {
  const length = load<u32>(vector);
  const weights = weightsOf(vector, length);
  let squares: f64 = 0;
  for (let i: u32 = 0; i < length; i++) {
    const weight = load<f64>(weights + ((i as usize) << 3));
    squares += weight * weight;
  }
  store<f64>(vector, sqrt(squares), 8);
}

/** f64 `out[i]` = dot product of the vectors at u32 `left[i]` and `right[i]`. */
export function dots(left: usize, right: usize, count: u32, out: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    const at = (i as usize) << 2;
    store<f64>(out + (at << 1), dot(load<u32>(left + at) as usize, load<u32>(right + at) as usize));
  }
}

/** The same with cosines. */
export function cosines(left: usize, right: usize, count: u32, out: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    const at = (i as usize) << 2;
    store<f64>(out + (at << 1), cosine(load<u32>(left + at) as usize, load<u32>(right + at) as usize));
  }
}
