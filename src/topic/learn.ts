/**
 * Which words describe these texts? The K terms with the largest TF-IDF over all texts together, against a background
 * collection (METHODS F.2: from the texts themselves the topic's words would get the smallest weights).
 */
import type { DocumentFrequency } from '../contract/model.js';
import type { TopicTerm } from '../contract/topic.js';
import { idf } from '../kit/idf.js';
import type { TermReader } from '../text/term-reader.js';
import { TokenList } from '../text/token-list.js';

/** A term of the texts: how often it came, and how it was written first. */
interface Met {
  readonly text: string;
  count: number;
}

export interface LearnedTerm extends TopicTerm {
  readonly id: number;
}

/** TF-IDF of counted terms, heaviest first, ties by id; at most `size`. */
export function heaviest(
  counts: ReadonlyMap<number, { readonly count: number }>,
  frequency: DocumentFrequency,
  size: number,
): { readonly id: number; readonly weight: number }[] {
  let total = 0;
  for (const { count } of counts.values()) total += count;
  return [...counts]
    .map(([id, { count }]) => ({
      id,
      weight: (count / total) * idf('s0-smooth', frequency.documents, frequency.of(id)),
    }))
    .sort((a, b) => b.weight - a.weight || a.id - b.id)
    .slice(0, size);
}

/** Words of texts, each in its language, with weights that end in 1. */
export function learnTerms(
  texts: readonly { readonly text: string; readonly language: string }[],
  tools: { readonly reader: TermReader; readonly frequency: DocumentFrequency },
  size: number,
): LearnedTerm[] {
  const met = new Map<number, Met>();
  const tokens = new TokenList();
  for (const { text, language } of texts) {
    tokens.clear();
    tools.reader.tokenise(text, language, tokens);
    for (let i = 0; i < tokens.count; i++) {
      const id = tokens.id[i] as number;
      if (id === 0) continue;
      const known = met.get(id);
      if (known !== undefined) known.count++;
      else met.set(id, { text: text.slice(tokens.start[i], tokens.end[i]), count: 1 });
    }
  }
  const best = heaviest(met, tools.frequency, size);
  const most = best[0]?.weight ?? 0;
  if (most <= 0) return [];
  return best
    .filter(({ weight }) => weight > 0)
    .map(({ id, weight }) => ({ id, weight: weight / most, text: (met.get(id) as Met).text }));
}
