/** A thread of the seen-table law: looks up keys while main inserts them, and counts every answer that is not true. */
import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import { attachSeenTable, type SeenHandle, type SeenReader } from '../../src/kernel/seen.js';
import { randomOf } from '../../src/kit/random.js';
import { highOf, type Job, lowOf, SHARED } from './seen-keys.js';

const { port, words, reader, keys } = workerData as Job;
const random = randomOf(reader);
const low = new Uint32Array(300);
const high = new Uint32Array(300);
const known = new Uint32Array(300);
const asked = new Uint32Array(300);

/** Checks one batch; entries below `sure` must be there. */
function look(table: SeenReader, sure: number): void {
  for (let i = 0; i < asked.length; i++) {
    const key = random.below(i % 3 === 0 ? keys : Math.min(keys, sure + 100));
    asked[i] = key;
    low[i] = lowOf(key);
    high[i] = highOf(key);
  }
  table.findMany(low, high, asked.length, known);
  for (let i = 0; i < asked.length; i++) check(asked[i] as number, (known[i] as number) - 1, sure);
  const key = random.below(keys);
  check(key, table.find(lowOf(key), highOf(key)), sure);
}

function check(key: number, slot: number, sure: number): void {
  Atomics.add(words, SHARED.looked, 1);
  if (slot >= 0) Atomics.add(words, SHARED.found, 1);
  if (slot >= 0 ? slot !== key : key < sure) Atomics.add(words, SHARED.wrong, 1);
}

let table: SeenReader | undefined;
/** Entries that the attached memory had when it was announced. */
let announced = 0;
/** Which of the memories that were announced it is. */
let generation = 0;
while (Atomics.load(words, SHARED.isDone) === 0 || table === undefined) {
  const message = receiveMessageOnPort(port)?.message as { handle: SeenHandle; size: number } | undefined;
  if (message !== undefined) {
    table = attachSeenTable(message.handle, reader);
    announced = message.size;
    generation++;
  }
  if (table === undefined) continue;
  const size = Atomics.load(words, SHARED.size);
  const isNewest = Atomics.load(words, SHARED.generation) === generation;
  look(table, isNewest ? size : announced);
}
port.close();
