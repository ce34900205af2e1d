/**
 * Draws that come out the same on every machine: only additions, multiplications and comparisons of doubles, since the
 * last bits of Math.exp and its like are not fixed by the language.
 */
import type { Random } from '../kit/random.js';

/** e^x for |x| < 20, to six digits. */
export function exponential(x: number): number {
  const t = x / 1024;
  let power = 1 + t + (t * t) / 2 + (t * t * t) / 6;
  for (let i = 0; i < 10; i++) power *= power;
  return power;
}

/** Nearly normal with mean 0 and deviation 1: the sum of twelve uniforms. */
export function normal(random: Random): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random.next();
  return sum;
}

/** Log-normal with the given median; `sigma` is the deviation of its logarithm. */
export const logNormal = (random: Random, median: number, sigma: number): number =>
  median * exponential(sigma * normal(random));

export const pick = <T>(random: Random, from: readonly T[]): T => from[random.below(from.length)] as T;

export function shuffle<T>(random: Random, items: T[]): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [items[i], items[j]] = [items[j] as T, items[i] as T];
  }
  return items;
}

/** Splits `total` into whole parts in the ratio of the weights; the parts add up to it. */
export function share(total: number, weight: readonly number[]): number[] {
  const sum = weight.reduce((a, b) => a + b, 0);
  let given = 0;
  let seen = 0;
  return weight.map(one => {
    seen += one;
    const part = Math.round((seen / sum) * total) - given;
    given += part;
    return part;
  });
}
