import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyArchive } from '../../../src/archive/verify-archive.js';
import type { ArchiveAnswer, KeepOrder, KeptPage, LostPage } from '../../../src/contract/archive.js';
import { PAGE_FLAG } from '../../../src/contract/document.js';
import { blankReading, type Reading } from '../../../src/contract/visit.js';
import { type Disk, memoryDisk } from '../../../src/kit/disk.js';
import { ArchiveDesk, type ArchiveSetup } from '../../../workers/archive-desk.js';
import { refusingDisk } from '../../web/refusing-disk.js';
import { captureOf, DATE_MS, noteOf } from '../archive/captures.js';

const FOLDER = '/archive';

const readingOf = (slot: number, changes: Partial<Reading> = {}): Reading => ({
  ...blankReading(slot, 1),
  outcome: 200,
  status: 200,
  topics: Float64Array.of(0.4),
  ...changes,
});

/** A desk, and what it posts. */
function deskHere(changes: Partial<ArchiveSetup> = {}, disk: Disk = memoryDisk()) {
  const answers: ArchiveAnswer[] = [];
  const setup: ArchiveSetup = {
    folder: FOLDER,
    keeps: 'relevant',
    startedAtMs: DATE_MS,
    info: { software: 'dowser test' },
    ...changes,
  };
  const desk = new ArchiveDesk(setup, 1, answer => answers.push(answer), disk);
  const hold = (reading: Reading, name = `p${reading.slot}`) =>
    desk.hold(reading, () => ({ bytes: 1000, capture: () => captureOf(name) }));
  const keep = (...slots: readonly number[]): readonly (KeptPage | LostPage)[] => {
    desk.obey({ kind: 'keep', pages: slots.map(orderOf) });
    return answers.at(-1)?.kept ?? [];
  };
  return { desk, disk, answers, hold, keep };
}

const orderOf = (slot: number): KeepOrder => ({ slot, seq: slot + 100, note: noteOf() });
const fates = (pages: readonly (KeptPage | LostPage)[]): string[] =>
  pages.map(page => ('lost' in page ? page.lost : page.file));

test('what main keeps is written and told, what it drops is forgotten', async () => {
  const { desk, disk, answers, hold, keep } = deskHere();
  for (const slot of [1, 2, 3]) hold(readingOf(slot));
  assert.equal(desk.heldBytes, 3 * 2024);
  desk.obey({ kind: 'drop', slots: [2, 99] });
  const kept = keep(1, 2, 3);
  assert.deepEqual(fates(kept), ['dowser-01-00001.warc.gz', 'absent', 'dowser-01-00001.warc.gz']);
  const [first, , last] = kept as [KeptPage, LostPage, KeptPage];
  assert.deepEqual([first.slot, first.seq, first.dateMs, first.isRevisit], [1, 101, DATE_MS, false]);
  assert.equal(last.offset, first.end);
  assert.equal(desk.heldBytes, 0);
  desk.obey({ kind: 'sync', commit: 4 });
  const lengths = [{ file: first.file, bytes: last.end }];
  assert.deepEqual(answers.at(-1), { synced: { commit: 4, lengths } });
  desk.obey({ kind: 'sync', commit: 5 });
  assert.deepEqual(answers.at(-1), { synced: { commit: 5, lengths: [] } });
  desk.close();
  const report = await verifyArchive({ disk, folder: FOLDER, lengths });
  assert.deepEqual([report.problems, report.pages], [[], 2]);
});

test('a page is kept once, and a slot that is read again is held anew', () => {
  const { desk, hold, keep } = deskHere();
  hold(readingOf(1), 'old');
  hold(readingOf(1), 'new');
  assert.equal(desk.heldBytes, 2024);
  assert.deepEqual(fates(keep(1, 1)), ['dowser-01-00001.warc.gz', 'absent']);
  hold(readingOf(1));
  hold(readingOf(1, { status: 0 }));
  assert.deepEqual(fates(keep(1)), ['absent']);
});

test('what may not be archived, was not answered, or is of no use is not held', () => {
  const { desk, hold, keep } = deskHere();
  hold(readingOf(1, { pageFlags: PAGE_FLAG.noarchive | PAGE_FLAG.nofollow }));
  hold(readingOf(2, { status: 0 }));
  hold(readingOf(3, { status: 404, topics: Float64Array.of(Number.NaN) }));
  assert.equal(desk.heldBytes, 0);
  assert.deepEqual(fates(keep(1, 2, 3)), ['absent', 'absent', 'absent']);
  const all = deskHere({ keeps: 'all' });
  all.hold(readingOf(1, { pageFlags: PAGE_FLAG.noarchive }));
  all.hold(readingOf(3, { status: 404, topics: Float64Array.of(Number.NaN) }));
  assert.deepEqual(fates(all.keep(1, 3)), ['absent', 'dowser-01-00001.warc.gz']);
});

test('more than may be held is not, and that is told by name', () => {
  const { desk, hold, keep } = deskHere({ mostHeldBytes: 4100 });
  for (const slot of [1, 2, 3]) hold(readingOf(slot));
  assert.equal(desk.heldBytes, 2 * 2024);
  assert.deepEqual(fates(keep(3, 3, 1)), ['room', 'absent', 'dowser-01-00001.warc.gz']);
  hold(readingOf(3));
  assert.deepEqual(fates(keep(3, 2)), ['dowser-01-00001.warc.gz', 'dowser-01-00001.warc.gz']);
});

test('a page that the disk refuses is still held, and can be kept when there is room', async () => {
  const disk = refusingDisk(memoryDisk(), 1500);
  const { desk, answers, hold, keep } = deskHere({}, disk);
  for (const slot of [1, 2]) hold(readingOf(slot));
  const [first, second] = keep(1, 2) as [KeptPage, LostPage];
  assert.deepEqual([second.lost, second.trouble?.code], ['disk', 'ENOSPC']);
  desk.obey({ kind: 'sync', commit: 1 });
  assert.deepEqual(answers.at(-1)?.synced?.lengths, [{ file: first.file, bytes: first.end }]);
  disk.roomBytes = 1e6;
  const [again] = keep(2) as [KeptPage];
  assert.equal(again.offset, first.end);
  const report = await verifyArchive({ disk, folder: FOLDER });
  assert.deepEqual([report.problems, report.pages], [[], 2]);
});

test('a disk that cannot make the bytes certain says so, and the lengths are told the next time', () => {
  const inner = memoryDisk();
  let isBroken = false;
  const eio = (): void => {
    if (isBroken) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
  };
  const disk: Disk = {
    ...inner,
    create: path => {
      const file = inner.create(path);
      file.sync = eio;
      return file;
    },
  };
  const { desk, answers, hold, keep } = deskHere({}, disk);
  hold(readingOf(1));
  const [page] = keep(1) as [KeptPage];
  isBroken = true;
  desk.obey({ kind: 'sync', commit: 1 });
  assert.deepEqual(answers.at(-1)?.synced, {
    commit: 1,
    lengths: [],
    trouble: { code: 'EIO', text: 'EIO: i/o error' },
  });
  isBroken = false;
  desk.obey({ kind: 'sync', commit: 2 });
  assert.deepEqual(answers.at(-1)?.synced?.lengths, [{ file: page.file, bytes: page.end }]);
});

test('a fault of ours while a page is written is no trouble of the disk', () => {
  const { desk, keep } = deskHere();
  desk.hold(readingOf(1), () => ({
    bytes: 0,
    capture: () => {
      throw new Error('ours');
    },
  }));
  assert.throws(() => keep(1), /ours/);
});
