/**
 * Best-first: score of a link = relevance of the page that it stands on, or a mix with the relevance of its anchor,
 * R(l) = λ R(anchor) + (1 − λ) R(P)   (METHODS B.3; the mix is A.3, seed 000 eq. 5).
 * Seed 000 leaves open which page P is: `source` is the page with the link, `target` the page that the link leads to,
 * which costs a download for every link scored.
 */
import type { Choice, FrontierView } from '../contract/strategy.js';
import { defineStrategy } from '../contract/strategy.js';

/** Above every relevance: a link whose page is not known yet is looked at first. */
const UNKNOWN = 2;

export const bestFirst = defineStrategy({
  name: 'best-first',
  summary: 'Links of the most relevant pages first, optionally mixed with the relevance of the anchor.',
  source: 'METHODS B.3 and A.3; seed 000 eq. (5)',
  options: {
    lambda: {
      type: 'number',
      default: 0,
      min: 0,
      max: 1,
      help: 'Share of the anchor in the score; 0 = the page alone.',
    },
    emptyAnchor: {
      type: 'choice',
      default: 'renormalise',
      choices: ['renormalise', 'zero'],
      help: 'A link without anchor text: score by the page alone, or count its anchor as 0.',
    },
    relMode: {
      type: 'choice',
      default: 'source',
      choices: ['source', 'target'],
      help: 'Whose relevance: of the page with the link, or of the page behind it (prefetched, counted as a fetch).',
    },
  },
  create({ options }) {
    const mix = (anchor: number, page: number): number => {
      if (Number.isNaN(anchor)) return page;
      return options.lambda * anchor + (1 - options.lambda) * page;
    };
    const usesTarget = options.relMode === 'target';
    return {
      reads: ['anchor', 'hasAnchor'],
      columns: usesTarget ? ['anchor'] : [],
      offer(page, links, out) {
        const { anchor, hasAnchor } = links.number;
        for (let i = 0; i < links.count; i++) {
          const isMissing = hasAnchor[i] === 0 && options.emptyAnchor === 'renormalise';
          const value = isMissing ? Number.NaN : (anchor[i] as number);
          out.score[i] = usesTarget ? UNKNOWN : mix(page.slot < 0 ? Number.NaN : value, page.relevance);
          if (usesTarget) (out.column['anchor'] as Float64Array)[i] = value;
        }
      },
      ...(usesTarget && {
        /** The relevance of the target does not depend on where the link was found. */
        reoffer(_page, links, out) {
          for (let i = 0; i < links.count; i++) out.score[i] = links.score[i] as number;
        },
        settle(end, out) {
          if (end.isPrefetch) out.score(end.slot, mix(end.column('anchor'), end.relevance || 0));
        },
        choose: chooseByTarget,
      }),
    };
  },
});

function chooseByTarget(view: FrontierView, out: Choice): void {
  const [slot] = view.best(1);
  if (slot === undefined) out.wait();
  else if (Number.isNaN(view.prefetched(slot))) out.prefetch(slot);
  else out.fetch(slot);
}
