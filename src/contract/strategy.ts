/**
 * The question "how soon should this link be fetched?" (DESIGN §5).
 *
 * A strategy is one small file that answers with numbers. It never fetches, never sees the clock, and keeps no list of
 * links of its own: links are slots of the frontier, and what it wants to remember about one goes into its columns.
 * Every array that it is handed is valid during that call only.
 */
import type { Random } from '../kit/random.js';
import type { MeasureName } from './measure.js';
import type { OptionTable, OptionValues } from './option.js';
import type { TopicView } from './topic.js';
import type { WalkOptions, WalkTable } from './walk.js';

/** Number of a known link: dense, in order of discovery, never reused. */
export type Slot = number;

/** Link features that are one number each, read from `LinkBatch.number`. All relevances are in [0, 1]. */
export type LinkNumber =
  /** Relevance of the anchor text; 0 when there is none. */
  | 'anchor'
  /** 1 when the anchor has any term, else 0: an empty anchor is not an irrelevant one. */
  | 'hasAnchor'
  /** Relevance of up to 20 tokens on each side of the anchor, within its block. */
  | 'context'
  /** Mean anchor relevance of the links of the same block. */
  | 'block'
  /** Share of the topic's terms found among the words of the URL. */
  | 'urlMatch'
  /** Relevance of the nearest heading before the link. */
  | 'heading'
  /** 1 when the link stays on the page's host. */
  | 'sameHost'
  /** Position on the page, from 0. */
  | 'position';

/** Link features that are short lists of 32-bit numbers, read from `LinkBatch.list`. */
export type LinkList =
  /** Term ids of the anchor. */
  | 'anchorTerms'
  /** Term ids of the context. */
  | 'contextTerms'
  /** Term ids of the URL's words. */
  | 'urlTerms'
  /** Hashes of the URL's directory prefixes, longest first. */
  | 'directories'
  /** Pairs (term id, leaf offset + 128) within five text leaves of the link. */
  | 'leafTerms'
  /** One hash of the tag path. */
  | 'tagPath';

export interface Wants {
  /** Measures of the link graph: their values are asked of a page or view, and new versions reach `refresh`. */
  readonly measures?: readonly MeasureName[];
  /** Extra judges run on every page, read by `page.judge(name)`. */
  readonly judges?: readonly string[];
  /** Also tell the slots of links on the page that were known before (`page.known`). */
  readonly knownLinks?: boolean;
}

/** A judged page, as `offer` and `reoffer` see it. The made-up root page of the seeds has slot -1 and relevance 1. */
export interface PageView {
  readonly slot: Slot;
  readonly seq: number;
  readonly depth: number;
  /** The score that it was chosen with; 1 for the root page. */
  readonly score: number;
  /** Relevance to the first topic, in [0, 1]. */
  readonly relevance: number;
  /** Relevance to each topic. */
  readonly topics: Float64Array;
  readonly isRelevant: boolean;
  /** Links on the page, known ones included, each target once. */
  readonly linkCount: number;
  /** A column of this strategy, as the page carried it while it waited. The root page carries NaN. */
  column(name: string): number;
  /** The value of an extra judge that `wants` named. */
  judge(name: string): number;
  /** A measure that `wants` named, of any known link or page, in the version that holds now; NaN before the first. */
  measure(name: MeasureName, slot: Slot): number;
  /** Slots of the links on it that were known before, in page order; empty unless wanted. */
  readonly known: Uint32Array;
}

/** Links of one page as a struct of arrays: entry i of every array belongs to link i. Only entries below `count` hold. */
export interface LinkBatch {
  readonly count: number;
  readonly slot: Uint32Array;
  readonly depth: Uint16Array;
  /** Features that the strategy named in `reads`. */
  readonly number: Readonly<Record<LinkNumber, Float64Array>>;
  list(name: LinkList, link: number): Uint32Array;
}

/** What `offer` writes. `score` comes filled with NaN (= decline), `order` with 0, columns with 0. */
export interface OfferOut {
  readonly score: Float64Array;
  /** Among equal scores the smaller order goes first; then discovery. */
  readonly order: Float64Array;
  /** By the names of `columns`. */
  readonly column: Readonly<Record<string, Float64Array>>;
}

/** What `reoffer` sees beside the link: the score and columns that it has now (NaN when declined or evicted). */
export interface KnownLinkBatch extends LinkBatch {
  readonly score: Float64Array;
  readonly column: Readonly<Record<string, Float64Array>>;
}

/** Lets `settle` and `refresh` change links that wait. Slots that do not wait are ignored. */
export interface Rescore {
  /** NaN takes the link out (it counts as declined). */
  score(slot: Slot, score: number): void;
  column(name: string, slot: Slot, value: number): void;
}

/** The end of one road, good or bad. Everything known when the link was chosen is still here. */
export interface RoadEnd {
  readonly slot: Slot;
  readonly seq: number;
  /** A code of the outcome table: HTTP's above zero, ours below. */
  readonly outcome: number;
  readonly depth: number;
  readonly parent: Slot;
  /** Number of its host. */
  readonly host: number;
  readonly score: number;
  /** NaN when the page could not be judged. */
  readonly relevance: number;
  readonly isRelevant: boolean;
  /** True when the page was fetched only to be judged, and waits on. */
  readonly isPrefetch: boolean;
  column(name: string): number;
  /** The value of an extra judge that `wants` named; NaN when the page could not be judged. */
  judge(name: string): number;
  /** A feature list that the strategy named in `keeps`, at most 24 entries, as it was at discovery. */
  kept(name: LinkList): Uint32Array;
}

