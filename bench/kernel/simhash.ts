/** SimHash of a page of 300 terms. The twin visits the set bits of each hash. */
import { Kernels } from '../../src/kernel/load.js';
import { createSimHasher, plainSimHasher, type SimHasher } from '../../src/kernel/simhash.js';
import { type Terms, VectorRoom } from '../../src/kernel/vectors.js';
import { randomOf } from '../../src/kit/random.js';
import type { MakeSubject, Way } from '../subject.js';
import { pageOf } from './vectors.js';

const TERMS = 300;

export const subject: MakeSubject = size => {
  const random = randomOf(5);
  const kernels = new Kernels();
  const room = new VectorRoom(kernels);
  const pages = Array.from({ length: size === 'full' ? 300 : 3 }, () => pageOf(random, TERMS));
  const inside = pages.map(({ id, count }) => {
    const vector = room.vector(id.length);
    vector.id.set(id);
    vector.count.set(count);
    return vector;
  });
  const kernel = createSimHasher(kernels);
  const over =
    (hasher: SimHasher, texts: readonly Terms[]): Way =>
    () => {
      for (const text of texts) hasher.of(text);
    };
  return {
    unit: 'thousand pages',
    scale: 1e3,
    cases: [
      {
        name: `${TERMS} terms`,
        units: pages.length,
        target: 1,
        ways: {
          kernel: over(kernel, inside),
          twin: over(plainSimHasher(), pages),
          'kernel, copied in': over(kernel, pages),
        },
        c: { source: 'simhash.c', args: [TERMS] },
      },
    ],
  };
};
