/** Wang–Landau and annealing on webs on paper, with the worked numbers of METHODS C.2, I.2 and L.7. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultsOf } from '../../../src/contract/option.js';
import type { FrontierView, LinkBatch, PageView, Strategy } from '../../../src/contract/strategy.js';
import { createWalk } from '../../../src/kernel/wang-landau.js';
import { intervalOf } from '../../../src/kit/energy.js';
import { type Random, randomOf } from '../../../src/kit/random.js';
import { roulette } from '../../../src/kit/roulette.js';
import { annealing } from '../../../src/strategy/annealing.js';
import { wangLandau } from '../../../src/strategy/wang-landau/wang-landau.js';
import { crawlPaper, type PaperWeb } from '../../web/paper.js';

interface Note {
  readonly kind: string;
  readonly numbers: Readonly<Record<string, number>>;
}

/** Draws these numbers one after another, the last one for ever. */
const drawing = (...numbers: readonly number[]): Random => {
  let at = 0;
  return { ...randomOf(1), next: () => numbers[Math.min(at++, numbers.length - 1)] as number };
};

function walkOf(options: object, random: Random, notes: Note[] = []): Strategy {
  return wangLandau.create({
    ...{ options: { ...defaultsOf(wangLandau.options), ...options } as never, random, topics: [] },
    ...{ threshold: 0.2, kernels: { walk: createWalk } },
    note: (kind, numbers) => void notes.push({ kind, numbers }),
  });
}

const link = (to: string, anchor: number) => ({ to, number: { anchor, hasAnchor: 1 } });
const anchorsOnly = { lambda: 1, moves: 'all', region: 'host' };

test('intervals are those of METHODS C.2, although .58 / .02 is 28.999…', () => {
  const energies = [0, 0.02, 0.06, 0.14, 0.28, 0.56, 0.58, 0.621, 0.98, 1];
  assert.deepEqual(energies.map(intervalOf), [0, 1, 3, 7, 14, 28, 29, 31, 49, 49]);
});

test('regions with means .46, .44 and .10 win by a roulette, and .62 is the winner of the first', async () => {
  const links = [
    ...[link('h1/a', 0.62), link('h1/b', 0.3), link('h2/a', 0.45), link('h2/b', 0.44), link('h2/c', 0.43)],
    link('h3/a', 0.1),
  ];
  const web: PaperWeb = { s: { relevance: 0, links } };
  for (const [u, first] of [
    [0.45, 'h1/a'],
    [0.47, 'h2/a'],
    [0.89, 'h2/a'],
    [0.91, 'h3/a'],
  ] as const) {
    const strategy = walkOf({ ...anchorsOnly, theta: 0.05 }, drawing(u));
    const { order } = await crawlPaper(web, () => strategy, { seeds: ['s'], limits: { maxPages: 2 } });
    assert.equal(order[1], first, `u = ${u}`);
  }
});

test('a move from .205 to .405 is rejected at u = .5, because p = e^-1; the link is passed over, and the walk goes on', async () => {
  const notes: Note[] = [];
  const links = [0.405, 0.405, 0.205, 0.405, 0.405].map((energy, i) => link(`h${i}/x`, energy));
  // Of two numbers the first decides the competition, the second the move.
  const numbers = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 0 : 0.5));
  const strategy = walkOf({ ...anchorsOnly, competition: 'uniform', theta: 0.1 }, drawing(...numbers), notes);
  const { order } = await crawlPaper({ s: { relevance: 0, links } }, () => strategy, { seeds: ['s'] });
  assert.deepEqual(order, ['s', 'h0/x', 'h1/x', 'h2/x', 'h4/x', 'h3/x']);
  const moves = notes.filter(({ kind }) => kind === 'move').map(({ numbers }) => numbers);
  assert.deepEqual(
    moves.map(({ accepted }) => accepted),
    [1, 1, 1, 0, 1, 1],
  );
  assert.ok(Math.abs((moves[3]?.['p'] as number) - 0.367879) < 1e-6);
  assert.equal(moves[4]?.['p'], 1);
});

