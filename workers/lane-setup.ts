/** What a lane is made of: plain data and shared memory cross the thread, and become a page reader on its side. */
import { models } from '../models/index.js';
import { type StoredWebHandle, StoredWebReader } from '../src/archive/stored-web.js';
import type { DocumentFrequency, ModelEntry, Scorer } from '../src/contract/model.js';
import type { Segmenter, UserWords } from '../src/contract/segmenter.js';
import { createFingerprinter } from '../src/kernel/fingerprint.js';
import { attachSeenTable, type SeenHandle, type SeenReader } from '../src/kernel/seen.js';
import { KernelSegmenter } from '../src/kernel/segmenter.js';
import type { SegmenterShare } from '../src/kernel/segmenter-store.js';
import { createSimHasher } from '../src/kernel/simhash.js';
import { type FrequencyHandle, FrequencyTable } from '../src/text/frequency-table.js';
import { NodejiebaSegmenter } from '../src/text/nodejieba.js';
import { PageTerms } from '../src/text/page-terms.js';
import { TermReader } from '../src/text/term-reader.js';
import { PageReader, type PageReaderSetup } from './page-reader.js';

export interface LaneSetup extends PageReaderSetup {
  readonly web: StoredWebHandle;
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

/** A page reader with what may be changed under it. */
export interface OpenLane {
  readonly reader: PageReader;
  moveSeen(handle: SeenHandle): void;
  renew(handle: FrequencyHandle): void;
}

/** `number` tells lanes apart, from 1: each has an area of its own in the seen table. */
export function openLane(setup: LaneSetup, number: number): OpenLane {
  const segmenter = openSegmenter(setup.segmenter);
  const terms = new TermReader({ segmenter, keep: setup.kept });
  const seen = { table: setup.seen === undefined ? NOTHING_SEEN : attachSeenTable(setup.seen, number) };
  const frequency = FrequencyTable.attach(setup.frequency);
  const tools = {
    web: StoredWebReader.attach(setup.web, { mostBodyBytes: setup.mostBodyBytes }),
    reader: terms,
    terms: new PageTerms(terms),
    fingerprinter: createFingerprinter(),
    simHasher: createSimHasher(),
    seen,
    topicIds: new Set(setup.topicIds),
  };
  const reader = new PageReader(tools, setup, scorerOf(setup, frequency), frequency.version);
  return {
    reader,
    moveSeen(handle) {
      seen.table = attachSeenTable(handle, number);
    },
    renew(handle) {
      const next = FrequencyTable.attach(handle);
      reader.renew(scorerOf(setup, next), next.version);
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
