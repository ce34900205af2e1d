/** Dot product and cosine of vectors of 300 terms. The twin merges two sorted lists, each id loaded once. */
import { createSparseSpace, plainSparseSpace, type SparseSpace } from '../../src/kernel/sparse.js';
import { randomOf } from '../../src/kit/random.js';
import type { MakeSubject, Way } from '../subject.js';
import { idsOf } from './vectors.js';

const TERMS = 300;

export const subject: MakeSubject = size => {
  const count = size === 'full' ? 1000 : 4;
  const random = randomOf(3);
  const vectors = Array.from({ length: count }, () => {
    const id = idsOf(random, TERMS);
    return { id, weight: Float64Array.from(id, () => random.next()) };
  });
  const filled = (space: SparseSpace) => {
    const left = Uint32Array.from(vectors, each => space.put(each));
    const right = Uint32Array.from(left, () => left[random.below(count)] as number);
    return { space, left, right, out: new Float64Array(count) };
  };
  const kernel = filled(createSparseSpace());
  const twin = filled(plainSparseSpace());
  type Filled = typeof kernel;
  const dots =
    ({ space, left, right, out }: Filled): Way =>
    () =>
      space.dots(left, right, out);
  const cosines =
    ({ space, left, right, out }: Filled): Way =>
    () =>
      space.cosines(left, right, out);
  const single =
    ({ space, left, right, out }: Filled): Way =>
    () => {
      for (let i = 0; i < count; i++) out[i] = space.cosine(left[i] as number, right[i] as number);
    };
  const c = { source: 'sparse.c', args: [TERMS] };
  return {
    unit: 'million pairs',
    scale: 1e6,
    cases: [
      {
        name: `dot, ${TERMS} × ${TERMS} terms, list of pairs`,
        units: count,
        target: 1.3,
        ways: { kernel: dots(kernel), twin: dots(twin) },
        c,
      },
      {
        name: `cosine, ${TERMS} × ${TERMS} terms, list of pairs`,
        units: count,
        target: 1.3,
        ways: { kernel: cosines(kernel), twin: cosines(twin) },
      },
      {
        name: `cosine, ${TERMS} × ${TERMS} terms, one call each`,
        units: count,
        target: 1.3,
        ways: { kernel: single(kernel), twin: single(twin) },
      },
    ],
  };
};
