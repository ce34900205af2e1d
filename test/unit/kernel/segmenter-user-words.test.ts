import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import nodejieba from 'nodejieba';
import type { UserWords } from '../../../src/contract/segmenter.js';
import { KernelSegmenter } from '../../../src/kernel/segmenter.js';
import { SegmenterStore } from '../../../src/kernel/segmenter-store.js';
import { chineseText, oddLines, userLine } from '../../fuzz/chinese.js';
import { differenceOf } from '../../fuzz/same-words.js';

const defaults = nodejieba as unknown as { DEFAULT_USER_DICT: string };

function loadOracle(dictionary: string, words: readonly string[] = []): void {
  const folder = mkdtempSync(join(tmpdir(), 'dowser-'));
  const file = join(folder, 'user.utf8');
  writeFileSync(file, dictionary);
  nodejieba.load({ userDict: `${defaults.DEFAULT_USER_DICT};${file}` });
  rmSync(folder, { recursive: true });
  for (const word of words) nodejieba.insertWord(word);
}

function open(user: UserWords): KernelSegmenter {
  return new KernelSegmenter(SegmenterStore.open(user).share);
}

function assertSame(segmenter: KernelSegmenter, text: string): void {
  assert.equal(differenceOf(text, segmenter.cut(text), nodejieba.cut(text, true)), undefined);
}

test('takes topic words as insertWord does', () => {
  const words = [
    '风暴潮',
    '长江大桥由',
    '的',
    '市长江',
    '命令行选项',
    'x86_64',
    '语法错',
    '𠮷野家',
    'a',
    '𠮷',
  ];
  loadOracle('', words);
  const segmenter = open({ words });
  for (const text of [
    '南京市长江大桥由武汉市长江的手册页命令行选项x86_64 a abc 语法错误𠮷野家',
    '强风暴潮灾害与风暴潮。𠮷的a的𠮷',
  ]) {
    assertSame(segmenter, text);
  }
});

test('takes the words of one store only', () => {
  assert.equal(open({ words: ['雨雾潮灾'] }).cut('雨雾潮灾').count, 1);
  assert.equal(open({}).cut('雨雾潮灾').count, 2);
});

test('counts words whose characters no dictionary can hold', () => {
  const store = SegmenterStore.open({ words: ['台\u{e0041}', '风暴潮', ''] });
  assert.equal(store.skippedWords, 1);
});

test('cuts as nodejieba does with a user dictionary and inserted words', () => {
  const line = fc.sample(userLine, { numRuns: 3000, seed: 30 });
  const inserted = fc.sample(userLine, { numRuns: 300, seed: 31 }).map(each => each.split(' ')[0] as string);
  const dictionary = [...line, ...oddLines].join('\n');
  loadOracle(dictionary, inserted);
  const segmenter = open({ dictionary, words: inserted });
  const known = [...line, ...oddLines].map(each => each.trim().split(' ')[0] as string);
  fc.assert(
    fc.property(chineseText([...known, ...inserted]), text => assertSame(segmenter, text)),
    { numRuns: 800, seed: 32 },
  );
});
