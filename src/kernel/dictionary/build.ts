/**
 * Builds the dictionary image from the text files of cppjieba; run once, when the package is built. The same files give
 * the same bytes.
 */
import { crc32 } from 'node:zlib';
import { Fault } from '../../kit/fault.js';
import { ln } from '../ln.js';
import { buildDoubleArray, type DoubleArray } from './double-array.js';
import {
  ALONE_BIT,
  ASCII_ALONE,
  ASCII_PAIR,
  align8,
  CHECKED_FROM,
  COMMA_ID,
  FIRST_FREE_ID,
  HEADER,
  HEADER_BYTES,
  ID_CAPACITY,
  ID_LIMIT,
  IMPOSSIBLE,
  MAGIC,
  STOP_ID,
  UNKNOWN_ID,
  VERSION,
  WEIGHT_CAPACITY,
} from './layout.js';
import {
  type CharacterModel,
  type DictionaryEntry,
  isHoldable,
  parseDictionary,
  parseModel,
  parseUserDictionary,
  type WeightBase,
} from './source.js';

/** Contents of jieba.dict.utf8, hmm_model.utf8 and user.dict.utf8. */
export interface DictionarySource {
  readonly dictionary: string;
  readonly model: string;
  readonly user: string;
}

interface Entry {
  readonly weight: number;
  readonly isAlone: boolean;
}

interface Weights extends WeightBase {
  readonly leastWeight: number;
}

/** Everything that goes into the image. */
interface Content {
  readonly entry: ReadonlyMap<string, Entry>;
  readonly weights: Weights;
  readonly model: CharacterModel;
  /** Id by code point. */
  readonly id: ReadonlyMap<number, number>;
  /** Distinct weights; place 0 is no word's. */
  readonly weight: readonly number[];
  readonly array: DoubleArray;
}

function weightsOf(entries: readonly DictionaryEntry[]): Weights {
  const frequency = Float64Array.from(entries, each => each.frequency);
  const frequencySum = frequency.reduce((sum, each) => sum + each, 0);
  frequency.sort();
  const weightAt = (i: number): number => ln((frequency[i] ?? 1) / frequencySum);
  return { frequencySum, leastWeight: weightAt(0), medianWeight: weightAt(frequency.length >> 1) };
}

/** All words with their weights; a user word takes the place of a dictionary word. */
function entriesOf(source: DictionarySource): { entry: Map<string, Entry>; weights: Weights } {
  const dictionary = parseDictionary(source.dictionary);
  const weights = weightsOf(dictionary);
  const entry = new Map<string, Entry>();
  for (const { word, frequency } of dictionary) {
    if (isHoldable(word)) entry.set(word, { weight: ln(frequency / weights.frequencySum), isAlone: false });
  }
  for (const { word, weight, isAlone } of parseUserDictionary(source.user, weights)) {
    entry.set(word, { weight, isAlone: isAlone || (entry.get(word)?.isAlone ?? false) });
  }
  return { entry, weights };
}

/** Ids by how often a character continues a word, so that common steps of the array lie together. */
function idsOf(words: Iterable<string>, model: CharacterModel): Map<number, number> {
  const use = new Map<number, number>();
  for (const word of words) {
    let gain = 0.001;
    for (const character of word) {
      const code = character.codePointAt(0) as number;
      use.set(code, (use.get(code) ?? 0) + gain);
      gain = 1;
    }
  }
  for (const emission of model.emission) {
    for (const code of emission.keys()) if (!use.has(code)) use.set(code, 0);
  }
  const id = new Map<number, number>();
  for (let code = 0; code < 128; code++) id.set(code, code);
  id.set(0xff0c, COMMA_ID).set(0x3002, STOP_ID);
  let next = FIRST_FREE_ID;
  for (const [code] of [...use].sort((a, b) => b[1] - a[1] || a[0] - b[0])) {
    if (!id.has(code)) id.set(code, next++);
    if (code >= ID_LIMIT)
      throw new Fault('SEGMENTER_SOURCE', `jieba's dictionary holds the code point ${code}.`);
  }
  if (next > ID_CAPACITY) throw new Fault('SEGMENTER_SOURCE', `jieba's dictionary holds ${next} characters.`);
  return id;
}

/** A word as a string of ids. */
export function keyOf(word: string, idOf: (code: number) => number): string {
  let key = '';
  for (const character of word) key += String.fromCharCode(idOf(character.codePointAt(0) as number));
  return key;
}

function contentOf(source: DictionarySource): Content {
  const { entry, weights } = entriesOf(source);
  const model = parseModel(source.model);
  const id = idsOf(entry.keys(), model);
  const place = new Map<number, number>();
  const weight = [Number.NEGATIVE_INFINITY];
  const keyed = new Map<string, number>();
  for (const [word, { weight: each }] of entry) {
    if (!place.has(each)) place.set(each, weight.push(each) - 1);
    keyed.set(
      keyOf(word, code => id.get(code) as number),
      place.get(each) as number,
    );
  }
  const word = [...keyed.keys()].sort();
  const value = Uint16Array.from(word, key => keyed.get(key) as number);
  return { entry, weights, model, id, weight, array: buildDoubleArray({ word, value }) };
}

