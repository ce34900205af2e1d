/**
 * Steps 9–12 on a stored web: an address in, what main needs to know of the page out. Pure: the same visit with the same
 * set-up gives the same reading, so lanes may read ahead. It runs in lanes, and on main with `--workers 0`.
 */

import type { StoredResponse, StoredWebHandle, StoredWebReader } from '../src/archive/stored-web.js';
import { HEADER, sliceAt } from '../src/contract/document.js';
import type { Scorer, TextDocument } from '../src/contract/model.js';
import { outcome } from '../src/contract/outcome.js';
import type { PacketShape } from '../src/contract/packet.js';
import { blankReading, type Reading, type Visit } from '../src/contract/visit.js';
import type { Fingerprint, Fingerprinter } from '../src/kernel/fingerprint.js';
import type { SimHasher } from '../src/kernel/simhash.js';
import { type Clock, systemClock } from '../src/kit/clock.js';
import { decode } from '../src/parse/charset.js';
import { readPage, readText } from '../src/parse/reader.js';
import { sniff } from '../src/parse/sniff.js';
import { languageOf } from '../src/text/language.js';
import type { PageTerms } from '../src/text/page-terms.js';
import { canonical } from '../src/url/canonical.js';
import { tidy } from '../src/url/tidy.js';
import { LinkReader, type LinkTools } from './link-reader.js';

const code = (name: string): number => outcome(name).code;
/** Declared language of plain text, and of pages that declare none. */
const UNDECLARED = undefined;

export interface PageReaderTools extends LinkTools {
  readonly web: StoredWebReader;
  readonly terms: PageTerms;
  readonly fingerprinter: Fingerprinter;
  readonly simHasher: SimHasher;
  readonly clock?: Clock;
}

export interface PageReaderSetup {
  readonly topicCount: number;
  /** Session and campaign parameters are dropped from every address found. */
  readonly tidiesUrls: boolean;
  /** Primary tags that are judged; empty = all. */
  readonly languages: readonly string[];
  readonly shape: PacketShape;
  /** Main counts document frequencies and wants the page's terms. */
  readonly wantsTerms: boolean;
}

export type { StoredWebHandle };

export class PageReader {
  readonly #tools: PageReaderTools;
  readonly #setup: PageReaderSetup;
  readonly #links: LinkReader;
  readonly #clock: Clock;
  #scorer: Scorer;
  #version: number;

  constructor(tools: PageReaderTools, setup: PageReaderSetup, scorer: Scorer, version = 0) {
    this.#tools = tools;
    this.#setup = setup;
    this.#scorer = scorer;
    this.#version = version;
    this.#clock = tools.clock ?? systemClock;
    this.#links = new LinkReader(tools, setup);
  }

  /** Judges with other document frequencies from now on. */
  renew(scorer: Scorer, version: number): void {
    this.#scorer = scorer;
    this.#version = version;
  }

  read(visit: Visit): Reading {
    const blank = { ...blankReading(visit.slot, this.#setup.topicCount), version: this.#version };
    const started = this.#clock.tick();
    try {
      const response = this.#tools.web.get(visit.url);
      if (response === undefined) return { ...blank, status: 404, outcome: code('HttpError') };
      return this.#readAnswer({ ...blank, fetchMs: this.#clock.tick() - started }, response, visit);
    } catch (error) {
      return failed(blank, error);
    }
  }

  #readAnswer(blank: Reading, response: StoredResponse, visit: Visit): Reading {
    const answer = {
      ...blank,
      status: response.status,
      contentType: response.contentType,
      bytes: response.body.length,
      storedFile: response.file,
      storedOffset: response.offset,
    };
    const end = endWithoutPage(response);
    if (end === 'Redirected')
      return { ...answer, outcome: code(end), target: this.#nameOf(targetOf(response, visit.url)) };
    if (end !== undefined) return { ...answer, outcome: code(end) };
    try {
      return this.#readPage(answer, response, visit);
    } catch (error) {
      return failed(answer, error);
    }
  }

  #nameOf(url: string): string {
    return this.#setup.tidiesUrls ? tidy(url) : url;
  }

  #readPage(answer: Reading, response: StoredResponse, visit: Visit): Reading {
    const started = this.#clock.tick();
    const kind = sniff(response.body, response.contentType);
    if (kind === 'other') return { ...answer, outcome: code('NotHtml') };
    const decoded = decode(response.body, response.contentType);
    const page = kind === 'html' ? readPage(decoded.text) : readText(decoded.text);
    const readMs = this.#clock.tick() - started;
    const declared = sliceAt(page.values, page.records, HEADER.language) ?? UNDECLARED;
    const language = languageOf(page.text, declared);
    const document = this.#tools.terms.read(page, language);
    const topics = this.#score(document, language, visit.level);
    const links = this.#links.read(page, visit, this.#scorer, decoded.charset);
    return {
      ...answer,
      outcome: code(response.truncated ? 'Truncated' : 'Ok'),
      charset: decoded.charset,
      charsetSource: decoded.source,
      charsetConfidence: decoded.confidence,
      language,
      title: sliceAt(page.values, page.records, HEADER.title) ?? '',
      pageFlags: page.records[HEADER.flags] as number,
      simhash: bigOf(this.#tools.simHasher.of(document.all)),
      textHash: textHashOf(page.text, this.#tools.fingerprinter),
      termCount: document.all.total,
      terms: this.#setup.wantsTerms ? document.all.id : answer.terms,
      topics,
      ...links,
      readMs,
      judgeMs: this.#clock.tick() - started - readMs,
    };
  }

  #score(document: TextDocument, language: string, level: number): Float64Array {
    const out = new Float64Array(this.#setup.topicCount);
    const { languages } = this.#setup;
    if (languages.length === 0 || languages.includes(language)) this.#scorer.score(document, level, out);
    return out;
  }
}

/** A fault of ours, or of a file that changed under us, costs one page. */
const failed = (answer: Reading, error: unknown): Reading => ({
  ...answer,
  outcome: code('ParseFailed'),
  fault: String((error as Error).stack ?? error).slice(0, 2000),
});

/** 64 bits that name the visible text; 0n when there is none. */
const textHashOf = (text: string, fingerprinter: Fingerprinter): bigint =>
  text === '' ? 0n : bigOf(fingerprinter.of(text));

const bigOf = ({ low, high }: Fingerprint): bigint => (BigInt(high) << 32n) | BigInt(low);

/** Others of 3xx, such as 304, lead nowhere. */
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** The name of the outcome when the body is not to be read. */
function endWithoutPage(response: StoredResponse): string | undefined {
  if (REDIRECTS.includes(response.status)) return 'Redirected';
  if (response.status < 200 || response.status >= 300) return 'HttpError';
  if (response.tooLarge) return 'TooLarge';
  return response.body.length === 0 ? 'Empty' : undefined;
}

function targetOf(response: StoredResponse, url: string): string {
  const location = response.headers.get('location');
  return (location === undefined ? undefined : canonical(location, url)) ?? '';
}
