/** Rows wait for their pages, in order; a commit holds what lanes have on disk. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ArchiveDoor, Archivist } from '../../../src/app/archivist.js';
import type { KeepOrder, KeptPage } from '../../../src/contract/archive.js';
import { outcome } from '../../../src/contract/outcome.js';
import type { PageRow } from '../../../src/contract/row.js';
import type { LogSink } from '../../../src/contract/sink.js';
import { Fault } from '../../../src/kit/fault.js';

/** A lane of paper: it remembers what it was told. */
class PaperDoor implements ArchiveDoor {
  readonly lanes = 2;
  readonly kept: KeepOrder[] = [];
  readonly dropped: number[] = [];
  round = 0;

  keep(order: KeepOrder): void {
    this.kept.push(order);
  }

  drop(slot: number): void {
    this.dropped.push(slot);
  }

  sync(commit: number): void {
    this.round = commit;
  }
}

function open() {
  const rows: PageRow[] = [];
  const cuts: [number, Record<string, number>][] = [];
  const log = {
    page: (row: PageRow) => rows.push(row),
    isFull: false,
    drained: () => Promise.resolve(),
  } as unknown as LogSink;
  const cut = (lane: number, lengths: ReadonlyMap<string, number>): void => {
    cuts.push([lane, Object.fromEntries(lengths)]);
  };
  const archivist = new Archivist({ keeps: 'relevant', log, cut });
  const door = new PaperDoor();
  archivist.door = door;
  const settle = (seq: number, isRelevant: boolean, duplicateOf = 0): void => {
    const note = {
      ...{ relevance: 0.5, depth: 1, parent: Number.NaN, via: '', attempt: 1, topicVersion: 0 },
      outcome: outcome('Ok').code,
    };
    archivist.settled({ slot: 10 * seq, seq, note, isRelevant, isFirst: true, duplicateOf });
    archivist.log.page({ seq, url: `http://a.example/${seq}` } as PageRow);
  };
  return {
    archivist,
    door,
    rows,
    cuts,
    settle,
    hear: archivist.events.onAnswer,
    die: archivist.events.onDeath,
  };
}

const written = (seq: number, file = 'one', end = 100 * seq): KeptPage => ({
  ...{ slot: 10 * seq, seq, file, offset: end - 100, length: 90, end },
  ...{ dateMs: 5, digest: `sha1:${seq}`, isRevisit: false },
});
const synced = (commit: number, lengths: Record<string, number> = {}) => ({
  synced: { commit, lengths: Object.entries(lengths).map(([file, bytes]) => ({ file, bytes })) },
});

test('a row waits until its page is written, and those behind it wait too', () => {
  const { rows, settle, hear, door } = open();
  settle(1, false);
  settle(2, true);
  settle(3, false);
  settle(4, true);
  assert.deepEqual(
    rows.map(row => row.seq),
    [1],
  );
  hear({ kept: [written(4)] });
  assert.deepEqual(
    rows.map(row => row.seq),
    [1],
  );
  hear({ kept: [written(2)] });
  assert.deepEqual(
    rows.map(row => row.seq),
    [1, 2, 3, 4],
  );
  assert.deepEqual(
    rows.map(row => [row.warc_file, row.warc_offset]),
    [
      [undefined, undefined],
      ['one', 100],
      [undefined, undefined],
      ['one', 300],
    ],
  );
  assert.deepEqual(door.dropped, [10, 30]);
});

test('a page that could not be kept lets its row go without a place', () => {
  const { rows, settle, hear } = open();
  settle(1, true);
  hear({ kept: [{ slot: 10, seq: 1, lost: 'absent' }] });
  assert.deepEqual(
    rows.map(row => row.warc_file),
    [undefined],
  );
});

test('a disk that refuses is a pause', async () => {
  const { archivist, settle, hear } = open();
  settle(1, true);
  hear({ kept: [{ slot: 10, seq: 1, lost: 'disk', trouble: { code: 'ENOSPC', text: 'full' } }] });
  const isPause = (error: unknown): boolean => error instanceof Fault && error.exitCode === 75;
  assert.throws(() => settle(2, true), isPause);
  await Promise.all([
    assert.rejects(archivist.sync(1), isPause),
    Promise.resolve().then(() => {
      hear(synced(1));
      hear(synced(1));
    }),
  ]);
});

