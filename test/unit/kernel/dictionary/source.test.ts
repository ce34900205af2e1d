import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  insertedWords,
  parseDictionary,
  parseModel,
  parseUserDictionary,
} from '../../../../src/kernel/dictionary/source.js';

const base = { frequencySum: 1000, medianWeight: -5 };

test('weighs a user word by its frequency when the line has three columns, else by the median', () => {
  assert.deepEqual(parseUserDictionary('风暴潮\n风暴潮 n\n风暴潮 1000 n\n雨\n', base), [
    { word: '风暴潮', weight: -5, isAlone: false },
    { word: '风暴潮', weight: -5, isAlone: false },
    { word: '风暴潮', weight: 0, isAlone: false },
    { word: '雨', weight: -5, isAlone: true },
  ]);
});

test('reads frequencies as C does', () => {
  const weight = (frequency: string): number | undefined =>
    parseUserDictionary(`雨云 ${frequency} n`, base)[0]?.weight;
  assert.equal(weight('0'), Number.NEGATIVE_INFINITY);
  assert.equal(weight('x'), Number.NEGATIVE_INFINITY);
  assert.equal(weight('1000.9'), 0);
  assert.ok(Number.isNaN(weight('-1')));
  assert.ok(Number.isNaN(weight('9999999999999999999999')));
});

test('leaves out lines of other shapes and words that are too long or hold U+0000', () => {
  assert.deepEqual(parseUserDictionary(`a b c d\n\n${'长'.repeat(513)}\n空\0白`, base), []);
  assert.equal(parseUserDictionary('𠮷'.repeat(512), base).length, 1);
});

test('inserts words with the median weight and marks none', () => {
  assert.deepEqual(insertedWords(['雨', ''], base), [{ word: '雨', weight: -5, isAlone: false }]);
});

test('refuses a dictionary or a model of another shape', () => {
  assert.throws(() => parseDictionary('暴雨 many n'), { code: 'SEGMENTER_SOURCE' });
  assert.throws(() => parseDictionary('暴雨 1 n n'), { code: 'SEGMENTER_SOURCE' });
  assert.throws(() => parseModel('0 0 0 0'), { code: 'SEGMENTER_SOURCE' });
  const all = '-1 -1 -1 -1';
  assert.throws(() => parseModel([all, all, all, all, all, '雨:-1', '雨:-1', '雨:-1', '雨:-1'].join('\n')), {
    code: 'SEGMENTER_SOURCE',
  });
});
