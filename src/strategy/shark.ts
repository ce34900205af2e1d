/**
 * Shark-Search (Hersovici et al., WWW7 1998; METHODS B.7): a link inherits a decaying share of the relevance of the
 * path that led to it, and adds what its anchor and the words around it say.
 *
 *   inherited     = δ sim(page)   if sim(page) > 0, else δ inherited(page)
 *   neighbourhood = β anchor + (1 − β) context,   context = 1 if anchor > 0
 *   potential     = γ inherited + (1 − γ) neighbourhood
 *
 * Depth as in Fish-Search: a relevant page gives its links `depth` more steps, another one less than it had.
 */
import { defineStrategy } from '../contract/strategy.js';

export const shark = defineStrategy({
  name: 'shark',
  summary:
    'Blends a decaying inheritance from the path with anchor and context; gives up after `depth` dry steps. Its seeds should be on topic: they hand down as much as the best page.',
  source: 'METHODS B.7; Hersovici et al. 1998',
  options: {
    delta: { type: 'number', default: 0.5, min: 0, max: 1, help: 'Decay δ of what a link inherits.' },
    beta: {
      type: 'number',
      default: 0.8,
      min: 0,
      max: 1,
      help: 'Share β of the anchor in the neighbourhood.',
    },
    gamma: {
      type: 'number',
      default: 0.5,
      min: 0,
      max: 1,
      help: 'Share γ of the inheritance in the potential.',
    },
    depth: {
      type: 'integer',
      default: 3,
      min: 0,
      max: 65535,
      help: 'Steps through irrelevant pages after a relevant one.',
    },
    floor: { type: 'number', default: 0.01, min: 0, max: 1, help: 'A similarity below this counts as 0.' },
    relevant: {
      type: 'choice',
      default: 'floor',
      choices: ['floor', 'threshold'],
      help: 'When a page resets the depth: any similarity above the floor (literal), or the relevance threshold.',
    },
  },
  create({ options, threshold }) {
    const { delta, beta, gamma, floor } = options;
    const cut = (value: number): number => (value >= floor ? value : 0);
    return {
      columns: ['inherited', 'depthLeft'],
      reads: ['anchor', 'context'],
      offer(page, links, out) {
        const similarity = cut(page.relevance);
        const isRelevant = options.relevant === 'floor' ? similarity > 0 : page.relevance >= threshold;
        const isRoot = page.slot < 0;
        const left = isRoot || isRelevant ? options.depth : page.column('depthLeft') - 1;
        if (left < 0) return;
        const inherited = isRoot ? 1 : delta * (similarity > 0 ? similarity : page.column('inherited'));
        for (let i = 0; i < links.count; i++) {
          const anchor = cut(links.number.anchor[i] as number);
          const context = anchor > 0 ? 1 : cut(links.number.context[i] as number);
          const potential = gamma * inherited + (1 - gamma) * (beta * anchor + (1 - beta) * context);
          out.score[i] = isRoot ? 1 : potential;
          (out.column['inherited'] as Float64Array)[i] = inherited;
          (out.column['depthLeft'] as Float64Array)[i] = left;
        }
      },
      /** Keeps the larger potential and the larger depth, each for itself (METHODS B.7, L.5). */
      reoffer(page, links, out) {
        this.offer(page, links, out);
        for (let i = 0; i < links.count; i++) {
          keepLarger(links.score, out.score, i, [out.column['inherited'], links.column['inherited']]);
          keepLarger(links.column['depthLeft'] as Float64Array, out.column['depthLeft'] as Float64Array, i);
        }
      },
    };
  },
});

type Pair = readonly [Float64Array | undefined, Float64Array | undefined];

/** Puts the earlier value back where it is larger, and what belongs to it. */
function keepLarger(
  before: Float64Array,
  now: Float64Array,
  i: number,
  [to, from]: Pair = [undefined, undefined],
): void {
  const isSmaller = !((now[i] as number) >= (before[i] as number)) && !Number.isNaN(before[i] as number);
  if (!isSmaller) return;
  now[i] = before[i] as number;
  if (to !== undefined && from !== undefined) to[i] = from[i] as number;
}
