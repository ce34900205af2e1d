/**
 * Simulated annealing on the choice of links, with a memory of hosts (METHODS I.2, L.6; seed 000 reference 16). A candidate that is
 * better than the link before is taken, a worse one with chance exp((CP2 − CP1) / T); what is turned down waits on for less.
 * Reconstructed from an abstract: candidates are drawn by a roulette over the best few, of hosts that are not blocked.
 *
 *   CP(l) = .6 best R(anchor) + .4 mean R(pages that hold it)      METHODS I.1 without what a prefetch or a graph would add
 */
import type { FrontierView, LinkBatch, OfferOut, PageView, Slot } from '../contract/strategy.js';
import { defineStrategy } from '../contract/strategy.js';
import { roulette } from '../kit/roulette.js';

const [ANCHOR, PARENTS] = [0.6, 0.4];
/** A link that is turned down waits on for this share of its priority. */
const FADE = 0.9;
/** A host is blocked when so few of its pages are relevant, after so many. */
const [LEAST_SHARE, TRIAL_PAGES] = [0.05, 20];
const COLUMNS = ['sum', 'count', 'anchorBest'] as const;
type Sums = Record<(typeof COLUMNS)[number], Float64Array>;

interface State {
  temperature: number;
  /** Priority of the link that was taken last. */
  energy: number;
  /** Links turned down since then. */
  turnedDown: number;
  /** By host, pages and relevant ones. */
  hosts: Record<number, [pages: number, relevant: number]>;
}

function score(page: PageView, links: LinkBatch, before: Sums | undefined, out: OfferOut): void {
  const now = out.column as Sums;
  for (let i = 0; i < links.count; i++) {
    now.sum[i] = (before?.sum[i] ?? 0) + page.relevance;
    now.count[i] = (before?.count[i] ?? 0) + 1;
    now.anchorBest[i] = Math.max(before?.anchorBest[i] ?? 0, links.number.anchor[i] as number);
    const mean = (now.sum[i] as number) / (now.count[i] as number);
    out.score[i] = ANCHOR * (now.anchorBest[i] as number) + PARENTS * mean;
  }
}

export const annealing = defineStrategy({
  name: 'annealing',
  summary:
    'Simulated annealing: worse links than the last one are taken with a chance that falls as the crawl cools.',
  source: 'METHODS I.1, I.2 and L.6; seed 000 reference 16 (reconstructed)',
  options: {
    temperature: { type: 'number', default: 1, min: 0.001, max: 100, help: 'T at the beginning.' },
    cooling: {
      type: 'number',
      default: 0.98,
      min: 0.5,
      max: 1,
      help: 'T is multiplied by it after every choice.',
    },
    coldest: { type: 'number', default: 0.01, min: 0.0001, max: 1, help: 'T falls no further.' },
    candidates: {
      type: 'integer',
      default: 10,
      min: 1,
      max: 100,
      help: 'Best links between which a roulette decides.',
    },
    rejections: {
      type: 'integer',
      default: 200,
      min: 1,
      max: 100_000,
      help: 'After so many in a row one is taken anyway.',
    },
  },
  create({ options, random }) {
    const state: State = { temperature: options.temperature, energy: 0, turnedDown: 0, hosts: {} };
    const isBlocked = (host: number): boolean => {
      const [pages, relevant] = state.hosts[host] ?? [0, 0];
      return pages >= TRIAL_PAGES && relevant < LEAST_SHARE * pages;
    };
    /** Blocked hosts have their turn when nothing else waits at the top. */
    const draw = (view: FrontierView): Slot | undefined => {
      const best = view.best(options.candidates);
      const free = best.filter(slot => !isBlocked(view.host(slot)));
      const drawn = free.length > 0 ? free : best;
      return drawn[
        roulette(
          Float64Array.from(drawn, slot => view.score(slot)),
          random.next(),
        )
      ];
    };
    const isTaken = (priority: number): boolean =>
      priority >= state.energy || random.next() < Math.exp((priority - state.energy) / state.temperature);
    return {
      columns: COLUMNS,
      reads: ['anchor'],
      settle(end) {
        const [pages, relevant] = state.hosts[end.host] ?? [0, 0];
        state.hosts[end.host] = [pages + 1, relevant + (end.isRelevant ? 1 : 0)];
      },
      offer(page, links, out) {
        if (page.slot < 0) out.score.fill(1, 0, links.count);
        else score(page, links, undefined, out);
      },
      reoffer: (page, links, out) => score(page, links, links.column as Sums, out),
      choose(view, out) {
        while (out.room > 0 && view.size > 0) {
          const slot = draw(view);
          if (slot === undefined) return;
          const priority = view.score(slot);
          if (state.turnedDown >= options.rejections || isTaken(priority)) {
            state.turnedDown = 0;
            state.energy = priority;
            state.temperature = Math.max(options.coldest, state.temperature * options.cooling);
            out.fetch(slot);
          } else {
            state.turnedDown++;
            out.score(slot, priority * FADE);
          }
        }
      },
      snapshot: () => ({ ...state, random: random.snapshot() }),
      restore(before) {
        const { random: stream, ...facts } = before as State & { readonly random: readonly number[] };
        Object.assign(state, facts);
        random.restore(stream);
      },
    };
  },
});
