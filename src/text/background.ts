/**
 * Document frequencies that ship with Dowser: models/data/frequency-LANGUAGE.bin, described by frequency.json beside
 * them and made by background-build.ts.
 *
 *   bytes 0–7    "DWFREQ", format, term rule        bytes 8–15   u32 documents, u32 terms
 *   then for each term, ids ascending: LEB128 difference to the id before, LEB128 document count
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../kit/fault.js';
import { packageRoot } from '../kit/package-root.js';
import { FrequencyTable } from './frequency-table.js';

const MAGIC = 'DWFREQ';
const FORMAT = 1;
/** Number of the rule that turns words into ids: raised when normalisation, stems or hashes change. */
export const TERM_RULE = 1;
const HEAD = 16;

/** Languages with a table. */
export const BACKGROUND_LANGUAGES: readonly string[] = ['zh', 'en'];

export const backgroundFile = (language: string): string =>
  join(packageRoot, 'models', 'data', `frequency-${language}.bin`);

/** `counts`: document count by term id. */
export function packFrequency(documents: number, counts: ReadonlyMap<number, number>): Uint8Array {
  const bytes: number[] = [...Buffer.from(MAGIC, 'latin1'), FORMAT, TERM_RULE];
  for (const word of [documents, counts.size]) {
    bytes.push(word & 255, (word >> 8) & 255, (word >> 16) & 255, word >>> 24);
  }
  const put = (value: number): void => {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
    bytes.push(rest);
  };
  let last = 0;
  for (const id of Uint32Array.from(counts.keys()).sort()) {
    put(id - last);
    put(counts.get(id) as number);
    last = id;
  }
  return Uint8Array.from(bytes);
}

const ends = (): Fault => new Fault('TEXT_BAD_FREQUENCY', 'The table of document frequencies ends early.');

/** The bytes of a table, checked. @throws {Fault} when they are none, or one of another version. */
export class PackedFrequency {
  readonly documents: number;
  readonly terms: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    const isOurs = bytes.length >= HEAD && Buffer.from(bytes.subarray(0, 6)).toString('latin1') === MAGIC;
    if (!isOurs || bytes[6] !== FORMAT) {
      throw new Fault('TEXT_BAD_FREQUENCY', 'The file of document frequencies is not one.');
    }
    if (bytes[7] !== TERM_RULE) {
      throw new Fault(
        'TEXT_OLD_FREQUENCY',
        'The document frequencies were made for other terms; build them anew.',
      );
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#bytes = bytes;
    this.documents = view.getUint32(8, true);
    this.terms = view.getUint32(12, true);
    if (this.terms > bytes.length) throw ends();
  }

  each(visit: (termId: number, containing: number) => void): void {
    const bytes = this.#bytes;
    let at = HEAD;
    const take = (): number => {
      let value = 0;
      for (let scale = 1; at < bytes.length; scale *= 128) {
        const byte = bytes[at++] as number;
        value += (byte & 127) * scale;
        if (byte < 128) return value;
      }
      throw ends();
    };
    let id = 0;
    for (let i = 0; i < this.terms; i++) {
      id += take();
      visit(id, take());
    }
  }
}

/** The table of all languages as it lies in memory, made by the build: packing it out costs 150 ms of CPU. */
export const BACKGROUND_IMAGE = join(packageRoot, 'dist', 'kernel', 'frequency.img');

/** The table of all languages, in shared memory; version 0. */
export function loadBackground(): FrequencyTable {
  const kept = existsSync(BACKGROUND_IMAGE) ? FrequencyTable.read(readFileSync(BACKGROUND_IMAGE)) : undefined;
  return kept ?? unpackBackground();
}

/** One table for these languages, from the packed files; version 0. A language without a table adds nothing. */
export function unpackBackground(languages: readonly string[] = BACKGROUND_LANGUAGES): FrequencyTable {
  const packed = BACKGROUND_LANGUAGES.filter(language => languages.includes(language)).map(
    language => new PackedFrequency(readFileSync(backgroundFile(language))),
  );
  const terms = packed.reduce((sum, one) => sum + one.terms, 0);
  const documents = Math.max(1, ...packed.map(one => one.documents));
  const table = FrequencyTable.create(terms, documents, 0);
  for (const one of packed) one.each((id, count) => table.set(id, Math.max(count, table.of(id))));
  return table;
}