/** A group of waiting links that share a key. */
export interface Region {
  readonly key: number;
  readonly count: number;
  readonly meanScore: number;
  /** The best waiting link of the region. */
  readonly best: Slot;
}

export type RegionKind = 'host' | 'source' | 'energy' | 'among';

/** Which waiting links compete in regions. */
export interface RegionFilter {
  /** A column of the strategy: only links in which it is not 0. */
  readonly among?: string;
  /** Links that are passed over, a few. */
  readonly except?: ReadonlySet<Slot>;
}

/** Everything that waits, seen through a narrow window. */
export interface FrontierView {
  /** Number of waiting links. */
  readonly size: number;
  /** Pages asked for and not answered yet. */
  readonly inFlight: number;
  /** Up to k slots, best first. */
  best(k: number): Slot[];
  /** Up to k slots drawn uniformly, without repetition. */
  sample(k: number): Slot[];
  /** Regions in the order in which they came to have links. `energy` cuts scores into 50 intervals; `among` goes by the value of that column. */
  regions(kind: RegionKind, filter?: RegionFilter): Region[];
  score(slot: Slot): number;
  depth(slot: Slot): number;
  /** Number of the host of a link. */
  host(slot: Slot): number;
  column(name: string, slot: Slot): number;
  isWaiting(slot: Slot): boolean;
  /** Known links, waiting or not: slots are below it. */
  readonly known: number;
  /** As `PageView.measure`. */
  measure(name: MeasureName, slot: Slot): number;
  /** Known relevance of a prefetched link, else NaN. */
  prefetched(slot: Slot): number;
}

/** What `choose` decides. No call at all means the same as `wait`. */
export interface Choice {
  /** How many more slots there is room for. */
  readonly room: number;
  fetch(slot: Slot): void;
  /** Fetch and judge it now, but let it wait on; choosing it later downloads nothing. */
  prefetch(slot: Slot): void;
  /** A link that is turned down may wait on with another score; NaN takes it out. */
  score(slot: Slot, score: number): void;
  /** Nothing now: a round or a page in flight must end first. */
  wait(): void;
}

export interface Strategy {
  /** Extra numbers kept for each waiting link (f64). */
  readonly columns?: readonly string[];
  /** Link features that `offer` and `reoffer` read. */
  readonly reads?: readonly (LinkNumber | LinkList)[];
  /** Feature lists kept from discovery to `settle`, at most 24 entries a link. */
  readonly keeps?: readonly LinkList[];
  /** Most links that may wait; the worst is evicted. Absent: no limit of the strategy's own. */
  readonly capacity?: number;
  readonly wants?: Wants;
  /** Hears the end of every road, before `offer` for that page. */
  settle?(end: RoadEnd, out: Rescore): void;
  /** Scores the fresh links of a page, all in one batch; called for every page read, also when nothing on it is fresh. */
  offer(page: PageView, links: LinkBatch, out: OfferOut): void;
  /** Links that were met before and are not fetched. Absent: the better score is kept. */
  reoffer?(page: PageView, links: KnownLinkBatch, out: OfferOut): void;
  /** Which of the waiting links go next. Absent: highest score, then `order`, then discovery. */
  choose?(view: FrontierView, out: Choice): void;
  /** A version of a measure took effect: `value` is NaN for links that were not known when it was begun. */
  refresh?(measure: MeasureName, value: (slot: Slot) => number, view: FrontierView, out: Rescore): void;
  /** A reason to stop, asked after every settle. */
  done?(): string | undefined;
  /** The whole state as something JSON can hold; absent when there is none. */
  snapshot?(): unknown;
  restore?(state: unknown): void;
}

/** What a strategy may let a kernel do. */
export interface StrategyKernels {
  walk(options: WalkOptions): WalkTable;
}

export interface StrategyContext<T extends OptionTable = OptionTable> {
  readonly options: OptionValues<T>;
  /** A seeded stream of its own: no other part of the crawl draws from it. */
  readonly random: Random;
  readonly topics: readonly TopicView[];
  readonly kernels: StrategyKernels;
  /** Relevance from which a page counts as relevant. */
  readonly threshold: number;
  /** Writes a row of `events`; numbers only. */
  note(kind: string, numbers: Readonly<Record<string, number>>): void;
}

/** A strategy as the registry holds it. */
export interface StrategyEntry<T extends OptionTable = OptionTable> {
  /** The name on the command line; equal to the file's name. */
  readonly name: string;
  /** One sentence for `--help` and the reference. */
  readonly summary: string;
  /** Paper and section of METHODS. */
  readonly source: string;
  readonly options: T;
  create(context: StrategyContext<T>): Strategy;
}

/** Gives the options of an entry their types. */
export function defineStrategy<const T extends OptionTable>(entry: StrategyEntry<T>): StrategyEntry<T> {
  return entry;
}

/** A strategy around another one, which `app` hands in. */
export type Wrapper = (inner: Strategy) => Strategy;
