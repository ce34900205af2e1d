import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beginJournal, surveyJournal } from '../../../src/journal/journal.js';
import { randomOf } from '../../../src/kit/random.js';
import { fragileDisk } from '../../web/fragile-disk.js';

const SHAPE = { numbers: [], lists: [] };
const commitOf = (seq: number) => ({ seq, elapsedMs: 0, beside: {} });

test('a commit made while another one is synced survives a power cut once synced() resolves', async () => {
  for (let seed = 0; seed < 20; seed++) {
    const disk = fragileDisk();
    const writer = beginJournal(disk.open('journal'), { startedMs: 0, shape: SHAPE });
    writer.commit(commitOf(1));
    writer.commit(commitOf(2));
    let isSynced = false;
    const synced = writer.synced().then(() => {
      isSynced = true;
    });
    while (!isSynced) {
      disk.endSyncs();
      await nextTurn();
    }
    await synced;
    disk.crash(randomOf(seed));
    assert.equal(surveyJournal(disk.open('journal'))?.last?.seq, 2);
  }
});

test('behind a commit that found the disk full there is none, even if room comes back', () => {
  const disk = fragileDisk();
  const file = disk.open('journal');
  const writer = beginJournal(file, { startedMs: 0, shape: SHAPE });
  writer.commit(commitOf(1));
  disk.roomBytes = 20;
  disk.roomBytesAfter = Number.POSITIVE_INFINITY;
  assert.throws(() => writer.commit(commitOf(2)), /ENOSPC/);
  assert.throws(() => writer.commit(commitOf(3)), /ENOSPC/);
  disk.kill();
  assert.equal(surveyJournal(file)?.last?.seq, 1);
});

test('after a power cut a file begins with what was synced, and holds nothing that was never there but zeros and garbage', () => {
  for (let seed = 0; seed < 200; seed++) {
    const random = randomOf(seed);
    const disk = fragileDisk();
    const file = disk.open('file');
    const bytes = Uint8Array.from({ length: 3000 }, (_, i) => 1 + (i % 100));
    file.append(bytes);
    file.sync();
    const cut = random.below(2) === 0 ? bytes.length : random.below(bytes.length);
    file.truncate(cut);
    const later = new Uint8Array(random.below(3000)).fill(200);
    file.append(later);
    disk.crash(random);
    const found = new Uint8Array(file.length);
    file.read(0, found);
    assert.ok(found.length >= cut && found.length <= Math.max(bytes.length, cut + later.length));
    assert.deepEqual(found.subarray(0, cut), bytes.subarray(0, cut));
    const known = new Set([0, 0xa5, 200, ...bytes]);
    assert.ok(found.every(byte => known.has(byte)));
  }
});
