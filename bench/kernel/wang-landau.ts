/** Moves of a Wang–Landau walk, in batches of 500 over 50 intervals and one by one. */
import { type BatchedWalk, createWalk, type MoveBatch, plainWalk } from '../../src/kernel/wang-landau.js';
import { randomOf } from '../../src/kit/random.js';
import type { MakeSubject, Way } from '../subject.js';

const BATCH = 500;
const OPTIONS = { intervals: 50, firstVisits: 1 };

function batchOf(): MoveBatch {
  const random = randomOf(7);
  const interval = (): number => Math.floor(50 * random.next());
  return {
    from: Uint8Array.from({ length: BATCH }, interval),
    to: Uint8Array.from({ length: BATCH }, interval),
    need: Float64Array.from({ length: BATCH }, () => -Math.log(random.next() || 0.5)),
    accepted: new Uint8Array(BATCH),
  };
}

/** ln g stays small, as in a late stage. */
function fresh(walk: BatchedWalk): BatchedWalk {
  walk.lnF = 2 ** -20;
  return walk;
}

export const subject: MakeSubject = size => {
  const rounds = size === 'full' ? 200 : 2;
  const batch = batchOf();
  const batches =
    (walk: BatchedWalk): Way =>
    () => {
      for (let i = 0; i < rounds; i++) walk.moves(batch);
    };
  const single =
    (walk: BatchedWalk): Way =>
    () => {
      for (let i = 0; i < rounds; i++)
        for (let move = 0; move < BATCH; move++)
          walk.move(batch.from[move] as number, batch.to[move] as number, 0.5);
    };
  return {
    unit: 'million moves',
    scale: 1e6,
    cases: [
      {
        name: `batches of ${BATCH}`,
        units: rounds * BATCH,
        target: 0.9,
        ways: { kernel: batches(fresh(createWalk(OPTIONS))), twin: batches(fresh(plainWalk(OPTIONS))) },
      },
      {
        name: 'one by one',
        units: rounds * BATCH,
        ways: { kernel: single(fresh(createWalk(OPTIONS))), twin: single(fresh(plainWalk(OPTIONS))) },
      },
    ],
  };
};
