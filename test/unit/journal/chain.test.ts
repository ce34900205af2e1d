/** Files of a journal that turn at snapshots: whichever step of the disk is the last one, nothing that was certain is lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RoadJournal } from '../../../src/contract/journal.js';
import type { Savables } from '../../../src/contract/snapshot.js';
import { beginChain, type Chain, type ChainWriter, surveyChain } from '../../../src/journal/chain.js';
import { memoryDisk } from '../../../src/kit/disk.js';
import { randomOf } from '../../../src/kit/random.js';
import { type FragileDisk, fragileDisk } from '../../web/fragile-disk.js';

const SHAPE = { numbers: [], lists: [] };
const FOLDER = '/crawl';
const BEGINNING = { startedMs: 5, shape: SHAPE };

/** A state that is the row of numbers told so far, larger than a block of a snapshot. */
class State {
  readonly told: number[] = [];
  readonly padding = new Uint8Array(5_000_000).fill(7);

  get savables(): Savables {
    return {
      told: {
        save: () => ({ facts: this.told.length, arrays: { told: Uint32Array.from(this.told) } }),
        load: ({ facts, array }) => {
          this.told.push(...array<Uint32Array>('told'));
          assert.equal(this.told.length, facts);
        },
      },
      padding: {
        save: () => ({ arrays: { padding: this.padding } }),
        load: ({ read }) => read('padding', this.padding.fill(0)),
      },
    };
  }
}

const commitAt = (seq: number) => ({ seq, elapsedMs: seq, beside: {} });

/** Tells `count` numbers, a commit each, and turns where it is said. Adds to `certain` whatever is on disk. */
async function tell(
  writer: ChainWriter,
  state: State,
  { count, turnsAt, certain = [] }: { count: number; turnsAt: readonly number[]; certain?: number[] },
): Promise<void> {
  for (let i = 0; i < count; i++) {
    const number = state.told.length;
    writer.entries.dropped(number);
    state.told.push(number);
    writer.commit(commitAt(state.told.length));
    await writer.synced();
    certain.push(number);
    if (!turnsAt.includes(number)) continue;
    const publish = await writer.turn(commitAt(state.told.length), state.savables);
    await publish?.();
  }
}

/** What a process finds: the snapshot, and what was told since. */
function recall(chain: Chain): State {
  const state = new State();
  const past = chain.past();
  if (past.base !== undefined)
    for (const [name, savable] of Object.entries(state.savables)) savable.load(past.base(name));
  const journal = new Proxy({} as RoadJournal, { get: () => (slot: number) => state.told.push(slot) });
  for (const _ of past.tell(journal));
  return state;
}

const row = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

test('what was told comes back, from the last snapshot on, whatever came before', async () => {
  const files = { disk: memoryDisk(), folder: FOLDER };
  const writer = beginChain(files, BEGINNING);
  await tell(writer, new State(), { count: 9, turnsAt: [2, 5] });
  writer.close();
  assert.deepEqual(files.disk.list(FOLDER), ['journal-2.bin', 'snapshot-2.bin']);
  const chain = surveyChain(files);
  assert.ok(chain !== undefined);
  assert.deepEqual([chain.wholeSeq, chain.last?.seq, chain.commits, chain.isTidy], [6, 9, 3, true]);
  const state = recall(chain);
  assert.deepEqual(state.told, row(9));
  assert.ok(state.padding.every(byte => byte === 7));
  const again = chain.reopen();
  await tell(again, state, { count: 3, turnsAt: [10] });
  again.close();
  assert.deepEqual(recall(surveyChain(files) as Chain).told, row(12));
});

/** Counts steps of the disk; at the given one the process ends. */
function killAt(disk: FragileDisk, step: number): { count: number } {
  const steps = { count: 0 };
  disk.onStep = (_, bytes) => {
    if (++steps.count >= step) throw new Error('killed');
    return bytes;
  };
  return steps;
}

/** Syncs that run beside the crawl end in the next turn. */
function letSyncsEnd(disk: FragileDisk): NodeJS.Timeout {
  return setInterval(() => disk.endSyncs(), 0);
}

