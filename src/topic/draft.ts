/**
 * What a topic file says, checked for form: keys, kinds of values, ranges. What its words mean as terms is build.ts's.
 */
import type { TopicTerm } from '../contract/topic.js';
import { usageFault } from '../kit/fault.js';
import { didYouMean } from '../kit/nearest.js';
import { KNOWN_LANGUAGES, primaryTag } from '../text/language.js';

/** A text to learn a topic from. A file is relative to the topic file; pages need a reader of pages (app). */
export type Example = { readonly text: string } | { readonly file: string } | { readonly url: string };

/** Either `words` or at least one of `description` and `examples`. */
export interface TopicDraft {
  readonly name: string;
  /** Primary tags; empty when the file names none. */
  readonly languages: readonly string[];
  readonly words: readonly TopicTerm[];
  readonly description: string;
  readonly examples: readonly Example[];
  /** How many words are learned from description and examples. */
  readonly size: number;
  /** What messages call it: its path. */
  readonly source: string;
}

const KEYS = ['name', 'languages', 'words', 'description', 'examples', 'size', 'note'];
const DEFAULT_SIZE = 30;
const MOST_WORDS = 1_000;
const LONGEST_WORD = 100;
const LONGEST_NAME = 80;

type Complain = (message: string) => never;

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function nameOf(value: unknown, preset: string, complain: Complain): string {
  if (value === undefined) return preset;
  if (!isText(value)) return complain('name: must be a text such as "flood-warning".');
  const name = value.trim();
  if (name.length > LONGEST_NAME) {
    return complain(`name: has ${name.length} characters; write at most ${LONGEST_NAME}.`);
  }
  if (/\p{Cc}/u.test(name)) return complain('name: must be one line without control characters.');
  return name;
}

function languageIn(value: unknown, complain: Complain): string {
  if (!isText(value)) return complain('languages: must be a list of tags such as [zh, en].');
  const tag = primaryTag(value);
  if (tag !== undefined && KNOWN_LANGUAGES.includes(tag)) {
    const [written] = value.trim().toLowerCase().split(/[-_]/);
    return written === tag ? tag : complain(`languages: write ${tag} instead of "${value}".`);
  }
  return complain(
    `languages: "${value}" is not a language that Dowser knows.${didYouMean(value, KNOWN_LANGUAGES) || ' Write a tag such as zh, en, ja, de.'}`,
  );
}

function languagesOf(value: unknown, complain: Complain): string[] {
  if (value === undefined) return [];
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0) return complain('languages: is empty; name at least one, or leave the key out.');
  return [...new Set(list.map(entry => languageIn(entry, complain)))];
}

function termOf(text: unknown, weight: unknown, complain: Complain): TopicTerm {
  if (typeof text === 'number') return complain(`words: ${text} is a number, not a word.`);
  if (!isText(text)) return complain('words: each word must be a text, such as flood or "flood warning".');
  const word = text.trim();
  if (word.length > LONGEST_WORD) {
    return complain(
      `words: "${word.slice(0, 20)}…" has more than ${LONGEST_WORD} characters; is it a description:?`,
    );
  }
  if (weight === null) return complain(`words: "${word}" has no weight; write "${word}: 1".`);
  if (typeof weight !== 'number' || !(weight > 0) || weight > 1) {
    return complain(
      `words: the weight of "${word}" must be above 0 and at most 1, not ${JSON.stringify(weight) ?? weight}.`,
    );
  }
  return { text: word, weight };
}

/** A list of words, each of weight 1, or words with weights, as a map or as a list of maps. */
function pairsOf(value: unknown, complain: Complain): [unknown, unknown][] {
  if (isMap(value)) return Object.entries(value);
  if (!Array.isArray(value)) {
    return complain(
      'words: must be a list, such as [storm, flood], or words with weights, such as {storm: 1, flood: 0.8}.',
    );
  }
  return value.flatMap((entry: unknown) =>
    isMap(entry) ? Object.entries(entry) : [[entry, 1] as [unknown, unknown]],
  );
}

