/**
 * Which links may be targets of a Wang–Landau walk, and what are they worth when regions compete? (METHODS A.3, A.4, C.2; seed 000)
 *
 * A candidate has R(l) ≥ θ, or is *potential*: PageRank above 2 of the page that holds it or of the page behind it. Competition is for
 * worth: R(l) where that reaches θ, and θ for a potential link, which stands beside relevant ones as if just relevant. By its own R(l)
 * it would lose to every anchor that promises too much, and a tunnel would never be entered. Its energy stays R(l). Among equals the
 * link that fewest pages hold goes first: where nothing else leads. Of the pages that hold it a link counts for the most important.
 */
import type {
  KnownLinkBatch,
  LinkBatch,
  OfferOut,
  PageView,
  Slot,
  Strategy,
} from '../../contract/strategy.js';
import type { WalkContext } from './ledger.js';

/** `candidate` and `source`: 0, or slot + 1 of the page that the link counts for. `met`: pages found so far that hold it. */
const COLUMNS = ['candidate', 'source', 'energy', 'met'] as const;
type Columns = Record<(typeof COLUMNS)[number], Float64Array>;
type Measure = (slot: Slot) => number;

export function candidacyOf(
  options: WalkContext['options'],
  theta: number,
): Pick<Strategy, 'columns' | 'reads' | 'wants' | 'offer' | 'reoffer' | 'refresh'> {
  const { lambda, emptyAnchor, potential, potentialOf } = options;
  const measure = options.dangling === 'drop' ? 'pagerank-drop' : 'pagerank';

  const isPotential = (rank: Measure, slot: Slot, source: Slot): boolean =>
    (potentialOf !== 'source' && rank(slot) > potential) ||
    (potentialOf !== 'target' && source >= 0 && rank(source) > potential);

  const rate = (page: PageView, links: LinkBatch, before: Columns | undefined, out: OfferOut): void => {
    const now = out.column as Columns;
    const rank: Measure = slot => page.measure(measure, slot);
    const own = rank(page.slot) || 0;
    for (let i = 0; i < links.count; i++) {
      const isMissing = links.number.hasAnchor[i] === 0 && emptyAnchor === 'renormalise';
      const share = isMissing || page.slot < 0 ? 0 : lambda;
      const relevance = share * (links.number.anchor[i] as number) + (1 - share) * page.relevance;
      const energy = Math.max(relevance, before?.energy[i] || 0);
      const known = before?.source[i] || 0;
      const source = known > 0 && !(own > (rank(known - 1) || 0)) ? known : page.slot + 1;
      const mayGo = page.slot >= 0 || known > 0;
      const isCandidate =
        energy >= theta || before?.candidate[i] || isPotential(rank, links.slot[i] as number, source - 1);
      now.energy[i] = energy;
      now.source[i] = source;
      now.met[i] = out.order[i] = (before?.met[i] || 0) + 1;
      // Seeds are where the walk begins, not where it goes.
      now.candidate[i] = isCandidate && mayGo ? source : 0;
      out.score[i] = isCandidate && mayGo ? Math.max(energy, theta) : energy;
    }
  };

  return {
    columns: COLUMNS,
    reads: ['anchor', 'hasAnchor'],
    wants: { measures: [measure] },
    offer: (page, links, out) => rate(page, links, undefined, out),
    reoffer: (page, links: KnownLinkBatch, out) => rate(page, links, links.column as Columns, out),
    /** In-links of what waits have grown, and so have ranks. */
    refresh(_measure, value, view, out) {
      for (let slot = 0; slot < view.known; slot++) {
        if (!view.isWaiting(slot) || view.column('candidate', slot) > 0) continue;
        const source = view.column('source', slot);
        if (source === 0 || !isPotential(value, slot, source - 1)) continue;
        out.column('candidate', slot, source);
        out.score(slot, Math.max(view.score(slot), theta));
      }
    },
  };
}
