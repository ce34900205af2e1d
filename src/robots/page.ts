/**
 * What does a page ask of crawlers: meta robots and X-Robots-Tag (Google's description of both is the convention). Names
 * before a colon scope the words behind them, up to the next name; words for others do not count; of what is for us
 * and what is for all, every "no" holds.
 */
import { PAGE_FLAG } from '../contract/document.js';
import { readDate } from '../kit/date.js';

export interface PageDirectives {
  /** Sum of PAGE_FLAG.noindex, nofollow and noarchive, to be joined with those of the page's header record. */
  readonly flags: number;
  /** From when the page is not to be kept, ms since 1970; NaN when it does not say. */
  readonly unavailableAfterMs: number;
  /** That moment has passed. */
  readonly isUnavailable: boolean;
  /** `noai`, `noimageai`, `noml`: refusals of machine learning. */
  readonly optOuts: readonly string[];
}

export interface PageDirectiveSource {
  /** `content` of each meta element whose name is `robots` or our token. */
  readonly meta: readonly string[];
  /** Value of each X-Robots-Tag header, one string a header line. */
  readonly header: readonly string[];
  readonly token: string;
  readonly nowMs: number;
}

const FLAGS: ReadonlyMap<string, number> = new Map([
  ['noindex', PAGE_FLAG.noindex],
  ['nofollow', PAGE_FLAG.nofollow],
  ['none', PAGE_FLAG.noindex | PAGE_FLAG.nofollow],
  ['noarchive', PAGE_FLAG.noarchive],
  ['nocache', PAGE_FLAG.noarchive],
]);
const REFUSALS: ReadonlySet<string> = new Set(['noai', 'noimageai', 'noml']);
/** Words with a value, which are no names of crawlers. */
const VALUED = /^(?:unavailable_after|max-(?:snippet|image-preview|video-preview))$/;
const FOR_ALL: ReadonlySet<string> = new Set(['robots', '*']);
const WEEKDAY = /^\s*(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\s*$/i;
const MOST_CHARACTERS = 10_000;

class Directives {
  flags = 0;
  unavailableAfterMs = Number.NaN;
  readonly optOuts = new Set<string>();
  readonly #token: string;

  constructor(token: string) {
    this.#token = token.toLowerCase();
  }

  /** One header line or one meta content. */
  hear(text: string): void {
    let isOurs = true;
    const parts = text.slice(0, MOST_CHARACTERS).split(',');
    for (let i = 0; i < parts.length; i++) {
      let part = parts[i] as string;
      let name = nameIn(part);
      while (name !== undefined && !VALUED.test(name)) {
        isOurs = FOR_ALL.has(name) || name === this.#token;
        part = part.slice(part.indexOf(':') + 1);
        name = nameIn(part);
      }
      if (name === undefined) {
        if (isOurs) this.#words(part);
        continue;
      }
      let value = part.slice(part.indexOf(':') + 1);
      if (WEEKDAY.test(value)) value += ` ${parts[++i]}`;
      if (isOurs && name === 'unavailable_after') this.#until(readDate(value));
    }
  }

  #words(text: string): void {
    for (const word of text.toLowerCase().split(/[\s;]+/)) {
      this.flags |= FLAGS.get(word) ?? 0;
      if (REFUSALS.has(word)) this.optOuts.add(word);
    }
  }

  /** Of several moments the earliest holds. */
  #until(ms: number): void {
    if (Number.isNaN(ms)) return;
    this.unavailableAfterMs = Number.isNaN(this.unavailableAfterMs)
      ? ms
      : Math.min(this.unavailableAfterMs, ms);
  }
}

/** What stands before the first colon, in lower case, or undefined when there is none. */
function nameIn(part: string): string | undefined {
  const colon = part.indexOf(':');
  return colon < 0 ? undefined : part.slice(0, colon).trim().toLowerCase();
}

/** What holds for us of all that a page says. Reads at most 10,000 characters of each text; never throws. */
export function pageDirectives({ meta, header, token, nowMs }: PageDirectiveSource): PageDirectives {
  const found = new Directives(token);
  for (const text of meta) found.hear(text);
  for (const text of header) found.hear(text);
  const { flags, unavailableAfterMs, optOuts } = found;
  return { flags, unavailableAfterMs, isUnavailable: unavailableAfterMs <= nowMs, optOuts: [...optOuts] };
}
