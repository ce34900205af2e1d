/**
 * Is the archive of a crawl sound? Every gzip member whole, every record what its head says, ids unique, references
 * resolved, each segment begun by its warcinfo record, and nothing in a segment where no commit put it. Segments that
 * were never finished (`.part`) are none. One pass; it keeps about 40 bytes a record (its id) and the references that point forward.
 */
import { join } from 'node:path';
import type { SegmentLength } from '../contract/archive.js';
import type { Disk } from '../kit/disk.js';
import { KeyTable } from './key-table.js';
import { type MemberTaker, type WalkedMember, walkMembers } from './member-walk.js';
import { dateOf } from './page-index.js';
import { RecordCheck } from './record-check.js';
import { segmentsIn } from './segment-files.js';

export interface ArchiveProblem {
  readonly file: string;
  /** Of the gzip member; 0 where the file as a whole is meant. */
  readonly offset: number;
  /** One sentence. */
  readonly text: string;
}

/** A record that was met, for those who compare it with what they know. */
export interface SeenRecord {
  readonly file: string;
  readonly offset: number;
  /** Bytes of the gzip member. */
  readonly length: number;
  readonly type: string;
  readonly id: string;
  /** Address; empty for warcinfo. */
  readonly url: string;
  /** `WARC-Date`, ms since 1970. */
  readonly dateMs: number;
  /** `WARC-Payload-Digest`, or empty. */
  readonly digest: string;
}

export interface VerifyOptions {
  readonly disk: Disk;
  readonly folder: string;
  /** What was committed; absent: whatever is there. */
  readonly lengths?: readonly SegmentLength[];
  /** Told of every record, in the order of files and places. */
  readonly see?: (record: SeenRecord) => void;
}

export interface ArchiveReport {
  readonly files: number;
  readonly records: number;
  /** Responses and revisits. */
  readonly pages: number;
  /** The first MOST_PROBLEMS of `problemCount`. */
  readonly problems: readonly ArchiveProblem[];
  readonly problemCount: number;
}

/** Problems that are told one by one. */
export const MOST_PROBLEMS = 1000;

interface Reference {
  readonly file: string;
  readonly offset: number;
  readonly name: string;
  readonly id: string;
  /** Payload digest that the other record has to have; empty: any. */
  readonly digest: string;
}

/** A digest in 31 bits, to be kept beside an id. */
function shortOf(digest: string): number {
  let sum = 0;
  for (let i = 0; i < digest.length; i++) sum = (Math.imul(sum, 31) + digest.charCodeAt(i)) | 0;
  return sum >>> 1;
}

class Verifier implements MemberTaker {
  readonly #options: VerifyOptions;
  readonly #problems: ArchiveProblem[] = [];
  /** Record id → its payload digest in short. */
  readonly #ids = new KeyTable();
  /** References to records that were not met yet. */
  #forward: Reference[] = [];
  #file = '';
  #check = new RecordCheck();
  #problemCount = 0;
  #records = 0;
  #pages = 0;

  constructor(options: VerifyOptions) {
    this.#options = options;
  }

  async run(): Promise<ArchiveReport> {
    const { disk, folder, lengths } = this.#options;
    const there = segmentsIn(disk, folder);
    const committed = lengths && new Map(lengths.map(({ file, bytes }) => [file, bytes]));
    for (const file of committed?.keys() ?? [])
      if (!there.includes(file) && committed?.get(file) !== 0)
        this.#note(file, 0, 'The file is missing, and it was committed.');
    for (const name of there) await this.#walk(join(folder, name), name, committed);
    for (const reference of this.#forward) this.#resolve(reference, true);
    return {
      files: there.length,
      records: this.#records,
      pages: this.#pages,
      problems: this.#problems,
      problemCount: this.#problemCount,
    };
  }

  take(piece: Buffer): void {
    this.#check.take(piece);
  }

  end(member: WalkedMember): void {
    const check = this.#check;
    this.#check = new RecordCheck();
    const { at, isWhole, isSound, size } = member;
    if (!isWhole) {
      this.#note(this.#file, at, 'The gzip member is damaged or not whole, and what follows cannot be read.');
      return;
    }
    this.#records++;
    if (!isSound) this.#note(this.#file, at, 'The checksum of the gzip member does not fit its bytes.');
    for (const problem of check.problems()) this.#note(this.#file, at, problem);
    const type = check.field('warc-type');
    if (type === 'response' || type === 'revisit') this.#pages++;
    if ((at === 0) !== (type === 'warcinfo'))
      this.#note(this.#file, at, 'Exactly the first record of a file is a warcinfo record.');
    this.#learn(check, at);
    this.#options.see?.({
      file: this.#file,
      offset: at,
      length: size,
      type,
      id: check.field('warc-record-id'),
      url: check.field('warc-target-uri'),
      dateMs: dateOf(check.field('warc-date')),
      digest: check.field('warc-payload-digest'),
    });
  }

  async #walk(path: string, name: string, committed: ReadonlyMap<string, number> | undefined): Promise<void> {
    this.#file = name;
    this.#check = new RecordCheck();
    const file = this.#options.disk.open(path);
    try {
      const { length } = file;
      const certain = committed === undefined ? length : (committed.get(name) ?? 0);
      if (length > certain)
        this.#note(name, certain, `${length - certain} bytes stand behind the last commit.`);
      if (length < certain) this.#note(name, length, `${certain - length} committed bytes are missing.`);
      if (certain === 0 && committed === undefined) this.#note(name, 0, 'The file is empty.');
      await walkMembers(file, Math.min(length, certain), this);
    } finally {
      file.close();
    }
  }

  /** Takes a record's id, and looks after what it refers to. */
  #learn(check: RecordCheck, offset: number): void {
    const id = check.field('warc-record-id');
    const digest = check.field('warc-payload-digest');
    if (id !== '') {
      if (this.#ids.get(id) !== undefined)
        this.#note(this.#file, offset, `The id ${id} is not the only one.`);
      this.#ids.set(id, shortOf(digest));
    }
    for (const name of ['warc-concurrent-to', 'warc-refers-to']) {
      const other = check.field(name);
      if (other === '') continue;
      const expected = name === 'warc-refers-to' ? digest : '';
      this.#resolve({ file: this.#file, offset, name, id: other, digest: expected }, false);
    }
  }

  #resolve(reference: Reference, isLast: boolean): void {
    const { file, offset, name, id, digest } = reference;
    const found = this.#ids.get(id);
    if (found === undefined && !isLast) this.#forward.push(reference);
    else if (found === undefined) this.#note(file, offset, `${name} leads to no record: ${id}.`);
    else if (digest !== '' && found !== shortOf(digest))
      this.#note(file, offset, `${name} leads to a record with another payload: ${id}.`);
  }

  #note(file: string, offset: number, text: string): void {
    this.#problemCount++;
    if (this.#problems.length < MOST_PROBLEMS)
      this.#problems.push({ file, offset, text: text.slice(0, 300) });
  }
}

/** Reads the whole archive; what is wrong is in the report and no exception. @throws what the disk throws while it reads. */
export const verifyArchive = (options: VerifyOptions): Promise<ArchiveReport> => new Verifier(options).run();
