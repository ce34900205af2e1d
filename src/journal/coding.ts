/**
 * Entries of the journal as bytes: u32 code | u32 bytes behind it, then numbers (f64) or a packet, each on a multiple of 8.
 *
 *   packet  f64 at | u32 numbers | u32 ints | u32 bytes | u32 text bytes | u32 coding (0 UTF-8, 1 UTF-16) | u32 0
 *           f64 … | u32 … | bytes | text
 */
import { type RoadJournal, TRIP_KINDS } from '../contract/journal.js';
import { type Packet, type PacketShape, packetOf, unpackReading } from '../contract/packet.js';
import type { Reading } from '../contract/visit.js';
import { Fault } from '../kit/fault.js';

const CODE = {
  asked: 1,
  chose: 2,
  dropped: 3,
  gone: 4,
  answered: 5,
  sent: 6,
  due: 7,
  abandoned: 8,
  resumed: 9,
  stopping: 10,
} as const;
const UTF8 = 0;
const UTF16 = 1;
const ENTRY_HEAD = 8;
const PACKET_HEAD = 32;
const FIRST_ROOM = 1 << 14;
const FIRST_FRONT = 1 << 12;

const aligned = (n: number): number => (n + 7) & ~7;
/** The memory of a packet whose pieces follow each other, as they do where a lane packed it. */
function wholeOf({ numbers, ints, bytes }: Omit<Packet, 'text'>): Uint8Array | undefined {
  const { buffer, byteOffset: from } = numbers;
  const areTogether =
    ints.buffer === buffer &&
    bytes.buffer === buffer &&
    ints.byteOffset === from + numbers.byteLength &&
    bytes.byteOffset === ints.byteOffset + ints.byteLength;
  return areTogether ? new Uint8Array(buffer, from, bytes.byteOffset + bytes.length - from) : undefined;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** A growing buffer of entries, with room in front of them for what makes a frame of them: nothing is copied for a commit. */
export class EntryWriter implements RoadJournal {
  readonly #shape: PacketShape;
  #bytes = Buffer.from(new ArrayBuffer(FIRST_ROOM));
  #view = new DataView(this.#bytes.buffer);
  /** Where entries begin and end. */
  #from = FIRST_FRONT;
  #used = FIRST_FRONT;

  constructor(shape: PacketShape) {
    this.#shape = shape;
  }

  /** Bytes held. */
  get length(): number {
    return this.#used - this.#from;
  }

  /** Everything up to a mark, a `length` of before. It holds until the next call of any kind. */
  upTo(mark: number): Uint8Array {
    return this.#bytes.subarray(this.#from, this.#from + mark);
  }

  /** The same with `front` before it, a multiple of 8 bytes. */
  upToBehind(mark: number, front: Uint8Array): Uint8Array {
    if (front.length > this.#from) this.#grow(this.#used, 2 * front.length);
    const start = this.#from - front.length;
    this.#bytes.set(front, start);
    return this.#bytes.subarray(start, this.#from + mark);
  }

  /** Forgets that; what came later stays. */
  drop(mark: number): void {
    this.#bytes.copyWithin(this.#from, this.#from + mark, this.#used);
    this.#used -= mark;
  }

  asked(slot: number, kind: (typeof TRIP_KINDS)[number], rank: number, atMs: number): void {
    this.#numbers(CODE.asked, [slot, TRIP_KINDS.indexOf(kind), rank, atMs]);
  }

  chose(atMs: number): void {
    this.#numbers(CODE.chose, [atMs]);
  }

  dropped(slot: number): void {
    this.#numbers(CODE.dropped, [slot]);
  }

  gone(slot: number, atMs: number): void {
    this.#numbers(CODE.gone, [slot, atMs]);
  }

  sent(slot: number): void {
    this.#numbers(CODE.sent, [slot]);
  }

  due(slot: number): void {
    this.#numbers(CODE.due, [slot]);
  }

  abandoned(host: number, atMs: number): void {
    this.#numbers(CODE.abandoned, [host, atMs]);
  }

  stopping(): void {
    this.#numbers(CODE.stopping, []);
  }

  resumed(): void {
    this.#numbers(CODE.resumed, []);
  }

  answered(reading: Reading, atMs: number): void {
    const { numbers, ints, bytes, text } = packetOf(reading, this.#shape);
    // A title may hold half of a surrogate pair, which UTF-8 would lose.
    const coding = text.isWellFormed() ? UTF8 : UTF16;
    const mostText = text.length * (coding === UTF8 ? 3 : 2);
    const intsAt = PACKET_HEAD + numbers.byteLength;
    const bytesAt = intsAt + ints.byteLength;
    const textAt = bytesAt + bytes.length;
    const at = this.#open(CODE.answered, textAt + mostText);
    const length = this.#bytes.write(text, at + textAt, coding === UTF8 ? 'utf8' : 'utf16le');
    this.#view.setFloat64(at, atMs, true);
    this.#putHead(at + 8, [numbers.length, ints.length, bytes.length, length, coding, 0]);
    const whole = wholeOf({ numbers, ints, bytes });
    if (whole !== undefined) this.#bytes.set(whole, at + PACKET_HEAD);
    else {
      this.#bytes.set(bytesOf(numbers), at + PACKET_HEAD);
      this.#bytes.set(bytesOf(ints), at + intsAt);
      this.#bytes.set(bytes, at + bytesAt);
    }
    this.#close(at, textAt + length);
  }

  #putHead(at: number, values: readonly number[]): void {
    for (let i = 0; i < values.length; i++) this.#view.setUint32(at + 4 * i, values[i] as number, true);
  }

  #numbers(code: number, values: readonly number[]): void {
    const at = this.#open(code, 8 * values.length);
    for (let i = 0; i < values.length; i++) this.#view.setFloat64(at + 8 * i, values[i] as number, true);
    this.#close(at, 8 * values.length);
  }

  /** Makes room for an entry and returns where its content starts. */
  #open(code: number, most: number): number {
    const need = this.#used + ENTRY_HEAD + aligned(most);
    if (need > this.#bytes.length) this.#grow(need);
    this.#view.setUint32(this.#used, code, true);
    return this.#used + ENTRY_HEAD;
  }

  #close(at: number, length: number): void {
    this.#view.setUint32(at - 4, length, true);
    const end = at + aligned(length);
    for (let i = at + length; i < end; i++) this.#bytes[i] = 0;
    this.#used = end;
  }

  #grow(need: number, from = this.#from): void {
    const size = Math.max(need + from - this.#from, 2 * this.#bytes.length);
    const grown = Buffer.from(new ArrayBuffer(aligned(size)));
    grown.set(this.#bytes.subarray(this.#from, this.#used), from);
    this.#used += from - this.#from;
    this.#from = from;
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** Tells `journal` every entry of the bytes, in order. @throws {Fault} when they are none of ours. */
export function* tellEntries(
  body: Uint8Array<ArrayBuffer>,
  shape: PacketShape,
  journal: RoadJournal,
): Generator<void> {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  for (let at = 0; at < body.length; ) {
    const code = view.getUint32(at, true);
    const length = view.getUint32(at + 4, true);
    at += ENTRY_HEAD;
    if (at + length > body.length) throw damaged('an entry is longer than its frame');
    if (code === CODE.answered) tellAnswer(body, at, shape, journal);
    else tellNumbers(code, i => view.getFloat64(at + 8 * i, true), journal);
    at += aligned(length);
    yield;
  }
}

const damaged = (why: string): Fault =>
  new Fault('JOURNAL_DAMAGED', `The journal cannot be read: ${why}.`, 70);

function tellNumbers(code: number, number: (i: number) => number, journal: RoadJournal): void {
  if (code === CODE.asked) journal.asked(number(0), TRIP_KINDS[number(1)] ?? 'page', number(2), number(3));
  else if (code === CODE.chose) journal.chose(number(0));
  else if (code === CODE.dropped) journal.dropped(number(0));
  else if (code === CODE.gone) journal.gone(number(0), number(1));
  else if (code === CODE.sent) journal.sent(number(0));
  else if (code === CODE.due) journal.due(number(0));
  else if (code === CODE.abandoned) journal.abandoned(number(0), number(1));
  else if (code === CODE.resumed) journal.resumed();
  else if (code === CODE.stopping) journal.stopping();
  else throw damaged(`there is no entry of code ${code}`);
}

function tellAnswer(
  body: Uint8Array<ArrayBuffer>,
  at: number,
  shape: PacketShape,
  journal: RoadJournal,
): void {
  const view = new DataView(body.buffer, body.byteOffset + at);
  const part = (n: number): number => view.getUint32(8 + 4 * n, true);
  const numberCount = part(0);
  const intCount = part(1);
  const from = body.byteOffset + at + PACKET_HEAD;
  const intsAt = 8 * numberCount;
  const bytesAt = intsAt + 4 * intCount;
  const textAt = bytesAt + part(2);
  // A copy, because the reading may outlive its frame, and the frame need not begin at a multiple of 8.
  const memory = body.buffer.slice(from, from + textAt);
  const packet: Packet = {
    numbers: new Float64Array(memory, 0, numberCount),
    ints: new Uint32Array(memory, intsAt, intCount),
    bytes: new Uint8Array(memory, bytesAt),
    text: Buffer.from(body.buffer, from + textAt, part(3)).toString(part(4) === UTF16 ? 'utf16le' : 'utf8'),
  };
  journal.answered(unpackReading(packet, shape), view.getFloat64(0, true));
}
