/**
 * Which capture answers for an address? The latest by date, as replay tools have it; of equal dates the later record,
 * undated ones last. A revisit stands for the capture it names, by address and date, record id or payload digest.
 */
import { CAPTURE, type Capture, CaptureList } from './capture.js';
import { KeyTable } from './key-table.js';
import type { RecordHead } from './record.js';
import type { Tally } from './tally.js';

/** An address as the caller names it; undefined when it is none that a crawl could ask for. */
export type Canonical = (address: string) => string | undefined;

const DATE = /^(\d{4})-?(\d\d)-?(\d\d)[T ]?(\d\d):?(\d\d):?(\d\d)(\.\d{1,9})?Z?$/;

/** Milliseconds since 1970 of a WARC-Date (W3C, or the 14 digits of old tools); −Infinity when it is none. */
export function dateOf(text: string | undefined): number {
  const [, year, month, day, hour, minute, second, fraction = '0'] = DATE.exec(text ?? '') ?? [];
  if (year === undefined) return Number.NEGATIVE_INFINITY;
  const whole = Date.UTC(+year, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return whole + Number(fraction) * 1000;
}

interface Revisit {
  readonly address: string;
  readonly date: number;
  /** Names of the original, the surest first. */
  readonly names: readonly string[];
}

/** Some writers put the address in angle brackets, as the grammar of WARC 1.0 had it. */
const addressIn = (text: string | undefined): string | undefined => text?.replace(/^<(.*)>$/, '$1');

const isDigest = (text: string | undefined): text is string => text?.includes(':') === true;

export class PageIndex {
  readonly captures = new CaptureList();
  /** Canonical address → number of the page. */
  readonly pages = new KeyTable();
  readonly #canonical: Canonical;
  readonly #tally: Tally;
  readonly #captureOf: number[] = [];
  readonly #dateOf: number[] = [];
  /** Names by which a revisit may speak of a capture. */
  readonly #names = new KeyTable();
  readonly #revisits: Revisit[] = [];

  constructor(canonical: Canonical, tally: Tally) {
    this.#canonical = canonical;
    this.#tally = tally;
  }

  /** Takes a record; `locate` says where it lies and is asked only when the record is kept. */
  take(head: RecordHead, locate: (flags: number) => Capture): void {
    const { field } = head;
    const { note } = this.#tally;
    this.#tally.records++;
    const type = (field.get('warc-type') ?? '').toLowerCase();
    if (type !== 'response' && type !== 'resource' && type !== 'revisit') {
      note('otherType');
      return;
    }
    const target = addressIn(field.get('warc-target-uri'));
    const address = target === undefined ? undefined : this.#canonical(target);
    if (target === undefined || address === undefined) {
      note('noAddress');
      return;
    }
    const date = dateOf(field.get('warc-date'));
    if (date === Number.NEGATIVE_INFINITY) note('badDate');
    if (type === 'revisit') {
      this.#revisits.push({ address, date, names: originalNames(field, target) });
      return;
    }
    this.#tally.readable++;
    let flags = type === 'resource' ? CAPTURE.resource : 0;
    if (field.has('warc-truncated') || field.has('warc-segment-number')) flags |= CAPTURE.cut;
    const capture = this.captures.add(locate(flags));
    for (const name of ownNames(field, target)) this.#names.set(name, capture);
    this.#answer(address, date, capture);
  }

  /** Gives every revisit its original; to be called once, behind the last record. */
  settleRevisits(): void {
    for (const { address, date, names } of this.#revisits.splice(0)) {
      const capture = names.map(name => this.#names.get(name)).find(found => found !== undefined);
      if (capture === undefined) {
        this.#tally.note('lostRevisit');
        continue;
      }
      this.#tally.readable++;
      this.#answer(address, date, capture);
    }
  }

  /** Capture of each page, in shared memory. */
  shareAnswers(): Uint32Array {
    const shared = new Uint32Array(new SharedArrayBuffer(4 * this.#captureOf.length));
    shared.set(this.#captureOf);
    return shared;
  }

  #answer(address: string, date: number, capture: number): void {
    const page = this.pages.get(address);
    if (page === undefined) {
      this.pages.set(address, this.#captureOf.length);
      this.#captureOf.push(capture);
      this.#dateOf.push(date);
    } else if (date >= (this.#dateOf[page] as number)) {
      this.#captureOf[page] = capture;
      this.#dateOf[page] = date;
    }
  }
}

function ownNames(field: ReadonlyMap<string, string>, target: string): string[] {
  const digest = field.get('warc-payload-digest');
  const names = [`at ${target} ${field.get('warc-date') ?? ''}`];
  const id = field.get('warc-record-id');
  if (id !== undefined) names.push(`id ${id}`);
  if (isDigest(digest)) names.push(`sum ${digest.toLowerCase()}`);
  return names;
}

function originalNames(field: ReadonlyMap<string, string>, target: string): string[] {
  const names: string[] = [];
  const id = field.get('warc-refers-to');
  if (id !== undefined) names.push(`id ${id}`);
  const uri = addressIn(field.get('warc-refers-to-target-uri')) ?? target;
  const date = field.get('warc-refers-to-date');
  if (date !== undefined) names.push(`at ${uri} ${date}`);
  const digest = field.get('warc-payload-digest');
  if (isDigest(digest)) names.push(`sum ${digest.toLowerCase()}`);
  return names;
}
