/** A crawl pauses before memory or disk is full, and keeps some disk for the pause. */
import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { asPause, Ceilings } from '../../../src/app/ceilings.js';
import { VirtualClock } from '../../../src/kit/clock.js';
import { Fault } from '../../../src/kit/fault.js';
import { temporaryFolder } from '../../web/tiny.js';

const GIB = 2 ** 30;
const roomy = { memory: () => GIB, freeDisk: () => 100 * GIB, usedDisk: () => GIB };

test('each ceiling gives its own reason, and none is asked for what it was not told', () => {
  const reachedBy = (meter: Partial<typeof roomy>, options = {}): string | undefined =>
    new Ceilings({ folder: '/', ...options }, new VirtualClock(), { ...roomy, ...meter }).reached();
  assert.equal(reachedBy({}), undefined);
  assert.equal(reachedBy({ freeDisk: () => 2 ** 20 }), 'disk full');
  assert.equal(reachedBy({}, { maxDisk: GIB }), 'max disk');
  assert.equal(reachedBy({}, { maxDisk: GIB + 1 }), undefined);
  assert.equal(reachedBy({}, { maxMemory: GIB }), 'max memory');
  assert.equal(reachedBy({}, { maxMemory: GIB + 1 }), undefined);
});

test('the system is asked a few times a second, and a reached ceiling stays reached', () => {
  let asked = 0;
  const clock = new VirtualClock();
  let free = 100 * GIB;
  const freeDisk = (): number => {
    asked++;
    return free;
  };
  const meter = { ...roomy, freeDisk };
  const ceilings = new Ceilings({ folder: '/' }, clock, meter);
  for (let i = 0; i < 1000; i++) {
    ceilings.reached();
    clock.advance(1);
  }
  assert.ok(asked >= 2 && asked <= 5, `${asked}`);
  free = 0;
  clock.advance(1000);
  assert.equal(ceilings.reached(), 'disk full');
  free = 100 * GIB;
  clock.advance(1000);
  assert.equal(ceilings.reached(), 'disk full');
});

test('memory that runs short is told before it is full, and over when there is some again', () => {
  const clock = new VirtualClock();
  let held = 80;
  const ceilings = new Ceilings({ folder: '/', maxMemory: 100 }, clock, { ...roomy, memory: () => held });
  const ask = (bytes: number): unknown[] => {
    held = bytes;
    clock.advance(1000);
    return [ceilings.reached(), ceilings.isShort];
  };
  assert.deepEqual(ask(80), [undefined, false]);
  assert.deepEqual(ask(86), [undefined, true]);
  assert.deepEqual(ask(84), [undefined, false]);
  assert.deepEqual(ask(99), [undefined, true]);
  assert.deepEqual(ask(100), ['max memory', true]);
});

test('the reserve takes room on the disk and gives it back', () => {
  const folder = temporaryFolder();
  const ceilings = new Ceilings({ folder }, new VirtualClock(), roomy);
  ceilings.reserve();
  assert.ok(statSync(join(folder, 'reserve')).size >= 2 ** 20);
  ceilings.release();
  assert.equal(existsSync(join(folder, 'reserve')), false);
});

test('a disk that refuses is a pause, anything else stays what it is', () => {
  const full = asPause(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  assert.ok(full instanceof Fault && full.exitCode === 75);
  const other = new Error('other');
  assert.equal(asPause(other), other);
});