test('H that is flat ends a stage: ln f halves and the walk can stop', async () => {
  const web: Record<string, object> = {};
  for (let i = 0; i < 400; i++)
    web[`h/${i}`] = {
      relevance: 0,
      links: [1, 2].map(n => link(`h/${2 * i + n}`, ((i + n) % 2) * 0.2 + 0.3)),
    };
  const notes: Note[] = [];
  const strategy = walkOf(
    { ...anchorsOnly, testEvery: 20, flatness: 0.05, stopLnF: 0.2 },
    randomOf(3),
    notes,
  );
  const { reason } = await crawlPaper(web as PaperWeb, () => strategy, { seeds: ['h/0'] });
  assert.equal(reason, 'ln f small');
  const stages = notes.filter(({ kind, numbers }) => kind === 'walk' && numbers['is_flat'] === 1);
  assert.deepEqual([...new Set(stages.map(({ numbers }) => numbers['ln_f']))], [1, 0.5, 0.25]);
});

test('several walkers are under way at once and share one walk', async () => {
  const web: Record<string, object> = {};
  for (let i = 0; i < 200; i++)
    web[`h${i % 7}/${i}`] = {
      relevance: (i % 10) / 10,
      links: [1, 2, 3].map(n => link(`h${(3 * i + n) % 7}/${3 * i + n}`, ((i * n) % 9) / 9)),
    };
  let most = 0;
  const strategy = walkOf({ walkers: 3 }, randomOf(4));
  await crawlPaper(web as PaperWeb, () => strategy, {
    ...{ seeds: ['h0/0'], window: 8 },
    watch: {
      onSettled(road) {
        most = Math.max(most, road.trips.size);
      },
    },
  });
  assert.equal(most, 2, 'one of three has just arrived');
});

test('roulette (METHODS L.7)', () => {
  const weights = Float64Array.of(0.29444, 0.323004, 0.326022, 0.056534);
  assert.deepEqual(
    [0.29, 0.3, 0.618, 0.99].map(u => roulette(weights, u)),
    [0, 1, 2, 3],
  );
  assert.equal(roulette(new Float64Array(4), 0.6), 2);
  assert.equal(roulette(new Float64Array(0), 0.6), -1);
});

test('annealing takes .3 after .5 with the chance .670320 at T = .5 and .135335 at T = .1 (METHODS I.2)', async () => {
  // Of .6 anchor + .4 page: the seed's page gives .4, so anchors .1667 and −.1667 make .5 and .3.
  const web: PaperWeb = {
    s: { relevance: 1, links: [link('a/x', 1 / 6)] },
    'a/x': { relevance: 0, links: [link('b/x', 0.5)] },
  };
  for (const [temperature, u, isTaken] of [
    [0.5, 0.67, true],
    [0.5, 0.671, false],
    [0.1, 0.135, true],
    [0.1, 0.136, false],
  ] as const) {
    const options = { ...defaultsOf(annealing.options), temperature, cooling: 1, rejections: 1 };
    const strategy = annealing.create({
      ...{ options: options as never, random: drawing(0, 0, 0, 0, u, 0), topics: [], threshold: 0.5 },
      ...{ kernels: { walk: createWalk }, note: () => {} },
    });
    const { pages } = await crawlPaper(web, () => strategy, { seeds: ['s'] });
    const score = pages.find(({ url }) => url === 'b/x')?.score as number;
    assert.ok(Math.abs(score - (isTaken ? 0.3 : 0.27)) < 1e-12, `T ${temperature}, u ${u}: ${score}`);
  }
});

