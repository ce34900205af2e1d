/**
 * The text files of cppjieba as it reads them: dictionary ("word frequency tag"), model of the characters, user
 * dictionary ("word", "word tag" or "word frequency tag"). Columns are parted by single spaces; a carriage return is
 * part of its column, as there.
 */
import { Fault } from '../../kit/fault.js';
import { ln } from '../ln.js';
import { IMPOSSIBLE, WORD_LIMIT } from './layout.js';

export interface DictionaryEntry {
  readonly word: string;
  readonly frequency: number;
}

/** A word that goes over the dictionary. */
export interface UserWord {
  readonly word: string;
  /** Logarithm of its probability. */
  readonly weight: number;
  /** One character of a user file: it stands as a word wherever the best path takes it alone. */
  readonly isAlone: boolean;
}

/** What the weights of user words are made from. */
export interface WeightBase {
  readonly frequencySum: number;
  readonly medianWeight: number;
}

/** States B, E, M, S in this order. */
export interface CharacterModel {
  readonly start: readonly number[];
  /** transition[from][to] */
  readonly transition: readonly (readonly number[])[];
  /** By state: logarithm of the probability that it emits the code point. */
  readonly emission: readonly ReadonlyMap<number, number>[];
}

/** Empty columns in the middle count, an empty one at the end does not. */
function columnsOf(line: string): string[] {
  const column = line.split(' ');
  if (column.at(-1) === '') column.pop();
  return column;
}

const LONG_LIMIT = 2n ** 63n;

/** The integer at the start of a text as C's atoi reads it on 64-bit machines; 0 when there is none. */
function leadingInteger(text: string): number {
  const digits = /^\s*([+-]?)(\d+)/.exec(text);
  if (digits === null) return 0;
  const long = BigInt(`${digits[1] === '-' ? '-' : ''}${digits[2]}`);
  const held = long >= LONG_LIMIT ? LONG_LIMIT - 1n : long < -LONG_LIMIT ? -LONG_LIMIT : long;
  return Number(BigInt.asIntN(32, held));
}

/** Whether a word can be held: not empty, not too long, without U+0000, which the kernel keeps as its end mark. */
export function isHoldable(word: string): boolean {
  if (word === '' || word.includes('\0')) return false;
  return word.length <= WORD_LIMIT || [...word].length <= WORD_LIMIT;
}

export function parseDictionary(text: string): DictionaryEntry[] {
  const entry: DictionaryEntry[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [word, frequency, , ...more] = columnsOf(line);
    const value = Number.parseFloat(frequency ?? '');
    if (word === undefined || more.length > 0 || !(value > 0)) {
      throw new Fault(
        'SEGMENTER_SOURCE',
        `jieba's dictionary has the line "${line}"; expected "word frequency tag".`,
      );
    }
    entry.push({ word, frequency: value });
  }
  return entry;
}

/** Words of a user dictionary, in order; a later one replaces an earlier one. Lines of other shapes count for nothing. */
export function parseUserDictionary(text: string, base: WeightBase): UserWord[] {
  const user: UserWord[] = [];
  for (const line of text.split('\n')) {
    const column = columnsOf(line);
    const [word = '', frequency = ''] = column;
    if (column.length > 3 || !isHoldable(word)) continue;
    const weight =
      column.length === 3 ? ln(leadingInteger(frequency) / base.frequencySum) : base.medianWeight;
    user.push({ word, weight, isAlone: [...word].length === 1 });
  }
  return user;
}

/** Words as `insertWord` takes them: median weight, and one character stays an ordinary one. */
export function insertedWords(words: readonly string[], base: WeightBase): UserWord[] {
  return words.filter(isHoldable).map(word => ({ word, weight: base.medianWeight, isAlone: false }));
}

export function parseModel(text: string): CharacterModel {
  const line = text
    .split('\n')
    .map(each => each.trim())
    .filter(each => each !== '' && !each.startsWith('#'));
  if (line.length < 9)
    throw new Fault('SEGMENTER_SOURCE', `jieba's model has ${line.length} lines; expected 9.`);
  const numbers = (each: string): number[] => columnsOf(each).map(Number.parseFloat);
  const model = {
    start: numbers(line[0] as string),
    transition: line.slice(1, 5).map(numbers),
    emission: line.slice(5, 9).map(parseEmission),
  };
  checkTransitions(model.transition);
  return model;
}

function parseEmission(line: string): Map<number, number> {
  const emission = new Map<number, number>();
  for (const pair of line.split(',')) {
    const [character = '', probability = ''] = pair.split(':');
    const code = character.codePointAt(0);
    if (code !== undefined) emission.set(code, Number.parseFloat(probability));
  }
  return emission;
}

/** Which transitions the kernel knows; in a model with others it would be wrong. */
const POSSIBLE = [
  [false, true, true, false],
  [true, false, false, true],
  [false, true, true, false],
  [true, false, false, true],
];

function checkTransitions(transition: readonly (readonly number[])[]): void {
  for (let from = 0; from < 4; from++) {
    for (let to = 0; to < 4; to++) {
      if (!POSSIBLE[from]?.[to] && transition[from]?.[to] !== IMPOSSIBLE) {
        throw new Fault(
          'SEGMENTER_SOURCE',
          `jieba's model allows the transition ${from} to ${to}; the kernel cannot.`,
        );
      }
    }
  }
}
