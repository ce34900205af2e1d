import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { KernelSegmenter } from '../../../src/kernel/segmenter.js';
import { type SegmenterShare, SegmenterStore } from '../../../src/kernel/segmenter-store.js';

const ROUNDS = 3;

interface Job {
  readonly share: SegmenterShare;
  readonly text: string;
}

function digestOf({ share, text }: Job): string {
  const { count, end, hash } = new KernelSegmenter(share).cut(text);
  let sum = count;
  for (let i = 0; i < count; i++) {
    sum = (Math.imul(sum, 31) + (end[i] as number)) | 0;
    sum = (Math.imul(sum, 31) + (hash[2 * i] as number)) | 0;
    sum = (Math.imul(sum, 31) + (hash[2 * i + 1] as number)) | 0;
  }
  return `${count} ${sum}`;
}

function answerOf(job: Job): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: job });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

if (isMainThread) {
  const { dictionaryWords } = await import('../../fuzz/chinese.js');
  /** Half a megabyte of dictionary words in an order of their own. */
  const text = Array.from({ length: 60_000 }, (_, i) => {
    const word = dictionaryWords[(i * 7919) % dictionaryWords.length] as string;
    return i % 11 === 0 ? `${word}，` : word;
  }).join('');

  test('three threads on one dictionary give the same words and hashes as one, and leave it as it was', async () => {
    const { share } = SegmenterStore.open({ words: ['风暴潮', '雨雾潮灾'] });
    const job = { share, text };
    const before = Buffer.from(new Uint8Array(share.memory.buffer, 1024, 7_000_000));
    const expected = digestOf(job);
    const answers = await Promise.all([answerOf(job), answerOf(job), answerOf(job)]);
    for (const answer of answers) assert.deepEqual(answer, Array(ROUNDS).fill(expected));
    assert.ok(before.equals(new Uint8Array(share.memory.buffer, 1024, 7_000_000)));
  });

  test('threads with stores of their own do not hear of each other', async () => {
    const plain = { share: SegmenterStore.open().share, text };
    const words = dictionaryWords.slice(0, 400).map(word => word + word);
    const other = { share: SegmenterStore.open({ words }).share, text };
    const [one, two] = await Promise.all([answerOf(plain), answerOf(other)]);
    assert.equal(one[0], digestOf(plain));
    assert.equal(two[0], digestOf(other));
  });
} else {
  const job = workerData as Job;
  parentPort?.postMessage(Array.from({ length: ROUNDS }, () => digestOf(job)));
}
