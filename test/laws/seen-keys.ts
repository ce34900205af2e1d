/** What the seen-table law and its threads share. */
import type { MessagePort } from 'node:worker_threads';

/** Words of the shared Int32Array. `size` is raised after an insertion, `generation` before a handle is announced. */
export const SHARED = {
  size: 0,
  generation: 1,
  isDone: 2,
  looked: 3,
  found: 4,
  wrong: 5,
  length: 6,
} as const;

export interface Job {
  readonly port: MessagePort;
  readonly words: Int32Array;
  readonly reader: number;
  readonly keys: number;
}

/** Halves of key i: distinct, well mixed; key 0 is 0. */
export const lowOf = (i: number): number => Math.imul(i, 0x9e3779b1) >>> 0;
export const highOf = (i: number): number => {
  const mixed = Math.imul(i ^ (i >>> 15), 0x2c1b3c6d);
  return Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 0;
};