/** Lays the parts out behind each other and returns an empty image with its header filled in. */
function frame(content: Content): ArrayBuffer {
  const header = new Uint32Array(HEADER_BYTES / 4);
  const idCount = Math.max(...content.id.values()) + 1;
  let at = HEADER_BYTES;
  const place = (part: number, bytes: number): void => {
    header[part] = at;
    at = align8(at + bytes);
  };
  place(HEADER.asciiTable, 128);
  place(HEADER.modelTable, 12 * 8);
  place(HEADER.weightTable, WEIGHT_CAPACITY * 8);
  place(HEADER.emissionTable, idCount * 32);
  place(HEADER.idTable, ID_LIMIT * 2);
  place(HEADER.rootTable, ID_CAPACITY * 16);
  place(HEADER.slotTable, content.array.slot.byteLength);
  header[HEADER.magic] = MAGIC;
  header[HEADER.version] = VERSION;
  header[HEADER.bytes] = at;
  header[HEADER.idLimit] = ID_LIMIT;
  header[HEADER.idCount] = idCount;
  header[HEADER.wordCount] = content.entry.size;
  header[HEADER.slotCount] = content.array.slot.length / 2;
  header[HEADER.weightCount] = content.weight.length;
  header[HEADER.emissionCount] = idCount;
  const { frequencySum, leastWeight, medianWeight } = content.weights;
  new Float64Array(header.buffer).set([frequencySum, leastWeight, medianWeight], HEADER.frequencySum);
  const image = new ArrayBuffer(at);
  new Uint32Array(image).set(header);
  return image;
}

function writeIds(image: ArrayBuffer, at: number, id: ReadonlyMap<number, number>): void {
  const table = new Uint16Array(image, at, ID_LIMIT).fill(UNKNOWN_ID);
  for (const [code, each] of id) table[code] = each;
}

function writeModel(image: ArrayBuffer, header: Uint32Array, content: Content): void {
  const { start, transition, emission } = content.model;
  const from = (state: number, to: number): number => transition[state]?.[to] ?? IMPOSSIBLE;
  const [b, e, m, s] = [0, 1, 2, 3];
  const possible = [
    from(e, b),
    from(s, b),
    from(b, e),
    from(m, e),
    from(b, m),
    from(m, m),
    from(e, s),
    from(s, s),
  ];
  new Float64Array(image, header[HEADER.modelTable], 12).set([...start, ...possible]);
  const count = header[HEADER.emissionCount] as number;
  const table = new Float64Array(image, header[HEADER.emissionTable], count * 4).fill(IMPOSSIBLE);
  emission.forEach((each, state) => {
    for (const [code, weight] of each) table[(content.id.get(code) as number) * 4 + state] = weight;
  });
}

function writeRoots(image: ArrayBuffer, at: number, { array, weight, weights }: Content): void {
  const alone = new Float64Array(image, at, ID_CAPACITY * 2);
  const base = new Int32Array(image, at, ID_CAPACITY * 4);
  for (let id = 0; id < ID_CAPACITY; id++) {
    const value = array.rootValue[id] as number;
    alone[2 * id] = value === 0 ? weights.leastWeight : (weight[value] as number);
    base[4 * id + 2] = array.rootBase[id] as number;
  }
}

/** Marks user words of one character, and ASCII characters that may start a word. */
function writeMarks(image: ArrayBuffer, header: Uint32Array, content: Content): void {
  const ascii = new Uint8Array(image, header[HEADER.asciiTable], 128);
  const base = new Uint32Array(image, header[HEADER.rootTable], ID_CAPACITY * 4);
  for (const [word, { isAlone }] of content.entry) {
    const code = word.codePointAt(0) as number;
    const id = content.id.get(code) as number;
    if (isAlone) base[4 * id + 2] = ((base[4 * id + 2] as number) | ALONE_BIT) >>> 0;
    if (code >= 128) continue;
    if (isAlone) ascii[code] = (ascii[code] as number) | ASCII_ALONE;
    else if (word.charCodeAt(1) < 128) ascii[code] = (ascii[code] as number) | ASCII_PAIR;
  }
}

/** The image. `stamp` tells from what it was made (see HEADER.stamp). */
export function buildImage(source: DictionarySource, stamp: number): Uint8Array {
  const content = contentOf(source);
  const image = frame(content);
  const header = new Uint32Array(image, 0, HEADER_BYTES / 4);
  header[HEADER.stamp] = stamp;
  writeIds(image, header[HEADER.idTable] as number, content.id);
  writeModel(image, header, content);
  new Float64Array(image, header[HEADER.weightTable], content.weight.length).set(content.weight);
  writeRoots(image, header[HEADER.rootTable] as number, content);
  writeMarks(image, header, content);
  new Int32Array(image, header[HEADER.slotTable], content.array.slot.length).set(content.array.slot);
  header[HEADER.checksum] = crc32(new Uint8Array(image, CHECKED_FROM));
  return new Uint8Array(image);
}
