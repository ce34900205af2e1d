import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { buildImage } from '../../../../src/kernel/dictionary/build.js';
import { faultOfImage, readImage, stampOfImage } from '../../../../src/kernel/dictionary/file.js';
import { CHECKED_FROM, HEADER } from '../../../../src/kernel/dictionary/layout.js';
import { KernelSegmenter } from '../../../../src/kernel/segmenter.js';
import { SegmenterStore } from '../../../../src/kernel/segmenter-store.js';

const never = -3.14e100;
const model = [
  `-0.3 ${never} ${never} -1.4`,
  `${never} -0.5 -0.9 ${never}`,
  `-0.6 ${never} ${never} -0.8`,
  `${never} -0.3 -1.3 ${never}`,
  `-0.7 ${never} ${never} -0.7`,
  '雨:-1,大:-2',
  '雨:-2,大:-1',
  '雨:-3,大:-3',
  '雨:-1,大:-1',
].join('\n');
const source = { dictionary: '暴雨 10 n\n大雨 5 n\n大 3 a\n', model, user: '雨\n' };
const image = buildImage(source, 7);

const folder = mkdtempSync(join(tmpdir(), 'dowser-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
function fileOf(bytes: Uint8Array): string {
  const path = join(folder, 'test.img');
  writeFileSync(path, bytes);
  return path;
}

test('the same sources give the same image, and it says what it was made of', () => {
  assert.deepEqual(buildImage(source, 7), image);
  assert.equal(stampOfImage(image), 7);
  assert.equal(faultOfImage(image), undefined);
});

test('an image made of a small dictionary cuts its words', () => {
  const segmenter = new KernelSegmenter(SegmenterStore.open({}, fileOf(image)).share);
  const { count, end } = segmenter.cut('大雨暴雨雨');
  assert.deepEqual([...end.slice(0, count)], [2, 4, 5]);
});

test('a broken image is a fault that says what to do', () => {
  const fault = { code: 'SEGMENTER_IMAGE', message: /npm run build/ };
  const changed = (change: (bytes: Uint8Array) => void): Uint8Array => {
    const bytes = image.slice();
    change(bytes);
    return bytes;
  };
  const wrongVersion = changed(bytes => {
    new DataView(bytes.buffer).setUint32(4 * HEADER.version, 9, true);
    new DataView(bytes.buffer).setUint32(4 * HEADER.checksum, crc32(bytes.subarray(CHECKED_FROM)), true);
  });
  for (const broken of [
    new Uint8Array(0),
    image.subarray(0, 100),
    image.subarray(0, image.length - 8),
    changed(bytes => bytes.fill(1, 0, 4)),
    changed(bytes => bytes.fill(255, bytes.length - 1)),
    changed(bytes => bytes.fill(3, 90_000, 90_001)),
    wrongVersion,
  ]) {
    assert.throws(() => SegmenterStore.open({}, fileOf(broken)), fault);
  }
  assert.throws(() => readImage(join(folder, 'absent.img')), fault);
});
