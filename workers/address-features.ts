/** What an address alone tells about a link: words of the topic, terms, directories. */
import type { Fingerprinter } from '../src/kernel/fingerprint.js';
import type { TermReader } from '../src/text/term-reader.js';
import { directoriesOf, wordsOf } from '../src/url/parts.js';

export interface AddressTools {
  readonly reader: TermReader;
  readonly fingerprinter: Fingerprinter;
  /** Ids of the first topic's words. */
  readonly topicIds: ReadonlySet<number>;
}

/** Share of the topic's words that stand in the address, in [0, 1]. */
export function urlMatch(tools: AddressTools, url: string): number {
  const { topicIds } = tools;
  const found = new Set<number>();
  for (const id of urlTerms(tools, url)) if (topicIds.has(id)) found.add(id);
  return topicIds.size === 0 ? 0 : found.size / topicIds.size;
}

/** Ids of its words, each where it stands. */
export const urlTerms = ({ reader }: AddressTools, url: string): Uint32Array =>
  reader.list(wordsOf(url).join(' '), 'en');

/** A number for each directory, longest first. */
export const directories = ({ fingerprinter }: AddressTools, url: string): Uint32Array =>
  Uint32Array.from(directoriesOf(url), directory => fingerprinter.of(directory).low);