test('a commit waits for every lane and holds the pages up to its seq', async () => {
  const { archivist, settle, hear, door } = open();
  settle(1, true);
  const commit = archivist.sync(1);
  settle(2, true);
  hear({ kept: [written(1)] });
  hear(synced(door.round, { one: 100 }));
  hear({ kept: [written(2, 'one')] });
  hear(synced(door.round, {}));
  assert.deepEqual(await commit, { lengths: [{ file: 'one', bytes: 100 }], kept: [written(1)] });
  const next = archivist.sync(2);
  hear(synced(door.round, { one: 200 }));
  hear(synced(door.round));
  assert.deepEqual(await next, { lengths: [{ file: 'one', bytes: 200 }], kept: [written(2, 'one')] });
});

test('the death of a lane cuts its segments to what was heard and ends a commit under way', async () => {
  const { archivist, settle, hear, die, cuts, door } = open();
  settle(1, true);
  hear({ kept: [written(1)] });
  const commit = archivist.sync(1);
  const old = door.round;
  die(2);
  assert.equal(await commit, undefined);
  assert.deepEqual(cuts, [[2, { one: 100 }]]);
  const next = archivist.sync(1);
  hear(synced(old, { two: 1 }));
  hear(synced(door.round));
  hear(synced(door.round));
  assert.deepEqual(await next, { lengths: [{ file: 'one', bytes: 100 }], kept: [written(1)] });
});

test('a page with the text of a kept one is offered as a revisit of it', () => {
  const { settle, hear, door } = open();
  settle(1, true);
  hear({ kept: [written(1)] });
  settle(2, true, 1);
  settle(3, true, 7);
  assert.deepEqual(
    door.kept.map(({ refersTo }) => refersTo?.digest),
    [undefined, 'sha1:1', undefined],
  );
});

test('places told by a commit of before come back into the rows', () => {
  const { archivist, rows } = open();
  archivist.recall({ lengths: [{ file: 'one', bytes: 100 }], kept: [written(1)] });
  archivist.log.page({ seq: 1, url: 'http://a.example/1' } as PageRow);
  assert.equal(rows[0]?.warc_file, 'one');
});

test('while a commit waits for a slow disk the crawl does not run away from it', async () => {
  const { archivist, settle, hear, door } = open();
  const commit = archivist.sync(0);
  for (let seq = 1; seq < 4096; seq++) settle(seq, false);
  assert.equal(archivist.log.isFull, false);
  settle(4096, false);
  assert.equal(archivist.log.isFull, true);
  let isDrained = false;
  const drained = archivist.log.drained().then(() => {
    isDrained = true;
  });
  await Promise.resolve();
  assert.equal(isDrained, false);
  hear(synced(door.round));
  hear(synced(door.round));
  await Promise.all([commit, drained]);
  assert.equal(archivist.log.isFull, false);
});

test('rows that wait for their pages stop the crawl, and a disk that refuses ends the wait', async () => {
  const { archivist, settle, hear } = open();
  for (let seq = 1; seq <= 4096; seq++) settle(seq, true);
  assert.equal(archivist.log.isFull, true);
  const drained = archivist.log.drained();
  hear({ kept: [{ slot: 10, seq: 1, lost: 'disk', trouble: { code: 'ENOSPC', text: 'full' } }] });
  await assert.rejects(drained, (error: unknown) => error instanceof Fault && error.exitCode === 75);
});

test('where no lane answers any more, a commit under way and the next one hear why', async () => {
  const { archivist } = open();
  const fault = new Fault('ENGINE_LANES_DIE', 'They all died.', 70);
  const commit = archivist.sync(1);
  archivist.events.onFault(fault);
  await assert.rejects(commit, fault);
  await assert.rejects(archivist.sync(1), fault);
});
