/** What a lane is made of: plain data and shared memory cross the thread, and become a reader of pages on its side. */
import { models } from '../models/index.js';
import { type StoredWebHandle, StoredWebReader } from '../src/archive/stored-web.js';
import type { DocumentFrequency, ModelEntry, Scorer } from '../src/contract/model.js';
import type { Segmenter, UserWords } from '../src/contract/segmenter.js';
import { createFingerprinter } from '../src/kernel/fingerprint.js';
import { canShareMemory, Kernels } from '../src/kernel/load.js';
import { attachSeenTable, type SeenHandle, type SeenReader } from '../src/kernel/seen.js';
import { KernelSegmenter } from '../src/kernel/segmenter.js';
import type { SegmenterShare } from '../src/kernel/segmenter-store.js';
import { createSimHasher } from '../src/kernel/simhash.js';
import { type FrequencyHandle, FrequencyTable } from '../src/text/frequency-table.js';
import { NodejiebaSegmenter } from '../src/text/nodejieba.js';
import { PageTerms } from '../src/text/page-terms.js';
import { TermReader } from '../src/text/term-reader.js';
import { type LiveHooks, LivePages, type LiveSetup } from './live-pages.js';
import { PageReader, type PageReaderSetup } from './page-reader.js';
import { StoredPages } from './stored-pages.js';

export interface LaneSetup extends PageReaderSetup {
  /** The stored web; absent where pages are asked for on the live one. */
  readonly web?: StoredWebHandle;
  readonly live?: LiveSetup;
  /** Most bytes of a page's body, unpacked. */
  readonly mostBodyBytes: number;
  /** The kernel's dictionary, or the user words for nodejieba. */
  readonly segmenter: { readonly kernel: SegmenterShare } | { readonly nodejieba: UserWords };
  /** Undefined where threads cannot share memory: then main alone knows what was seen. */
  readonly seen: SeenHandle | undefined;
  readonly frequency: FrequencyHandle;
  readonly model: string;
  /** What the model's `prepare` returned. */
  readonly prepared: unknown;
  /** Ids that are never dropped as stop words: those of all topics. */
  readonly kept: Uint32Array;
  /** Ids of the first topic. */
  readonly topicIds: Uint32Array;
}

const NOTHING_SEEN: SeenReader = { find: () => -1, findMany: () => 0 };
/** Stored pages know us by this name. */
const TOKEN = 'dowser';

/** A reader of pages with what may be changed under it: `reader` of a stored web, `live` of the live one. */
export interface OpenLane {
  readonly reader: StoredPages | undefined;
  readonly live: LivePages | undefined;
  moveSeen(handle: SeenHandle): void;
  renew(handle: FrequencyHandle): void;
}

/** `number` tells lanes apart, from 1: each has an area of its own in the seen table. `hooks` are for the live web. */
export function openLane(setup: LaneSetup, number: number, hooks: LiveHooks = {}): OpenLane {
  const { web, live, mostBodyBytes, shape } = setup;
  // Kernels of its own: what words take of their arena goes with the lane.
  const kernels = canShareMemory() ? new Kernels() : undefined;
  const terms = new TermReader({ segmenter: openSegmenter(setup.segmenter), keep: setup.kept, kernels });
  const seen = { table: setup.seen === undefined ? NOTHING_SEEN : attachSeenTable(setup.seen, number) };
  const frequency = FrequencyTable.attach(setup.frequency);
  const links = {
    reader: terms,
    fingerprinter: createFingerprinter(),
    seen,
    topicIds: new Set(setup.topicIds),
  };
  const tools = { ...links, terms: new PageTerms(terms), simHasher: createSimHasher() };
  const judge = { scorer: scorerOf(setup, frequency), version: frequency.version };
  const pages = new PageReader(tools, setup, live?.token ?? TOKEN, judge);
  return {
    reader: web && new StoredPages(StoredWebReader.attach(web, { mostBodyBytes }), pages),
    live: live && new LivePages(live, { pages, links, shape, mostBodyBytes }, hooks),
    moveSeen(handle) {
      seen.table = attachSeenTable(handle, number);
    },
    renew(handle) {
      const next = FrequencyTable.attach(handle);
      pages.renew(scorerOf(setup, next), next.version);
    },
  };
}

function scorerOf(setup: LaneSetup, frequency: DocumentFrequency): Scorer {
  const model = models.find(entry => entry.name === setup.model) as ModelEntry;
  return model.bind(setup.prepared, frequency);
}

function openSegmenter(choice: LaneSetup['segmenter']): Segmenter {
  return 'kernel' in choice ? new KernelSegmenter(choice.kernel) : new NodejiebaSegmenter(choice.nodejieba);
}
