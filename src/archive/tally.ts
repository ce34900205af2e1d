/** What was in the WARC files, and what was odd about them: counted, never an exception. */
import type { Oddity } from './record.js';

/** Each reason with its sentence; those of `Oddity` speak of places, the others of records and members. */
export const REASON = {
  otherType: 'Record of a type that holds no page (warcinfo, request, metadata …).',
  noAddress: 'Record without an http or https address.',
  lostRevisit: 'Revisit of a page that is not in the files.',
  badDate: 'Date that cannot be read; the capture counts as the oldest.',
  garbage: 'Bytes between records that are no record.',
  unfinishedHead: 'Record head that is malformed or has no end.',
  wrongLength: 'Content-Length that does not lead to the end of its record; the next record was searched.',
  cutRecord: 'Record whose end is missing.',
  noBlankLine: 'Record without the two line ends behind it.',
  damagedMember: 'Gzip member that cannot be inflated to its end.',
  tooDamaged: 'So many damaged members that the rest of the file was left unread.',
  checksum: 'Gzip member whose checksum does not fit its bytes.',
  spoolFull: 'Gzip member that inflates to more than the spool may hold.',
} as const satisfies Record<Oddity, string> & Record<string, string>;

export type Reason = keyof typeof REASON;

export interface WarcSummary {
  /** Records met, of all types. */
  readonly records: number;
  /** Different addresses that can be read. */
  readonly pages: number;
  /** Records that lead to no page. */
  readonly skipped: number;
  /** How often each reason was met; only those that were. */
  readonly reasons: Readonly<Partial<Record<Reason, number>>>;
}

export class Tally {
  records = 0;
  /** Records that can be read, revisits included. */
  readable = 0;
  readonly #reasons: Partial<Record<Reason, number>> = {};

  note = (reason: Reason): void => {
    this.#reasons[reason] = (this.#reasons[reason] ?? 0) + 1;
  };

  summary(pages: number): WarcSummary {
    return {
      records: this.records,
      pages,
      skipped: this.records - this.readable,
      reasons: { ...this.#reasons },
    };
  }
}
