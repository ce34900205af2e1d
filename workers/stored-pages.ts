/**
 * Steps 9–12 on a stored web: an address in, what main needs to know of the page out. Pure: the same visit with the same
 * set-up gives the same reading, so lanes may read ahead.
 */
import type { PageCapture } from '../src/archive/page-records.js';
import type { StoredResponse, StoredWebReader } from '../src/archive/stored-web.js';
import { outcome } from '../src/contract/outcome.js';
import type { Reading, Visit } from '../src/contract/visit.js';
import { type Clock, systemClock } from '../src/kit/clock.js';
import { captureOfStored } from './page-capture.js';
import { failed, type PageReader } from './page-reader.js';

const code = (name: string): number => outcome(name).code;

export interface StoredHooks {
  readonly clock?: Clock;
  /** Told of each page that is stored, before main hears of it. */
  readonly onPage?: ((reading: Reading, visit: Visit) => void) | undefined;
}

export class StoredPages {
  readonly #web: StoredWebReader;
  readonly #pages: PageReader;
  readonly #clock: Clock;
  readonly #onPage: StoredHooks['onPage'];

  constructor(web: StoredWebReader, pages: PageReader, hooks: StoredHooks = {}) {
    this.#web = web;
    this.#pages = pages;
    this.#clock = hooks.clock ?? systemClock;
    this.#onPage = hooks.onPage;
  }

  /** The page at that address for the archive, read once more; undefined when it is not stored, or its file has changed. */
  capture(url: string, lateMs: number): PageCapture | undefined {
    const response = this.#again(url);
    return response === undefined ? undefined : captureOfStored(url, response, lateMs);
  }

  #again(url: string): StoredResponse | undefined {
    try {
      return this.#web.get(url);
    } catch {
      return undefined;
    }
  }

  /** Never throws. An address that is not stored is a 404. */
  read(visit: Visit): Reading {
    const blank = this.#pages.blank(visit);
    const started = this.#clock.tick();
    try {
      const response = this.#web.get(visit.url);
      if (response === undefined) return { ...blank, status: 404, outcome: code('HttpError') };
      const fetchMs = this.#clock.tick() - started;
      const reading = this.#readAnswer({ ...blank, fetchMs }, response, visit);
      this.#onPage?.(reading, visit);
      return reading;
    } catch (error) {
      // A file that changed under us throws too.
      return failed(blank, 'ParseFailed', error);
    }
  }

  #readAnswer(blank: Reading, response: StoredResponse, visit: Visit): Reading {
    const { status, headers, contentType, body } = response;
    const answer = {
      ...blank,
      status,
      contentType,
      bytes: body.length,
      storedFile: response.file,
      storedOffset: response.offset,
    };
    const end = endWithoutPage(response);
    if (end === 'Redirected') {
      const location = headers.get('location');
      const target = location === undefined ? undefined : this.#pages.nameOf(location, visit.url);
      return { ...answer, outcome: code(end), target: target ?? '' };
    }
    if (end !== undefined) return { ...answer, outcome: code(end) };
    const robots = headers.get('x-robots-tag');
    const found = {
      body,
      contentType,
      robots: robots === undefined ? [] : [robots],
      atMs: Number.NaN,
      outcome: code(response.truncated ? 'Truncated' : 'Ok'),
    };
    return this.#pages.read(answer, found, visit);
  }
}

/** Others of 3xx, such as 304, lead nowhere. */
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** The name of the outcome when the body is not to be read. */
function endWithoutPage({ status, tooLarge }: StoredResponse): string | undefined {
  if (REDIRECTS.includes(status)) return 'Redirected';
  if (status < 200 || status >= 300) return 'HttpError';
  return tooLarge ? 'TooLarge' : undefined;
}
