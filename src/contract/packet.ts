/**
 * Readings as they cross threads: four flat pieces instead of forty objects, so that main pays for one message. The first three
 * are views of one memory.
 *
 *   numbers  NUMBERS fields | topics | judges | number features, each linkCount long
 *   ints     simhash, text hash (low, high each) | low | high | known | flags | starts of words | string ends | terms |
 *            for each list: linkCount + 1 starts, then the ids
 *   bytes    address and anchor of each link (words.ts)
 *   text     the page's strings end to end
 *
 * Both sides know the names of the features and lists from the lane's set-up.
 */
import type { LinkList, LinkNumber } from './strategy.js';
import { type Reading, VISIT_KINDS, type VisitLinks } from './visit.js';
import { type LinkWords, packWords, wordOf } from './words.js';

export interface PacketShape {
  readonly numbers: readonly LinkNumber[];
  readonly lists: readonly LinkList[];
  /** Pages come without the words of links that main knows already: it needs them only for a limit of depth and for rows of all links. */
  readonly leavesOutKnown?: boolean;
}

export interface Packet {
  readonly numbers: Float64Array;
  readonly ints: Uint32Array;
  readonly bytes: Uint8Array;
  readonly text: string;
}

const NUMBERS = [
  'slot',
  'outcome',
  'status',
  'charsetConfidence',
  'bytes',
  'pageFlags',
  'termCount',
  'linksFound',
  'badUrls',
  'nofollow',
  'fetchMs',
  'readMs',
  'judgeMs',
  'version',
  'storedOffset',
  'sentAtMs',
  'sends',
  'dnsMs',
  'connectMs',
  'firstByteMs',
  'wireBytes',
  'retryAfterMs',
  'crawlDelayMs',
] as const;
const STRINGS = [
  'contentType',
  'charset',
  'charsetSource',
  'language',
  'title',
  'target',
  'storedFile',
  'fault',
  'ip',
  'trouble',
  'detail',
] as const;
/** After the fields: how many links, topics, judges and terms, and the kind. */
const COUNTS = 5;
const HEAD = NUMBERS.length + COUNTS;

export function packReading(reading: Reading, shape: PacketShape): Packet {
  const { links, topics, judges } = reading;
  const strings = STRINGS.map(name => reading[name]);
  const isBrief = shape.leavesOutKnown === true && reading.kind === 'page';
  const words = links.words ?? packWords(links, isBrief ? links.known : undefined);
  const numberCount = HEAD + topics.length + judges.length + shape.numbers.length * links.count;
  const intCount = countInts(reading, shape);
  const memory = new ArrayBuffer(8 * numberCount + 4 * intCount + words.bytes.length);
  const numbers = new Float64Array(memory, 0, numberCount);
  const ints = new Uint32Array(memory, 8 * numberCount, intCount);
  const bytes = new Uint8Array(memory, 8 * numberCount + 4 * intCount);
  packNumbers(reading, shape, numbers);
  packInts(reading, shape, { ints, strings, words });
  bytes.set(words.bytes);
  return { numbers, ints, bytes, text: strings.join('') };
}

function packNumbers(reading: Reading, shape: PacketShape, numbers: Float64Array): void {
  const { links, topics, judges, terms } = reading;
  for (let i = 0; i < NUMBERS.length; i++) numbers[i] = reading[NUMBERS[i] as (typeof NUMBERS)[number]];
  numbers[NUMBERS.length] = links.count;
  numbers[NUMBERS.length + 1] = topics.length;
  numbers[NUMBERS.length + 2] = judges.length;
  numbers[NUMBERS.length + 3] = terms.length;
  numbers[NUMBERS.length + 4] = VISIT_KINDS.indexOf(reading.kind);
  numbers.set(topics, HEAD);
  numbers.set(judges, HEAD + topics.length);
  let at = HEAD + topics.length + judges.length;
  for (const name of shape.numbers) {
    const feature = links.number[name];
    if (feature !== undefined) numbers.set(feature.subarray(0, links.count), at);
    at += links.count;
  }
}

function listsOf({ links }: Reading, shape: PacketShape) {
  return shape.lists.map(
    name => links.list[name] ?? { start: new Uint32Array(links.count + 1), id: new Uint32Array(0) },
  );
}

function countInts(reading: Reading, shape: PacketShape): number {
  const { count } = reading.links;
  const listLength = listsOf(reading, shape).reduce(
    (sum, list) => sum + count + 1 + (list.start[count] as number),
    0,
  );
  return 4 + 4 * count + (2 * count + 1) + STRINGS.length + reading.terms.length + listLength;
}

interface IntParts {
  readonly ints: Uint32Array;
  readonly strings: readonly string[];
  readonly words: LinkWords;
}

