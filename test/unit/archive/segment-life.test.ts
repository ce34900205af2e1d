import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildIndex } from '../../../src/archive/build-index.js';
import { cutArchive, segmentsIn } from '../../../src/archive/segment-files.js';
import { isTrouble, type SegmentWriter } from '../../../src/archive/segment-writer.js';
import { type SeenRecord, verifyArchive } from '../../../src/archive/verify-archive.js';
import { memoryDisk } from '../../../src/kit/disk.js';
import { refusingDisk } from '../../web/refusing-disk.js';
import { captureOf, noteOf, writerAt } from './captures.js';

const FOLDER = '/archive';
const ROOM_BYTES = 1e9;

type Step =
  /** Keep a page with so long a body in a lane. */
  | { readonly do: 'keep'; readonly lane: number; readonly bytes: number }
  | { readonly do: 'commit' }
  /** Only so many bytes fit on the disk, until the next commit. */
  | { readonly do: 'fill'; readonly roomBytes: number }
  /** All lanes end; of what was not committed, this part of each segment reached the disk. */
  | { readonly do: 'crash'; readonly part: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('keep' as const),
      lane: fc.constantFrom(1, 2),
      bytes: fc.nat(3000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('commit' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fill' as const), roomBytes: fc.nat(4000) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
);

/** A crawl's archive with its lanes, and what a commit knows of it. */
class Life {
  readonly disk = refusingDisk(memoryDisk(), ROOM_BYTES);
  readonly committed = new Map<string, number>();
  /** Sequence numbers of pages written since the last commit, and of those before. */
  #fresh: number[] = [];
  readonly certain: number[] = [];
  #lanes: SegmentWriter[] = [];
  #seq = 0;

  constructor() {
    this.#open();
  }

  get lengths() {
    return [...this.committed].map(([file, bytes]) => ({ file, bytes }));
  }

  keep(lane: number, bytes: number): void {
    const seq = ++this.#seq;
    const body = Buffer.from(Array.from({ length: bytes }, (_, i) => (i * i * 31 + seq) % 251));
    const page = { capture: captureOf(`${seq}`, { body }), seq, note: noteOf() };
    const written = this.#lanes[lane - 1]?.append(page);
    if (written !== undefined && !isTrouble(written)) this.#fresh.push(seq);
    else assert.ok(this.disk.roomBytes < ROOM_BYTES / 2, 'a disk with room refused');
  }

  commit(): void {
    for (const lane of this.#lanes) {
      const grown = lane.sync();
      assert.ok(!isTrouble(grown));
      for (const { file, bytes } of grown) this.committed.set(file, bytes);
    }
    this.certain.push(...this.#fresh.splice(0));
    this.disk.roomBytes = ROOM_BYTES;
  }

  crash(part: number): void {
    for (const name of segmentsIn(this.disk, FOLDER)) {
      const file = this.disk.open(join(FOLDER, name));
      const sure = this.committed.get(name) ?? 0;
      file.truncate(Math.floor(sure + (file.length - sure) * part));
    }
    this.#fresh = [];
    assert.deepEqual(cutArchive(this.disk, FOLDER, this.lengths), []);
    this.disk.roomBytes = ROOM_BYTES;
    this.#open();
  }

  #open(): void {
    this.#lanes = [1, 2].map(lane => writerAt(FOLDER, { disk: this.disk, lane, maxBytes: 6000 }));
  }
}

function take(life: Life, each: Step): void {
  if (each.do === 'keep') life.keep(each.lane, each.bytes);
  else if (each.do === 'commit') life.commit();
  else if (each.do === 'crash') life.crash(each.part);
  else life.disk.roomBytes = each.roomBytes;
}

test('through full disks and crashes, the archive holds exactly the pages that were committed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (steps, part) => {
        const life = new Life();
        for (const each of steps) take(life, each);
        life.crash(part);
        const seen: SeenRecord[] = [];
        const see = (record: SeenRecord) => seen.push(record);
        const report = await verifyArchive({ disk: life.disk, folder: FOLDER, lengths: life.lengths, see });
        assert.deepEqual(report.problems, []);
        const seqs = seen
          .filter(({ type }) => type === 'response')
          .map(({ url }) => Number(url.split('/').at(-1)));
        assert.deepEqual(
          seqs.sort((a, b) => a - b),
          life.certain.sort((a, b) => a - b),
        );
        assert.equal(await buildIndex({ disk: life.disk, folder: FOLDER }), seqs.length);
      },
    ),
    { numRuns: 150, seed: 11 },
  );
});
