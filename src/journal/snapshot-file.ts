/**
 * A snapshot: the state of all parts of a crawl, in frames (frame.ts).
 *
 *   frame 0   structured clone: Head
 *   frame n   for each array of each part, in order, its bytes in blocks
 *
 * It counts once it has its name, which it gets when everything is on disk.
 */
import { deserialize, serialize } from 'node:v8';
import type { Loaded, Numbers, Savables } from '../contract/snapshot.js';
import type { AppendFile } from '../kit/disk.js';
import { Fault } from '../kit/fault.js';
import { frameAt, frameOf, frameSize } from './frame.js';

const BLOCK = 1 << 22;
const KINDS = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array, BigUint64Array } as const;
type Kind = keyof typeof KINDS;

/** A Buffer is a Uint8Array by another name. */
const kindOf = (numbers: Numbers): Kind =>
  (Object.keys(KINDS) as Kind[]).find(kind => numbers instanceof KINDS[kind]) as Kind;

interface ArrayHead {
  readonly name: string;
  readonly kind: Kind;
  readonly bytes: number;
}

interface PartHead {
  readonly facts: unknown;
  readonly arrays: readonly ArrayHead[];
}

interface Head<T> {
  readonly about: T;
  readonly parts: ReadonlyMap<string, PartHead>;
}

const bytesOf = (array: Numbers): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** Writes the state of the parts, which must not change until it resolves; `about` says what it is of. */
export async function writeSnapshot(file: AppendFile, about: unknown, savables: Savables): Promise<void> {
  const parts = new Map<string, PartHead>();
  const blocks: Uint8Array[] = [];
  for (const [name, savable] of Object.entries(savables)) {
    const { facts, arrays = {} } = savable.save();
    const heads = Object.entries(arrays).map(([array, numbers]) => {
      for (let at = 0; at < numbers.byteLength; at += BLOCK)
        blocks.push(bytesOf(numbers).subarray(at, at + BLOCK));
      return { name: array, kind: kindOf(numbers), bytes: numbers.byteLength };
    });
    parts.set(name, { facts, arrays: heads });
  }
  await file.appended(frameOf(serialize({ about, parts } satisfies Head<unknown>), 0));
  let number = 1;
  for (const block of blocks) await file.appended(frameOf(block, number++));
}

/** Where an array begins, and the number of its first frame. */
interface Place extends ArrayHead {
  readonly at: number;
  readonly number: number;
}

export class SnapshotFile<T> {
  readonly #file: AppendFile;
  readonly about: T;
  readonly #parts: ReadonlyMap<string, PartHead>;
  readonly #places = new Map<string, Place>();

  /** @throws {Fault} 70 when the file is damaged. */
  constructor(file: AppendFile) {
    this.#file = file;
    const first = frameAt(file, 0, 0);
    if (first === undefined) throw damaged();
    const { about, parts } = deserialize(first.body) as Head<T>;
    this.about = about;
    this.#parts = parts;
    let at = first.end;
    let number = 1;
    for (const [part, { arrays }] of parts) {
      for (const head of arrays) {
        this.#places.set(`${part}/${head.name}`, { ...head, at, number });
        number += Math.ceil(head.bytes / BLOCK);
        for (let left = head.bytes; left > 0; left -= BLOCK) at += frameSize(Math.min(left, BLOCK));
      }
    }
    if (file.length < at) throw damaged();
  }

  /** @throws {Fault} 70 when it holds no such part. */
  part(name: string): Loaded {
    const part = this.#parts.get(name);
    if (part === undefined) throw damaged();
    return {
      facts: part.facts,
      array: <N extends Numbers>(array: string) => this.#array(`${name}/${array}`) as N,
      read: (array, into) => this.#read(this.#place(`${name}/${array}`), into),
    };
  }

  close(): void {
    this.#file.close();
  }

  #place(name: string): Place {
    const place = this.#places.get(name);
    if (place === undefined) throw damaged();
    return place;
  }

  #array(name: string): Numbers {
    const place = this.#place(name);
    const bytes = new Uint8Array(place.bytes);
    this.#read(place, bytes);
    return new KINDS[place.kind](bytes.buffer);
  }

  #read(place: Place, into: Uint8Array): void {
    if (into.length !== place.bytes) throw damaged();
    let { at, number } = place;
    for (let done = 0; done < into.length; done += BLOCK) {
      const frame = frameAt(this.#file, at, number++);
      if (frame === undefined) throw damaged();
      into.set(frame.body, done);
      at = frame.end;
    }
  }
}

const damaged = (): Fault =>
  new Fault('SNAPSHOT_DAMAGED', 'The snapshot of the crawl cannot be read: its file was damaged.', 70);
