/**
 * Is this record what its head says? Takes the bytes of one gzip member piece by piece and holds it against its own
 * Content-Length and digests (WARC/1.1 §5). Strict, since it is for records of our own: not for archives of others.
 */
import { createHash, type Hash } from 'node:crypto';
import { dateOf } from './page-index.js';
import { MOST_HEAD_BYTES, type RecordHead, readHead } from './record.js';
import { digestText } from './record-bytes.js';
import { memoryRegion } from './region.js';

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);
const TYPES = new Set(['warcinfo', 'request', 'response', 'revisit', 'metadata', 'resource']);

export class RecordCheck {
  /** Undefined until the whole head was seen. */
  head: RecordHead | undefined;
  #lead: Buffer = NOTHING;
  /** Bytes of the block that are still to come. */
  #left = 0;
  /** What came behind the block, a byte more than it should be at most. */
  #tail: Buffer = NOTHING;
  readonly #block = createHash('sha1');
  /** Absent until the HTTP head has ended; then of what is behind it. */
  #payload: Hash | undefined;
  /** The last bytes of an HTTP head that has not ended. */
  #httpTail: Buffer = NOTHING;

  take(piece: Buffer): void {
    if (this.head !== undefined) {
      this.#takeBlock(piece);
      return;
    }
    if (this.#lead.length > MOST_HEAD_BYTES) return;
    this.#lead = this.#lead.length === 0 ? piece : Buffer.concat([this.#lead, piece]);
    this.head = readHead(memoryRegion(this.#lead), 0);
    const lead = this.#lead;
    // The piece is lent.
    this.#lead = this.head === undefined ? Buffer.from(lead) : NOTHING;
    if (this.head === undefined) return;
    this.#left = Number(this.head.field.get('content-length') ?? Number.NaN);
    this.#takeBlock(lead.subarray(this.head.bytes));
  }

  field(name: string): string {
    return this.head?.field.get(name) ?? '';
  }

  /** What is wrong with it, a sentence each; to be asked once, behind the last piece. */
  problems(): string[] {
    if (this.head === undefined) return ['The record has no head that can be read.'];
    const problems: string[] = [];
    const type = this.field('warc-type');
    if (!TYPES.has(type)) problems.push(`WARC-Type is ${type || 'missing'}.`);
    if (!/^<urn:uuid:[\da-f-]{36}>$/.test(this.field('warc-record-id')))
      problems.push('WARC-Record-ID is missing or no UUID.');
    if (!Number.isFinite(dateOf(this.field('warc-date')))) problems.push('WARC-Date is missing or no date.');
    if (!/^\d{1,15}$/.test(this.field('content-length')))
      problems.push('Content-Length is missing or no number.');
    else if (this.#left > 0) problems.push(`Content-Length says ${this.#left} bytes more than there are.`);
    else if (!this.#tail.equals(END_OF_HEAD))
      problems.push('The block does not end where Content-Length says.');
    return [...problems, ...this.#digestProblems(type)];
  }

  #digestProblems(type: string): string[] {
    const problems: string[] = [];
    const differs = (name: string, sum: string): void => {
      const said = this.field(name);
      if (said === '' ? type !== 'warcinfo' : said !== sum) problems.push(`${name} does not fit the bytes.`);
    };
    differs('warc-block-digest', digestText(this.#block.digest()));
    // The payload of a revisit lies elsewhere, and those of other records are their blocks.
    if (type === 'response') {
      if (this.#payload === undefined) problems.push('The HTTP head of the response does not end.');
      else differs('warc-payload-digest', digestText(this.#payload.digest()));
    }
    return problems;
  }

  #takeBlock(bytes: Buffer): void {
    const count = this.#left > 0 ? Math.min(this.#left, bytes.length) : 0;
    const part = bytes.subarray(0, count);
    this.#left -= count;
    this.#block.update(part);
    if (this.field('warc-type') === 'response') this.#takePayload(part);
    if (this.#tail.length <= END_OF_HEAD.length)
      this.#tail = Buffer.concat([this.#tail, bytes.subarray(count, count + END_OF_HEAD.length + 1)]);
  }

  #takePayload(part: Buffer): void {
    if (this.#payload !== undefined) {
      this.#payload.update(part);
      return;
    }
    const seen = this.#httpTail.length === 0 ? part : Buffer.concat([this.#httpTail, part]);
    const end = seen.indexOf(END_OF_HEAD);
    this.#httpTail = Buffer.from(seen.subarray(Math.max(0, seen.length - END_OF_HEAD.length + 1)));
    if (end >= 0) this.#payload = createHash('sha1').update(seen.subarray(end + END_OF_HEAD.length));
  }
}
