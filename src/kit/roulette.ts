/**
 * Which entry does a roulette hit? METHODS L.7: the first whose running sum exceeds u × the sum of all, u in [0, 1); uniform when
 * there is nothing to weigh; -1 for none at all. Weights below 0 count as 0.
 */
export function roulette(weights: Float64Array, u: number): number {
  let sum = 0;
  for (const weight of weights) sum += Math.max(0, weight);
  if (!(sum > 0)) return weights.length === 0 ? -1 : Math.floor(u * weights.length);
  let rest = u * sum;
  for (let i = 0; i < weights.length; i++) {
    rest -= Math.max(0, weights[i] as number);
    if (rest < 0) return i;
  }
  return weights.length - 1;
}
