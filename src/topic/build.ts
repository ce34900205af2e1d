/**
 * A checked draft to a topic that models can score with: words become term ids, descriptions and examples become
 * words. A phrase of k terms gives each the weight w / √k, so that it makes the topic's vector no longer than a single
 * word of weight w would.
 */
import { readFileSync } from 'node:fs';
import { dirname, extname, isAbsolute, join } from 'node:path';
import type { DocumentFrequency } from '../contract/model.js';
import type { Segmenter, UserWords } from '../contract/segmenter.js';
import type { TopicTerm, TopicView } from '../contract/topic.js';
import { usageFault } from '../kit/fault.js';
import { languageOf, UNDETERMINED } from '../text/language.js';
import { TermReader } from '../text/term-reader.js';
import type { Example, TopicDraft } from './draft.js';
import { learnTerms } from './learn.js';
import { languageOfWord, languagesOfWord, termsOfWord } from './word-terms.js';

export interface TopicTools {
  /** Without user words: it reads descriptions and examples. */
  readonly segmenter: Segmenter;
  readonly frequency: DocumentFrequency;
  /** Text of an example page. Absent: examples may only be texts and plain text files. */
  readonly textOf?: (example: Example) => string | undefined;
}

export interface Topic {
  readonly view: TopicView;
  /** Words that the segmenter must know, see `userWordsOf`. */
  readonly userWords: readonly string[];
}

/** Terms of a topic while it is put together. */
class Gathering {
  readonly weight = new Map<number, number>();
  readonly userWords = new Set<string>();

  add(id: Uint32Array, weight: number): void {
    const share = weight / Math.sqrt(id.length);
    for (const term of id) this.weight.set(term, Math.max(share, this.weight.get(term) ?? 0));
  }
}

const fail = (draft: TopicDraft, message: string): never => {
  throw usageFault('TOPIC_INVALID', `Topic ${draft.source}: ${message}`);
};

function addWord(draft: TopicDraft, term: TopicTerm, reader: TermReader, into: Gathering): string {
  const named = draft.languages.length > 0 ? draft.languages : [languageOfWord(term.text)];
  const languages = languagesOfWord(term.text, named);
  if (languages.length === 0) {
    const needed = languageOfWord(term.text);
    return fail(
      draft,
      `words: "${term.text}" is not written in ${named.join(', ')}; add ${needed} to languages:.`,
    );
  }
  const readings = languages.map(language => termsOfWord(term.text, language, reader));
  if (readings.every(reading => reading.id.length === 0)) {
    return fail(draft, `words: "${term.text}" holds no word, only numbers or signs; leave it out.`);
  }
  for (const { id, userWords } of readings) {
    into.add(id, term.weight);
    for (const word of userWords) into.userWords.add(word);
  }
  return readings.map(reading => reading.id.join()).join(';');
}

function addWords(draft: TopicDraft, into: Gathering, segmenter: Segmenter): readonly TopicTerm[] {
  const reader = new TermReader({ segmenter, keep: 'all' });
  const met = new Map<string, string>();
  for (const term of draft.words) {
    const terms = addWord(draft, term, reader, into);
    const twin = met.get(terms);
    if (twin !== undefined) {
      fail(draft, `words: "${twin}" and "${term.text}" are the same to Dowser; keep one of them.`);
    }
    met.set(terms, term.text);
  }
  return draft.words;
}

const PLAIN_TEXT = ['', '.txt', '.md', '.text'];

function textOfExample(draft: TopicDraft, example: Example, tools: TopicTools): string {
  if ('text' in example) return example.text;
  const name = 'file' in example ? example.file : example.url;
  const place =
    'file' in example && !isAbsolute(name) ? { file: join(dirname(draft.source), name) } : example;
  const found = tools.textOf?.(place);
  if (found !== undefined) return found;
  if (!('file' in place))
    return fail(draft, `examples: ${name} is not at hand; save it as text and name the file.`);
  if (!PLAIN_TEXT.includes(extname(name).toLowerCase())) {
    return fail(draft, `examples: ${name} is no plain text; save it as a .txt file.`);
  }
  try {
    return readFileSync(place.file, 'utf8');
  } catch (cause) {
    throw usageFault(
      'TOPIC_INVALID',
      `Topic ${draft.source}: examples: ${place.file} cannot be read.`,
      cause,
    );
  }
}

/** A text speaks one of the topic's languages when the topic names any. */
function languageOfText(draft: TopicDraft, text: string): string {
  const found = languageOf(text, draft.languages[0]);
  return found === UNDETERMINED ? 'en' : found;
}

function learnWords(draft: TopicDraft, into: Gathering, tools: TopicTools): readonly TopicTerm[] {
  const texts = draft.examples.map(example => textOfExample(draft, example, tools));
  if (draft.description !== '') texts.push(draft.description);
  const reader = new TermReader({ segmenter: tools.segmenter });
  const learned = learnTerms(
    texts.map(text => ({ text, language: languageOfText(draft, text) })),
    { reader, frequency: tools.frequency },
    draft.size,
  );
  if (learned.length === 0)
    fail(draft, 'description: and examples: hold no word that says anything; write more.');
  for (const { id, weight, text } of learned) {
    into.add(Uint32Array.of(id), weight);
    if (/\p{Script=Han}/u.test(text)) into.userWords.add(text);
  }
  return learned.map(({ text, weight }) => ({ text, weight }));
}

/** @throws {Fault} exit code 2: a word of another script, a word twice, a text without words. */
export function buildTopic(draft: TopicDraft, tools: TopicTools): Topic {
  const into = new Gathering();
  const terms =
    draft.words.length > 0 ? addWords(draft, into, tools.segmenter) : learnWords(draft, into, tools);
  const languages =
    draft.languages.length > 0 ? draft.languages : [...new Set(terms.map(term => languageOfWord(term.text)))];
  const id = Uint32Array.from(into.weight.keys()).sort();
  const weight = Float64Array.from(id, term => into.weight.get(term) as number);
  return { view: { name: draft.name, languages, terms, id, weight }, userWords: [...into.userWords] };
}

/** What the segmenter must know for all topics of a crawl: a dictionary, so that single characters stand alone too. */
export function userWordsOf(topics: readonly Topic[]): UserWords {
  const words = new Set(topics.flatMap(topic => topic.userWords));
  return words.size === 0 ? {} : { dictionary: [...words].join('\n') };
}

/** Ids that readers of pages must not drop, though they be stop words or single characters. */
export const keptIdsOf = (topics: readonly Topic[]): Uint32Array =>
  Uint32Array.from(new Set(topics.flatMap(topic => [...topic.view.id])));
