/**
 * What the models that weigh words share: TF-IDF weights (METHODS A.1), weighted sums of fields (G.5), the cosine (A.3).
 */
import type { DocumentFrequency, TermVector } from '../src/contract/model.js';
import { type IdfVariant, idf } from '../src/kit/idf.js';

/** How the terms of a text gain weight. */
export interface Weighting {
  readonly idf: IdfVariant;
  /** Added inside the logarithm of s1. */
  readonly offset: number;
  /** Divide the weights by their length, as s1 prints it. */
  readonly isNormalised: boolean;
}

/** Weights of terms; `id` ascends. */
export interface Weighted {
  readonly id: Uint32Array;
  readonly weight: Float64Array;
}

/** The weighted sum of fields. */
export function addUp(fields: readonly (readonly [TermVector | undefined, number])[]): TermVector {
  const sum = new Map<number, number>();
  let total = 0;
  for (const [terms, weight] of fields) {
    terms?.id.forEach((id, i) => {
      const count = weight * (terms.count[i] as number);
      sum.set(id, (sum.get(id) ?? 0) + count);
      total += count;
    });
  }
  const id = Uint32Array.from(sum.keys()).sort();
  return { id, count: Float64Array.from(id, term => sum.get(term) as number), total };
}

/** TF-IDF weight of each term of a text, in the order of its ids (METHODS A.1). */
export function weigh(counts: TermVector, frequency: DocumentFrequency, weighting: Weighting): Float64Array {
  const weight = new Float64Array(counts.id.length);
  if (counts.total === 0) return weight;
  let squares = 0;
  for (let i = 0; i < weight.length; i++) {
    const containing = frequency.of(counts.id[i] as number);
    const rarity = idf(weighting.idf, frequency.documents, containing, weighting.offset);
    const value = ((counts.count[i] as number) / counts.total) * rarity;
    weight[i] = value;
    squares += value * value;
  }
  if (weighting.isNormalised && squares > 0) {
    const length = Math.sqrt(squares);
    for (let i = 0; i < weight.length; i++) (weight[i] as number) /= length;
  }
  return weight;
}

/** Cosine over sorted ids; the length of the text over all its terms or over the topic's. 0 when a side is empty. */
export function cosine(topic: Weighted, text: Weighted, docNorm: 'all' | 'topic'): number {
  let dot = 0;
  let shared = 0;
  for (let i = 0, j = 0; i < topic.id.length && j < text.id.length; ) {
    const a = topic.id[i] as number;
    const b = text.id[j] as number;
    if (a === b) {
      const weight = text.weight[j] as number;
      dot += (topic.weight[i] as number) * weight;
      shared += weight * weight;
    }
    if (a <= b) i++;
    if (b <= a) j++;
  }
  if (dot <= 0) return 0;
  const squares = docNorm === 'topic' ? shared : squaresOf(text.weight);
  return Math.min(1, dot / Math.sqrt(squares * squaresOf(topic.weight)));
}

function squaresOf(weight: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < weight.length; i++) sum += (weight[i] as number) ** 2;
  return sum;
}