test('annealing blocks a host of which no page is relevant, while others wait', async () => {
  const web: Record<string, object> = {
    s: {
      relevance: 0.5,
      links: [
        ...Array.from({ length: 60 }, (_, i) => link(`bad/${i}`, 0.9)),
        ...Array.from({ length: 30 }, (_, i) => link(`good/${i}`, 0.8)),
      ],
    },
  };
  for (let i = 0; i < 60; i++) web[`bad/${i}`] = { relevance: 0, links: [] };
  for (let i = 0; i < 30; i++) web[`good/${i}`] = { relevance: 0.9, links: [] };
  const strategy = annealing.create({
    ...{ options: { ...defaultsOf(annealing.options), candidates: 100 }, random: randomOf(5), topics: [] },
    ...{ threshold: 0.5, kernels: { walk: createWalk }, note: () => {} },
  });
  const { order } = await crawlPaper(web as PaperWeb, () => strategy, { seeds: ['s'] });
  assert.equal(order.length, 91);
  const last = order.slice(-30);
  assert.ok(
    last.every(url => url.startsWith('bad/')),
    'its links come last',
  );
});

/** What `offer` writes for one link of a page, when PageRank is as given. */
function offered(options: object, { page, target }: { page: number; target: number }) {
  const strategy = walkOf(options, randomOf(1));
  const lane = () => new Float64Array(1);
  const column = { candidate: lane(), source: lane(), energy: lane(), met: lane() };
  const out = { score: lane(), order: lane(), column };
  const rank = (_name: string, slot: number): number => (slot === 7 ? page : target);
  const view = { slot: 7, relevance: 0.1, measure: rank } as unknown as PageView;
  const number = { anchor: lane(), hasAnchor: Float64Array.of(1) };
  strategy.offer(view, { count: 1, slot: Uint32Array.of(9), number } as unknown as LinkBatch, out);
  return { score: out.score[0], candidate: column.candidate[0], energy: column.energy[0] };
}

test('a link of an important page is a candidate, worth θ in the competition, with the energy of its relevance', () => {
  const plain = { score: 0.05, candidate: 0, energy: 0.05 };
  const potential = { score: 0.2, candidate: 8, energy: 0.05 };
  assert.deepEqual(offered({}, { page: 2, target: 2 }), plain, 'above 2, not 2');
  assert.deepEqual(offered({}, { page: 2.1, target: Number.NaN }), potential);
  assert.deepEqual(offered({}, { page: 0.2, target: 2.1 }), potential);
  assert.deepEqual(offered({ potentialOf: 'target' }, { page: 2.1, target: 1 }), plain);
  assert.deepEqual(offered({ potentialOf: 'source' }, { page: 1, target: 2.1 }), plain);
  assert.deepEqual(offered({ potential: 5 }, { page: 2.1, target: 2.1 }), plain);
});

test('a version of PageRank makes links candidates that wait, by the page behind them or the page that holds them', () => {
  const strategy = walkOf({}, randomOf(1));
  const columns: Record<string, number[]> = { candidate: [0, 0, 0, 0, 3], source: [0, 1, 2, 2, 3] };
  const rank = [9, 1, 1, 3, 9];
  const changed: [number, number][] = [];
  const view = {
    known: 5,
    isWaiting: (slot: number) => slot > 0,
    column: (name: string, slot: number) => columns[name]?.[slot] ?? 0,
    score: () => 0.05,
  } as unknown as FrontierView;
  const out = {
    score: (slot: number, score: number) => void changed.push([slot, score]),
    column(name: string, slot: number, value: number) {
      (columns[name] as number[])[slot] = value;
    },
  };
  strategy.refresh?.('pagerank', slot => rank[slot] as number, view, out);
  // Slot 0 no longer waits; 1 stands on it; 2 neither; 3 is important itself; 4 was a candidate before.
  assert.deepEqual(changed, [
    [1, 0.2],
    [3, 0.2],
  ]);
  assert.deepEqual(columns['candidate'], [0, 1, 0, 2, 3]);
});