function packInts(reading: Reading, shape: PacketShape, { ints, strings, words }: IntParts): void {
  const { links, terms } = reading;
  const { count } = links;
  new BigUint64Array(ints.buffer, ints.byteOffset, 2).set([reading.simhash, reading.textHash]);
  let at = 4;
  for (const part of [links.low, links.high, links.known, links.flags]) {
    ints.set(part.subarray(0, count), at);
    at += count;
  }
  ints.set(words.start, at);
  at += words.start.length;
  let end = 0;
  for (const text of strings) ints[at++] = end += text.length;
  ints.set(terms, at);
  at += terms.length;
  for (const list of listsOf(reading, shape)) {
    const end = list.start[count] as number;
    ints.set(list.start.subarray(0, count + 1), at);
    ints.set(list.id.subarray(0, end), at + count + 1);
    at += count + 1 + end;
  }
}

/** What a reading came in, so that a journal has nothing to pack again. */
interface Origin {
  readonly packet: Packet;
  /** A copy of it that was changed has the links, and the packet does not tell of it. */
  reading: Reading | undefined;
}

/** The packet that the very reading came in, else a new one. */
export function packetOf(reading: Reading, shape: PacketShape): Packet {
  const origin = reading.links.origin as Origin | undefined;
  return origin?.reading === reading ? origin.packet : packReading(reading, shape);
}

export function unpackReading(packet: Packet, shape: PacketShape): Reading {
  const { numbers, ints, text } = packet;
  const origin: Origin = { packet, reading: undefined };
  const big = new BigUint64Array(ints.buffer, ints.byteOffset, 2);
  const number = (field: number): number => numbers[field] as number;
  const whole = (field: number): number => (numbers[field] as number) | 0;
  const count = number(NUMBERS.length);
  const topicsEnd = HEAD + number(NUMBERS.length + 1);
  const judgesEnd = topicsEnd + number(NUMBERS.length + 2);
  const stringsAt = 4 + 4 * count + 2 * count + 1;
  const termsAt = stringsAt + STRINGS.length;
  const termsEnd = termsAt + number(NUMBERS.length + 3);
  const string = (n: number): string =>
    text.slice(n === 0 ? 0 : ints[stringsAt + n - 1], ints[stringsAt + n]);
  // Written out, because an object that is filled by name is a dictionary to the engine, and slow for good; and whole
  // numbers made whole, because one that is a fraction to it in one place and not in another throws away the code compiled for both.
  const reading: Reading = {
    slot: whole(0),
    outcome: whole(1),
    status: whole(2),
    charsetConfidence: number(3),
    bytes: number(4),
    pageFlags: whole(5),
    termCount: whole(6),
    linksFound: whole(7),
    badUrls: whole(8),
    nofollow: whole(9),
    fetchMs: number(10),
    readMs: number(11),
    judgeMs: number(12),
    version: whole(13),
    storedOffset: number(14),
    sentAtMs: number(15),
    sends: whole(16),
    dnsMs: number(17),
    connectMs: number(18),
    firstByteMs: number(19),
    wireBytes: number(20),
    retryAfterMs: number(21),
    crawlDelayMs: number(22),
    kind: VISIT_KINDS[number(NUMBERS.length + 4)] ?? 'page',
    contentType: string(0),
    charset: string(1),
    charsetSource: string(2) as Reading['charsetSource'],
    language: string(3),
    title: string(4),
    target: string(5),
    storedFile: string(6),
    fault: string(7),
    ip: string(8),
    trouble: string(9),
    detail: string(10),
    simhash: big[0] as bigint,
    textHash: big[1] as bigint,
    topics: numbers.subarray(HEAD, topicsEnd),
    judges: numbers.subarray(topicsEnd, judgesEnd),
    terms: ints.subarray(termsAt, termsEnd),
    links: unpackLinks(origin, shape, { count, numbersAt: judgesEnd, listsAt: termsEnd }),
  };
  origin.reading = reading;
  return reading;
}

interface LinksPlace {
  readonly count: number;
  readonly numbersAt: number;
  readonly listsAt: number;
}

function unpackLinks(origin: Origin, shape: PacketShape, place: LinksPlace): VisitLinks {
  const { numbers, ints, bytes } = origin.packet;
  const { count } = place;
  const part = (n: number): Uint32Array => ints.subarray(4 + n * count, 4 + (n + 1) * count);
  const number: Partial<Record<LinkNumber, Float64Array>> = {};
  shape.numbers.forEach((name, i) => {
    number[name] = numbers.subarray(place.numbersAt + i * count, place.numbersAt + (i + 1) * count);
  });
  const list: Partial<Record<LinkList, { start: Uint32Array; id: Uint32Array }>> = {};
  let at = place.listsAt;
  for (const name of shape.lists) {
    const start = ints.subarray(at, at + count + 1);
    const end = at + count + 1 + (start[count] as number);
    list[name] = { start, id: ints.subarray(at + count + 1, end) };
    at = end;
  }
  const words = { bytes, start: ints.subarray(4 + 4 * count, 4 + 4 * count + 2 * count + 1) };
  return {
    count,
    low: part(0),
    high: part(1),
    known: part(2),
    flags: part(3),
    url: i => wordOf(words, 2 * i),
    anchor: i => wordOf(words, 2 * i + 1),
    words,
    number,
    list,
    origin,
  };
}