function wordsOf(value: unknown, complain: Complain): TopicTerm[] {
  if (value === undefined) return [];
  const pairs = pairsOf(value, complain);
  if (pairs.length === 0) return complain('words: is empty; write at least one word.');
  if (pairs.length > MOST_WORDS)
    return complain(`words: has ${pairs.length} words; write at most ${MOST_WORDS}.`);
  return pairs.map(([text, weight]) => termOf(text, weight, complain));
}

function exampleOf(value: unknown, complain: Complain): Example {
  const hint = 'an example is {text: …}, {file: …}, {url: …}, a path or an address';
  if (isText(value))
    return /^https?:\/\//i.test(value) ? urlExample(value, complain) : { file: value.trim() };
  if (!isMap(value)) return complain(`examples: ${hint}.`);
  const [key, ...more] = Object.keys(value);
  const content = key === undefined ? undefined : value[key];
  if (key === undefined || more.length > 0 || !isText(content))
    return complain(`examples: ${hint}, one of them each.`);
  if (key === 'text') return { text: content };
  if (key === 'file') return { file: content.trim() };
  if (key === 'url') return urlExample(content, complain);
  return complain(`examples: has no key "${key}"; ${hint}.${didYouMean(key, ['text', 'file', 'url'])}`);
}

function urlExample(text: string, complain: Complain): Example {
  const url = text.trim();
  if (!URL.canParse(url) || !/^https?:/i.test(url))
    return complain(`examples: "${url}" is no http(s) address.`);
  return { url };
}

function examplesOf(value: unknown, complain: Complain): Example[] {
  if (value === undefined) return [];
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0) return complain('examples: is empty; name at least one text, file or address.');
  return list.map(entry => exampleOf(entry, complain));
}

function sizeOf(value: unknown, complain: Complain): number {
  if (value === undefined) return DEFAULT_SIZE;
  const isFine = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_WORDS;
  return isFine
    ? value
    : complain(`size: must be a whole number from 1 to ${MOST_WORDS}: how many words to learn.`);
}

function descriptionOf(value: unknown, complain: Complain): string {
  if (value === undefined) return '';
  return isText(value) ? value.trim() : complain('description: must be a text that tells what to look for.');
}

/** What YAML or JSON held, checked. `source` names it in messages, `preset` is the name of a topic without one. */
export function draftOf(content: unknown, source: string, preset: string): TopicDraft {
  const complain: Complain = message => {
    throw usageFault('TOPIC_INVALID', `Topic ${source}: ${message}`);
  };
  if (content === null || content === undefined)
    complain('is empty; write at least words: with a list of words.');
  if (!isMap(content))
    return complain('must hold keys, such as name:, languages: and words:, not a list or a text.');
  for (const key of Object.keys(content)) {
    if (KEYS.includes(key)) continue;
    complain(`has no key "${key}".${didYouMean(key, KEYS) || ` There are ${KEYS.join(', ')}.`}`);
  }
  const draft: TopicDraft = {
    name: nameOf(content['name'], preset, complain),
    languages: languagesOf(content['languages'], complain),
    words: wordsOf(content['words'], complain),
    description: descriptionOf(content['description'], complain),
    examples: examplesOf(content['examples'], complain),
    size: sizeOf(content['size'], complain),
    source,
  };
  const isLearned = draft.description !== '' || draft.examples.length > 0;
  if (draft.words.length === 0 && !isLearned)
    complain('says nothing to look for; add words:, description: or examples:.');
  if (draft.words.length > 0 && isLearned) {
    complain('has words: and also something to learn words from; keep one of them (remarks go under note:).');
  }
  if (draft.words.length > 0 && content['size'] !== undefined) {
    complain('size: says how many words to learn, but words: names them; leave size: out.');
  }
  return draft;
}
