/** Fields of a page that count differently (METHODS G.5): their weighted sum as one vector of terms. */
import type { TermVector } from '../src/contract/model.js';

/** A field that is absent or weighs nothing adds nothing. */
export function addUp(fields: readonly (readonly [TermVector | undefined, number])[]): TermVector {
  const sum = new Map<number, number>();
  let total = 0;
  for (const [terms, weight] of fields) {
    if (weight === 0) continue;
    terms?.id.forEach((id, i) => {
      const count = weight * (terms.count[i] as number);
      sum.set(id, (sum.get(id) ?? 0) + count);
      total += count;
    });
  }
  const id = Uint32Array.from(sum.keys()).sort();
  return { id, count: Float64Array.from(id, term => sum.get(term) as number), total };
}
