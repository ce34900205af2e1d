/**
 * Eq. (9) of seed 002 (METHODS E.7): half the mean relevance of all fetched pages that hold the link, half what its
 * anchors say.
 *
 *   priority(l) = λ1 · (1/N) Σ Sim(f_p, t) + λ2 · Sim(a_l, t)
 *
 * Each new parent updates N and the sums and moves the link. The source does not say how several anchors are joined:
 * `mean` over the parents that have one, or the `best` of them.
 */
import type { KnownLinkBatch, LinkBatch, OfferOut, PageView } from '../contract/strategy.js';
import { defineStrategy } from '../contract/strategy.js';

const COLUMNS = ['sum', 'count', 'anchorSum', 'anchorCount'] as const;
type Sums = Record<(typeof COLUMNS)[number], Float64Array>;

export const eq9 = defineStrategy({
  name: 'eq9',
  summary: 'Mean relevance of all parents found so far, plus the relevance of the anchor.',
  source: 'METHODS E.7; seed 002 eq. (9)',
  options: {
    lambda1: {
      type: 'number',
      default: 0.5,
      min: 0,
      max: 1,
      help: 'Weight λ1 of the mean over parent pages.',
    },
    lambda2: { type: 'number', default: 0.5, min: 0, max: 1, help: 'Weight λ2 of the anchor.' },
    anchors: {
      type: 'choice',
      default: 'mean',
      choices: ['mean', 'best'],
      help: 'How the anchors of several parents are joined.',
    },
  },
  create({ options }) {
    const update = (page: PageView, links: LinkBatch, before: Sums | undefined, out: OfferOut): void => {
      const now = out.column as Sums;
      for (let i = 0; i < links.count; i++) {
        const anchor = links.number.anchor[i] as number;
        const sumBefore = before?.anchorSum[i] ?? 0;
        now.sum[i] = (before?.sum[i] ?? 0) + page.relevance;
        now.count[i] = (before?.count[i] ?? 0) + 1;
        if (options.anchors === 'best') {
          now.anchorSum[i] = Math.max(sumBefore, anchor);
          now.anchorCount[i] = 1;
        } else {
          now.anchorSum[i] = sumBefore + anchor;
          now.anchorCount[i] = (before?.anchorCount[i] ?? 0) + (links.number.hasAnchor[i] as number);
        }
        const mean = (now.sum[i] as number) / (now.count[i] as number);
        const said =
          now.anchorCount[i] === 0 ? 0 : (now.anchorSum[i] as number) / (now.anchorCount[i] as number);
        out.score[i] = options.lambda1 * mean + options.lambda2 * said;
      }
    };
    return {
      columns: COLUMNS,
      reads: ['anchor', 'hasAnchor'],
      /** The made-up root page is no parent: its links, the seeds, go first. */
      offer(page, links, out) {
        if (page.slot < 0) out.score.fill(1, 0, links.count);
        else update(page, links, undefined, out);
      },
      reoffer: (page, links: KnownLinkBatch, out) => update(page, links, links.column as Sums, out),
    };
  },
});
