/**
 * Steps 11 and 12: the bytes of an answer in, what main needs to know of the page out. Stored and live webs share it.
 * Pure: the same bytes and visit with the same set-up give the same reading. It runs in lanes, and on main with
 * `--workers 0`.
 */

import { HEADER, PAGE_FLAG, type PageDocument, sliceAt } from '../src/contract/document.js';
import type { Scorer, TextDocument } from '../src/contract/model.js';
import { outcome } from '../src/contract/outcome.js';
import type { PacketShape } from '../src/contract/packet.js';
import { blankReading, type Reading, type Visit } from '../src/contract/visit.js';
import type { Fingerprint, Fingerprinter } from '../src/kernel/fingerprint.js';
import type { SimHasher } from '../src/kernel/simhash.js';
import { type Clock, systemClock } from '../src/kit/clock.js';
import { decode } from '../src/parse/charset.js';
import { createHtmlReader, type HtmlReader, type ReaderKind } from '../src/parse/html-reader.js';
import { readText } from '../src/parse/reader.js';
import { sniff } from '../src/parse/sniff.js';
import { pageDirectives } from '../src/robots/page.js';
import type { PageTerms } from '../src/text/page-terms.js';
import { canonical } from '../src/url/canonical.js';
import { tidy } from '../src/url/tidy.js';
import { LinkReader, type LinkTools } from './link-reader.js';

const code = (name: string): number => outcome(name).code;
/** Declared language of plain text, and of pages that declare none. */
const UNDECLARED = undefined;

export interface PageReaderTools extends LinkTools {
  readonly terms: PageTerms;
  readonly fingerprinter: Fingerprinter;
  readonly simHasher: SimHasher;
  readonly clock?: Clock;
}

export interface PageReaderSetup {
  /** What reads HTML. */
  readonly reader: ReaderKind;
  readonly topicCount: number;
  /** Session and campaign parameters are dropped from every address found. */
  readonly tidiesUrls: boolean;
  /** Primary tags that are judged; empty = all. */
  readonly languages: readonly string[];
  readonly shape: PacketShape;
  /** Main counts document frequencies and wants the page's terms. */
  readonly wantsTerms: boolean;
}

/** An answer with something to read. */
export interface Found {
  readonly body: Uint8Array;
  /** The content-type header, or empty. */
  readonly contentType: string;
  /** X-Robots-Tag, a text a header line. */
  readonly robots: readonly string[];
  /** When the page came, ms since 1970; NaN on a stored web, where no page becomes unavailable with time. */
  readonly atMs: number;
  /** How the road ends when the bytes are a page: Ok, Truncated … */
  readonly outcome: number;
}

export class PageReader {
  readonly #tools: PageReaderTools;
  readonly #setup: PageReaderSetup;
  readonly #token: string;
  readonly #readHtml: HtmlReader;
  readonly #links: LinkReader;
  readonly #clock: Clock;
  #scorer: Scorer;
  #version: number;

  /** `token`: our product token, by which pages may speak to us alone. `judge`: the scorer and its version. */
  constructor(
    tools: PageReaderTools,
    setup: PageReaderSetup,
    token: string,
    judge: { readonly scorer: Scorer; readonly version: number },
  ) {
    this.#tools = tools;
    this.#setup = setup;
    this.#token = token;
    this.#readHtml = createHtmlReader(setup.reader, token);
    this.#scorer = judge.scorer;
    this.#version = judge.version;
    this.#clock = tools.clock ?? systemClock;
    this.#links = new LinkReader(tools, setup);
  }

  /** Judges with other document frequencies from now on. */
  renew(scorer: Scorer, version: number): void {
    this.#scorer = scorer;
    this.#version = version;
  }

  /** A reading of nothing, to start from. */
  blank({ slot, kind }: Visit): Reading {
    return { ...blankReading(slot, this.#setup.topicCount), kind: kind ?? 'page', version: this.#version };
  }

  /** The name of an address that a page at `url` gives, or undefined. */
  nameOf(href: string, url: string): string | undefined {
    const name = canonical(href, url);
    return name !== undefined && this.#setup.tidiesUrls ? tidy(name) : name;
  }

  /** `answer` with what its body says; never throws. An empty body is no page. */
  read(answer: Reading, found: Found, visit: Visit): Reading {
    if (found.body.length === 0) return { ...answer, outcome: code('Empty') };
    try {
      return this.#read(answer, found, visit);
    } catch (error) {
      return failed(answer, 'ParseFailed', error);
    }
  }

  #read(answer: Reading, found: Found, visit: Visit): Reading {
    const started = this.#clock.tick();
    const { body, contentType } = found;
    const kind = sniff(body, contentType);
    if (kind === 'other') return { ...answer, outcome: code('NotHtml') };
    const decoded = decode(body, contentType);
    const page = kind === 'html' ? this.#readHtml(decoded) : readText(decoded.text);
    const readMs = this.#clock.tick() - started;
    const declared = sliceAt(page.values, page.records, HEADER.language) ?? UNDECLARED;
    const language = this.#tools.reader.languageOf(page.text, declared);
    const document = this.#tools.terms.read(page, language);
    const topics = this.#score(document, language, visit.level);
    const links = this.#links.read(page, visit, this.#scorer, decoded.charset);
    return {
      ...answer,
      outcome: found.outcome,
      version: this.#version,
      charset: decoded.charset,
      charsetSource: decoded.source,
      charsetConfidence: decoded.confidence,
      language,
      title: sliceAt(page.values, page.records, HEADER.title) ?? '',
      ...this.#wishes(page, found),
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

  /** What the page asks of crawlers. One that is to be gone by now is not to be kept. */
  #wishes(page: PageDocument, { robots, atMs }: Found): Pick<Reading, 'pageFlags' | 'detail'> {
    const flags = page.records[HEADER.flags] as number;
    const meta = sliceAt(page.values, page.records, HEADER.robots);
    if (meta === undefined && robots.length === 0) return { pageFlags: flags, detail: '' };
    const source = { meta: meta?.split('\n') ?? [], header: robots, token: this.#token, nowMs: atMs };
    const found = pageDirectives(source);
    const { optOuts } = found;
    return {
      pageFlags: flags | found.flags | (found.isUnavailable ? PAGE_FLAG.noindex : 0),
      detail: optOuts.length === 0 ? '' : JSON.stringify({ optOuts }),
    };
  }

  #score(document: TextDocument, language: string, level: number): Float64Array {
    const out = new Float64Array(this.#setup.topicCount);
    const { languages } = this.#setup;
    if (languages.length === 0 || languages.includes(language)) this.#scorer.score(document, level, out);
    return out;
  }
}

/** A fault of ours costs one page. */
export const failed = (answer: Reading, name: 'ParseFailed' | 'FetchFault', error: unknown): Reading => ({
  ...answer,
  outcome: code(name),
  fault: String((error as Error | undefined)?.stack ?? error).slice(0, 2000),
});

/** 64 bits that name the visible text; 0n when there is none. */
const textHashOf = (text: string, fingerprinter: Fingerprinter): bigint =>
  text === '' ? 0n : bigOf(fingerprinter.of(text));

const bigOf = ({ low, high }: Fingerprint): bigint => (BigInt(high) << 32n) | BigInt(low);
