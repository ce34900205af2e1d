/**
 * Readings as they cross threads: three flat pieces instead of forty objects, so that main pays for one message.
 *
 *   numbers  NUMBERS fields | topics | judges | number features, each linkCount long
 *   ints     simhash, text hash (low, high each) | low | high | known | flags | string lengths | terms |
 *            for each list: linkCount + 1 starts, then the ids
 *   text     all strings end to end: the page's, then address and anchor of each link
 *
 * Both sides know the names of the features and lists from the lane's set-up.
 */
import type { LinkList, LinkNumber } from './strategy.js';
import type { Reading, VisitLinks } from './visit.js';

export interface PacketShape {
  readonly numbers: readonly LinkNumber[];
  readonly lists: readonly LinkList[];
}

export interface Packet {
  readonly numbers: Float64Array;
  readonly ints: Uint32Array;
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
] as const;
/** After the fields: how many links, topics, judges and terms. */
const COUNTS = 4;
const HEAD = NUMBERS.length + COUNTS;

export function packReading(reading: Reading, shape: PacketShape): Packet {
  const { links, topics, judges, terms } = reading;
  const numbers = new Float64Array(HEAD + topics.length + judges.length + shape.numbers.length * links.count);
  NUMBERS.forEach((name, i) => {
    numbers[i] = reading[name];
  });
  numbers.set([links.count, topics.length, judges.length, terms.length], NUMBERS.length);
  numbers.set(topics, HEAD);
  numbers.set(judges, HEAD + topics.length);
  let at = HEAD + topics.length + judges.length;
  for (const name of shape.numbers) {
    const feature = links.number[name];
    if (feature !== undefined) numbers.set(feature.subarray(0, links.count), at);
    at += links.count;
  }
  const strings = stringsOf(reading);
  return { numbers, ints: packInts(reading, shape, strings), text: strings.join('') };
}

function stringsOf(reading: Reading): string[] {
  const strings: string[] = STRINGS.map(name => reading[name]);
  for (let i = 0; i < reading.links.count; i++) {
    strings.push(reading.links.url[i] as string, reading.links.anchor[i] as string);
  }
  return strings;
}

function packInts(reading: Reading, shape: PacketShape, strings: readonly string[]): Uint32Array {
  const { links, terms } = reading;
  const { count } = links;
  const lists = shape.lists.map(
    name => links.list[name] ?? { start: new Uint32Array(count + 1), id: new Uint32Array(0) },
  );
  const listLength = lists.reduce((sum, list) => sum + count + 1 + (list.start[count] as number), 0);
  const ints = new Uint32Array(4 + 4 * count + strings.length + terms.length + listLength);
  writeBig(ints, 0, reading.simhash);
  writeBig(ints, 2, reading.textHash);
  let at = 4;
  for (const part of [links.low, links.high, links.known, links.flags]) {
    ints.set(part.subarray(0, count), at);
    at += count;
  }
  for (const text of strings) ints[at++] = text.length;
  ints.set(terms, at);
  at += terms.length;
  for (const list of lists) {
    const end = list.start[count] as number;
    ints.set(list.start.subarray(0, count + 1), at);
    ints.set(list.id.subarray(0, end), at + count + 1);
    at += count + 1 + end;
  }
  return ints;
}

export function unpackReading(packet: Packet, shape: PacketShape): Reading {
  const { numbers, ints } = packet;
  const [count, topicCount, judgeCount, termCount] = numbers.subarray(
    NUMBERS.length,
    HEAD,
  ) as unknown as number[] as [number, number, number, number];
  const strings = cutStrings(packet, 4 + 4 * count, STRINGS.length + 2 * count);
  const fields = Object.fromEntries([
    ...NUMBERS.map((name, i) => [name, numbers[i]]),
    ...STRINGS.map((name, i) => [name, strings[i]]),
  ]);
  const afterStrings = 4 + 4 * count + STRINGS.length + 2 * count;
  return {
    ...fields,
    simhash: readBig(ints, 0),
    textHash: readBig(ints, 2),
    topics: numbers.subarray(HEAD, HEAD + topicCount),
    judges: numbers.subarray(HEAD + topicCount, HEAD + topicCount + judgeCount),
    terms: ints.subarray(afterStrings, afterStrings + termCount),
    links: unpackLinks(packet, shape, strings, {
      count,
      numbersAt: HEAD + topicCount + judgeCount,
      listsAt: afterStrings + termCount,
    }),
  } as Reading;
}

interface LinksPlace {
  readonly count: number;
  readonly numbersAt: number;
  readonly listsAt: number;
}

function unpackLinks(packet: Packet, shape: PacketShape, strings: string[], place: LinksPlace): VisitLinks {
  const { numbers, ints } = packet;
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
  const url: string[] = [];
  const anchor: string[] = [];
  for (let i = 0; i < count; i++) {
    url.push(strings[STRINGS.length + 2 * i] as string);
    anchor.push(strings[STRINGS.length + 2 * i + 1] as string);
  }
  return { count, low: part(0), high: part(1), known: part(2), flags: part(3), url, anchor, number, list };
}

function cutStrings(packet: Packet, lengthsAt: number, count: number): string[] {
  const strings: string[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    const end = at + (packet.ints[lengthsAt + i] as number);
    strings.push(packet.text.slice(at, end));
    at = end;
  }
  return strings;
}

function writeBig(ints: Uint32Array, at: number, value: bigint): void {
  ints[at] = Number(value & 0xffffffffn);
  ints[at + 1] = Number(value >> 32n);
}

const readBig = (ints: Uint32Array, at: number): bigint =>
  (BigInt(ints[at + 1] as number) << 32n) | BigInt(ints[at] as number);
