import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { imagePath, readImage } from '../../../../src/kernel/dictionary/file.js';
import { ALONE_BIT, FREE_SLOT, HEADER, ID_CAPACITY } from '../../../../src/kernel/dictionary/layout.js';
import { DictionaryMerge } from '../../../../src/kernel/dictionary/merge.js';

/** An image in memory that grows, with a plain look-up. */
class TestImage {
  buffer: ArrayBuffer;
  #header: Uint32Array;

  constructor(image: Uint8Array) {
    this.buffer = image.slice().buffer as ArrayBuffer;
    this.#header = new Uint32Array(this.buffer, 0, 32);
  }

  ensure(end: number): void {
    const grown = new Uint8Array(Math.max(end, this.buffer.byteLength));
    grown.set(new Uint8Array(this.buffer));
    this.buffer = grown.buffer;
    this.#header = new Uint32Array(this.buffer, 0, 32);
  }

  /** Weight of a word of two or more characters; NaN when it is none. */
  weightOf(word: string): number {
    const table = new Uint16Array(this.buffer, this.#header[HEADER.idTable], this.#header[HEADER.idLimit]);
    const root = new Uint32Array(this.buffer, this.#header[HEADER.rootTable], ID_CAPACITY * 4);
    const slot = new Uint32Array(this.buffer, this.#header[HEADER.slotTable], this.slotCount * 2);
    const weight = new Float64Array(
      this.buffer,
      this.#header[HEADER.weightTable],
      this.#header[HEADER.weightCount],
    );
    const [first = 0, ...rest] = Array.from(
      word,
      character => table[character.codePointAt(0) as number] as number,
    );
    let base = (root[4 * first + 2] as number) & ~ALONE_BIT;
    let index = 0;
    for (const id of rest) {
      const at = 2 * (base + id);
      if (base === 0 || ((slot[at] as number) & 0xffff) !== id) return Number.NaN;
      index = (slot[at] as number) >>> 16;
      base = slot[at + 1] as number;
    }
    return index === 0 ? Number.NaN : (weight[index] as number);
  }

  get slotCount(): number {
    return this.#header[HEADER.slotCount] as number;
  }

  /** Bases in use, roots first. */
  bases(): number[] {
    const root = new Uint32Array(this.buffer, this.#header[HEADER.rootTable], ID_CAPACITY * 4);
    const slot = new Uint32Array(this.buffer, this.#header[HEADER.slotTable], this.slotCount * 2);
    const base: number[] = [];
    for (let id = 0; id < ID_CAPACITY; id++) base.push((root[4 * id + 2] as number) & ~ALONE_BIT);
    for (let i = 0; i < slot.length; i += 2) {
      if (((slot[i] as number) & 0xffff) !== FREE_SLOT) base.push(slot[i + 1] as number);
    }
    return base.filter(each => each !== 0);
  }
}

const image = readImage(imagePath);
const known =
  '一丁七万三上下世东两并个丰临为主举久么义之乐九习书了事二于云五些交人今从他令以件任份价企休众优会传住作你使侵便保信停健儿元充光克'.split(
    '',
  );
const character = fc.oneof(fc.constantFrom(...'不大中人一的暴雨风台灾害x7é'), fc.constantFrom(...known));
const word = fc.array(character, { minLength: 2, maxLength: 5 }).map(each => each.join(''));

test('finds every user word with its weight and every dictionary word with the old one', () => {
  const words = fc.sample(word, { numRuns: 4000, seed: 5 });
  const merged = new TestImage(image);
  const old = new TestImage(image);
  const weight = (i: number): number => -1 - (i % 7);
  const skipped = new DictionaryMerge(merged, 0).add(
    words.map((each, i) => ({ word: each, weight: weight(i), isAlone: false })),
  );
  assert.equal(skipped, 0);
  const last = new Map(words.map((each, i) => [each, weight(i)]));
  for (const [each, expected] of last) assert.equal(merged.weightOf(each), expected);
  for (const known of ['暴雨', '台风', '不可思议', '中华人民共和国', '人民大会堂', '大风大浪']) {
    if (!last.has(known)) assert.equal(merged.weightOf(known), old.weightOf(known));
  }
  const bases = merged.bases();
  assert.equal(new Set(bases).size, bases.length, 'no two nodes share a base');
  assert.ok(
    bases.reduce((most, each) => Math.max(most, each), 0) + ID_CAPACITY <= merged.slotCount,
    'any base + any id lies inside',
  );
});

test('says so when a user dictionary has more weights than there is room for', () => {
  const merge = new DictionaryMerge(new TestImage(image), 0);
  const words = Array.from({ length: 20_000 }, (_, i) => ({
    word: '暴雨',
    weight: -100 - i,
    isAlone: false,
  }));
  assert.throws(() => merge.add(words), { code: 'SEGMENTER_WEIGHTS', exitCode: 2 });
});
