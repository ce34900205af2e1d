/**
 * The question "how good is this text?" (DESIGN §5).
 *
 * Two steps, so that the hot one is small: `prepare` runs once on the main thread and returns something that can be
 * sent to a thread; `bind` makes a scorer of it inside a lane. The same scorer judges pages, anchors and contexts.
 */
import type { OptionTable, OptionValues } from './option.js';
import type { TopicView } from './topic.js';

/** Terms of a text. `id` ascends without repetition; `count[i]` ≥ 1 belongs to `id[i]`; `total` is the sum of counts. */
export interface TermVector {
  readonly id: Uint32Array;
  readonly count: Float64Array;
  readonly total: number;
}

/** One text to judge. A page fills all fields; an anchor, context or heading only `all`. */
export interface TextDocument {
  readonly kind: 'page' | 'anchor' | 'context' | 'heading';
  /** Every visible term: title and body, body with its headings and anchors. */
  readonly all: TermVector;
  readonly title?: TermVector;
  readonly headings?: TermVector;
  readonly anchors?: TermVector;
  readonly body?: TermVector;
}

/** In how many documents of a collection a term occurs. A version takes effect at a stated seq. */
export interface DocumentFrequency {
  readonly version: number;
  /** D: documents of the collection. */
  readonly documents: number;
  /** D_i, 0 for a term never met. */
  of(termId: number): number;
}

export interface Scorer {
  /**
   * Writes the relevance in [0, 1] to each topic, in the order of `prepare`.
   * `level` is the generalisation step of the path that led here; 0 = the topic as asked.
   */
  score(document: TextDocument, level: number, out: Float64Array): void;
}

export interface ModelContext<T extends OptionTable = OptionTable> {
  readonly options: OptionValues<T>;
}

/** A relevance model as the registry holds it. `P` crosses threads by structured clone. */
export interface ModelEntry<T extends OptionTable = OptionTable, P = unknown> {
  /** The name on the command line; equal to the file's name. */
  readonly name: string;
  readonly summary: string;
  readonly source: string;
  readonly options: T;
  /** Relevance from which a page counts as relevant when the person does not say; models spread differently. */
  relevantFrom(options: OptionValues<T>): number;
  prepare(topics: readonly TopicView[], context: ModelContext<T>): P;
  bind(prepared: P, frequency: DocumentFrequency): Scorer;
}

export function defineModel<const T extends OptionTable, P>(entry: ModelEntry<T, P>): ModelEntry<T, P> {
  return entry;
}
