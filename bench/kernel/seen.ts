/**
 * The seen table at four million addresses. The twin is open addressing over entries of three u32 in one typed array,
 * with about the same bytes an entry (18) and the same secret.
 */
import { createSeenTable, plainSeenTable, type SeenTable } from '../../src/kernel/seen.js';
import { type Random, randomOf } from '../../src/kit/random.js';
import type { MakeSubject, Way } from '../subject.js';

/** Links of a page, of which every fifth was never met. */
const PAGE = 50;
const NEW = 5;
const PAGES = 4000;

interface Keys {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
}

const draw = (random: Random, count: number): Keys => {
  const half = (): Uint32Array => new Uint32Array(count).map(() => random.below(2 ** 32));
  return { low: half(), high: half() };
};

/** Links of pages: known ones of `keys`, and new ones between. */
function linksOf(random: Random, { low, high }: Keys, pages: number): Keys[] {
  return Array.from({ length: pages }, () => {
    const page = draw(random, PAGE);
    for (let i = 0; i < PAGE; i++) {
      if (i % NEW === 0) continue;
      const known = random.below(low.length);
      page.low[i] = low[known] as number;
      page.high[i] = high[known] as number;
    }
    return page;
  });
}

export const subject: MakeSubject = size => {
  const count = size === 'full' ? 4_000_000 : 2000;
  const random = randomOf(6);
  const keys = draw(random, count);
  const slot = Uint32Array.from(keys.low, (_, i) => i);
  const pages = linksOf(random, keys, size === 'full' ? PAGES : 2);
  const made = (make: typeof createSeenTable): SeenTable => {
    const table = make({ capacity: 1.1 * count });
    table.insertMany(keys.low, keys.high, slot);
    return table;
  };
  const kernel = made(createSeenTable);
  const twin = made(plainSeenTable);
  const known = new Uint32Array(PAGE);
  const look =
    (table: SeenTable): Way =>
    () => {
      for (const { low, high } of pages) table.findMany(low, high, PAGE, known);
    };
  const lookOne =
    (table: SeenTable): Way =>
    () => {
      for (const { low, high } of pages) {
        for (let i = 0; i < PAGE; i++) table.find(low[i] as number, high[i] as number);
      }
    };
  const few = slot.subarray(0, count / 8);
  const fill =
    (make: typeof createSeenTable): Way =>
    () =>
      make({ capacity: 1.1 * few.length }).insertMany(keys.low, keys.high, few);
  const grow =
    (make: typeof createSeenTable): Way =>
    () =>
      make().insertMany(keys.low, keys.high, few);
  const units = pages.length * PAGE;
  const c = { source: 'seen.c', args: [count] };
  return {
    unit: 'million keys',
    scale: 1e6,
    cases: [
      {
        name: `look up ${PAGE} links of a page, 4 of 5 known`,
        units,
        target: 1.8,
        ways: { kernel: look(kernel), twin: look(twin) },
        c,
      },
      {
        name: 'insert many',
        units: few.length,
        target: 1.8,
        ways: { kernel: fill(createSeenTable), twin: fill(plainSeenTable) },
      },
      {
        name: 'insert many, growing from nothing',
        units: few.length,
        ways: { kernel: grow(createSeenTable), twin: grow(plainSeenTable) },
      },
      { name: 'look up one by one', units, ways: { kernel: lookOne(kernel), twin: lookOne(twin) } },
    ],
  };
};
