import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { UserWords, Words } from '../../../src/contract/segmenter.js';
import { KernelSegmenter } from '../../../src/kernel/segmenter.js';
import { SegmenterStore } from '../../../src/kernel/segmenter-store.js';
import { NodejiebaSegmenter } from '../../../src/text/nodejieba.js';
import { chineseText } from '../../fuzz/chinese.js';

const copyOf = ({ count, end, hash }: Words) => ({
  end: [...end.slice(0, count)],
  hash: [...hash.slice(0, 2 * count)],
});

test('both segmenters give the same ends and hashes, with words of a user dictionary and inserted ones', () => {
  const user: UserWords = { dictionary: '雨雾潮灾 10 n\n雨\n', words: ['风暴潮灾', '潮', '雨'] };
  const kernel = new KernelSegmenter(SegmenterStore.open(user).share);
  const reference = new NodejiebaSegmenter(user);
  const same = (text: string): void =>
    assert.deepEqual(copyOf(kernel.cut(text)), copyOf(reference.cut(text)));
  same('强风暴潮灾害，雨雾潮灾。\ud800');
  fc.assert(fc.property(chineseText(['雨雾潮灾', '雨', '潮']), same), { numRuns: 300, seed: 40 });
});
