import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Fault } from '../../../../src/kit/fault.js';
import {
  FrameReader,
  MOST_QUESTION_BYTES,
  messageFrame,
  questionFrame,
  readMessage,
  readQuestion,
} from '../../../../src/log/door/frame.js';

const isFault = (code: string) => (error: unknown) => error instanceof Fault && error.code === code;

test('frames come out as they went in, however the bytes were cut', () => {
  const values = fc.array(fc.array(fc.oneof(fc.string(), fc.integer(), fc.bigInt(), fc.constant(null))));
  fc.assert(
    fc.property(values, fc.array(fc.nat(40)), (lists, cuts) => {
      const bytes = Buffer.concat(lists.map(list => messageFrame({ kind: 'rows', rows: [list] })));
      const reader = new FrameReader(2 ** 20);
      const read: unknown[] = [];
      let at = 0;
      for (const size of [...cuts, bytes.length]) {
        for (const frame of reader.push(bytes.subarray(at, at + size))) read.push(readMessage(frame));
        at += size;
      }
      assert.deepEqual(
        read,
        lists.map(list => ({ kind: 'rows', rows: [list] })),
      );
    }),
    { seed: 1, numRuns: 50 },
  );
});

test('a question is short UTF-8 of this protocol', () => {
  const [frame] = new FrameReader(MOST_QUESTION_BYTES).push(questionFrame('SELECT \'暴雨\', "é"'));
  assert.equal(readQuestion(frame as Uint8Array), 'SELECT \'暴雨\', "é"');
  assert.throws(() => questionFrame('x'.repeat(MOST_QUESTION_BYTES)), isFault('DOOR_QUESTION'));
  for (const bytes of [
    '',
    'GET / HTTP/1.1\r\n\r\n',
    'dowser door 2\nSELECT 1',
    'dowser door 1\nSELECT 1\0; 2',
  ])
    assert.throws(() => readQuestion(Buffer.from(bytes)), isFault('DOOR_QUESTION'), bytes);
  assert.throws(() => readQuestion(Buffer.from([0xff, 0xfe, 0])), isFault('DOOR_QUESTION'));
});

test('a length beyond the most is refused before its bytes are waited for', () => {
  assert.throws(() => new FrameReader(100).push(Buffer.from([101, 0, 0, 0])), isFault('DOOR_QUESTION'));
  assert.throws(() => new FrameReader(100).push(Buffer.from('GET / HTTP/1.1')), isFault('DOOR_QUESTION'));
});