for (const trouble of ['a kill', 'a power cut']) {
  test(`${trouble} at any step of the disk loses nothing that was certain`, async () => {
    const random = randomOf(3);
    const turnsAt = [1, 4];
    for (let step = 1, isOver = false; !isOver; step++) {
      const disk = fragileDisk();
      const timer = letSyncsEnd(disk);
      const certain: number[] = [];
      try {
        killAt(disk, step);
        await tell(beginChain({ disk, folder: FOLDER }, BEGINNING), new State(), {
          ...{ count: 7, turnsAt, certain },
        });
        isOver = true;
      } catch (error) {
        assert.equal((error as Error).message, 'killed');
      }
      disk.onStep = undefined;
      if (trouble === 'a kill') disk.kill();
      else disk.crash(random);
      const chain = surveyChain({ disk, folder: FOLDER });
      const found = chain === undefined ? [] : recall(chain).told;
      assert.deepEqual(found, row(found.length));
      assert.ok(found.length >= certain.length, `step ${step}: ${found.length} of ${certain.length}`);
      const writer = chain?.reopen() ?? beginChain({ disk, folder: FOLDER }, BEGINNING);
      const state = chain === undefined ? new State() : recall(chain);
      await tell(writer, state, { count: 5, turnsAt: [found.length + 1] });
      assert.deepEqual(recall(surveyChain({ disk, folder: FOLDER }) as Chain).told, row(found.length + 5));
      clearInterval(timer);
    }
  });
}

test('a disk that has no room for a snapshot lets the journal go on', async () => {
  const disk = fragileDisk();
  const timer = letSyncsEnd(disk);
  const writer = beginChain({ disk, folder: FOLDER }, BEGINNING);
  const state = new State();
  disk.roomBytes = 3_000_000;
  disk.roomBytesAfter = 1_000_000;
  await tell(writer, state, { count: 4, turnsAt: [1] });
  clearInterval(timer);
  assert.deepEqual(disk.list(FOLDER), ['journal.bin']);
  assert.deepEqual(recall(surveyChain({ disk, folder: FOLDER }) as Chain).told, row(4));
});

test('a journal that does not begin where the one before ends does not count', async () => {
  const disk = memoryDisk();
  const writer = beginChain({ disk, folder: FOLDER }, BEGINNING);
  const state = new State();
  await tell(writer, state, { count: 3, turnsAt: [] });
  await writer.turn(commitAt(3), state.savables);
  await tell(writer, state, { count: 2, turnsAt: [] });
  writer.close();
  const first = disk.open('/crawl/journal.bin');
  first.truncate(first.length - 8);
  const chain = surveyChain({ disk, folder: FOLDER }) as Chain;
  assert.deepEqual(recall(chain).told, row(2));
  chain.reopen().close();
  assert.deepEqual(disk.list(FOLDER), ['journal.bin']);
});

test('a damaged snapshot is told, not guessed at', async () => {
  const disk = memoryDisk();
  const writer = beginChain({ disk, folder: FOLDER }, BEGINNING);
  await tell(writer, new State(), { count: 3, turnsAt: [1] });
  writer.close();
  const file = disk.open('/crawl/snapshot-1.bin');
  const whole = new Uint8Array(file.length);
  file.read(0, whole);
  for (const at of [40, 4_000_000, whole.length - 20]) {
    const damaged = disk.create('/crawl/snapshot-1.bin');
    const bytes = whole.slice();
    bytes[at] = (bytes[at] as number) ^ 1;
    damaged.append(bytes);
    assert.throws(() => recall(surveyChain({ disk, folder: FOLDER }) as Chain), { code: 'SNAPSHOT_DAMAGED' });
  }
  disk.create('/crawl/snapshot-1.bin').append(whole.subarray(0, whole.length - 100));
  assert.throws(() => surveyChain({ disk, folder: FOLDER }), { code: 'SNAPSHOT_DAMAGED' });
});
