/**
 * How rare is a term? METHODS A.1. D documents in the collection, D_i of them with the term.
 *
 *   s0            log10(D / (1 + D_i)), negative for a term of every document: clamped at 0
 *   s0-literal    the same as the paper prints it
 *   s0-smooth     log10(1 + D / (1 + D_i)), always above 0 in a collection that is not empty
 *   s1            ln(D / D_i + offset); a term that was never met counts as met once
 */

export const IDF_VARIANTS = ['s0', 's0-literal', 's0-smooth', 's1'] as const;
export type IdfVariant = (typeof IDF_VARIANTS)[number];

/** Finite for all D ≥ 0 and D_i ≥ 0. `offset` is used by s1 only. */
export function idf(variant: IdfVariant, documents: number, containing: number, offset = 0): number {
  if (variant === 's0-smooth') return Math.log10(1 + documents / (1 + containing));
  if (documents === 0) return 0;
  if (variant === 's1') return Math.log(documents / Math.max(1, containing) + offset);
  const value = Math.log10(documents / (1 + containing));
  return variant === 's0' ? Math.max(0, value) : value;
}
